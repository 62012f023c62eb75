"""What part of the notes a question is about: a path glob and days, as conditions on rows of the index.

The day a row is dated depends on `now` only when a date lies in the future, so the index stores the day
without that look and a condition lets doubtful rows through; the answer checks them by their final date.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.database import Store
from gitmem.globs import compile_globs
from gitmem.index.store import NOTE_SHIFT, decode_path, json_ids, read_meta

DAY_COLUMNS = {DatePreference.AUTHOR: "author_day", DatePreference.COMMITTER: "committer_day"}


class Scope(NamedTuple):
    """What was asked about: notes matching `path`, dated from `since` to `until`, both days included."""

    path: str | None = None
    since: date | None = None
    until: date | None = None

    @property
    def dated(self) -> bool:
        """Whether days are limited."""
        return self.since is not None or self.until is not None

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return self.path is None and not self.dated

    def pattern(self) -> re.Pattern[str] | None:
        """The glob compiled; raises `UsageError` for one that is no good."""
        return None if self.path is None else compile_globs((self.path,))

    def holds_path(self, path: str) -> bool:
        """Whether a path is asked about."""
        pattern = self.pattern()
        return pattern is None or pattern.fullmatch(path) is not None

    def holds_day(self, day: date | None) -> bool:
        """Whether text of this day is asked about; what has no known day lies in no span of days."""
        if not self.dated:
            return True
        if day is None:
            return False
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


class RowFilter(NamedTuple):
    """A scope as SQL: `condition` goes on after the MATCH of a query on `words`, with `values` bound."""

    condition: str
    values: tuple[str | int, ...]


def chunks_in(store: Store, rows: RowFilter) -> list[int]:
    """The ids of all chunks that a filter lets through."""
    statement = f"SELECT words.rowid FROM chunks AS words WHERE 1 {rows.condition}"
    return [row[0] for row in store.execute(statement, rows.values)]


def notes_in(store: Store, scope: Scope) -> int:
    """How many of the notes match the path of a scope."""
    pattern = scope.pattern()
    if pattern is None:
        return int(read_meta(store)["notes"])
    paths = store.execute("SELECT path FROM notes WHERE problem IS NULL")
    return sum(pattern.fullmatch(decode_path(path)) is not None for (path,) in paths)


def row_filter(store: Store, scope: Scope, now: Instant, prefer: DatePreference) -> RowFilter:
    """The condition on rowids that a scope means in this index."""
    parts: list[str] = []
    values: list[str | int] = []
    pattern = scope.pattern()
    if pattern is not None:
        notes = (
            number
            for number, path in store.execute("SELECT id, path FROM notes WHERE problem IS NULL")
            if pattern.fullmatch(decode_path(path))
        )
        parts.append(f"AND (words.rowid >> {NOTE_SHIFT}) IN (SELECT value FROM json_each(?))")
        values.append(json_ids(notes))
    if scope.dated:
        day = DAY_COLUMNS[prefer]
        first = scope.since.toordinal() if scope.since else 0
        last = scope.until.toordinal() if scope.until else date.max.toordinal()
        parts.append(
            f"AND EXISTS (SELECT 1 FROM chunks WHERE chunks.id = words.rowid"
            f" AND ({day} BETWEEN ? AND ? OR {day} > ?))"
        )
        values += [first, last, now.utc_day.toordinal()]
    return RowFilter(" ".join(parts), tuple(values))
