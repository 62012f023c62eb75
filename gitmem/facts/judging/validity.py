"""From when to when a statement holds by what it says itself: its tags, its entry's day, its commit.

Whether another statement came instead is not asked here.
"""

from __future__ import annotations

from datetime import date

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.judging.order import SLACK, commit_day
from gitmem.facts.standing import Evidence, EvidenceKind, Standing
from gitmem.notes.written import DateSource


def written_start(claim: Claim) -> date | None:
    """The day from which a claim holds by what the note says: `[from:]`, else the day of its entry, of
    the file's name, or a front matter date. A verification only confirms and starts nothing.
    """
    if claim.since is not None:
        return claim.since
    if claim.entry.day is not None:
        return claim.entry.day
    for each in claim.written:
        named = each.source is DateSource.FRONT_MATTER and each.field != "verified"
        if named or each.source in (DateSource.HEADING, DateSource.FILENAME):
            return each.day
    return None


def start_day(statement: Statement, now: Instant, prefer: DatePreference) -> date | None:
    """The day from which a statement holds; None when not committed or nothing is known.

    A front matter date in the future is a mistake and starts nothing.
    """
    claim = statement.claim
    day = written_start(claim)
    if day is not None and (day <= now.utc_day + SLACK or claim.since == day or claim.entry.day == day):
        return day
    commit = statement.said
    if commit is None or commit.boundary:
        return None
    return commit_day(commit, now, prefer)


def bounds(claim: Claim, now: Instant, as_of: date | None) -> Standing | None:
    """PLANNED or EXPIRED by the claim's own dates on the day asked about, None when it holds.

    `[from:]` and an `as_of` are exact; a heading or file name of tomorrow is today in another time zone.
    The day of `[until:]` is the last one.
    """
    day = as_of or now.utc_day
    if claim.until is not None and claim.until < day:
        return Standing.EXPIRED
    if claim.since is not None:
        return Standing.PLANNED if claim.since > day else None
    latest = day if as_of else day + SLACK
    entry = claim.entry.day
    if entry is not None and entry > latest:
        return Standing.PLANNED
    return None


def bound_evidence(claim: Claim, standing: Standing) -> Evidence:
    """What makes a claim PLANNED or EXPIRED."""
    day = claim.until if standing is Standing.EXPIRED else (claim.since or claim.entry.day)
    return Evidence(EvidenceKind.BOUND, day=day, place=claim.cite)
