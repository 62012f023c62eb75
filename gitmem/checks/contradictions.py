"""Pairs of values of one fact as findings: those that a change makes, or all there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gitmem.checks.finding import ExcusedConflict, Finding, Rule
from gitmem.checks.held import HeldLines
from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Statement
from gitmem.facts.severity import Alarm, Held, Severity, alarms
from gitmem.facts.standing import Ancestry, Subjects
from gitmem.facts.standing import Rule as PairRule


class Court(NamedTuple):
    """What pairs are judged by, whatever they say."""

    order: Ancestry
    subjects: Subjects
    now: Instant
    prefer: DatePreference
    strict: bool

    def alarms(self, statements: Sequence[Statement], held: Held | None) -> list[Alarm]:
        """The alarms among some statements, those between merge markers left to the rule about markers."""
        found = alarms(
            statements,
            held=held,
            order=self.order,
            subjects=self.subjects,
            now=self.now,
            prefer=self.prefer,
            strict=self.strict,
        )
        return [each for each in found if each.rule is not PairRule.MARKERS]


def all_contradictions(court: Court, statements: Sequence[Statement]) -> list[Finding]:
    """Every contradiction among the statements, at the younger line where dates tell, else at the second."""
    return [_finding(alarm, _younger(alarm)) for alarm in court.alarms(statements, None)]


def new_contradictions(
    court: Court, statements: Sequence[Statement], held: HeldLines, parents: int
) -> list[Finding]:
    """The contradictions that no single one of so many parents holds, each at the line that is new.

    No parent is asked where no pair contradicts each other at all, and those after the first only where the
    first alone would have something found.
    """
    for known in range(min(parents, 2)):
        if not _may_be_new(court, statements, held, known):
            return []
    found = [alarm for alarm in court.alarms(statements, held) if not _stood_together(alarm, held)]
    return [_finding(alarm, _added(alarm, held)) for alarm in found]


def _stood_together(alarm: Alarm, held: HeldLines) -> bool:
    """Whether a pair of one note stood there before, when the note had another name, title or alias."""
    return alarm.first.claim.path == alarm.second.claim.path and held.together(alarm.first, alarm.second)


def _may_be_new(court: Court, statements: Sequence[Statement], held: HeldLines, known: int) -> bool:
    """Whether a pair is new to the first `known` parents, and matters with one new line or with two."""
    numbers: dict[Statement, int] = {each: -1 - at for at, each in enumerate(statements)}

    def alone(statement: Statement) -> frozenset[int]:
        return held.by(statement, known)

    def apart(statement: Statement) -> frozenset[int]:
        # A parent of its own for each line: no pair is held because of it, and none is new as a whole.
        return held.by(statement, known) | {numbers[statement]}

    return bool(court.alarms(statements, alone) or court.alarms(statements, apart))


def excused(before: Iterable[Alarm], after: Iterable[Alarm]) -> Iterator[Finding]:
    """The errors of `before` that are none in `after`, though the notes are the same: a changed configuration
    made them none. A warning each."""
    kept = {_identity(alarm) for alarm in after if alarm.severity is Severity.ERROR}
    for alarm in before:
        if alarm.severity is Severity.ERROR and _identity(alarm) not in kept:
            side = _younger(alarm).claim
            detail = ExcusedConflict(alarm)
            yield Finding(Rule.CONFLICT, Severity.WARNING, side.path, side.line, side.end_line, detail)


_Side = tuple[str, int, str, str]


def _identity(alarm: Alarm) -> frozenset[_Side]:
    sides = (alarm.first.claim, alarm.second.claim)
    return frozenset((each.path, each.line, each.literal, each.norm) for each in sides)


def _finding(alarm: Alarm, side: Statement) -> Finding:
    claim = side.claim
    return Finding(Rule.CONFLICT, alarm.severity, claim.path, claim.line, claim.end_line, alarm)


def _added(alarm: Alarm, held: Callable[[Statement], frozenset[int]]) -> Statement:
    """The line that the change adds; the second where it adds both or merely brings them together."""
    first, second = bool(held(alarm.first)), bool(held(alarm.second))
    return alarm.first if second and not first else alarm.second


def _younger(alarm: Alarm) -> Statement:
    if alarm.newer is not None:
        return alarm.first if alarm.newer == alarm.first.claim.cite else alarm.second
    one, two = alarm.first, alarm.second
    if one.pending != two.pending:
        return one if one.pending else two
    if one.said is not None and two.said is not None and one.said.committed > two.said.committed:
        return one
    return two
