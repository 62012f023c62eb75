"""Facts with two live values that nothing orders, and on request those that something does order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from gitmem.facts.claim import Statement
from gitmem.facts.standing import Conflict, ConflictReason, Evidence, Judged, Rule
from gitmem.index.response import CommitPerson
from gitmem.index.scope import Scope
from gitmem.memory.shown import (
    FLAT,
    Answered,
    Ground,
    StatementShown,
    answered,
    naming,
    show_statement,
    subject_of,
)


@dataclass(frozen=True, slots=True)
class ConflictShown:
    """One fact and its live values, by path and line, named as a note about the thing names it."""

    subject: str
    label: str
    reasons: tuple[ConflictReason, ...]
    rules: tuple[Rule, ...]
    sides: tuple[StatementShown, ...]


@dataclass(frozen=True, slots=True)
class ResolvedShown:
    """An older value that still stands in the notes, the newer one, and the evidence that orders them.

    `newer` is None when the newer place is no longer among the notes. With `reading` both may have been
    true, each on its day.
    """

    subject: str
    label: str
    older: StatementShown
    newer: StatementShown | None
    newer_cite: str
    reading: bool
    struck: bool
    until: date | None
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class ConflictsResponse:
    """All conflicts, by the place of their first side; `resolved` is empty unless it was asked for."""

    answer: Answered = field(metadata=FLAT)
    all: bool
    conflicts: tuple[ConflictShown, ...]
    resolved: tuple[ResolvedShown, ...]


def find_conflicts(ground: Ground, *, everything: bool = False, path: str | None = None) -> ConflictsResponse:
    """The unresolved conflicts with a side in the notes matching the glob `path`.

    With `everything` also pairs that evidence orders. Raises `UsageError` for a bad glob.
    """
    answer, scope = answered(ground, path), Scope(path)
    facts = ground.facts()
    verdict = ground.judge(facts, facts.everything() if everything else facts.disputed())
    groups = [
        group
        for group in _groups(verdict.conflicts)
        if any(scope.holds_path(side.claim.path) for side in _sides(group))
    ]
    older = _ordered(verdict.judged, scope) if everything else []
    by_cite = {each.statement.claim.cite: each.statement for each in verdict.judged}
    people = _people(ground, groups, older, by_cite)
    return ConflictsResponse(
        answer,
        everything,
        tuple(_conflict(group, ground, people) for group in groups),
        tuple(_resolved(each, by_cite, ground, people) for each in older),
    )


def conflicts_of(ground: Ground, pairs: Sequence[Conflict]) -> tuple[ConflictShown, ...]:
    """The unresolved conflicts among facts that were judged already, as `find_conflicts` shows them."""
    groups = _groups(pairs)
    people = _people(ground, groups, (), {})
    return tuple(_conflict(group, ground, people) for group in groups)


def _ordered(judged: Iterable[Judged], scope: Scope) -> list[Judged]:
    """Older values that have a newer one, with a side in scope."""
    return [
        each
        for each in judged
        if _newer(each) and any(map(scope.holds_path, (each.statement.claim.path, _path(_newer(each)))))
    ]


def _newer(judged: Judged) -> str:
    """The cite of what came after; empty if nothing did."""
    return judged.superseded_by[0] if judged.superseded_by else judged.newer_reading or ""


def _path(cite: str) -> str:
    return cite.rpartition(":")[0]


def _people(
    ground: Ground,
    groups: Iterable[Sequence[Conflict]],
    older: Iterable[Judged],
    by_cite: Mapping[str, Statement],
) -> Mapping[str, CommitPerson]:
    shown = [side for group in groups for side in _sides(group)]
    for each in older:
        newer = by_cite.get(_newer(each))
        shown += [each.statement] if newer is None else [each.statement, newer]
    return ground.people(statement.said for statement in shown)


def _conflict(group: Sequence[Conflict], ground: Ground, people: Mapping[str, CommitPerson]) -> ConflictShown:
    sides = _sides(group)
    first = naming([side.claim for side in sides])
    return ConflictShown(
        subject_of(first),
        first.label,
        tuple(dict.fromkeys(pair.reason for pair in group)),
        tuple(dict.fromkeys(pair.rule for pair in group)),
        tuple(show_statement(side, ground, people) for side in sides),
    )


def _resolved(
    judged: Judged,
    by_cite: Mapping[str, Statement],
    ground: Ground,
    people: Mapping[str, CommitPerson],
) -> ResolvedShown:
    claim, newer = judged.statement.claim, by_cite.get(_newer(judged))
    return ResolvedShown(
        subject_of(claim),
        claim.label,
        show_statement(judged.statement, ground, people),
        None if newer is None else show_statement(newer, ground, people),
        _newer(judged),
        reading=not judged.superseded_by,
        struck=claim.strike is not None,
        until=judged.until,
        evidence=judged.evidence,
    )


def _groups(conflicts: Sequence[Conflict]) -> list[list[Conflict]]:
    """Pairs that share a side belong to one fact; the facts by their first side."""
    leader: dict[Statement, Statement] = {}

    def find(side: Statement) -> Statement:
        while leader.setdefault(side, side) is not side:
            side = leader[side]
        return side

    for pair in conflicts:
        leader[find(pair.first)] = find(pair.second)
    groups: defaultdict[Statement, list[Conflict]] = defaultdict(list)
    for pair in conflicts:
        groups[find(pair.first)].append(pair)
    return sorted(groups.values(), key=lambda group: min(_place(side) for side in _sides(group)))


def _sides(group: Iterable[Conflict]) -> list[Statement]:
    sides = {side for pair in group for side in (pair.first, pair.second)}
    return sorted(sides, key=_place)


def _place(statement: Statement) -> tuple[str, int, str, str]:
    claim = statement.claim
    return claim.path, claim.line, claim.literal, claim.value
