"""Brings the history store up to a commit: streams what is new from git through the replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gitmem.database import Store
from gitmem.errors import StoreError
from gitmem.git.changes import FileChange, parse_commit, parse_header
from gitmem.git.log import History
from gitmem.history.chains import Laid, Place, lay_out
from gitmem.history.dropped import find_dropped
from gitmem.history.recorder import StoreRecorder
from gitmem.history.replay import FileState, Replay, Tree
from gitmem.history.store import Facts

Progress = Callable[[int, int], None]
"""Called with commits done and commits in all."""

_EACH = 256


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a refresh did: commits that were new, merges among them."""

    commits: int
    merges: int


def refresh_history(
    store: Store,
    history: History,
    tip: str,
    *,
    boundaries: Sequence[str] = (),
    strict: bool = False,
    progress: Progress | None = None,
) -> Replayed:
    """Record every commit that `tip` reaches; runs inside the caller's transaction.

    `boundaries` are the commits at which a shallow clone was cut. Raises `GitError` when git fails.
    """
    facts = Facts(store)
    if facts.place_of(tip) is not None:
        return Replayed(0, 0)
    with history.commits([tip], facts.leaves()) as records:
        headers = [parse_header(record) for record in records.heads()]
        # A leaf that git has pruned hides nothing any more, so some of these may be recorded already.
        known = {oid for oid, _ in headers if facts.place_of(oid) is not None}
        headers = [header for header in headers if header[0] not in known]
        laid = _lay_out(store, facts, headers)
        merges = [(oid, parents) for oid, parents in headers if len(parents) > 1]
        lists = history.changes_of_merges((oid, parents[0]) for oid, parents in merges)
        replay = Replay(
            history,
            recorder := StoreRecorder(store, laid, boundaries),
            children=Counter(parent for _, parents in headers for parent in parents),
            base=lambda oid: _stored_tree(facts, oid),
            strict=strict,
        )
        waiting = _by_merge(lists)
        looked_at: dict[str, tuple[frozenset[bytes], frozenset[bytes]]] = {}
        for done, record in enumerate(records):
            changes = parse_commit(record)
            if changes.oid in known:
                continue
            if len(changes.parents) < 2:
                replay.commit(changes)
            else:
                files = waiting(changes.oid)
                doubtful = replay.merge(changes, files)
                looked_at[changes.oid] = (frozenset(change.path for change in files), doubtful)
            if progress and not done % _EACH:
                progress(done, len(headers))
        recorder.finish()
        _note_leaves(store, headers)
        _record_dropped(facts, recorder, history, merges, looked_at)
    return Replayed(len(headers), len(merges))


def _record_dropped(
    facts: Facts,
    recorder: StoreRecorder,
    history: History,
    merges: Sequence[tuple[str, tuple[str, ...]]],
    looked_at: Mapping[str, tuple[frozenset[bytes], frozenset[bytes]]],
) -> None:
    for oid, parents in merges:
        for dropped in find_dropped(facts, oid, parents, *looked_at[oid]):
            lines = history.blob(facts.blob_of(dropped.version)).split(b"\n")
            recorder.dropped(dropped.commit, dropped.path, [(at, lines[at - 1]) for at in dropped.lines])
    recorder.flush()


def _note_leaves(store: Store, headers: Sequence[tuple[str, tuple[str, ...]]]) -> None:
    parents = {parent for _, found in headers for parent in found}
    store.executemany("DELETE FROM leaves WHERE oid = ?", [(bytes.fromhex(oid),) for oid in parents])
    leaves = [(bytes.fromhex(oid),) for oid, _ in headers if oid not in parents]
    store.executemany("INSERT INTO leaves VALUES(?)", leaves)


def _lay_out(store: Store, facts: Facts, headers: Sequence[tuple[str, tuple[str, ...]]]) -> Laid:
    def known(oid: str) -> Place:
        place = facts.place_of(oid)
        if place is None:
            raise StoreError(f"history does not fit together at {oid}")
        return place

    def length(chain: int) -> int:
        return int(store.execute("SELECT length FROM chains WHERE id = ?", (chain,)).fetchone()[0])

    (unused,) = store.execute("SELECT coalesce(max(id), 0) + 1 FROM chains").fetchone()
    return lay_out(headers, known, length, unused)


def _stored_tree(facts: Facts, oid: str) -> Tree:
    place = facts.place_of(oid)
    if place is None:
        raise StoreError(f"history does not fit together at {oid}")
    found: dict[int, FileState] = {}

    def look_up(path: bytes) -> FileState | None:
        version = facts.version_at(place, path)
        if version is None:
            return None
        if version not in found:
            found[version] = FileState(version, facts.blob_of(version), facts.line_ids(version))
        return found[version]

    return Tree(look_up, {})


def _by_merge(lists: Iterator[tuple[str, list[FileChange]]]) -> Callable[[str], list[FileChange]]:
    """The lists one by one as merges come; a merge equal to its first parent has none."""
    ahead = next(lists, None)

    def take(oid: str) -> list[FileChange]:
        nonlocal ahead
        if ahead is None or ahead[0] != oid:
            return []
        files = ahead[1]
        ahead = next(lists, None)
        return files

    return take
