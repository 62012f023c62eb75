"""Writes what a replay finds into the history store, in batches. Decides nothing about history."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain as flat

from gitmem.database import Store
from gitmem.git.changes import CommitChanges, FileChange
from gitmem.history.chains import Laid, Place
from gitmem.history.lines import runs_of
from gitmem.history.packing import pack
from gitmem.history.replay import FileState
from gitmem.history.store import WORTH_COMPRESSING

STORED_EVERY = 32
"""Line ids are stored for every so many edits of a file; those between are replayed when asked for."""

_BATCH = 2000


class StoreRecorder:
    """A `gitmem.history.replay.Recorder` that writes to a store inside the caller's transaction."""

    def __init__(self, store: Store, laid: Laid, boundaries: Iterable[str]) -> None:
        self._store = store
        self._laid = laid
        self._boundaries = frozenset(boundaries)
        self._numbers: dict[str, int] = {}
        self._paths: dict[bytes, int] = {}
        self._commit = _last(store, "commits")
        self._version = self._first = _last(store, "versions") + 1
        self._depths = array("H")
        self._bases = array("Q")
        self._here = Place(0, 0)
        self._rows: dict[str, list[tuple[object, ...]]] = {statement: [] for statement in _STATEMENTS}

    def commit(self, changes: CommitChanges, arrivals: int) -> None:
        """See `Recorder`."""
        self._commit += 1
        parents = pack(self._number(parent) for parent in changes.parents)
        self._numbers[changes.oid] = self._commit
        self._here = self._laid.places[changes.oid]
        authored = (changes.authored.seconds, changes.authored.offset)
        committed = (changes.committed.seconds, changes.committed.offset)
        known = (self._commit, bytes.fromhex(changes.oid), parents, *self._here)
        self._add(_COMMIT, (*known, *authored, *committed, arrivals, changes.oid in self._boundaries))

    def next_version(self) -> int:
        """See `Recorder`."""
        return self._version

    def version(self, change: FileChange, base: FileState | None, lines: array[int]) -> None:
        """See `Recorder`."""
        depth = (self._depth(base.version) + 1) % STORED_EVERY if base else 1
        edits = pack(flat.from_iterable(hunk[:4] for hunk in change.hunks))
        runs = None if depth else pack(flat.from_iterable(runs_of(lines)))
        self._add_version(change.path, change.blob, base.version if base else None, depth, edits, runs)

    def merged_version(self, path: bytes, blob: bytes, lines: array[int]) -> None:
        """See `Recorder`."""
        self._add_version(path, blob, None, 0, None, pack(flat.from_iterable(runs_of(lines))))

    def place(self, path: bytes, version: int | None) -> None:
        """See `Recorder`."""
        self._add(_TOUCH, (self._path(path), *self._here, version))

    def removed(self, change: FileChange) -> None:
        """See `Recorder`."""
        hunks = [hunk for hunk in change.hunks if hunk.old_count]
        if not hunks:
            return
        spans = [hunk[:2] for hunk in hunks]
        text = b"\n".join(flat.from_iterable(hunk.removed for hunk in hunks))
        self._add(_REMOVED, (self._commit, self._path(change.source), _packed_text(spans, text)))

    def dropped(self, commit: int, path: bytes, lines: Sequence[tuple[int, bytes]]) -> None:
        """Lines that merge number `commit` left behind: their numbers and their text."""
        text = _packed_text([(number, 1) for number, _ in lines], b"\n".join(line for _, line in lines))
        self._add(_REMOVED, (commit, self._path(path), text))

    def descends(self, version: int, ancestor: int) -> bool:
        """See `Recorder`."""
        current = version
        while current > ancestor:
            current = self._base(current)
        return current == ancestor

    def repeated(self, version: int, repeats: Sequence[tuple[int, int, bytes | None]]) -> None:
        """See `Recorder`."""
        numbers = ((line, old, 0 if path is None else self._path(path)) for line, old, path in repeats)
        self._add(_REPEATS, (version, pack(flat.from_iterable(numbers))))

    def finish(self) -> None:
        """Write what is still held back."""
        laid = self._laid
        starts = [(number, *(start or (None, None)), 0) for number, start in laid.starts.items()]
        self._store.executemany("INSERT INTO chains VALUES(?, ?, ?, ?)", starts)
        lengths = [(length, number) for number, length in laid.lengths.items()]
        self._store.executemany("UPDATE chains SET length = ? WHERE id = ?", lengths)
        self.flush()

    def flush(self) -> None:
        """Write rows that wait for their batch to fill."""
        for statement in self._rows:
            self._flush(statement)

    def _add_version(
        self, path: bytes, blob: bytes, base: int | None, depth: int, edits: bytes | None, runs: bytes | None
    ) -> None:
        number = self._path(path)
        blob_id = bytes.fromhex(blob.decode("ascii"))
        self._add(_VERSION, (self._version, self._commit, number, blob_id, base, depth, edits, runs))
        self._add(_TOUCH, (number, *self._here, self._version))
        self._depths.append(depth)
        self._bases.append(base or 0)
        self._version += 1

    def _add(self, statement: str, row: tuple[object, ...]) -> None:
        rows = self._rows[statement]
        rows.append(row)
        if len(rows) >= _BATCH:
            self._flush(statement)

    def _flush(self, statement: str) -> None:
        self._store.executemany(statement, self._rows[statement])
        self._rows[statement].clear()

    def _number(self, oid: str) -> int:
        number = self._numbers.get(oid)
        if number is None:
            row = self._store.execute(
                "SELECT id FROM commits WHERE oid = ?", (bytes.fromhex(oid),)
            ).fetchone()
            number = self._numbers[oid] = int(row[0])
        return number

    def _path(self, path: bytes) -> int:
        number = self._paths.get(path)
        if number is None:
            row = self._store.execute("SELECT id FROM paths WHERE path = ?", (path,)).fetchone()
            if row is None:
                row = (self._store.execute("INSERT INTO paths(path) VALUES(?)", (path,)).lastrowid,)
            number = self._paths[path] = int(row[0] or 0)
        return number

    def _base(self, version: int) -> int:
        """The version another was made from, 0 for none."""
        if version >= self._first:
            return self._bases[version - self._first]
        row = self._store.execute("SELECT base FROM versions WHERE id = ?", (version,)).fetchone()
        return int(row[0] or 0)

    def _depth(self, version: int) -> int:
        if version >= self._first:
            return self._depths[version - self._first]
        row = self._store.execute("SELECT depth FROM versions WHERE id = ?", (version,)).fetchone()
        return int(row[0])


_COMMIT = "INSERT INTO commits VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_VERSION = "INSERT INTO versions VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
# A path may be taken away and filled again by one commit; the last word counts.
_TOUCH = "INSERT OR REPLACE INTO touches VALUES(?, ?, ?, ?)"
_REMOVED = 'INSERT INTO removed("commit", path, text) VALUES(?, ?, ?)'
_REPEATS = "INSERT INTO repeats VALUES(?, ?)"
_STATEMENTS = (_COMMIT, _VERSION, _TOUCH, _REMOVED, _REPEATS)


def _packed_text(spans: Iterable[tuple[int, int]], text: bytes) -> bytes:
    """Removed lines as stored: their numbers (start and count of each stretch), then their bytes."""
    packed = pack(flat.from_iterable(spans)).hex().encode("ascii") + b"\n" + text
    return zlib.compress(packed, 1) if len(packed) > WORTH_COMPRESSING else packed


def _last(store: Store, table: str) -> int:
    return int(store.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
