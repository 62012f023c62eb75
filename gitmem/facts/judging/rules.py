"""When two claims of one key count as one fact with two values: the conditions E, S, C, X0 and NEAR.

One predicate for standing (which adds that nothing orders them) and severity (which adds that the pair is
new). Conditions were measured by replaying real repositories; none is to be relaxed without doing so again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from gitmem.facts.claim import Bar, Claim, Shape, SubjectSource, Tier
from gitmem.facts.judging.rivals import Group, Join, Kin, Kinship, barred, plain_line, sentence
from gitmem.facts.reading.twins import are_others
from gitmem.facts.standing import Rule

EVERYWHERE = (Tier.CONFIGURED, Tier.BUILT_IN)
"""Tiers that hold across sections and notes; the third is believed within one section only."""

_SIDE_BY_SIDE = 2  # live lines of a conflict in one section; three are a list
_CROWD = 16  # lines of one group beyond which only the first of each value is paired


class Pair(NamedTuple):
    """Two claims (by index) of one fact with two values, and the rule they satisfy.

    `declared` is False only for X0 with an undeclared key, which is worth a hint and no more.
    """

    first: int
    second: int
    rule: Rule
    declared: bool = True


def declared_everywhere(one: Claim, two: Claim) -> bool:
    """Whether either side's key is declared across notes."""
    return one.tier in EVERYWHERE or two.tier in EVERYWHERE


def applies(one: Claim, two: Claim, kinship: Kinship, side_by_side: int = _SIDE_BY_SIDE) -> Rule | None:
    """The rule that two live claims of this kinship satisfy, None when they are no conflict in any case.

    `side_by_side` is the number of live lines with their key in their section.
    """
    if one.norm == two.norm or barred(one) or barred(two) or Shape.IS in (one.shape, two.shape):
        return None
    if kinship is Kinship.SECTION:
        if side_by_side != _SIDE_BY_SIDE:
            return None
        if one.tier is not None and two.tier is not None:
            return Rule.E
        return Rule.S if any_key(one) and any_key(two) else None
    if kinship is Kinship.NOTE:
        configured = one.tier is Tier.CONFIGURED and two.tier is Tier.CONFIGURED
        return Rule.C if configured and one.spot.section != two.spot.section else None
    if kinship is Kinship.LOG:
        return Rule.X0 if declared_everywhere(one, two) and not copies(one, two) else None
    return None


def any_key(claim: Claim) -> bool:
    """Rule S: a plain line whose key or value reads as no list and whose value is no address."""
    return plain_line(claim) and not claim.bars & (Bar.LIST_LIKE | Bar.URL_VALUE)


def copies(one: Claim, two: Claim) -> bool:
    """Whether both lines stand in notes of one title, as translated and forked notes do."""
    if one.path == two.path or one.literal != two.literal:
        return False
    titles = one.about.source is SubjectSource.TITLE and two.about.source is SubjectSource.TITLE
    return titles and bool(set(one.about.keys) & set(two.about.keys))


def plural_facts(claims: Sequence[Claim], live: Sequence[bool], kin: Kin, fact_of: Sequence[int]) -> set[int]:
    """The facts (by index) whose key holds several values: said so, or three or more lines side by side.

    Three lines with two values count too: a key that is repeated in a section belongs to several things.

    `fact_of` tells the fact of each claim.
    """
    found = {fact_of[index] for index, claim in enumerate(claims) if claim.many and live[index]}
    for group in kin.groups:
        if group.kinship is Kinship.SECTION and len(group.members) > _SIDE_BY_SIDE:
            values = _values(claims, live, group)
            if len(values) > _SIDE_BY_SIDE and len(set(values)) > 1:
                found.add(fact_of[group.members[0]])
    return found


def _values(claims: Sequence[Claim], live: Sequence[bool], group: Group) -> list[str]:
    """The live values of one group, line by line, rows and sentences left out."""
    members = (claims[index] for index in group.members if live[index])
    return [claim.norm for claim in members if not sentence(claim) and _countable(claim)]


def _countable(claim: Claim) -> bool:
    return claim.shape not in (Shape.ROW, Shape.ENDS) and not claim.allowed


def contests(claims: Sequence[Claim], live: Sequence[bool], kin: Kin, plural: set[int]) -> Iterator[Pair]:
    """All pairs of live claims that satisfy a rule, each once; those of plural facts left out."""
    lists = {member for number in plural for member in kin.facts[number]}
    seen: set[tuple[int, int]] = set()
    for pair in _all_pairs(claims, live, kin, lists):
        key = (min(pair[:2]), max(pair[:2]))
        if key not in seen:
            seen.add(key)
            yield pair


def _all_pairs(claims: Sequence[Claim], live: Sequence[bool], kin: Kin, lists: set[int]) -> Iterator[Pair]:
    for group in kin.groups:
        if group.kinship not in (Kinship.SECTION, Kinship.NOTE) or group.members[0] in lists:
            continue
        members = [index for index in group.members if live[index] and not barred(claims[index])]
        if len({claims[index].norm for index in members}) < _SIDE_BY_SIDE:
            continue
        beside = len(_values(claims, live, group)) if group.kinship is Kinship.SECTION else _SIDE_BY_SIDE
        for first, second in _combine(members, claims):
            rule = applies(claims[first], claims[second], group.kinship, max(beside, _SIDE_BY_SIDE))
            if rule is not None:
                yield Pair(first, second, rule)
    for join in kin.joins:
        if live[join.anchor] and live[join.other] and not {join.anchor, join.other} & lists:
            yield from _joined(join, claims)


def _joined(join: Join, claims: Sequence[Claim]) -> Iterator[Pair]:
    one, two = claims[join.anchor], claims[join.other]
    if one.norm == two.norm or barred(one) or barred(two):
        return
    if applies(one, two, Kinship.LOG) is not None:
        yield Pair(join.anchor, join.other, Rule.X0)
    elif plain_line(one) and plain_line(two) and join.strict and not copies(one, two):
        yield Pair(join.anchor, join.other, Rule.X0, declared=False)


def _combine(members: Sequence[int], claims: Sequence[Claim]) -> Iterator[tuple[int, int]]:
    if len(members) > _CROWD:
        members = list({claims[index].norm: index for index in reversed(members)}.values())[:_CROWD]
    return combinations(sorted(members), 2)


def near(claims: Sequence[Claim], live: Sequence[bool]) -> Iterator[Pair]:
    """Pairs under the same headings but other parent bullets, of a declared key with two values in all."""
    places: defaultdict[tuple[str, int, str], list[int]] = defaultdict(list)
    for index, claim in enumerate(claims):
        if live[index] and claim.tier is not None and plain_line(claim) and not barred(claim):
            places[claim.path, claim.spot.section, claim.literal].append(index)
    for members in places.values():
        if len({claims[index].norm for index in members}) != _SIDE_BY_SIDE:
            continue
        for first, second in _combine(members, claims):
            one, two = claims[first], claims[second]
            if one.norm != two.norm and are_others(one.spot.parents, two.spot.parents):
                yield Pair(first, second, Rule.NEAR)


def between_markers(claims: Sequence[Claim]) -> Iterator[Pair]:
    """The values of one key that were left between merge markers."""
    places: dict[tuple[str, str], list[int]] = {}
    for index, claim in enumerate(claims):
        if claim.unmerged:
            places.setdefault((claim.path, claim.literal), []).append(index)
    for members in places.values():
        for first, second in combinations(members, 2):
            if claims[first].norm != claims[second].norm:
                yield Pair(first, second, Rule.MARKERS)
