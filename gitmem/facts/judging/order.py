"""Which of two statements came later, and what shows it.

Written dates come before the order of commits, clocks of commits never decide, and where nothing
decides the reason is returned instead of a guess. Which statements may be compared at all is no
question of this module.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Statement
from gitmem.facts.standing import Ancestry, ConflictReason, Evidence, EvidenceKind
from gitmem.history.origins import Commit, LineState
from gitmem.notes.tags import Provenance
from gitmem.notes.written import DateSource, WrittenDate

SLACK = timedelta(days=1)
"""The width of the time zones: how far ahead a day may lie and still be today somewhere."""

_EARLIEST_YEAR = 1972  # commits before it carry the zero of a clock
_RANKS = (
    Provenance.SUGGESTED,
    Provenance.INFERRED,
    Provenance.IMPORTED,
    Provenance.OBSERVED,
    Provenance.STATED,
)
_GUESSED = (Provenance.INFERRED, Provenance.SUGGESTED)


class Position(NamedTuple):
    """Where a statement stands in time.

    `written` is the date that orders it, None when the note gives no possible one. `commit` is the one
    that first said it; None while it is not committed (`pending`) or when history does not know, and for
    a boundary commit, which orders nothing. `day` is the day of that commit, today while pending.
    """

    written: WrittenDate | None
    commit: Commit | None
    pending: bool
    day: date | None


class Ordered(NamedTuple):
    """One of two statements is newer: the first when `first_newer`; `evidence` is never empty."""

    first_newer: bool
    evidence: tuple[Evidence, ...]


@lru_cache(maxsize=20_000)
def commit_day(commit: Commit, now: Instant, prefer: DatePreference) -> date | None:
    """The day of a commit by the preferred of its two dates, by the other when that is impossible."""
    instants = [commit.authored, commit.committed]
    if prefer is DatePreference.COMMITTER:
        instants.reverse()
    for instant in instants:
        if instant.utc_day.year >= _EARLIEST_YEAR and instant.utc_day <= now.utc_day + SLACK:
            return instant.day
    return None


def position(statement: Statement, now: Instant, prefer: DatePreference) -> Position:
    """Where a statement stands in time, as known at `now`."""
    written = _ordering_date(statement.claim.written, now) if statement.claim.written else None
    if statement.pending:
        return Position(written, None, True, now.utc_day)
    commit = statement.said
    if statement.state is LineState.UNDATED or commit is None or commit.boundary:
        return Position(written, None, False, None)
    return Position(written, commit, False, commit_day(commit, now, prefer))


def _ordering_date(written: tuple[WrittenDate, ...], now: Instant) -> WrittenDate | None:
    latest = now.utc_day + SLACK
    for each in written:
        if each.source is not DateSource.TEXT and each.day <= latest:
            return each
    return None


class Chronology:
    """Puts two statements in order; remembers nothing but what it was made with."""

    def __init__(self, order: Ancestry) -> None:
        self._order = order

    def compare(
        self, first: Statement, at: Position, second: Statement, to: Position, *, ancestry: bool = True
    ) -> Ordered | ConflictReason:
        """Which of the two is newer, or why nothing says so.

        `ancestry` False leaves the order of commits out, as within one section, where the writer of the
        younger line saw the older and left it.
        """
        found = self._by_time(first, at, second, to, ancestry)
        if isinstance(found, Ordered):
            newer, older = (first, second) if found.first_newer else (second, first)
            silent = (
                newer.claim.provenance in _GUESSED
                and older.claim.provenance is Provenance.STATED
                and bool(found.evidence)
            )
            return ConflictReason.AUTHORITY if silent else found
        return self._by_authority(first, second, found)

    def _by_time(
        self, first: Statement, at: Position, second: Statement, to: Position, ancestry: bool
    ) -> Ordered | ConflictReason:
        if at.written and to.written and at.written.day != to.written.day:
            first_newer = at.written.day > to.written.day
            return Ordered(first_newer, (_written(first, at) if first_newer else _written(second, to),))
        committed = self._commits(at, to)
        if isinstance(committed, ConflictReason):
            same_day = bool(at.written and to.written) and committed is ConflictReason.UNKNOWN
            return ConflictReason.SAME_DAY if same_day else committed
        if not ancestry:
            return ConflictReason.BESIDE
        if bool(at.written) == bool(to.written):
            return Ordered(committed, (_stated(first, at) if committed else _stated(second, to),))
        if at.written:
            return _one_sided(first, at, second, to)
        turned = _one_sided(second, to, first, at)
        return Ordered(not turned.first_newer, turned.evidence) if isinstance(turned, Ordered) else turned

    def _commits(self, at: Position, to: Position) -> bool | ConflictReason:
        """Whether the first one's commit is the younger, by ancestry alone."""
        if at.pending or to.pending:
            return ConflictReason.SIMULTANEOUS if at.pending and to.pending else at.pending
        if at.commit is None or to.commit is None:
            return ConflictReason.UNKNOWN
        if at.commit.oid == to.commit.oid:
            return ConflictReason.SIMULTANEOUS
        if self._order.descends(at.commit.oid, to.commit.oid):
            return True
        if self._order.descends(to.commit.oid, at.commit.oid):
            return False
        return ConflictReason.CONCURRENT

    def younger(self, at: Position, to: Position) -> bool:
        """Whether the first one's commit descends from the other's, whatever dates are written."""
        return self._commits(at, to) is True

    def after_commit(self, at: Position, commit: Commit | None) -> bool:
        """Whether a statement may be younger than a change made by `commit` (None: not committed yet).

        True also where nothing is known, so that doubt protects the statement.
        """
        if commit is None:
            return at.pending
        if at.pending or at.commit is None or commit.boundary:
            return True
        return not self._order.descends(commit.oid, at.commit.oid)

    def _by_authority(
        self, first: Statement, second: Statement, reason: ConflictReason
    ) -> Ordered | ConflictReason:
        one, other = first.claim.provenance, second.claim.provenance
        if reason is ConflictReason.BESIDE or one is None or other is None or one is other:
            return reason
        first_newer = _RANKS.index(one) > _RANKS.index(other)
        better = first if first_newer else second
        return Ordered(first_newer, (Evidence(EvidenceKind.AUTHORITY, place=better.claim.cite),))


def _one_sided(dated: Statement, at: Position, undated: Statement, to: Position) -> Ordered | ConflictReason:
    """A written date against a commit: on or before the commit's day the commit is newer."""
    if at.written is None or to.day is None:
        return ConflictReason.UNKNOWN
    if at.written.day > to.day:
        return Ordered(True, (_written(dated, at),))
    return Ordered(False, (_stated(undated, to), _written(dated, at)))


def _written(statement: Statement, at: Position) -> Evidence:
    day = at.written.day if at.written else None
    line = at.written.line if at.written and at.written.line else statement.claim.line
    return Evidence(EvidenceKind.WRITTEN, None, day, f"{statement.claim.path}:{line}")


def _stated(statement: Statement, at: Position) -> Evidence:
    if at.commit is None:
        return Evidence(EvidenceKind.UNCOMMITTED, place=statement.claim.cite)
    return Evidence(EvidenceKind.ANCESTRY, at.commit.oid, at.day, statement.claim.cite)
