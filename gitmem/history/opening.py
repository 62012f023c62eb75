"""Opens a view of notes with dates: the work tree, a commit, or a plain folder, with history recorded first.

What is missing of history is said in `gaps` and never guessed; what could surprise is said in `warnings`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from gitmem.config import Settings, is_import, is_note
from gitmem.errors import GitError, NoteError
from gitmem.git.objects import Objects
from gitmem.git.repository import IGNORE_REVS, Repository, decode_path
from gitmem.git.snapshot import CommitSnapshot, FolderSnapshot, read_file
from gitmem.git.unfinished import merge_parents
from gitmem.git.worktree import Deviations, WorktreeSnapshot, find_deviations, find_staged, index_checksum
from gitmem.history.ancestry import CommitOrder, NoOrder
from gitmem.history.earlier import Earlier
from gitmem.history.keeping import open_history
from gitmem.history.origins import Commit
from gitmem.history.store import Facts, Reached, RemovedRow
from gitmem.history.tip import Tip
from gitmem.history.views import CommitView, FolderView, Gap, RemovedText, View
from gitmem.history.worktree_view import WorktreeView, staged_before

if TYPE_CHECKING:
    from gitmem.git.calls import Git
    from gitmem.history.edit_log import EditLog
    from gitmem.history.refresh import Progress


class OpenedNotes(AbstractContextManager["OpenedNotes"]):
    """A view with what stands behind it. Close it, or use it as a context manager."""

    def __init__(
        self,
        view: View,
        *,
        gaps: tuple[Gap, ...] = (),
        warnings: tuple[str, ...] = (),
        removals: Removals | None = None,
        digest: str | None = None,
        objects: Objects | None = None,
        reader: _Reader | None = None,
        others: Sequence[OpenedNotes] = (),
    ) -> None:
        self.view = view
        self.gaps = gaps
        self.warnings = warnings
        self.removals = removals
        self.digest = digest
        """Of everything that is not committed; None when all is."""
        self._objects = objects
        self._others = others
        self.reader = reader
        self._order: CommitOrder | None = None

    @property
    def merging(self) -> tuple[str, ...]:
        """Full ids of the commits that a merge under way brings into these notes."""
        return tuple(cast(CommitView, other.view).commit for other in self._others)

    @property
    def edits(self) -> EditLog | None:
        """What commits, and the work tree where it is read, changed in notes; None without a history."""
        if self.removals is None or self.reader is None:
            return None
        from gitmem.history.edit_log import EditLog  # an index that is current needs none of it

        worktree = self.view if isinstance(self.view, WorktreeView) else None
        removals, reader = self.removals, self.reader
        return EditLog(removals.facts, removals.tip, reader.git, reader.is_note, worktree)

    @property
    def order(self) -> CommitOrder | NoOrder:
        """Which commits came after which."""
        if self.removals is None:
            return NoOrder()
        if self._order is None:
            self._order = CommitOrder(self.removals.facts)
        return self._order

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes and close the files behind the view."""
        if self._objects is not None:
            self._objects.close()
        if self.removals is not None:
            self.removals.close()
        for other in self._others:
            other.close()


class _Reader(NamedTuple):
    """What it takes to read the texts of history."""

    git: Git
    is_note: Callable[[str], bool]


class Removals:
    """What history removed from notes, and which of it the commit in question reaches."""

    def __init__(self, facts: Facts, tip: Tip, is_note: Callable[[str], bool]) -> None:
        self._is_note = is_note
        self.facts = facts
        self.tip = tip
        self._reached: Reached | None = None

    @property
    def identity(self) -> str:
        """Names the store: numbers mean nothing in another one."""
        return self.facts.fact("build") or ""

    @property
    def mark(self) -> str:
        """Changes whenever removals are added."""
        return str(self.facts.last_removal())

    @property
    def commits(self) -> int:
        """Number of commits that were looked through."""
        return self._reach().total

    def since(self, version: int) -> Iterator[RemovedText]:
        """Removals recorded after `version`, oldest first."""
        return (self._text(row) for row in self.facts.removed_since(version) if self._counts(row))

    def text(self, version: int) -> RemovedText | None:
        """One removal."""
        row = self.facts.removed_entry(version)
        return self._text(row) if row and self._counts(row) else None

    def first_said(self, version: int, line: int) -> Commit | None:
        """The commit that first said a line of a removal, by its number before; None when it is not known."""
        row = self.facts.removed_entry(version)
        return self.tip.said_before(row.commit, decode_path(row.path), line) if row else None

    def said_before(self, commit: str | None, path: str, line: int) -> Commit | None:
        """The commit that first said a line of the note at `path` as it was before `commit` (full id), or as
        the commit in question has it for None; None when that is not known."""
        if commit is None:
            return self.tip.said(path, line)
        number = self.facts.number_of(commit)
        return None if number is None else self.tip.said_before(number, path, line)

    @property
    def earlier(self) -> Earlier:
        """What stood in the places of lines before."""
        return Earlier(self.facts, self.tip)

    def reaches(self, commit: str) -> bool:
        """Whether the commit in question reaches another."""
        number = self.facts.number_of(commit)
        return number is not None and number in self._reach()

    def close(self) -> None:
        """Close the store."""
        self.facts.store.close()

    def _reach(self) -> Reached:
        if self._reached is None:
            self._reached = self.facts.reached(self.tip.oid)
        return self._reached

    def _counts(self, row: RemovedRow) -> bool:
        """Whether it was taken out of a note, and not of another file that history has."""
        return self._is_note(decode_path(row.path))

    def _text(self, row: RemovedRow) -> RemovedText:
        lines = [(number, text.decode("utf-8", "replace")) for number, text in row.lines]
        return RemovedText(row.number, self.tip.commit(row.commit), decode_path(row.path), lines)


class Wanted(NamedTuple):
    """How notes are to be opened: with blame's strict renames, from nothing, with what progress."""

    strict: bool = False
    rebuild: bool = False
    progress: Progress | None = None


def open_folder(top: Path, settings: Settings) -> OpenedNotes:
    """The notes of a plain folder."""
    view = FolderView(FolderSnapshot(top), lambda path: is_note(path, settings))
    return OpenedNotes(view, gaps=(Gap.NONE,))


def open_commit(repository: Repository, commit: str, settings: Settings, wanted: Wanted) -> OpenedNotes:
    """The notes of a commit, named by its full id."""
    objects = Objects(repository.objects)
    return _open(repository, commit, settings, wanted, objects, repository.configuration)


def open_worktree(
    repository: Repository, settings: Settings, wanted: Wanted, hint: str | None = None
) -> OpenedNotes:
    """The notes of the work tree. `hint` is that of an earlier view, to ask git less."""
    index = index_checksum(repository)
    known = staged_before(hint, repository.head, index)
    deviations = find_deviations(repository, repository.configuration, known, index)
    return _open_upon_head(repository, settings, wanted, deviations)


def open_staged(repository: Repository, settings: Settings, wanted: Wanted) -> OpenedNotes:
    """The notes of the index that is being committed, whatever lies in the work tree."""
    deviations = find_staged(repository, repository.configuration, index_checksum(repository))
    return _open_upon_head(repository, settings, wanted, deviations)


def _open_upon_head(
    repository: Repository, settings: Settings, wanted: Wanted, deviations: Deviations
) -> OpenedNotes:
    objects, configuration = Objects(repository.objects), repository.configuration
    snapshot = WorktreeSnapshot(repository, objects, deviations)
    head = repository.head
    opened, others = None, []
    if head is not None:
        # What a store learns later is not seen by who has opened it, so HEAD comes last.
        for other in merge_parents(repository):
            others.append(
                _open(repository, other, settings, wanted._replace(rebuild=False), objects, configuration)
            )
        opened = _open(repository, head, settings, wanted, objects, configuration, snapshot.head)
    committed = cast(CommitView, opened.view) if opened else None
    merging = [cast(CommitView, other.view) for other in others]
    view = WorktreeView(snapshot, deviations, committed, head, lambda path: is_note(path, settings), merging)
    return OpenedNotes(
        view,
        gaps=opened.gaps if opened else (),
        warnings=opened.warnings if opened else (),
        removals=opened.removals if opened else None,
        digest=view.digest,
        objects=objects,
        reader=opened.reader if opened else None,
        others=others,
    )


def _open(
    repository: Repository,
    commit: str,
    settings: Settings,
    wanted: Wanted,
    objects: Objects,
    configuration: Mapping[str, Sequence[str]],
    snapshot: CommitSnapshot | None = None,
) -> OpenedNotes:
    snapshot = snapshot or CommitSnapshot(repository.objects, objects, commit)
    ignored, warnings = _ignored(repository, snapshot, configuration)
    gaps: list[Gap] = [Gap.SHALLOW] if repository.shallow else []
    strict = wanted.strict or settings.dates.strict_blame
    try:
        facts = open_history(
            repository,
            commit,
            include=settings.include,
            strict=strict,
            rebuild=wanted.rebuild,
            progress=wanted.progress,
        )
    except GitError:
        if not repository.is_partial():
            raise
        facts = None
        gaps.append(Gap.PARTIAL)
    reader = _Reader(repository.objects, lambda path: is_note(path, settings))
    tip, basis, removals = None, "", None
    if facts is not None:
        tip = Tip(
            facts,
            commit,
            bulk_files=settings.dates.bulk_import_files,
            imported=lambda path: is_import(path, settings),
            ignored=ignored,
            exact=strict,
        )
        basis = _basis(facts, ignored, settings)
        removals = Removals(facts, tip, reader.is_note)
    view = CommitView(snapshot, commit, tip, reader.is_note, basis)
    return OpenedNotes(
        view, gaps=tuple(gaps), warnings=warnings, removals=removals, objects=objects, reader=reader
    )


def _basis(facts: Facts, ignored: frozenset[str], settings: Settings) -> str:
    """What decides origins besides the commit: the store, the ignored commits, what counts as an import."""
    imports = (str(settings.dates.bulk_import_files), str(settings.root), *settings.dates.imports)
    rest = "\n".join((*sorted(ignored), *imports))
    return f"{facts.fact('build')}:{hashlib.sha256(rest.encode()).hexdigest()[:12]}"


def _ignored(
    repository: Repository, snapshot: CommitSnapshot, configuration: Mapping[str, Sequence[str]]
) -> tuple[frozenset[str], tuple[str, ...]]:
    """Full ids of commits that blame is to ignore, and a warning for each configured file not there."""
    listed = repository.has_ignore_revs if snapshot.commit == repository.head else True
    content = snapshot.read(IGNORE_REVS) if listed and snapshot.entries([IGNORE_REVS]) else b""
    warnings: list[str] = []
    for named in _ignore_files(configuration):
        if named == IGNORE_REVS and content:
            continue
        try:
            content += b"\n" + _configured(repository, named)
        except NoteError:
            warnings.append(
                f"blame.ignoreRevsFile names {named}, which cannot be read; no commit is ignored for it"
            )
    lines = (line.partition(b"#")[0].strip() for line in content.split(b"\n"))
    return frozenset(line.decode("ascii", "replace").lower() for line in lines if line), tuple(warnings)


def _ignore_files(configuration: Mapping[str, Sequence[str]]) -> list[str]:
    """The configured files; as in git, an empty value forgets those before it."""
    files: list[str] = []
    for named in configuration.get("blame.ignorerevsfile", ()):
        files = [*files, named] if named else []
    return files


def _configured(repository: Repository, named: str) -> bytes:
    place = (repository.top or repository.git_dir) / Path(named).expanduser()
    return read_file(str(place.parent), place.name)
