"""Facts of history in SQLite: what each commit did to each file. Facts per commit never change.

The file lies in the common git directory, shared by all worktrees and branches: a rebase or a checkout
invalidates nothing. It depends only on the world it was read in (shallow boundary, grafts, replacements)
and on how renames are judged; another world means another build.

Commits are laid out in chains of first parents. A touch says which version a path holds from one place
in a chain on, so the state of any commit is found by walking few chains and asking git nothing.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from gitmem.clock import Instant
from gitmem.database import Schema, Store
from gitmem.errors import StoreError
from gitmem.history.chains import Place
from gitmem.history.lines import Edit, Run, lines_of, no_lines, splice
from gitmem.history.packing import in_groups, unpack

WORTH_COMPRESSING = 400
"""Bytes of removed text from which compressing it saves more than it costs."""

CACHED_VERSIONS = 20_000
"""Versions kept in memory by one reader."""

_AT_ONCE = 500

SCHEMA = Schema(
    application_id=0x676D6873,
    version=3,
    statements=(
        "CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE commits(id INTEGER PRIMARY KEY, oid BLOB NOT NULL UNIQUE, parents BLOB NOT NULL,"
        " chain INTEGER NOT NULL, position INTEGER NOT NULL,"
        " authored INTEGER NOT NULL, author_offset INTEGER NOT NULL,"
        " committed INTEGER NOT NULL, commit_offset INTEGER NOT NULL,"
        " arrivals INTEGER NOT NULL, boundary INTEGER NOT NULL)",
        "CREATE TABLE chains(id INTEGER PRIMARY KEY, parent_chain INTEGER, parent_position INTEGER,"
        " length INTEGER NOT NULL)",
        "CREATE TABLE leaves(oid BLOB PRIMARY KEY) WITHOUT ROWID",
        "CREATE TABLE paths(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE)",
        'CREATE TABLE versions(id INTEGER PRIMARY KEY, "commit" INTEGER NOT NULL, path INTEGER NOT NULL,'
        " blob BLOB NOT NULL, base INTEGER, depth INTEGER NOT NULL, edits BLOB, runs BLOB)",
        "CREATE TABLE touches(path INTEGER NOT NULL, chain INTEGER NOT NULL, position INTEGER NOT NULL,"
        " version INTEGER, PRIMARY KEY(path, chain, position)) WITHOUT ROWID",
        "CREATE INDEX touches_by_place ON touches(chain, position)",
        'CREATE TABLE removed(id INTEGER PRIMARY KEY, "commit" INTEGER NOT NULL, path INTEGER NOT NULL,'
        " text BLOB NOT NULL)",
        "CREATE TABLE repeats(version INTEGER PRIMARY KEY, entries BLOB NOT NULL)",
    ),
)


class CommitRow(NamedTuple):
    """A commit as stored; `number` grows from parents to children."""

    number: int
    oid: str
    authored: Instant
    committed: Instant
    arrivals: int
    root: bool
    boundary: bool


class RepeatRow(NamedTuple):
    """An older line that a line repeats, and the path it was moved from, if it was."""

    line_id: int
    moved_from: bytes | None


class VersionRow(NamedTuple):
    """A version: the commit that made it, its path there, and its lines that repeat older ones."""

    commit: CommitRow
    path: bytes
    repeats: dict[int, RepeatRow]


class RemovedRow(NamedTuple):
    """Lines a commit took away from a path: their 1-based numbers before it, and their bytes."""

    number: int
    commit: int
    path: bytes
    lines: list[tuple[int, bytes]]


class Reached(NamedTuple):
    """Commits by number that some commit reaches; no marks mean every one that is recorded."""

    marks: bytes | None
    total: int

    def __contains__(self, number: object) -> bool:
        return self.marks is None or (
            isinstance(number, int) and number < len(self.marks) and bool(self.marks[number])
        )


class Facts:
    """Reads stored facts; holds small caches, so use one per answer."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commit_row = lru_cache(maxsize=4096)(self._commit_row)
        self.path = lru_cache(maxsize=4096)(self._path)
        self._versions: dict[int, VersionRow] = {}
        self.line_ids = lru_cache(maxsize=16)(self._line_ids)
        self._chain_start = lru_cache(maxsize=4096)(self._read_chain_start)

    def version(self, number: int) -> VersionRow:
        """One version."""
        if number not in self._versions:
            self.load_versions([number])
        return self._versions[number]

    def load_versions(self, numbers: Collection[int]) -> None:
        """Read several versions at once, so that `version` has them: much quicker than one by one."""
        if len(self._versions) > CACHED_VERSIONS:
            self._versions.clear()
        missing = [number for number in numbers if number not in self._versions]
        for at in range(0, len(missing), _AT_ONCE):
            batch = missing[at : at + _AT_ONCE]
            marks = ",".join("?" * len(batch))
            for number, path, entries, *commit in self.store.execute(f"{_VERSION} ({marks})", batch):
                repeats = {} if entries is None else self._repeats(entries)
                self._versions[number] = VersionRow(_commit(commit), path, repeats)

    def place_of(self, oid: str) -> Place | None:
        """Where a commit stands, None when it is not recorded."""
        row = self.store.execute("SELECT chain, position FROM commits WHERE oid = ?", (bytes.fromhex(oid),))
        found = row.fetchone()
        return Place(*found) if found else None

    def hops(self, place: Place) -> Iterator[Place]:
        """The chains that lead from a commit back to its root, each with the last position that counts."""
        current: Place | None = place
        while current is not None:
            yield current
            current = self._chain_start(current.chain)

    def path_id(self, path: bytes) -> int | None:
        """The number of a path, None when history never held it."""
        row = self.store.execute("SELECT id FROM paths WHERE path = ?", (path,)).fetchone()
        return int(row[0]) if row else None

    def version_at(self, place: Place, path: bytes) -> int | None:
        """The version that `path` holds at a commit, None when it is not there."""
        number = self.path_id(path)
        if number is None:
            return None
        question = (
            "SELECT version FROM touches WHERE path = ? AND chain = ? AND position <= ?"
            " ORDER BY position DESC LIMIT 1"
        )
        for chain, position in self.hops(place):
            row = self.store.execute(question, (number, chain, position)).fetchone()
            if row:
                return None if row[0] is None else int(row[0])
        return None

    def versions_at(self, place: Place) -> dict[bytes, int]:
        """Every path of a commit with its version."""
        order = {chain: (rank, position) for rank, (chain, position) in enumerate(self.hops(place))}
        best: dict[int, tuple[int, int, int | None]] = {}
        for path, chain, position, version in self.store.execute("SELECT * FROM touches"):
            rank, last = order.get(chain, (0, -1))
            if position > last:
                continue
            known = best.get(path)
            if known is None or (-rank, position) > (-known[0], known[1]):
                best[path] = (rank, position, version)
        paths = dict(self.store.execute("SELECT id, path FROM paths"))
        return {paths[path]: version for path, (_, _, version) in best.items() if version is not None}

    def touched_between(self, old: Place, new: Place) -> set[bytes]:
        """Paths that may differ between two commits: all touched between either and where they meet."""
        old_hops, new_hops = list(self.hops(old)), list(self.hops(new))
        reach = dict(old_hops)
        meeting = next((hop for hop in new_hops if hop.chain in reach), None)
        shared = Place(meeting.chain, min(meeting.position, reach[meeting.chain])) if meeting else None
        found: set[bytes] = set()
        for hops in (old_hops, new_hops):
            for chain, position in hops:
                start = shared.position if shared and chain == shared.chain else -1
                found |= self.touched_in(chain, start, position)
                if shared and chain == shared.chain:
                    break
        return found

    def touched_in(self, chain: int, after: int, last: int) -> set[bytes]:
        """Paths touched in a chain, after one position and up to another."""
        question = (
            "SELECT DISTINCT p.path FROM touches t JOIN paths p ON p.id = t.path"
            " WHERE t.chain = ? AND t.position > ? AND t.position <= ?"
        )
        return {row[0] for row in self.store.execute(question, (chain, after, last))}

    def blob_of(self, version: int) -> bytes:
        """The blob of a version, as hexadecimal id."""
        row = self.store.execute("SELECT blob FROM versions WHERE id = ?", (version,)).fetchone()
        return bytes(row[0]).hex().encode("ascii")

    def _line_ids(self, version: int) -> array[int]:
        """The line ids of a version, not to be changed: from the nearest stored state, edits on top."""
        waiting: list[tuple[int, bytes]] = []
        lines = no_lines()
        current: int | None = version
        while current is not None:
            base, edits, runs = self.store.execute(
                "SELECT base, edits, runs FROM versions WHERE id = ?", (current,)
            ).fetchone()
            if runs is not None:
                lines = lines_of(Run(*run) for run in in_groups(unpack(runs), 3))
                break
            waiting.append((current, edits))
            current = base
        for number, edits in reversed(waiting):
            lines = splice(lines, number, _edits(edits))
        return lines

    def base_of(self, version: int) -> int | None:
        """The version that a version was made from, None for a new file or a merge."""
        base = self.store.execute("SELECT base FROM versions WHERE id = ?", (version,)).fetchone()[0]
        return None if base is None else int(base)

    def is_merged(self, version: int) -> bool:
        """Whether a merge put the version together."""
        row = self.store.execute("SELECT edits IS NULL FROM versions WHERE id = ?", (version,)).fetchone()
        return bool(row[0])

    def arrived_in(self, number: int) -> list[bytes]:
        """The paths of the files that a commit, by its number and no merge, brought in."""
        question = (
            "SELECT p.path FROM commits c JOIN touches USING(chain, position) JOIN versions v ON v.id"
            ' = version AND "commit" = c.id AND base IS NULL JOIN paths p ON p.id = v.path WHERE c.id = ?'
        )
        return [row[0] for row in self.store.execute(question, (number,))]

    def last_removal(self) -> int:
        """The number of the newest entry of `removed_since`, 0 when there is none."""
        return int(self.store.execute("SELECT coalesce(max(id), 0) FROM removed").fetchone()[0])

    def edits_of(self, version: int) -> tuple[int | None, list[Edit]]:
        """The version that a version was made from, None for a new file or a merge, and its edits."""
        question = "SELECT base, edits FROM versions WHERE id = ?"
        base, edits = self.store.execute(question, (version,)).fetchone()
        return base, _edits(edits or b"")

    def removed_since(self, number: int) -> Iterator[RemovedRow]:
        """Lines taken away, as recorded after entry `number`, oldest first."""
        question = 'SELECT id, "commit", path, text FROM removed WHERE id > ? ORDER BY id'
        for row in self.store.execute(question, (number,)):
            yield self._removed(row)

    def removed_entry(self, number: int) -> RemovedRow | None:
        """One entry of `removed_since`."""
        question = 'SELECT id, "commit", path, text FROM removed WHERE id = ?'
        row = self.store.execute(question, (number,)).fetchone()
        return self._removed(row) if row else None

    def _removed(self, row: tuple[int, int, int, bytes]) -> RemovedRow:
        number, commit, path, packed = row
        # What is not compressed begins with a hexadecimal digit, and that is never zlib's first byte.
        packed = zlib.decompress(packed) if packed.startswith(b"\x78") else packed
        head, _, text = packed.partition(b"\n")
        spans = in_groups(unpack(bytes.fromhex(head.decode("ascii"))), 2)
        numbers = [line for start, count in spans for line in range(start, start + count)]
        return RemovedRow(number, commit, self.path(path), list(zip(numbers, text.split(b"\n"), strict=True)))

    def leaves(self) -> list[str]:
        """Recorded commits that no recorded commit has as a parent."""
        return [row[0].hex() for row in self.store.execute("SELECT oid FROM leaves ORDER BY oid")]

    def reached(self, tip: str) -> Reached:
        """The recorded commits that `tip` reaches, itself included."""
        number = self.number_of(tip)
        if number is None:
            raise StoreError(f"commit {tip} is not recorded")
        if self.leaves() == [tip]:
            (count,) = self.store.execute("SELECT count(*) FROM commits").fetchone()
            return Reached(None, count)
        parents = dict(self.store.execute("SELECT id, parents FROM commits WHERE id <= ?", (number,)))
        marks = bytearray(number + 1)
        marks[number] = 1
        # Parents have smaller numbers, so one pass downwards meets every commit before its parents.
        for current in range(number, 0, -1):
            if marks[current]:
                for parent in unpack(parents[current]):
                    marks[parent] = 1
        return Reached(bytes(marks), sum(marks))

    def number_of(self, oid: str) -> int | None:
        """A commit's number, None when it is not recorded."""
        row = self.store.execute("SELECT id FROM commits WHERE oid = ?", (bytes.fromhex(oid),)).fetchone()
        return int(row[0]) if row else None

    def parents_of(self, number: int) -> list[int]:
        """The numbers of a commit's parents, the first one first."""
        (packed,) = self.store.execute("SELECT parents FROM commits WHERE id = ?", (number,)).fetchone()
        return list(unpack(packed))

    def fact(self, name: str) -> str | None:
        """A named fact about the store itself."""
        row = self.store.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def _read_chain_start(self, chain: int) -> Place | None:
        """The commit below a chain's first one, None at a root."""
        question = "SELECT parent_chain, parent_position FROM chains WHERE id = ?"
        row = self.store.execute(question, (chain,)).fetchone()
        return Place(*row) if row[0] is not None else None

    def _path(self, number: int) -> bytes:
        return bytes(self.store.execute("SELECT path FROM paths WHERE id = ?", (number,)).fetchone()[0])

    def _repeats(self, packed: bytes) -> dict[int, RepeatRow]:
        entries = in_groups(unpack(packed), 3)
        return {line: RepeatRow(old, self.path(path) if path else None) for line, old, path in entries}

    def _commit_row(self, number: int) -> CommitRow:
        question = f"SELECT {_COMMIT_COLUMNS} FROM commits c WHERE c.id = ?"
        return _commit(self.store.execute(question, (number,)).fetchone())


_COMMIT_COLUMNS = """c.id, c.oid, c.authored, c.author_offset, c.committed, c.commit_offset,
    c.arrivals, c.parents, c.boundary"""
_VERSION = (
    f"SELECT v.id, p.path, r.entries, {_COMMIT_COLUMNS} FROM versions v"
    ' JOIN paths p ON p.id = v.path JOIN commits c ON c.id = v."commit"'
    " LEFT JOIN repeats r ON r.version = v.id WHERE v.id IN"
)


def _commit(columns: Sequence[Any]) -> CommitRow:
    number, oid, authored, author_offset, committed, commit_offset, arrivals, parents, boundary = columns
    said, made = Instant(authored, author_offset), Instant(committed, commit_offset)
    return CommitRow(number, oid.hex(), said, made, arrivals, not parents, bool(boundary))


def _edits(packed: bytes) -> list[Edit]:
    return [Edit(*numbers) for numbers in in_groups(unpack(packed), len(Edit._fields))]
