"""One call's look at a memory: notes opened with their dates, and an index made current with them.

Reads never need a hook or a daemon: an index that is out of date is refreshed first. Where that cannot be
done (another process is at it, or nothing can be written), an answer is given from what stands and says
so; a store that is damaged answers nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from gitmem.config import Settings
from gitmem.database import Mode, SchemaChangedError, Store, StoreMissingError, transaction, try_lock
from gitmem.errors import IndexCorruptError, RevisionError, StoreBusyError, StoreError
from gitmem.facts.standing import Ancestry
from gitmem.git.details import commit_details
from gitmem.git.repository import SHALLOW_CURE
from gitmem.git.unfinished import work_under_way
from gitmem.history.opening import OpenedNotes, Wanted, open_commit, open_folder, open_staged, open_worktree
from gitmem.history.views import FolderView, Gap
from gitmem.index.plan import RebuildReason, RefreshReport, rules_digest
from gitmem.index.removed import RemovedLog
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.index.store import open_index, read_meta, write_meta
from gitmem.memory.place import Place
from gitmem.memory.removals import removed_log

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and of how much."""

PATIENCE_SECONDS = 60.0
"""How long a call waits for another process that builds what it cannot answer without."""

SHORT_PATIENCE_SECONDS = 2.0
"""How long it waits when there is an index that can answer, though it may be out of date."""

_PAUSE_SECONDS = 0.05
T = TypeVar("T")


class Request(NamedTuple):
    """What a call needs: the notes of a commit (full id) or of the work tree, and how to refresh stores.

    With `staged` the notes are those of the index that is being committed; they share the index file of the
    work tree, so that what both have in common is not read again. With `current` an index that cannot be
    brought up to date is an error, not a stale answer. `patience` is how many seconds a call waits at most
    for another process, None for as long as usual.
    """

    commit: str | None = None
    staged: bool = False
    strict: bool = False
    rebuild: bool = False
    current: bool = False
    progress: Progress | None = None
    patience: float | None = None

    def waiting(self, usual: float) -> float:
        """How long to wait for another process where `usual` is usual."""
        return usual if self.patience is None else min(usual, self.patience)


class Session(NamedTuple):
    """Notes, settings and the file of a current index; `refreshed` is None when nothing had to be done.

    `stale` tells that the index could not be brought up to date; `warnings` are lines for people.
    """

    place: Place
    settings: Settings
    notes: OpenedNotes
    index_file: Path
    refreshed: RefreshReport | None
    stale: bool
    warnings: tuple[str, ...]
    progress: Progress | None = None

    @property
    def removals(self) -> RemovedLog | None:
        """What history removed; None where there is no history at all."""
        return removed_log(self.notes)

    @property
    def order(self) -> Ancestry:
        """Which commits came after which."""
        return self.notes.order

    def facts(self, store: Store) -> SnapshotFacts:
        """The facts of the notes in their opened index; ask inside `gitmem.database.reading`."""
        log = self.removals
        return SnapshotFacts(store, reaches=(lambda oid: False) if log is None else log.reaches)

    @property
    def commits_searched(self) -> int:
        """How many commits were looked through."""
        return 0 if self.notes.removals is None else self.notes.removals.commits


@contextmanager
def open_notes(place: Place, request: Request) -> Iterator[tuple[Settings, OpenedNotes]]:
    """The notes of a place, without an index."""
    settings = place.settings(request.commit)
    try:
        state = _read_state(place.index_file(request.commit is not None))
    except StoreError:
        state = _State()  # a damaged index does not matter here
    request = request._replace(strict=request.strict or state.strict)
    with patiently(lambda: _open(place, settings, request, state.hint), PATIENCE_SECONDS) as notes:
        yield settings, notes


@contextmanager
def open_session(place: Place, request: Request) -> Iterator[Session]:
    """The notes of a place with an index that is current, or named as stale."""
    settings = place.settings(request.commit, staged=request.staged)
    index_file = place.index_file(request.commit is not None)
    state = _State() if request.rebuild else _read_state(index_file)
    request = request._replace(strict=request.strict or state.strict)
    notes, problem = _open_or_stand(place, settings, request, state)
    with notes:
        refreshed = None
        if problem is None and (request.rebuild or not _is_current(state, notes, settings)):
            refreshed, problem = _refresh(index_file, notes, settings, request, state)
        warnings = [*notes.warnings, *_place_warnings(place, notes, request)]
        if refreshed is not None and refreshed.rebuilt is RebuildReason.SCHEMA:
            warnings.append("the index was not made here by this version of gitmem and has been built again")
        if problem is not None:
            warnings.append(f"the answer may be out of date: {problem}")
        stale, told = problem is not None, tuple(warnings)
        yield Session(place, settings, notes, index_file, refreshed, stale, told, request.progress)


class _State(NamedTuple):
    """What an index says of itself; empty when there is none of this version."""

    exists: bool = False
    state: str | None = None
    rules: str | None = None
    removed: str | None = None
    hint: str | None = None
    strict: bool = False


_STATE_NAMES = ("state", "rules", "removed", "hint")


def _read_state(index_file: Path) -> _State:
    try:
        store = open_index(index_file)
    except (StoreMissingError, SchemaChangedError):
        return _State()
    with closing(store):
        meta = read_meta(store)
    state, rules, removed, hint = (str(meta[name]) if name in meta else None for name in _STATE_NAMES)
    return _State(True, state, rules, removed, hint, strict=bool(meta.get("strict", 0)))


def _is_current(state: _State, notes: OpenedNotes, settings: Settings) -> bool:
    log = removed_log(notes)
    removed = log.mark if log is not None else state.removed
    wanted = (notes.view.state, rules_digest(settings), removed)
    return (state.state, state.rules, state.removed) == wanted


def _open_or_stand(
    place: Place, settings: Settings, request: Request, state: _State
) -> tuple[OpenedNotes, str | None]:
    """The notes; or, while another process records history, a stand-in and the reason why."""
    if request.current or not state.exists:
        return patiently(
            lambda: _open(place, settings, request, None), request.waiting(PATIENCE_SECONDS)
        ), None
    try:
        return patiently(
            lambda: _open(place, settings, request, state.hint), request.waiting(SHORT_PATIENCE_SECONDS)
        ), None
    except IndexCorruptError:
        raise
    except StoreError as error:
        return OpenedNotes(_UnseenNotes()), str(error)


def _open(place: Place, settings: Settings, request: Request, hint: str | None) -> OpenedNotes:
    wanted = Wanted(request.strict, request.rebuild, _labelled(request.progress, "reading history"))
    repository = place.repository
    if repository is None:
        return open_folder(place.top, settings)
    commit = request.commit or (repository.head if repository.top is None else None)
    if commit is not None:
        return open_commit(repository, commit, settings, wanted)
    if repository.top is None:
        raise RevisionError("nothing is committed yet in this bare repository, so there are no notes")
    if request.staged:
        return open_staged(repository, settings, wanted)
    return open_worktree(repository, settings, wanted, hint)


class _UnseenNotes(FolderView):
    """Stands for notes that could not be looked at; its state is that of no index."""

    def __init__(self) -> None:
        """Knows no notes."""

    @property
    def state(self) -> str:
        """Equal to no state of an index."""
        return ""


def _refresh(
    index_file: Path, notes: OpenedNotes, settings: Settings, request: Request, state: _State
) -> tuple[RefreshReport | None, str | None]:
    """Refreshes the index; its report, or the reason why the one that stands has to do."""
    from gitmem.index.refresh import refresh_index  # brings the parsers, which a fresh index does not need

    def work() -> RefreshReport:
        report = refresh_index(
            index_file,
            notes.view,
            settings,
            removed=removed_log(notes),
            edits=notes.edits,
            rebuild=request.rebuild,
            progress=_labelled(request.progress, "indexing notes"),
        )
        if request.strict and not _read_state(index_file).strict:
            _remember_strict(index_file)
        return report

    if request.current or request.rebuild or not state.exists:
        return patiently(work, request.waiting(PATIENCE_SECONDS)), None
    try:
        return patiently(work, request.waiting(SHORT_PATIENCE_SECONDS)), None
    except IndexCorruptError:
        raise
    except StoreError as error:
        return None, str(error)


def dates_strictly(store: Store, settings: Settings) -> bool:
    """Whether the lines of an opened index are dated exactly as blame with strict renames does."""
    return bool(read_meta(store).get("strict", 0)) or settings.dates.strict_blame


def _remember_strict(index_file: Path) -> None:
    """Later refreshes are to date lines the way this one was asked to."""
    with (
        try_lock(index_file.with_name(index_file.name + ".lock")),
        closing(open_index(index_file, Mode.WRITE)) as store,
        transaction(store),
    ):
        write_meta(store, {"strict": 1})


def patiently(work: Callable[[], T], seconds: float) -> T:
    """Does `work`, again and again for some time while another process is doing the same."""
    waited = 0.0
    while True:
        try:
            return work()
        except StoreBusyError:
            if waited >= seconds:
                raise
            time.sleep(_PAUSE_SECONDS)
            waited += _PAUSE_SECONDS


class Person(NamedTuple):
    """Who made a commit and what it says; `agent` names a program that wrote it."""

    author: str
    summary: str
    agent: str | None


def people_of(place: Place, settings: Settings, oids: Sequence[str]) -> dict[str, Person]:
    """Who made these commits, by full id; names as the mailmap has them."""
    if place.repository is None or not oids:
        return {}
    found = commit_details(place.repository.objects, oids, settings.agents.identities)
    return {
        oid: Person(each.author, each.summary, each.author if each.agent else None)
        for oid, each in found.items()
    }


def _labelled(progress: Progress | None, label: str) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(label, done, total)


def gap_warnings(place: Place, notes: OpenedNotes) -> Iterator[str]:
    """What is missing of history, a line each with its cure."""
    if Gap.SHALLOW in notes.gaps:
        yield (
            "this clone is shallow, so older lines have no date and absence cannot be proven; "
            f"cure: {SHALLOW_CURE}"
        )
    if Gap.PARTIAL in notes.gaps:
        yield "this partial clone left text out; cure: git mem --allow-fetch index"
    if Gap.NONE in notes.gaps:
        yield f"{place.top} is in no git repository, so only dates written in the notes are known"


def _place_warnings(place: Place, notes: OpenedNotes, request: Request) -> Iterator[str]:
    yield from gap_warnings(place, notes)
    under_way = work_under_way(place.repository.git_dir) if place.repository is not None else None
    if under_way is not None and request.commit is None and not request.staged:
        yield f"{under_way} is under way; the notes are read as they lie in the work tree"
