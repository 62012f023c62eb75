"""Strikes whose written end cannot be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta

from gitmem.checks.finding import Detail, Finding, ImpossibleStrike, LateStrike, Rule, Severity
from gitmem.facts.claim import Claim, Strike

MOST_APART = timedelta(days=7)
"""How far the written end may lie from the day of the commit that struck the line without a remark."""


def strike_dates(claims: Iterable[Claim], struck: Callable[[Claim], date | None]) -> Iterator[Finding]:
    """A finding for each struck claim whose end is no date, or a day far from that on which it was struck.

    `struck` tells that day, None where it is not known.
    """
    for claim in claims:
        if claim.strike is None:
            continue
        if claim.strike.bad_day is not None:
            yield _finding(claim, Severity.ERROR, ImpossibleStrike(claim))
        elif claim.strike.day is not None:
            day = struck(claim)
            if day is not None and abs(day - claim.strike.day) > MOST_APART:
                yield _finding(claim, Severity.ADVICE, LateStrike(claim, day))


def strikes_of(claims: Iterable[Claim]) -> set[tuple[str, str, Strike]]:
    """What is struck and how, wherever it stands: equal for a line that only moved."""
    return {strike_mark(claim) for claim in claims if claim.strike is not None}


def strike_mark(claim: Claim) -> tuple[str, str, Strike]:
    """The same for one struck claim."""
    return claim.literal, claim.norm, claim.strike or Strike()


def _finding(claim: Claim, severity: Severity, detail: Detail) -> Finding:
    return Finding(Rule.STRIKE_DATE, severity, claim.path, claim.line, claim.end_line, detail)
