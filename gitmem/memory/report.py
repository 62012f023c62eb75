"""The whole state of a memory for people: its numbers, what contradicts, what is stale, and who may help.

Puts together what other modules of this room work out, each of them once and all of one snapshot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from gitmem.checks.finding import Rule, Severity
from gitmem.memory.checking.check import check_notes
from gitmem.memory.checking.findings import CheckScope, FindingShown
from gitmem.memory.checking.scope import Span
from gitmem.memory.conflicts import ConflictShown, find_conflicts
from gitmem.memory.shown import FLAT, Answered, Ground
from gitmem.memory.stale import StaleItem, find_stale
from gitmem.memory.stats import StatsReport
from gitmem.memory.upkeep import count_store


@dataclass(frozen=True, slots=True)
class NoteAttention:
    """How many findings speak of a note; one of two notes counts for both."""

    path: str
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class AuthorAttention:
    """What somebody wrote that has to be decided or checked again; `agent` tells that it is a program."""

    author: str
    agent: bool
    contradictions: int
    stale: int


@dataclass(frozen=True, slots=True)
class ReportResponse:
    """The state of a memory.

    `findings` are all that a check of everything finds; `conflicts` and `stale` tell more of those among
    them that are contradictions and stale text. `notes` and `authors` have what needs attention most first.
    """

    answer: Answered = field(metadata=FLAT)
    strict: bool
    stats: StatsReport
    volatile_days: int
    conflicts: tuple[ConflictShown, ...]
    stale: tuple[StaleItem, ...]
    findings: tuple[FindingShown, ...]
    notes: tuple[NoteAttention, ...]
    authors: tuple[AuthorAttention, ...]

    @property
    def others(self) -> tuple[FindingShown, ...]:
        """The findings that neither `conflicts` nor `stale` tells of."""
        contested = [{side.cite for side in each.sides} for each in self.conflicts]
        return tuple(each for each in self.findings if not _told(each, contested))


def _told(finding: FindingShown, contested: Iterable[set[str]]) -> bool:
    if finding.rule in (Rule.STALE, Rule.FUTURE_DATE):
        return True
    cites = {side.cite for side in finding.sides}
    return finding.rule is Rule.CONFLICT and any(cites <= each for each in contested)


def report_memory(ground: Ground, *, strict: bool = False) -> ReportResponse:
    """The state of the notes of `ground`; `strict` as of a check."""
    conflicts, stale = find_conflicts(ground), find_stale(ground)
    checked = check_notes(ground, Span(CheckScope.ALL), strict=strict, stale=stale)
    return ReportResponse(
        answer=checked.answer,
        strict=checked.strict,
        stats=count_store(ground.session, ground.store, ground.now, ground.prefer),
        volatile_days=stale.volatile_days,
        conflicts=conflicts.conflicts,
        stale=stale.items,
        findings=checked.findings,
        notes=_notes(checked.findings),
        authors=_authors(conflicts.conflicts, stale.items),
    )


def _notes(findings: Iterable[FindingShown]) -> tuple[NoteAttention, ...]:
    errors: Counter[str] = Counter()
    warnings: Counter[str] = Counter()
    for each in findings:
        paths = {side.path for side in each.sides} | ({each.path} if each.path is not None else set())
        if each.severity is not Severity.ADVICE:
            (errors if each.severity is Severity.ERROR else warnings).update(paths)
    found = [NoteAttention(path, errors[path], warnings[path]) for path in {*errors, *warnings}]
    return tuple(sorted(found, key=lambda each: (-each.errors, -each.warnings, each.path)))


def _authors(conflicts: Iterable[ConflictShown], stale: Iterable[StaleItem]) -> tuple[AuthorAttention, ...]:
    contested: Counter[tuple[str, bool]] = Counter()
    for each in conflicts:
        origins = [side.origin for side in each.sides]
        contested.update({(who.author, who.agent is not None) for who in origins if who.author})
    old: Counter[tuple[str, bool]] = Counter()
    for item in stale:
        if item.origin.author:
            old[item.origin.author, item.origin.agent is not None] += 1
    found = [AuthorAttention(*who, contested[who], old[who]) for who in {*contested, *old}]
    return tuple(sorted(found, key=lambda each: (-each.contradictions, -each.stale, each.author, each.agent)))
