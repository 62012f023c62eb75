"""`Memory`: the library. Wires the rooms together and answers with typed values; prints nothing.

Every call opens the repository, its settings and its notes anew and speaks of that one state, so a
`Memory` may live as long as its program. Questions change nothing in the notes, the work tree or git's
index; the stores of gitmem in the git directory are the only files they write. Writes are in
`gitmem.memory.writer`, upkeep is in `gitmem.memory.keeper`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from gitmem.clock import require_day
from gitmem.index.response import SearchMode, SearchResponse
from gitmem.index.store import open_index
from gitmem.memory.asking import SearchOptions, question_of
from gitmem.memory.keeper import Keeper
from gitmem.memory.session import Request, open_session
from gitmem.memory.writer import Writer

if TYPE_CHECKING:
    from gitmem.memory.annotate import AnnotateResponse
    from gitmem.memory.blame import BlameResponse
    from gitmem.memory.checking.findings import CheckResponse, CheckScope
    from gitmem.memory.conflicts import ConflictsResponse
    from gitmem.memory.diff import DiffResponse
    from gitmem.memory.explain import ExplainResponse
    from gitmem.memory.fact_history import HistoryResponse
    from gitmem.memory.lessons import LessonsResponse
    from gitmem.memory.page.values import PageData
    from gitmem.memory.place import Place
    from gitmem.memory.receipts import Receipt
    from gitmem.memory.report import ReportResponse
    from gitmem.memory.schema import SchemaResponse
    from gitmem.memory.stale import StaleResponse
    from gitmem.memory.verifying import Verification


class Memory(Writer, Keeper):
    """The notes of a repository, or of a plain folder, that can be asked.

    `path` is any folder inside it. `root` is a notes folder that replaces the configured one; then its
    repository is the one that counts. `now` fixes the time that ages count to, `prefer` the date of a
    commit that dates its lines. With `allow_fetch` git may fetch what a partial clone left out; with
    `from_environment` git's variables (`GIT_DIR` and others) may name the repository.

    Raises `RootError` at once when a folder does not exist. All calls raise kinds of `GitmemError`:
    `ConfigError` for a broken `.gitmem.toml`, `GitError` when git is missing or refuses,
    `IndexCorruptError` when a store is damaged (then `refresh(rebuild=True)` makes a new one).
    """

    def search(
        self,
        query: str,
        k: int = 5,
        *,
        mode: SearchMode | str | None = None,
        since: str | None = None,
        until: str | None = None,
        path: str | None = None,
        at: str | None = None,
        as_of: str | None = None,
        history: bool = False,
        explain_score: bool = False,
        committed: bool = False,
    ) -> SearchResponse:
        """The best `k` answers to `query`, with what was searched and what can be said of absent words.

        `since` and `until` (`YYYY-MM-DD`) include their day, `path` is a glob over paths. `at` reads the
        notes as they were in a revision, or at the end of a UTC day on HEAD's first-parent line;
        `committed` as HEAD has them. `as_of` judges what held on that day, by all that is known, and counts
        ages to it. `history` tells the former values of the facts in question too, `explain_score` what
        each word contributes to the score of an answer. Raises `UsageError` for a query with nothing to
        search for, `DateError` for a malformed day and `RevisionError` for a revision that does not exist.
        """
        from gitmem.memory.answering import answer

        question = question_of(
            query,
            self._moment(),
            k,
            mode=mode,
            since=since,
            until=until,
            path=path,
            at=at,
            as_of=as_of,
            history=history,
            explain_score=explain_score,
        )
        place = self._place()
        revision = at if at is not None else "HEAD" if committed else None
        commit = None if revision is None else place.commit_at(revision)
        with open_session(place, Request(commit=commit, progress=self._progress)) as session:
            self._note(session)
            question = question._replace(prefer=self.prefer)
            return answer(session, question, commit)

    def blame(self, place: str, *, folder: str | os.PathLike[str] | None = None) -> BlameResponse:
        """The pieces of a note with their dates and standing; `place` is `PATH` or `PATH:LINE`.

        `PATH` is relative to the top of the repository; one that exists below `folder` (default: the
        folder this memory was opened in) works too. Raises `UsageError` when there is no such note or
        line and `NoteError` when it cannot be read.
        """
        from gitmem.memory.blame import blame_note

        now = self._moment()
        with open_session(self._place(), Request(progress=self._progress)) as session:
            self._note(session)
            with closing(open_index(session.index_file)) as store:
                below = Path(folder or self._start.folder)
                return blame_note(session, store, place, below, now, self.prefer)

    def annotate(
        self,
        places: Iterable[str],
        rerank: bool = False,
        *,
        at: str | None = None,
        as_of: str | None = None,
        committed: bool = False,
        folder: str | os.PathLike[str] | None = None,
    ) -> AnnotateResponse:
        """Places that another search found, with what `search` tells of an answer, in their order.

        A place is `path`, `path:line` or `path:first-last`, with or without `:text` behind the lines; paths
        as in `blame`. `rerank` puts what holds above its former versions, as `search` does. `at`, `committed`
        and `as_of` as in `search`. A place that means nothing here stays, with the reason.
        """
        from gitmem.memory.annotate import annotate_places

        day = require_day(as_of) if as_of is not None else None
        with self._ground(at, committed) as ground:
            return annotate_places(ground, places, folder or self._start.folder, rerank=rerank, as_of=day)

    def explain(
        self, question: str, *, at: str | None = None, as_of: str | None = None, committed: bool = False
    ) -> ExplainResponse:
        """The fact whose key and subject have most words of `question`, with its former values.

        `as_of` (`YYYY-MM-DD`) asks for what held on that day; `at` and `committed` as in `search`. Raises
        `UsageError` for a question without a word, `DateError` for a malformed day.
        """
        from gitmem.memory.explain import explain_fact

        day = require_day(as_of) if as_of is not None else None
        with self._ground(at, committed) as ground:
            return explain_fact(ground, question, day)

    def history(self, key: str) -> HistoryResponse:
        """The values that hold no more of all facts whose key and subject have every word of `key`.

        Raises `UsageError` for a key without a word.
        """
        from gitmem.memory.fact_history import find_former

        with self._ground() as ground:
            return find_former(ground, key)

    def conflicts(
        self, all: bool = False, *, at: str | None = None, committed: bool = False, path: str | None = None
    ) -> ConflictsResponse:
        """The facts with two live values that nothing orders; with `all` also values that something orders.

        `path` is a glob that one of the values must match; `at` and `committed` as in `search`.
        """
        from gitmem.memory.conflicts import find_conflicts

        with self._ground(at, committed) as ground:
            return find_conflicts(ground, everything=all, path=path)

    def stale(
        self, within: int | None = None, all: bool = False, *, path: str | None = None
    ) -> StaleResponse:
        """What is to be checked again now, or `within` so many days; with `all` all that is STALE too.

        Raises `UsageError` for a number of days that is none.
        """
        from gitmem.memory.stale import find_stale

        with self._ground() as ground:
            return find_stale(ground, within=within, everything=all, path=path)

    def diff(
        self,
        span: str | None = None,
        *,
        since: str | None = None,
        until: str | None = None,
        path: str | None = None,
    ) -> DiffResponse:
        """The facts that changed between two states of the notes, by default HEAD and the work tree.

        `span` is `A..B`, `A...B` or `A` (up to the work tree), each side a revision or a day; or `since` and
        `until` name the first and last day. `path` is a glob that one side of a change must match. Raises
        `UsageError` for what does not go together and `RevisionError` for a revision that does not exist.
        """
        from gitmem.memory.diff import diff_facts
        from gitmem.memory.diff_ends import find_ends

        ends = find_ends(self._place(), span, since, until)
        with self._ground(ends.target, current=True) as ground:
            return diff_facts(ground, ends, path, self._progress)

    def check(
        self,
        span: str | None = None,
        *,
        scope: CheckScope | str = "worktree",
        strict: bool = False,
        path: str | None = None,
    ) -> CheckResponse:
        """What is wrong with the notes: with what lies here or is staged beside HEAD, or with all of them.

        `span` (`A..B`, `A...B`) judges what a range of commits adds. `strict` makes errors of warnings about
        contradictions; `path` is a glob that a place of a finding must match. Raises `UsageError` for what
        cannot be asked and `RevisionError` for a revision that does not exist.
        """
        return self._check(self._place(), scope, span, strict=strict, path=path)

    def check_for_hook(self, environment: Mapping[str, str], *, framework: bool) -> CheckResponse | None:
        """What a git hook that may stop git has to judge, as `check`; None when it has nothing to judge.

        `environment` has the variables that git, or for a hook of the pre-commit framework (`framework`) that
        program, tells hooks by.
        """
        from gitmem.memory.checking.hook_scope import judged_before

        place = self._place()
        judged = judged_before(place, environment, framework=framework)
        return None if judged is None else self._check(place, judged.scope, judged.span)

    def _check(
        self,
        place: Place,
        scope: CheckScope | str,
        span: str | None,
        *,
        strict: bool = False,
        path: str | None = None,
    ) -> CheckResponse:
        from gitmem.memory.checking.check import check_notes
        from gitmem.memory.checking.findings import CheckScope
        from gitmem.memory.checking.scope import find_span

        asked = find_span(place, scope, span)
        with self._ground(asked.target, staged=asked.staged, current=True, place=place) as ground:
            if asked.scope in (CheckScope.ALL, CheckScope.RANGE):
                self._leave_gaps_to_findings(ground)
            return check_notes(ground, asked, strict=strict, path=path)

    def report(self, *, strict: bool = False) -> ReportResponse:
        """The whole state for people: numbers, contradictions, what is stale, all findings, who may help.

        `strict` as in `check`.
        """
        from gitmem.memory.report import report_memory

        with self._ground(current=True) as ground:
            self._leave_gaps_to_findings(ground)
            return report_memory(ground, strict=strict)

    def page(self, since: str | None = None) -> PageData:
        """All that a page about the memory shows, with what changed since a day (default: 90 days ago).

        Raises `DateError` for a malformed day.
        """
        from gitmem.growing import without_collections
        from gitmem.memory.page.gathering import gather_page

        day = require_day(since) if since is not None else None
        with self._ground(current=True) as ground, without_collections():
            self._leave_gaps_to_findings(ground)
            return gather_page(ground, day)

    def lessons(self, *, all: bool = False, path: str | None = None) -> LessonsResponse:
        """Inferred lessons with their signals and whether they pass the gate; with `all` struck ones too.

        `path` is a glob over paths of notes.
        """
        from gitmem.memory.lessons import find_lessons

        with self._ground() as ground:
            return find_lessons(ground, everything=all, path=path)

    def suggest_schema(self, least_subjects: int = 5) -> SchemaResponse:
        """Keys that hold one value in each of at least so many subjects, and keys that plainly hold many."""
        from gitmem.memory.schema import suggest_schema

        with self._ground() as ground:
            return suggest_schema(ground, least_subjects)

    def receipt(
        self, query: str, k: int = 5, *, committed: bool = False, **options: Unpack[SearchOptions]
    ) -> Receipt:
        """What a search of a commit answers, as a receipt that any clone can verify.

        Arguments as of `search`; without `at` the notes as they lie here are meant, which must be committed
        (`committed` passes over what is not). Raises `UsageError` when they are not, `RevisionError` where
        there is no commit.
        """
        from gitmem.memory.receipts import Question, committed_state, make_receipt

        question = Question(question_of(query, self._moment(), k, **options))
        place, at = self._place(), options.get("at")
        if at is None and not committed:
            commit = committed_state(place, self._progress)
        else:
            commit = place.commit_at("HEAD" if at is None else at)
        receipt, self.warnings = make_receipt(place, commit, question, self._prefer, self._progress)
        return receipt

    def verify_receipt(self, data: bytes, source: str = "the receipt") -> Verification:
        """Asks again what a receipt tells of, at its commit and time, and compares; any clone will do.

        `data` is the JSON of a receipt and `source` what messages call it. Raises `UsageError` when it is
        damaged or of another version of gitmem, and `RevisionError` when its commit is not here.
        """
        from gitmem.memory.verifying import verify_receipt

        found, self.warnings = verify_receipt(self._place(), data, source, self._progress)
        return found
