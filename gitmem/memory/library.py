"""`Memory`: the library. Wires the rooms together and answers with typed values; prints nothing.

Every call opens the repository, its settings and its notes anew and speaks of that one state, so a
`Memory` may live as long as its program. Nothing in the notes, the work tree or git's index is changed;
the stores of gitmem in the git directory are the only files written.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.clock import Instant, require_day, system_now
from gitmem.config import DatePreference
from gitmem.index.response import AbsenceReason, SearchMode, SearchQuery, SearchResponse, SnapshotProof
from gitmem.index.search import search
from gitmem.index.store import open_index
from gitmem.memory.place import Place, Start, check_folders, open_place
from gitmem.memory.session import Progress, Request, Session, open_notes, open_session, people_of

if TYPE_CHECKING:
    from gitmem.git.repository import Repository
    from gitmem.memory.blame import BlameResponse
    from gitmem.memory.doctor import DoctorReport
    from gitmem.memory.stats import IndexReport, StatsReport


class Memory:
    """The notes of a repository, or of a plain folder, that can be asked.

    `path` is any folder inside it. `root` is a notes folder that replaces the configured one; then its
    repository is the one that counts. `now` fixes the time that ages count to, `prefer` the date of a
    commit that dates its lines. With `allow_fetch` git may fetch what a partial clone left out; with
    `from_environment` git's variables (`GIT_DIR` and others) may name the repository.

    Raises `RootError` at once when a folder does not exist. All calls raise kinds of `GitmemError`:
    `ConfigError` for a broken `.gitmem.toml`, `GitError` when git is missing or refuses,
    `IndexCorruptError` when a store is damaged (then `refresh(rebuild=True)` makes a new one).
    """

    def __init__(
        self,
        path: str | os.PathLike[str] = ".",
        *,
        root: str | os.PathLike[str] | None = None,
        now: Instant | None = None,
        prefer: DatePreference | None = None,
        allow_fetch: bool = False,
        from_environment: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self._start = Start(Path(path), None if root is None else Path(root), allow_fetch, from_environment)
        self._now = now
        self._prefer = prefer
        self._progress = progress
        self._last: Place | None = None
        check_folders(self._start)
        self.warnings: tuple[str, ...] = ()
        """What the last call had to say beside its answer, a line each."""
        self.prefer = prefer or DatePreference.AUTHOR
        """Which date of a commit dated the lines of the last call."""

    def search(
        self,
        query: str,
        k: int = 5,
        *,
        mode: SearchMode | str = SearchMode.LEXICAL,
        since: str | None = None,
        until: str | None = None,
        path: str | None = None,
        at: str | None = None,
        committed: bool = False,
    ) -> SearchResponse:
        """The best `k` answers to `query`, with what was searched and what can be said of absent words.

        `since` and `until` (`YYYY-MM-DD`) include their day, `path` is a glob over paths. `at` reads the
        notes as they were in a revision, or at the end of a UTC day on HEAD's first-parent line;
        `committed` as HEAD has them. Raises `UsageError` for a query with nothing to search for,
        `DateError` for a malformed day and `RevisionError` for a revision that does not exist.
        """
        now = self._moment()
        first = require_day(since) if since is not None else None
        last = require_day(until) if until is not None else None
        place = self._place()
        revision = at if at is not None else "HEAD" if committed else None
        commit = None if revision is None else place.commit_at(revision)
        with open_session(place, Request(commit=commit, progress=self._progress)) as session:
            self._note(session)
            question = SearchQuery(
                query,
                now,
                k=k,
                mode=SearchMode(mode),
                path=path,
                since=first,
                until=last,
                prefer=self.prefer,
                at=at,
            )
            with closing(open_index(session.index_file)) as store:
                return search(
                    store,
                    question,
                    session.settings,
                    _proof(session, commit),
                    details=lambda oids: people_of(session.place, session.settings, oids),
                    removed=session.removals,
                )

    def blame(self, place: str, *, folder: str | os.PathLike[str] | None = None) -> BlameResponse:
        """The pieces of a note with their dates; `place` is `PATH` or `PATH:LINE`.

        `PATH` is relative to the top of the repository; one that exists below `folder` (default: the
        folder this memory was opened in) works too. Raises `UsageError` when there is no such note or
        line and `NoteError` when it cannot be read.
        """
        from gitmem.memory.blame import blame_note

        opened = self._place()
        with open_notes(opened, Request(progress=self._progress)) as (settings, notes):
            self.prefer = self._prefer or settings.dates.prefer
            self.warnings = notes.warnings
            return blame_note(
                opened,
                settings,
                notes,
                place,
                Path(folder or self._start.folder),
                self._moment(),
                self.prefer,
            )

    def refresh(
        self,
        rebuild: bool = False,
        strict_blame: bool = False,
        *,
        verify: bool = False,
        forget: bool = False,
    ) -> IndexReport:
        """Brings the index up to date and tells what was done.

        `rebuild` makes the stores anew, whatever is there. `strict_blame` follows renames exactly
        as `git blame` does, now and in later calls until a rebuild without it. `verify` reads every page of
        the stores first and raises `IndexCorruptError` if one is damaged. `forget` drops stored text that
        no commit reaches any more.
        """
        from gitmem.memory.upkeep import refresh_stores

        request = Request(
            strict=strict_blame, rebuild=rebuild or forget, current=True, progress=self._progress
        )
        report, self.warnings = refresh_stores(self._place(), request, verify=verify, forget=forget)
        return report

    def stats(self) -> StatsReport:
        """The memory in numbers, after a refresh."""
        from gitmem.memory.upkeep import count_memory

        with open_session(self._place(), Request(progress=self._progress)) as session:
            self._note(session)
            return count_memory(session, self._moment(), self.prefer)

    def doctor(self) -> DoctorReport:
        """What could make answers wrong here, and the cures; changes nothing."""
        from gitmem.memory.upkeep import examine

        return examine(self._place())

    @property
    def color_setting(self) -> str | None:
        """git's `color.mem` where the last call was; None when it is not set."""
        repository = self._last.repository if self._last is not None else None
        if repository is None:
            return None
        return repository.configuration.get("color.mem", [None])[-1]

    def _place(self) -> Place:
        self._last = open_place(self._start)
        return self._last

    def _moment(self) -> Instant:
        return self._now if self._now is not None else system_now()

    def _note(self, session: Session) -> None:
        self.warnings = session.warnings
        self.prefer = self._prefer or session.settings.dates.prefer


def _proof(session: Session, commit: str | None) -> SnapshotProof:
    repository = session.place.repository
    head = commit or session.place.head
    if repository is None:
        kind = "folder"
    else:
        kind = "worktree" if commit is None and repository.top is not None else "commit"
    return SnapshotProof(
        state=session.notes.view.state,
        label=kind,
        head=head,
        tree=_tree(repository, head),
        worktree_digest=session.notes.digest,
        commits_searched=session.notes.removals.commits if session.notes.removals is not None else 0,
        gaps=tuple(AbsenceReason(gap.value) for gap in session.notes.gaps),
    )


def _tree(repository: Repository | None, commit: str | None) -> str | None:
    if repository is None or commit is None:
        return None
    return repository.tree if commit == repository.head else repository.tree_of(commit)
