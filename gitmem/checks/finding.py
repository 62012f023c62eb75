"""Findings: the one currency of hooks, CI jobs and reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.facts.claim import Claim
from gitmem.facts.severity import Alarm, Severity

__all__ = [
    "Breach",
    "CopiedNote",
    "ExcusedConflict",
    "Finding",
    "FutureDate",
    "ImpossibleStrike",
    "LateStrike",
    "PolicyBreach",
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
    DELETED_FACT = "GM007"
    ROUTING_INDEX = "GM008"
    PROVENANCE = "GM009"
    UNPROVEN_LESSON = "GM010"
    AGENT_STRIKE = "GM011"
    COPY = "GM012"
    FUTURE_DATE = "GM013"
    ORDER = "GM014"
    AGENT_STATED = "GM015"
    ON_RECORD = "GM016"
    UNDATED_FIGURE = "GM017"


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


class Breach(Enum):
    """How the memory policy is broken; the value is the name in JSON."""

    DELETED = "deleted"
    """A live fact is gone, neither struck nor moved nor replaced."""
    OVER_CAP = "over-cap"
    NEAR_CAP = "near-cap"
    FACT_IN_INDEX = "fact-in-index"
    DANGLING = "dangling"
    """The routing index points at a note that is not there."""
    UNROUTED = "unrouted"
    """Nothing in the routing index leads to a note."""
    NO_INDEX = "no-index"
    UNTAGGED = "untagged"
    UNPROVEN = "unproven"
    FADED = "faded"
    """A lesson passed its gate once, but its signals have grown old."""
    STRUCK_STATED = "struck-stated"
    REPLACED_STATED = "replaced-stated"
    """An inference stands where a person had stated something else."""
    ORDER = "order"
    AGENT_STATED = "agent-stated"
    COMMIT_LIST = "commit-list"
    FILE_TREE = "file-tree"
    UNDATED_FIGURE = "undated-figure"
    BARE_STRIKE = "bare-strike"
    """A strike that says neither when the line ended nor what came instead."""


@dataclass(frozen=True, slots=True)
class PolicyBreach:
    """A breach of the memory policy at a line of text `text`.

    `target` is the note that the routing index should lead to, or `rev:path:line` of what stood before.
    `count` and `limit` are characters of the index, or `count` lines of a list; `weight` and `days` what a
    lesson has for itself; `person` wrote what `agent` struck or replaced, or `agent` wrote the line.
    """

    breach: Breach
    text: str = ""
    target: str | None = None
    count: int | None = None
    limit: int | None = None
    weight: float | None = None
    days: int | None = None
    person: str | None = None
    agent: str | None = None


Detail = (
    UnresolvedMerge
    | ImpossibleStrike
    | LateStrike
    | CopiedNote
    | FutureDate
    | ExcusedConflict
    | PolicyBreach
    | Alarm
)


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
