"""What a statement counts for by itself: unmerged, struck, planned or expired, and from when to when.

Other statements are not looked at; a statement that is none of these stays open for them.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Statement
from gitmem.facts.judging.strike_book import StrikeBook
from gitmem.facts.judging.validity import bound_evidence, bounds, start_day, written_start
from gitmem.facts.standing import ConflictReason, Evidence, Standing


class Alone(NamedTuple):
    """`standing` is None while others may decide it; `start` and `end` bound when it held, if known."""

    standing: Standing | None
    start: date | None
    end: date | None
    evidence: tuple[Evidence, ...] = ()
    reason: ConflictReason | None = None


def alone(
    statement: Statement, strikes: StrikeBook, now: Instant, prefer: DatePreference, as_of: date | None
) -> Alone:
    """What a statement counts for by itself, on the day `as_of` where one is given.

    A struck line is RETRACTED until a successor is found; one that was struck after `as_of` is open.
    """
    claim = statement.claim
    if claim.unmerged:
        start = start_day(statement, now, prefer)
        return Alone(Standing.CONTESTED, start, claim.until, reason=ConflictReason.UNMERGED)
    if claim.strike is not None:
        return _struck(statement, strikes, as_of)
    start, standing = start_day(statement, now, prefer), bounds(claim, now, as_of)
    if standing is not None:
        return Alone(standing, start, claim.until, (bound_evidence(claim, standing),))
    if _later(start, as_of):
        evidence = bound_evidence(claim, Standing.PLANNED)._replace(day=start)
        return Alone(Standing.PLANNED, start, claim.until, (evidence,))
    return Alone(None, start, claim.until)


def _struck(statement: Statement, strikes: StrikeBook, as_of: date | None) -> Alone:
    ended = strikes.end(statement)
    start = written_start(statement.claim) or strikes.start(statement)
    if start is not None and ended.day is not None and start > ended.day:
        start = None
    if not _later(ended.day, as_of):
        return Alone(Standing.RETRACTED, start, ended.day, (ended,))
    if _later(start, as_of):
        return Alone(Standing.PLANNED, start, ended.day, (ended._replace(day=start),))
    return Alone(None, start, ended.day)


def _later(day: date | None, as_of: date | None) -> bool:
    return day is not None and as_of is not None and day > as_of
