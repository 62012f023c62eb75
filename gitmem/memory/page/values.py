"""The state of a memory as a page shows it. Values only; words and markup are for `gitmem.reports.page`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.facts.standing import ConflictReason
from gitmem.index.response import OriginShown
from gitmem.memory.conflicts import ConflictShown
from gitmem.memory.explain import FactState, StepShown
from gitmem.memory.shown import Answered
from gitmem.memory.stale import StaleItem

MOST_ROWS = 100
"""Rows of a table; more are counted, and the verb that tells them all is named."""


class FactOnPage(NamedTuple):
    """A fact with all its values: those that hold first, then what is planned, then former ones."""

    subject: str
    label: str
    state: FactState
    reason: ConflictReason | None
    steps: tuple[StepShown, ...]


class NoteFreshness(NamedTuple):
    """How many pieces of a note are fresh, aging, stale, or of no known date; `newest` is its last date."""

    path: str
    fresh: int
    aging: int
    stale: int
    unknown: int
    newest: date | None

    @property
    def pieces(self) -> int:
        """All pieces that state something."""
        return self.fresh + self.aging + self.stale + self.unknown


class AgeGroup(NamedTuple):
    """How many pieces are older than the group before and at most `days` old; None: older than all."""

    days: int | None
    pieces: int


class Freshness(NamedTuple):
    """Freshness by note, most stale pieces first, and by age; `unknown` counts pieces without a date."""

    fresh_days: int
    stale_days: int
    notes: tuple[NoteFreshness, ...]
    ages: tuple[AgeGroup, ...]
    unknown: int


class Week(NamedTuple):
    """How many pieces become due in the week that begins on `monday`."""

    monday: date
    due: int


class ToCheck(NamedTuple):
    """What is to be checked again: how many pieces are due by now, in each week to come and in all, and the
    first of them."""

    overdue: int
    weeks: tuple[Week, ...]
    pieces: int
    first: tuple[StaleItem, ...]


class ChangeKind(Enum):
    """What happened to a fact."""

    NEW = "new"
    CHANGED = "changed"
    CONTESTED = "contested"
    """A value came beside another one, and nothing says which is true."""
    ENDED = "ended"


class ChangeOnPage(NamedTuple):
    """A change of a fact: on which day, from what, to what, where, and by which commit."""

    day: date
    kind: ChangeKind
    subject: str
    label: str
    before: str | None
    after: str | None
    cite: str
    origin: OriginShown


class AuthorOnPage(NamedTuple):
    """Who stated values: how many, how many of them hold or are contested, and the last day."""

    author: str
    agent: bool
    stated: int
    holds: int
    contested: int
    last: date | None


class PageData(NamedTuple):
    """Everything a page shows, of one state of the notes."""

    title: str
    answer: Answered
    since: date
    facts: tuple[FactOnPage, ...]
    states: Mapping[FactState, int]
    conflicts: tuple[ConflictShown, ...]
    freshness: Freshness
    to_check: ToCheck
    changes: tuple[ChangeOnPage, ...]
    authors: tuple[AuthorOnPage, ...]
