"""Lessons: list items tagged [inferred], the signals that speak for them, and the gate they have to pass.

A signal is counted once for each commit that brought one, so that one sitting cannot supply three, and the
sessions are days: those that the notes give and those of the commits, whichever are fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.lines import Line
from gitmem.checks.policy.orders import order_in
from gitmem.checks.policy.phrases import is_general, names_rules
from gitmem.notes.days import find_days
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import Provenance
from gitmem.notes.written import DateSource

NEEDED_WEIGHT = 3.0
NEEDED_DAYS = 2
FULL_DAYS = 30
"""Age in days up to which a signal counts whole; an older one counts half."""

_GUESSES = frozenset((Provenance.INFERRED, Provenance.SUGGESTED))


class Signal(NamedTuple):
    """One observation that speaks for a lesson.

    `commit` is the full id of the commit that first said it, None while there is none; `committed` that
    commit's day, None where history does not know it. `day` is the day that the note gives, else that one.
    """

    line: Line
    day: date | None
    commit: str | None = None
    committed: date | None = None


class Counted(NamedTuple):
    """A signal and what it weighs: 0 where another one of its commit counts instead."""

    signal: Signal
    weight: float


class Weighed(NamedTuple):
    """What a lesson has for itself. `passed_once` tells that it would have passed on some earlier day."""

    signals: tuple[Counted, ...]
    weight: float
    days: int
    corrected: bool
    passed_once: bool

    @property
    def passes(self) -> bool:
        """Whether the lesson may be written as a rule now."""
        return self.corrected or (self.weight >= NEEDED_WEIGHT and self.days >= NEEDED_DAYS)


def is_lesson(line: Line) -> bool:
    """Whether a line is an inferred lesson that stands."""
    return line.kind is ChunkKind.LIST_ITEM and line.provenance is Provenance.INFERRED and not line.struck


def written_as_rule(line: Line) -> bool:
    """Whether a lesson stands among rules or says that something always holds; orders are looked at apart."""
    return names_rules((*line.headings, *line.parents)) or is_general(line.words)


def nested(lines: Sequence[Line], at: int) -> Iterator[Line]:
    """The list items under the one at `at`, at any depth; `lines` are those of its note, in order."""
    depth, section = len(lines[at].parents), lines[at].section
    for line in lines[at + 1 :]:
        if line.section != section or len(line.parents) <= depth:
            return
        if line.kind is ChunkKind.LIST_ITEM:
            yield line


def is_signal(line: Line) -> bool:
    """Whether a nested item is an observation; what was struck or is itself a guess is none."""
    return not line.struck and line.provenance not in _GUESSES


def is_correction(line: Line) -> bool:
    """Whether a nested item is a correction by the operator."""
    return not line.struck and line.provenance is Provenance.STATED


def own_day(line: Line) -> date | None:
    """The day that a note gives for one observation: in its text, its tag, or the entry it stands in."""
    named = find_days(line.words)
    if named:
        return named[0].day
    for each in line.days:
        if each.source is not DateSource.FRONT_MATTER:
            return each.day
    return None


def weigh(signals: Iterable[Signal], corrected: bool, today: date) -> Weighed:
    """The signals of a lesson together; those of days to come count for nothing."""
    ordered = sorted(signals, key=lambda each: (each.line.path, each.line.line))
    chosen = _one_a_commit(ordered)
    weights = [_weight(each, today) if at in chosen else 0.0 for at, each in enumerate(ordered)]
    counted = [each for at, each in enumerate(ordered) if at in chosen and weights[at]]
    return Weighed(
        signals=tuple(map(Counted, ordered, weights)),
        weight=sum(weights),
        days=_days(counted),
        corrected=corrected,
        passed_once=any(_passed_on(each.day, counted) for each in counted),
    )


def _passed_on(day: date | None, counted: Sequence[Signal]) -> bool:
    """Whether the signals up to a day were enough on that day."""
    if day is None:
        return False
    known = [each for each in counted if each.day is not None and each.day <= day]
    return sum(_weight(each, day) for each in known) >= NEEDED_WEIGHT and _days(known) >= NEEDED_DAYS


def _one_a_commit(signals: Sequence[Signal]) -> set[int]:
    """Numbers of the signals that count: of each commit the youngest, of what no commit holds one at all.

    Without history each day counts as if it were a commit.
    """
    chosen: dict[tuple[str, object], int] = {}
    for at, signal in enumerate(signals):
        key = ("day", signal.day) if signal.committed is None else ("commit", signal.commit)
        held = chosen.get(key)
        if held is None or _sortable(signals[held].day) < _sortable(signal.day):
            chosen[key] = at
    return set(chosen.values())


def _sortable(day: date | None) -> date:
    return day or date.min


def _weight(signal: Signal, today: date) -> float:
    if signal.day is None or signal.day > today + timedelta(days=1):
        return 0.0
    return 1.0 if (today - signal.day).days <= FULL_DAYS else 0.5


def _days(signals: Sequence[Signal]) -> int:
    said = {each.day for each in signals}
    made = {each.committed or each.day for each in signals}
    return min(len(said), len(made))


def lesson_finding(line: Line, weighed: Weighed, *, sure: bool) -> Finding | None:
    """The finding that a lesson is written as a rule and has not passed the gate; None where it has.

    One that passed once and has grown old is a warning, as is any where history is not complete (`sure`).
    """
    if weighed.passes:
        return None
    breach = Breach.FADED if weighed.passed_once else Breach.UNPROVEN
    grave = sure and breach is Breach.UNPROVEN
    detail = PolicyBreach(breach, line.words, weight=weighed.weight, days=weighed.days)
    severity = Severity.ERROR if grave else Severity.WARNING
    return Finding(Rule.UNPROVEN_LESSON, severity, line.path, line.line, line.end_line, detail)


def orders(lines: Iterable[Line]) -> Iterator[Finding]:
    """A finding for each lesson that is phrased as an order to whoever reads it."""
    for line in lines:
        if may_be_order(line) and order_in(line.text):
            detail = PolicyBreach(Breach.ORDER, line.words)
            yield Finding(Rule.ORDER, Severity.ERROR, line.path, line.line, line.end_line, detail)


def may_be_order(line: Line) -> bool:
    """Whether a line is a lesson, or something else that nobody stated among lessons.

    What the operator stated, and what nested items observed of the world, may quote orders.
    """
    if line.kind is not ChunkKind.LIST_ITEM or line.struck:
        return False
    if line.provenance is Provenance.INFERRED:
        return True
    among = any("lesson" in heading.casefold() for heading in line.headings)
    return among and not line.parents and line.provenance in (None, Provenance.SUGGESTED)
