"""Inferred lessons of the notes with the signals that speak for them, and whether they pass their gate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from gitmem.checks.policy.lessons import Counted, Weighed, is_lesson, written_as_rule
from gitmem.checks.policy.lines import Line
from gitmem.checks.policy.orders import order_in
from gitmem.index.response import OriginShown
from gitmem.index.results import show_origin
from gitmem.index.scope import Scope
from gitmem.memory.checking.policy.notes import PolicyNotes
from gitmem.memory.shown import FLAT, Answered, Ground, answered


@dataclass(frozen=True, slots=True)
class SignalShown:
    """One observation. `weight` is 0 where it does not count: another of its commit does, or it has no day.

    `origin` is the commit that first said it.
    """

    cite: str
    path: str
    line: int
    text: str
    day: date | None
    weight: float
    origin: OriginShown


@dataclass(frozen=True, slots=True)
class LessonShown:
    """One lesson. `sessions` are the days its signals come from; `corrected` that the operator corrected it,
    which passes the gate; `as_rule` that it is written as a rule, `as_order` as an order to its reader."""

    cite: str
    path: str
    line: int
    end_line: int
    heading_path: tuple[str, ...]
    text: str
    struck: bool
    as_rule: bool
    as_order: bool
    weight: float
    sessions: int
    corrected: bool
    passes: bool
    signals: tuple[SignalShown, ...]
    origin: OriginShown


@dataclass(frozen=True, slots=True)
class LessonsResponse:
    """All lessons, those that pass first, then the weightiest; with `all` struck ones are among them."""

    answer: Answered = field(metadata=FLAT)
    all: bool
    needed_weight: float
    needed_sessions: int
    lessons: tuple[LessonShown, ...]


def find_lessons(ground: Ground, *, everything: bool = False, path: str | None = None) -> LessonsResponse:
    """The lessons of the notes that match the glob `path`; with `everything` struck ones too."""
    from gitmem.checks.policy.lessons import NEEDED_DAYS, NEEDED_WEIGHT

    answer, scope = answered(ground, path), Scope(path)
    notes = PolicyNotes(ground, claims=False)
    paths = [each for each in notes.holding("inferred") if scope.holds_path(each)]
    found = [
        (line, notes.weighed(line))
        for each in paths
        for line in notes.lines(each)
        if _asked(line, everything)
    ]
    shown = list(_shown(ground, notes, found))
    return LessonsResponse(answer, everything, NEEDED_WEIGHT, NEEDED_DAYS, tuple(sorted(shown, key=_order)))


def _asked(line: Line, everything: bool) -> bool:
    return is_lesson(line) or (everything and is_lesson(line._replace(struck=False)))


def _order(lesson: LessonShown) -> tuple[bool, bool, float, str, int]:
    return lesson.struck, not lesson.passes, -lesson.weight, lesson.path, lesson.line


def _shown(
    ground: Ground, notes: PolicyNotes, found: Sequence[tuple[Line, Weighed]]
) -> Iterator[LessonShown]:
    lines = [line for line, _ in found]
    lines += [each.signal.line for _, weighed in found for each in weighed.signals]
    said = {line.cite: notes.origin(line).said for line in lines}
    people = ground.people(said.values())

    def origin(line: Line) -> OriginShown:
        return show_origin(said[line.cite], people)

    def signal(counted: Counted) -> SignalShown:
        line = counted.signal.line
        return SignalShown(
            line.cite, line.path, line.line, line.words, counted.signal.day, counted.weight, origin(line)
        )

    for line, weighed in found:
        yield LessonShown(
            cite=line.cite,
            path=line.path,
            line=line.line,
            end_line=line.end_line,
            heading_path=line.headings,
            text=line.words,
            struck=line.struck,
            as_rule=written_as_rule(line),
            as_order=order_in(line.text),
            weight=weighed.weight,
            sessions=weighed.days,
            corrected=weighed.corrected,
            passes=weighed.passes,
            signals=tuple(map(signal, weighed.signals)),
            origin=origin(line),
        )
