"""What a check answers: findings as they are shown, with the places, dates and people of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a hook needs the names of scopes before it needs any of this
    from datetime import date

    from gitmem.checks.finding import Breach, Rule, Severity
    from gitmem.facts.standing import ConflictReason
    from gitmem.facts.standing import Rule as PairRule
    from gitmem.index.response import AbsenceReason, SkippedNote
    from gitmem.memory.due import StaleReason
    from gitmem.memory.shown import Answered, StatementShown


class CheckScope(Enum):
    """What was judged; the value is the name in JSON."""

    WORKTREE = "worktree"
    """What the notes as they lie here add to HEAD."""
    STAGED = "staged"
    """What the index that is being committed adds to its parents."""
    RANGE = "range"
    """What a range of commits adds."""
    ALL = "all"
    """Everything the notes hold."""


@dataclass(frozen=True, slots=True)
class FindingShown:
    """One finding; which of the later fields say something depends on the rule, the others are empty.

    GM001: `subject`, `label`, `pair_rule`, `reason` (why nothing orders the `sides`) or `newer` (`path:line`
    of the newer of them), `excused` (a change of the configuration made it no contradiction). GM002: `text`
    and `reasons`. GM003: nothing else. GM004, which has no place: `gaps`. GM005: `count` of pieces without a
    date. GM006: `text`, `written` (the end as it is written) and `struck` (the day of the commit that struck
    it, where the two disagree). GM012: `original`. GM013: `text` and `written`. GM007 to GM011 and GM014 to
    GM017: `breach`, and what `gitmem.checks.finding.PolicyBreach` says of it.
    """

    rule: Rule
    severity: Severity
    path: str | None
    line: int | None
    end_line: int | None
    subject: str = ""
    label: str = ""
    pair_rule: PairRule | None = None
    reason: ConflictReason | None = None
    newer: str | None = None
    excused: bool = False
    sides: tuple[StatementShown, ...] = ()
    text: str = ""
    reasons: tuple[StaleReason, ...] = ()
    written: str | None = None
    struck: date | None = None
    original: str | None = None
    count: int | None = None
    gaps: tuple[AbsenceReason, ...] = ()
    breach: Breach | None = None
    target: str | None = None
    limit: int | None = None
    weight: float | None = None
    days: int | None = None
    person: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class CheckResponse:
    """All findings, by path, line and rule. `base` and `target` are full ids; None where it is no commit.

    `differing` counts the notes that the change touches; None where everything was judged. `unstaged` are
    paths of findings whose file on disk is not as it is staged, for `STAGED` only. `unread` are files among
    what was judged that could not be read, so nothing is said about them.
    """

    answer: Answered = field(metadata={"flat": True})
    scope: CheckScope
    base: str | None
    target: str | None
    strict: bool
    differing: int | None
    findings: tuple[FindingShown, ...]
    unstaged: tuple[str, ...] = ()
    unread: tuple[SkippedNote, ...] = ()
