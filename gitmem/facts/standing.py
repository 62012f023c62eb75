"""Standings with the evidence for them, and conflicts with their reasons. Values only."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import NamedTuple, Protocol

from gitmem.facts.claim import KeyWords, Statement


class Standing(Enum):
    """What a live or struck line counts for; the value is the name in JSON."""

    CURRENT = "CURRENT"
    SUPERSEDED = "SUPERSEDED"
    RETRACTED = "RETRACTED"
    EXPIRED = "EXPIRED"
    PLANNED = "PLANNED"
    CONTESTED = "CONTESTED"


class EvidenceKind(Enum):
    """Why something came after something else, the strongest first; the value is the name in JSON."""

    STRUCK = "struck"
    SAID = "said"
    REPLACED = "replaced"
    WRITTEN = "written-dates"
    ANCESTRY = "ancestry"
    AUTHORITY = "authority"
    REMOVED = "removed"
    BOUND = "bound"
    """The line's own `[from:]` or `[until:]`, or a date that has not come yet."""
    UNCOMMITTED = "uncommitted"


class Evidence(NamedTuple):
    """One reason: the commit (full id), day and place (`path:line` or `rev:path:line`) that show it."""

    kind: EvidenceKind
    commit: str | None = None
    day: date | None = None
    place: str | None = None


class ConflictReason(Enum):
    """Why nothing says which of two values is true; the value is the name in JSON."""

    BESIDE = "beside"
    """Both stand in one section: the writer of the younger saw the older and left it."""
    SIMULTANEOUS = "simultaneous"
    """One commit wrote both."""
    CONCURRENT = "concurrent"
    """Two branches: neither commit knows the other."""
    SAME_DAY = "same-day"
    """One written day, and no order of commits."""
    AUTHORITY = "authority"
    """The newer one is inferred or suggested, the older stated."""
    UNMERGED = "unmerged"
    """Merge markers were left around them."""
    UNKNOWN = "unknown-order"
    """History is cut off, or there is none."""


class Rule(Enum):
    """Under which conditions a pair counts as one fact with two values; names as in the documentation."""

    E = "same-section"
    X0 = "subject-and-log"
    C = "same-note"
    S = "tagged-or-any-key"
    NEAR = "same-headings-other-parents"
    MARKERS = "merge-markers"


class Conflict(NamedTuple):
    """Two live claims of one key that nothing orders."""

    first: Statement
    second: Statement
    reason: ConflictReason
    rule: Rule


class Judged(NamedTuple):
    """A statement with its standing.

    Cites are `path:line`. `superseded_by` names the current version, `supersedes` the older ones it
    stands for, `newer_reading` a newer entry where that does not mean the older one was false, `same_as`
    the other places that say the same. `since` and `until` bound when it held, as far as known.
    """

    statement: Statement
    standing: Standing
    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    newer_reading: str | None = None
    contested_with: tuple[str, ...] = ()
    reason: ConflictReason | None = None
    same_as: tuple[str, ...] = ()
    closed: bool = False
    since: date | None = None
    until: date | None = None
    evidence: tuple[Evidence, ...] = ()


class Ancestry(Protocol):
    """The order of commits."""

    def descends(self, newer: str, older: str) -> bool:
        """Whether commit `newer` has commit `older` among its ancestors; a commit is none of its own."""


class Subjects(Protocol):
    """The subjects of all notes of a snapshot."""

    def knows(self, key: KeyWords) -> bool:
        """Whether a note's entity, title or alias has exactly these words (generic titles aside)."""

    def crowded(self, key: KeyWords) -> bool:
        """Whether more than five notes without `entity:` share the title with these words."""
