"""Findings: the one currency of hooks, CI jobs and reports."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.facts.claim import Claim
from gitmem.facts.severity import Alarm, Severity

__all__ = [
    "CopiedNote",
    "ExcusedConflict",
    "Finding",
    "FutureDate",
    "ImpossibleStrike",
    "LateStrike",
    "Rule",
    "Severity",
    "UnresolvedMerge",
    "reaches",
]


class Rule(Enum):
    """What is checked; the value is the identifier in every output and stays for ever."""

    CONFLICT = "GM001"
    STALE = "GM002"
    MERGE_MARKERS = "GM003"
    INCOMPLETE_HISTORY = "GM004"
    UNDATED = "GM005"
    STRIKE_DATE = "GM006"
    COPY = "GM012"
    FUTURE_DATE = "GM013"


class UnresolvedMerge(NamedTuple):
    """Merge markers were left from line `first` to line `last`."""

    first: int
    last: int


class ImpossibleStrike(NamedTuple):
    """A strike gives an end that is no date; it stands in the claim's `strike.bad_day`."""

    claim: Claim


class LateStrike(NamedTuple):
    """A strike gives another day than that of the commit that made it, `struck`, by more than a few days."""

    claim: Claim
    struck: date


class CopiedNote(NamedTuple):
    """A synchronising tool left a copy of the note at `original`; `share` of its lines (0 to 1) are equal."""

    original: str
    share: float


class FutureDate(NamedTuple):
    """A line gives a date to come where only a past one makes sense."""

    day: date
    text: str


class ExcusedConflict(NamedTuple):
    """A change of the configuration made this contradiction none."""

    alarm: Alarm


Detail = UnresolvedMerge | ImpossibleStrike | LateStrike | CopiedNote | FutureDate | ExcusedConflict | Alarm


class Finding(NamedTuple):
    """One violation of a rule at lines `line` to `end_line` of a note."""

    rule: Rule
    severity: Severity
    path: str
    line: int
    end_line: int
    detail: Detail


_ORDER = (Severity.ADVICE, Severity.WARNING, Severity.ERROR)


def reaches(severity: Severity, least: Severity) -> bool:
    """Whether a severity is at least as grave as another."""
    return _ORDER.index(severity) >= _ORDER.index(least)
