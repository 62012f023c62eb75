"""Rivals that are older by written dates or by the order of commits.

Written dates order the lines of one note, of the entries of a series and of the notes of one subject. The
order of commits is believed only between a subject's note and a line that names the subject.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from gitmem.facts.claim import Shape
from gitmem.facts.judging.defeat import Defeat, Strength
from gitmem.facts.judging.order import Ordered
from gitmem.facts.judging.rivals import Group, Join, Kinship, plain_line
from gitmem.facts.judging.rules import EVERYWHERE
from gitmem.facts.judging.survey import Survey
from gitmem.facts.standing import Evidence, EvidenceKind


def newer(survey: Survey) -> Iterator[Defeat]:
    """The rivals that evidence of time beats."""
    yield from _by_groups(survey)
    yield from _by_joins(survey)


def _by_groups(survey: Survey) -> Iterator[Defeat]:
    for group in survey.kin.groups:
        if group.kinship is Kinship.NOTE:
            yield from _in_one_note(survey, group)
        elif group.kinship in (Kinship.ENTRIES, Kinship.SUBJECT):
            yield from _by_date(survey, group.kinship, group.members)


def _in_one_note(survey: Survey, group: Group) -> Iterator[Defeat]:
    """(a): an undated note, the same headings, sections that do not narrow."""
    places: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for index in group.members:
        claim = survey.claims[index]
        if claim.entry.day is None and not claim.spot.narrowing:
            places[claim.spot.headings].append(index)
    for members in places.values():
        if len(members) > 1:
            yield from _by_date(survey, group.kinship, members)


def _by_date(survey: Survey, kinship: Kinship, members: Sequence[int]) -> Iterator[Defeat]:
    """Older ones of a group against the newest, by written dates alone."""
    dated = [
        i for i in members if survey.positions[i].written and plain_line(survey.claims[i]) and survey.open(i)
    ]
    if len({survey.claims[i].norm for i in dated}) < 2 or _like_a_list(survey, kinship, dated):
        return
    dated.sort(key=lambda i: _moment(survey, i), reverse=True)
    leaders = _leaders(survey, dated)
    for loser in dated:
        found = _first_newer(survey, kinship, loser, leaders)
        if found is not None:
            winner, evidence = found
            retires = kinship is Kinship.SUBJECT or survey.claims[loser].tier in EVERYWHERE
            yield Defeat(loser, winner, Strength.WRITTEN, evidence, retires, winner)


def _moment(survey: Survey, index: int) -> tuple[date, str, str, int]:
    written, claim = survey.positions[index].written, survey.claims[index]
    return (written.day if written else date.min), claim.entry.time or "", claim.path, claim.line


def _like_a_list(survey: Survey, kinship: Kinship, dated: Sequence[int]) -> bool:
    """Whether an undeclared key has several values in one section, or in one note or series at one time."""
    places: dict[tuple[object, ...], str] = {}
    for index in dated:
        claim, written = survey.claims[index], survey.positions[index].written
        if claim.tier in EVERYWHERE or written is None:
            continue
        section = (claim.path, claim.spot.section)
        moment = (claim.path if kinship is Kinship.SUBJECT else "", written.day, claim.entry.time)
        for place in (section, moment):
            if places.setdefault(place, claim.norm) != claim.norm:
                return True
    return False


def _leaders(survey: Survey, dated: Sequence[int]) -> list[int]:
    """The newest statement of each note and provenance, newest first: no other can be the winner."""
    seen: set[tuple[object, ...]] = set()
    leaders: list[int] = []
    for index in dated:
        claim = survey.claims[index]
        kind = (claim.path, claim.provenance)
        if kind not in seen:
            seen.add(kind)
            leaders.append(index)
    return leaders


def _first_newer(
    survey: Survey, kinship: Kinship, loser: int, leaders: Sequence[int]
) -> tuple[int, tuple[Evidence, ...]] | None:
    """The newest statement that beats `loser`; None when its own value is the newest."""
    claim, at = survey.claims[loser], survey.positions[loser]
    for leader in leaders:
        other, to = survey.claims[leader], survey.positions[leader]
        if at.written is None or to.written is None or to.written.day <= at.written.day:
            return None
        if kinship is Kinship.SUBJECT and other.path == claim.path:
            continue
        if other.norm == claim.norm:
            return None
        found = survey.compare(leader, loser, ancestry=False)
        if isinstance(found, Ordered) and found.first_newer:
            return leader, found.evidence
    return None


def _by_joins(survey: Survey) -> Iterator[Defeat]:
    """(b): the subject's note against lines that name the subject, by all evidence there is."""
    for join in survey.kin.joins:
        one, two = join.anchor, join.other
        if join.strict and survey.open(one) and survey.open(two):
            if survey.claims[one].norm == survey.claims[two].norm:
                continue
            yield from _by_all(survey, join)


def _by_all(survey: Survey, join: Join) -> Iterator[Defeat]:
    one, two = survey.claims[join.anchor], survey.claims[join.other]
    together = one.path == two.path and one.spot.section == two.spot.section
    found = survey.compare(join.anchor, join.other, ancestry=not together)
    if not isinstance(found, Ordered):
        return
    newer, older = (join.anchor, join.other) if found.first_newer else (join.other, join.anchor)
    if survey.claims[newer].shape is Shape.IS:
        return  # "the host is down" is a remark about the host more often than another value
    if survey.claims[older].shape is Shape.BECOMES and survey.claims[older].tier not in EVERYWHERE:
        return
    by_dates = found.evidence[0].kind is EvidenceKind.WRITTEN
    strength = Strength.WRITTEN if by_dates else Strength.ANCESTRY
    yield Defeat(older, newer, strength, found.evidence, by=newer)
