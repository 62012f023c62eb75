"""Counts that a page draws, from values alone: weeks, changes since a day, authors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from gitmem.memory.explain import StepRole, StepShown
from gitmem.memory.page.values import AuthorOnPage, ChangeKind, ChangeOnPage, FactOnPage, Week

WEEKS = 12
"""How many weeks to come are shown, the present one among them."""

_HOLDS = (StepRole.NOW, StepRole.CONTESTED)


def monday_of(day: date) -> date:
    """The Monday of a day's week."""
    return date.fromordinal(max(day.toordinal() - day.weekday(), 1))


def days_ahead(today: date) -> int:
    """How many days lie before the end of the last week that is shown."""
    return (monday_of(today) + timedelta(days=7 * WEEKS - 1) - today).days


def count_due(days: Sequence[date | None], today: date) -> tuple[int, tuple[Week, ...]]:
    """How many of the days on which something becomes due have come, None among them, and the weeks of the
    others; what is due today or was due before counts as overdue."""
    overdue = sum(day is None or day <= today for day in days)
    mondays = Counter(monday_of(day) for day in days if day is not None and day > today)
    first = monday_of(today)
    weeks = (first + timedelta(days=7 * number) for number in range(WEEKS))
    return overdue, tuple(Week(each, mondays[each]) for each in weeks)


def changes_since(facts: Iterable[FactOnPage], since: date) -> tuple[ChangeOnPage, ...]:
    """What began or ended on `since` or later, the newest first."""
    found = (change for fact in facts for change in _changes(fact, since))
    return tuple(sorted(found, key=lambda each: (-each.day.toordinal(), each.subject, each.label, each.cite)))


def _changes(fact: FactOnPage, since: date) -> Iterator[ChangeOnPage]:
    steps = [step for step in fact.steps if step.role is not StepRole.PLANNED and not step.edited]
    begun = [step for step in steps if step.from_ is not None and step.from_ >= since]
    for step in begun:
        assert step.from_ is not None
        before = _before(step, steps)
        kind = _kind(step, before, steps)
        was = None if before is None else before.value
        yield ChangeOnPage(
            step.from_, kind, fact.subject, fact.label, was, step.value, step.cite, step.origin
        )
    for step in steps:
        if step.role is not StepRole.BEFORE or step.to is None or step.to < since:
            continue
        if not any(other is not step and _follows(other, step.to) for other in steps):
            yield ChangeOnPage(
                step.to,
                ChangeKind.ENDED,
                fact.subject,
                fact.label,
                step.value,
                None,
                step.cite,
                step.ended_by,
            )


def _before(step: StepShown, steps: Sequence[StepShown]) -> StepShown | None:
    """The value that one took the place of: the last that began no later."""
    assert step.from_ is not None
    later = (each for each in steps[steps.index(step) + 1 :] if each.role is StepRole.BEFORE)
    return next((each for each in later if each.from_ is None or each.from_ <= step.from_), None)


def _kind(step: StepShown, before: StepShown | None, steps: Sequence[StepShown]) -> ChangeKind:
    """What the begin of a value means; beside an older one that still stands it decides nothing."""
    beside = any(other is not step and other.role is StepRole.CONTESTED for other in steps)
    if step.role is StepRole.CONTESTED and beside:
        return ChangeKind.CONTESTED
    return ChangeKind.NEW if before is None else ChangeKind.CHANGED


def _follows(step: StepShown, end: date) -> bool:
    """Whether a value held on the day another one ended."""
    if step.role in _HOLDS:
        return True
    return step.from_ is not None and step.from_ >= end


@dataclass(slots=True)
class _Tally:
    """What somebody stated so far."""

    stated: int = 0
    holds: int = 0
    contested: int = 0
    last: date | None = None


def count_authors(facts: Iterable[FactOnPage]) -> tuple[AuthorOnPage, ...]:
    """Who stated the values of some facts, those who stated most first."""
    tallies: dict[tuple[str, bool], _Tally] = {}
    for fact in facts:
        for step in fact.steps:
            if step.origin.author:
                who = step.origin.author, step.origin.agent is not None
                _count(tallies.setdefault(who, _Tally()), step)
    found = [
        AuthorOnPage(*who, each.stated, each.holds, each.contested, each.last)
        for who, each in tallies.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.stated, each.author, each.agent)))


def _count(tally: _Tally, step: StepShown) -> None:
    tally.stated += 1
    tally.holds += step.role is StepRole.NOW
    tally.contested += step.role is StepRole.CONTESTED
    if step.from_ is not None and (tally.last is None or step.from_ > tally.last):
        tally.last = step.from_
