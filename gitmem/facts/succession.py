"""What is current, superseded, ended, planned or contested among some statements, by which evidence.

Pure, and independent of the order of what it is given. A struck line is never current; a live line is
called superseded only with evidence; where nothing decides, both stay and the reason is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Shape, Statement, Task
from gitmem.facts.edit import Edit
from gitmem.facts.judging.alone import alone
from gitmem.facts.judging.defeat import Defeat, Strength
from gitmem.facts.judging.evidence import defeats
from gitmem.facts.judging.order import Ordered
from gitmem.facts.judging.rivals import barred
from gitmem.facts.judging.rules import Pair, between_markers, contests
from gitmem.facts.judging.strike_book import StrikeBook
from gitmem.facts.judging.survey import place_of, survey
from gitmem.facts.standing import (
    Ancestry,
    Conflict,
    ConflictReason,
    Evidence,
    EvidenceKind,
    Judged,
    Rule,
    Standing,
    Subjects,
)

_MOST_PLACES = 20  # that are named of one value; logs repeat themselves by the thousand


class Verdict(NamedTuple):
    """The judgement of some statements, by path, line and literal key.

    `facts` groups `judged` (by index) into facts: what is kin, whatever its values are.
    """

    judged: tuple[Judged, ...]
    conflicts: tuple[Conflict, ...]
    facts: tuple[tuple[int, ...], ...] = ()


def judge(
    statements: Sequence[Statement],
    edits: Sequence[Edit],
    *,
    order: Ancestry,
    subjects: Subjects,
    now: Instant,
    prefer: DatePreference,
    as_of: date | None = None,
) -> Verdict:
    """The standing of every statement, given what commits did to claims (`edits`).

    `as_of` asks what held on that day by all that is known: what began later is PLANNED, what ended
    later still holds. No errors; statements that nothing else speaks of are CURRENT.
    """
    return _Judge(statements, edits, order, subjects, now, prefer, as_of).verdict()


class _Judge:
    """One run of `judge`."""

    def __init__(
        self,
        statements: Sequence[Statement],
        edits: Sequence[Edit],
        order: Ancestry,
        subjects: Subjects,
        now: Instant,
        prefer: DatePreference,
        as_of: date | None,
    ) -> None:
        self._statements = sorted(statements, key=place_of)
        self._claims = [each.claim for each in self._statements]
        self._edits = edits
        strikes = StrikeBook(edits, now, prefer)
        found = [alone(each, strikes, now, prefer, as_of) for each in self._statements]
        self._standings = [each.standing for each in found]
        self._starts = [each.start for each in found]
        self._ends = [each.end for each in found]
        self._evidence = [each.evidence for each in found]
        self._reasons = [each.reason for each in found]
        self._live = [each.standing is None for each in found]
        self._survey = survey(
            self._statements,
            self._live,
            order=order,
            subjects=subjects,
            now=now,
            prefer=prefer,
            as_of=as_of,
        )

    def verdict(self) -> Verdict:
        """All of it, in the order of evidence."""
        survey = self._survey
        self._winners: defaultdict[int, list[int]] = defaultdict(list)
        self._readings: defaultdict[int, list[int]] = defaultdict(list)
        self._retire(defeats(survey, self._edits))
        self._judge_struck()
        contested, conflicts = self._contest()
        supersedes: defaultdict[int, list[int]] = defaultdict(list)
        winners = [self._current_winners(index) for index in range(len(self._claims))]
        for index, found in enumerate(winners):
            for winner in found:
                supersedes[winner].append(index)
        same = self._same_values()
        judged = tuple(
            self._judged(index, winners[index], supersedes[index], contested[index], same[index])
            for index in range(len(self._claims))
        )
        return Verdict(judged, tuple(conflicts), survey.kin.facts)

    # Standings that others give

    def _retire(self, found: Sequence[Defeat]) -> None:
        for loser, group in groupby(found, key=lambda each: each.loser):
            against = list(group)
            beaten = [each for each in against if each.retires]
            newer = [each.winner for each in against if each.winner is not None]
            if not beaten:
                self._readings[loser] = newer
                continue
            told = self._telling(beaten)
            winners = [each.winner for each in told if each.winner is not None]
            self._winners[loser] = winners
            gone = not winners and told[0].evidence[0].kind is EvidenceKind.SAID
            self._standings[loser] = Standing.RETRACTED if gone else Standing.SUPERSEDED
            ends = [(day, each) for each in beaten if (day := self._end_by(each)) is not None]
            first = min(ends, key=lambda end: end[0], default=None)
            if first is not None and self._ends[loser] is None:
                self._ends[loser] = first[0]
                told = [first[1], *told]
            self._evidence[loser] = tuple(dict.fromkeys(each for one in told for each in one.evidence))

    def _telling(self, beaten: Sequence[Defeat]) -> list[Defeat]:
        """What is told of the defeats of one statement: what was said and replaced, and the newest rivals."""
        by_time = [each for each in beaten if each.strength >= Strength.WRITTEN]
        latest = max((self._time(each.winner) for each in by_time), default=date.min)
        return [
            each for each in beaten if each.strength < Strength.WRITTEN or self._time(each.winner) == latest
        ]

    def _time(self, index: int | None) -> date:
        """About when a statement was made; only to choose which of several newer ones to name."""
        at = self._survey.positions[index] if index is not None else None
        day = (at.written.day if at.written else at.day) if at is not None else None
        return day or date.min

    def _end_by(self, defeat: Defeat) -> date | None:
        """The day a beaten statement stopped to hold: when its winner began, if that is known and later."""
        began, evidence = self._starts[defeat.loser], defeat.evidence[0]
        end = evidence.day
        if defeat.winner is not None and evidence.kind is not EvidenceKind.REPLACED:
            end = self._starts[defeat.winner]
        if evidence.kind is EvidenceKind.AUTHORITY or end is None or (began is not None and end < began):
            return None
        verified_later = evidence.kind is EvidenceKind.WRITTEN and end == began
        return None if verified_later else end

    def _judge_struck(self) -> None:
        for index, claim in enumerate(self._claims):
            strike = claim.strike
            if strike is None or self._standings[index] is not Standing.RETRACTED:
                continue
            self._winners[index] = successors = self._successors(index)
            if successors or strike.successor:
                self._standings[index] = Standing.SUPERSEDED

    def _successors(self, index: int) -> list[int]:
        """The live statements of the struck one's fact that say something else, its own note first; none
        where several values are meant, and none that was said before it."""
        survey, claim = self._survey, self._claims[index]
        if survey.fact_of[index] in survey.plural:
            return []
        others = [mate for mate in survey.mates(index) if self._may_succeed(mate, index)]
        beside = [mate for mate in others if self._claims[mate].path == claim.path]
        found = beside or others
        values = {self._claims[mate].norm for mate in found}
        return found if claim.tier is not None or len(values) == 1 else []

    def _may_succeed(self, mate: int, struck: int) -> bool:
        claim = self._claims[mate]
        if self._standings[mate] is not None or claim.norm == self._claims[struck].norm or barred(claim):
            return False
        at, ended = self._survey.positions[mate].written, self._survey.positions[struck].written
        return at is None or ended is None or at.day >= ended.day

    def _contest(self) -> tuple[list[list[int]], list[Conflict]]:
        survey = self._survey
        contested: list[list[int]] = [[] for _ in self._claims]
        conflicts: list[Conflict] = []
        pairs = [*contests(self._claims, self._undefeated(), survey.kin, set(survey.plural))]
        for pair in sorted(pairs):
            reason = self._reason(pair)
            if reason is not None:
                self._mark(pair, reason, contested, conflicts)
        for pair in sorted(between_markers(self._claims)):
            self._mark(pair, ConflictReason.UNMERGED, contested, conflicts)
        return contested, conflicts

    def _undefeated(self) -> list[bool]:
        return [standing is None for standing in self._standings]

    def _mark(
        self, pair: Pair, reason: ConflictReason, contested: list[list[int]], conflicts: list[Conflict]
    ) -> None:
        for one, two in ((pair.first, pair.second), (pair.second, pair.first)):
            contested[one].append(two)
            self._standings[one] = Standing.CONTESTED
            self._reasons[one] = self._reasons[one] or reason
        first, second = sorted((pair.first, pair.second))
        conflicts.append(Conflict(self._statements[first], self._statements[second], reason, pair.rule))

    def _reason(self, pair: Pair) -> ConflictReason | None:
        """Why a pair is contested; None when evidence orders it or a list was meant."""
        if not pair.declared:
            return None
        one, two = self._claims[pair.first], self._claims[pair.second]
        together = one.path == two.path and one.spot.section == two.spot.section
        found = self._survey.compare(pair.first, pair.second, ancestry=not together)
        if isinstance(found, Ordered):
            return None
        untagged = one.provenance is None and two.provenance is None
        if pair.rule is Rule.S and untagged and found is not ConflictReason.CONCURRENT:
            return None  # who wrote the younger line saw the older one: adding beside is not replacing
        return found

    # Answers

    def _current_winners(self, index: int) -> list[int]:
        """The winners of a beaten statement that stand; for those that are beaten themselves, theirs."""
        found: dict[int, None] = {}
        passed: set[int] = set()
        todo = list(self._winners.get(index, []))
        while todo:
            winner = todo.pop()
            if winner in passed:
                continue
            passed.add(winner)
            further = self._winners.get(winner, [])
            todo += further
            if self._standings[winner] in (None, Standing.CONTESTED):
                found[winner] = None
        return sorted(found)

    def _same_values(self) -> list[list[int]]:
        same: list[list[int]] = [[] for _ in self._claims]
        for fact in self._survey.kin.facts:
            if len(fact) < 2:
                continue
            values: defaultdict[str, list[int]] = defaultdict(list)
            for index in fact:
                if self._live[index] and self._claims[index].shape is not Shape.ENDS:
                    values[self._claims[index].norm].append(index)
            for members in values.values():
                shown = members[: _MOST_PLACES + 1]
                for index in members:
                    same[index] = [mate for mate in shown if mate != index][:_MOST_PLACES]
        return same

    def _judged(
        self, index: int, winners: list[int], older: list[int], against: list[int], same: list[int]
    ) -> Judged:
        statement, standing = self._statements[index], self._standings[index] or Standing.CURRENT
        plain = Judged(statement, standing, since=self._starts[index], until=self._ends[index])
        evidence, closed = self._evidence[index], self._claims[index].task is Task.CLOSED
        readings = self._readings.get(index, [])
        if standing is Standing.CURRENT:
            if not (older or same or closed or readings):
                return plain
            evidence = self._support(older, evidence)
        newest = self._newest(readings) if readings and standing is Standing.CURRENT else None
        return plain._replace(
            superseded_by=self._cites(winners),
            supersedes=self._cites(older),
            newer_reading=self._claims[newest].cite if newest is not None else None,
            contested_with=self._cites(against),
            reason=self._reasons[index],
            same_as=self._cites(same),
            closed=closed,
            evidence=evidence,
        )

    def _support(self, older: list[int], own: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        """What makes a current statement the current one: the evidence against those before it."""
        against = (each for index in older[:_MOST_PLACES] for each in self._evidence[index])
        return tuple(dict.fromkeys((*own, *against)))

    def _newest(self, readings: Sequence[int]) -> int:
        def moment(index: int) -> tuple[date, str, int]:
            written = self._survey.positions[index].written
            return (written.day if written else date.min), self._claims[index].entry.time or "", index

        return max(readings, key=moment)

    def _cites(self, indexes: Sequence[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._claims[index].cite for index in sorted(indexes)))
