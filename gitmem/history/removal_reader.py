"""A removal of the history store, told whole: which version lost the lines, and which one took its place.

Answers from the store alone. It knows blobs by id and reads none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from gitmem.history.chains import Place
from gitmem.history.lines import Edit
from gitmem.history.packing import in_groups, unpack
from gitmem.history.store import Facts, RemovedRow


class Change(NamedTuple):
    """A removal with the blobs of the file before and after it; `new_path` and `new_blob` are None where
    the file is gone. `moved` are the removed lines that the commit repeats in some place."""

    row: RemovedRow
    old_blob: str
    new_path: bytes | None
    new_blob: str | None
    hunks: list[Edit]
    moved: frozenset[int]

    @property
    def blobs(self) -> tuple[str, ...]:
        """The blobs to be read, in this order."""
        return (self.old_blob,) if self.new_blob is None else (self.old_blob, self.new_blob)


class _Version(NamedTuple):
    number: int
    path: int
    blob: str
    base: int
    packed: bytes

    @property
    def edits(self) -> list[Edit]:
        """How it differs from its base; unpacked when asked for, since most versions never are."""
        return [Edit(*edit) for edit in in_groups(unpack(self.packed), len(Edit._fields))]


class _Made(NamedTuple):
    """What one commit made: its versions, and the ids of the older lines that they repeat."""

    versions: list[_Version]
    repeated: frozenset[int]


_NOTHING = _Made([], frozenset())


class RemovalReader:
    """Completes removals, many at a time."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._parent = lru_cache(maxsize=1024)(self._read_parent)

    def changes(self, rows: Sequence[RemovedRow]) -> Iterator[Change]:
        """The removals that one commit made of its only parent; what merges left behind is passed over."""
        commits = sorted({row.commit for row in rows})
        made = self._made_by(commits[0], commits[-1]) if commits else {}
        kept = _kept_elsewhere(rows)
        for row in rows:
            parent = self._parent(row.commit)
            old = None if parent is None else self._facts.version_at(parent, row.path)
            if old is not None:
                moved = kept.get(row.number, frozenset())
                yield self._change(row, old, made.get(row.commit, _NOTHING), moved)

    def _change(self, row: RemovedRow, old: int, made: _Made, moved: frozenset[int]) -> Change:
        numbers = [number for number, _ in row.lines]
        successors = [
            version
            for version in made.versions
            if version.base == old and _removed_by(version.edits) == numbers
        ]
        if made.repeated:
            identities = self._facts.line_ids(old)
            moved |= {number for number in numbers if identities[number - 1] in made.repeated}
        blob = self._facts.blob_of(old).decode("ascii")
        if not successors:
            return Change(row, blob, None, None, [Edit(1, len(numbers), 0, 0)], moved)
        own = self._facts.path_id(row.path)
        new = next((version for version in successors if version.path == own), successors[0])
        return Change(row, blob, self._facts.path(new.path), new.blob, new.edits, moved)

    def _read_parent(self, commit: int) -> Place | None:
        """Where the only parent of a commit stands; None for roots and merges."""
        parents = self._facts.parents_of(commit)
        if len(parents) != 1:
            return None
        return self._facts.place_of(self._facts.commit_row(parents[0]).oid)

    def _made_by(self, first: int, last: int) -> dict[int, _Made]:
        """What each commit of a range of numbers made. Versions are numbered in the order of commits."""
        store = self._facts.store
        span = self._first_version(first), self._first_version(last + 1)
        question = (
            'SELECT id, "commit", path, blob, base, edits FROM versions'
            " WHERE id >= ? AND id < ? AND base IS NOT NULL"
        )
        made: dict[int, _Made] = {}
        for number, commit, path, blob, base, packed in store.execute(question, span):
            version = _Version(number, path, bytes(blob).hex(), base, packed or b"")
            made.setdefault(commit, _Made([], frozenset())).versions.append(version)
        question = (
            'SELECT v."commit", r.entries FROM repeats r JOIN versions v ON v.id = r.version'
            " WHERE r.version >= ? AND r.version < ?"
        )
        for commit, entries in store.execute(question, span):
            lines = frozenset(identity for _, identity, _ in in_groups(unpack(entries), 3))
            known = made.get(commit, _NOTHING)
            made[commit] = _Made(known.versions, known.repeated | lines)
        return made

    def _first_version(self, commit: int) -> int:
        """The number of the first version made by commit number `commit` or a later one."""
        store = self._facts.store
        low, high = 1, int(store.execute("SELECT coalesce(max(id), 0) FROM versions").fetchone()[0]) + 1
        while low < high:
            middle = (low + high) // 2
            (found,) = store.execute('SELECT "commit" FROM versions WHERE id = ?', (middle,)).fetchone()
            low, high = (low, middle) if found >= commit else (middle + 1, high)
        return low


def _removed_by(edits: Sequence[Edit]) -> list[int]:
    return [line for edit in edits for line in range(edit.old_start, edit.old_start + edit.old_count)]


def _kept_elsewhere(rows: Sequence[RemovedRow]) -> dict[int, frozenset[int]]:
    """Per removal, the lines that another half of the same note kept, where a commit split it in two."""
    halves: dict[tuple[int, bytes], list[RemovedRow]] = {}
    for row in rows:
        halves.setdefault((row.commit, row.path), []).append(row)
    kept: dict[int, frozenset[int]] = {}
    for same in halves.values():
        if len(same) > 1:
            removed = [frozenset(number for number, _ in row.lines) for row in same]
            everywhere = frozenset.intersection(*removed)
            kept.update({row.number: lines - everywhere for row, lines in zip(same, removed, strict=True)})
    return kept
