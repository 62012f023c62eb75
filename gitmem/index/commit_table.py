"""The commits that rows of the index refer to: each is written once and known by a number."""

from __future__ import annotations

from typing import Any, NamedTuple

from gitmem.database import Store
from gitmem.history.origins import Commit
from gitmem.index.rows import commit_days
from gitmem.index.store import commit_row

_SINGLE_QUESTIONS = 50
_COLUMNS = (
    "oid, authored, author_offset, committed, committer_offset, boundary, bulk, author_day, committer_day"
)
_SELECT = "SELECT oid, id, boundary, bulk, author_day, committer_day FROM commits"


class _KnownCommit(NamedTuple):
    """A commit as the table has it: its id, what may change of it, and the days of what it said."""

    number: int
    marks: tuple[int, int]
    days: tuple[int | None, int | None]


class StoredCommits:
    """The table of commits; remembers what it was asked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[bytes, _KnownCommit] = {}
        self._by_id: dict[str, _KnownCommit] = {}
        self._misses = 0

    def number(self, commit: Commit) -> int:
        """See `CommitTable`."""
        return self._find(commit).number

    def days(self, commit: Commit) -> tuple[int | None, int | None]:
        """See `CommitTable`."""
        return self._find(commit).days

    def _find(self, commit: Commit) -> _KnownCommit:
        found = self._by_id.get(commit.oid)
        if found is None:
            found = self._by_id[commit.oid] = self._looked_up(commit)
        return found

    def _looked_up(self, commit: Commit) -> _KnownCommit:
        row = commit_row(commit)
        marks = (row[5], row[6])
        known = self._read(row[0])
        if known is None:
            days = commit_days(commit)
            insert = f"INSERT INTO commits({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            return _KnownCommit(int(self._store.execute(insert, (*row, *days)).lastrowid or 0), marks, days)
        if known.marks == marks:
            return known
        # A deeper clone moves the boundary, and other settings judge imports differently.
        days = commit_days(commit)
        update = "UPDATE commits SET boundary = ?, bulk = ?, author_day = ?, committer_day = ? WHERE id = ?"
        self._store.execute(update, (*marks, *days, known.number))
        return _KnownCommit(known.number, marks, days)

    def _read(self, oid: bytes) -> _KnownCommit | None:
        """One commit; after some single questions, the whole table is read at once."""
        self._misses += 1
        if self._misses < _SINGLE_QUESTIONS:
            rows = self._store.execute(f"{_SELECT} WHERE oid = ?", (oid,)).fetchall()
            return _known(rows[0]) if rows else None
        if self._misses == _SINGLE_QUESTIONS:
            self._known = {row[0]: _known(row) for row in self._store.execute(_SELECT)}
        return self._known.get(oid)


def _known(row: tuple[Any, ...]) -> _KnownCommit:
    _, number, boundary, bulk, *days = row
    return _KnownCommit(number, (boundary, bulk), (days[0], days[1]))
