"""The history of each fact: small histories with the steps of every fact that has a former value."""

from __future__ import annotations

from datetime import date

import pytest

from gitmem.config import DatePreference
from gitmem.facts.edit import Edit
from gitmem.facts.judging.order import commit_day
from gitmem.facts.timeline import FactHistory, Moment, Step, fact_histories, holding
from tests.facts.small_history import SmallHistory
from tests.facts.test_succession import verdict_on
from tests.notes.cases import Case, load

CASES = load("../../facts/fixtures/timeline")


def histories_of(history: SmallHistory) -> tuple[FactHistory, ...]:
    def starts(edit: Edit) -> Moment | None:
        said = history.first_said(edit)
        day = commit_day(said, history.now, DatePreference.AUTHOR) if said else None
        return Moment(day, said.oid, said.authored) if said and day else None

    return fact_histories(
        verdict_on(history),
        history.edits,
        order=history.known,
        subjects=history.known,
        now=history.now,
        prefer=DatePreference.AUTHOR,
        starts=starts,
    )


def told(fact: FactHistory, history: SmallHistory) -> str:
    """A history as fixtures write it."""
    head = f"{fact.subject}: {fact.label}" if fact.subject else fact.label
    return "\n".join([head, *(f"  {_step(each, history)}" for each in fact.steps)])


def _step(step: Step, history: SmallHistory) -> str:
    cite = step.cite
    for oid, name in history.names.items():
        cite = cite.replace(oid, name)
    standing = step.standing.value if step.standing else "former"
    return f"{step.value}, {standing}, {_when(step.since, history)} to {_when(step.until, history)}, {cite}"


def _when(moment: Moment | None, history: SmallHistory) -> str:
    if moment is None:
        return "?"
    return f"{moment.day} ({history.names[moment.commit]})" if moment.commit else str(moment.day)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_steps_are_the_expected_ones(case: Case) -> None:
    """What was true before, since when, and what ended it; a step lost is a value nobody finds again."""
    history = SmallHistory(case.input)
    facts = [each for each in histories_of(history) if len(each.steps) > 1 or each.steps[0].standing is None]
    assert "\n".join(told(each, history) for each in facts) == case.expected


def test_the_order_of_edits_changes_nothing() -> None:
    """Two clones tell one history."""
    for case in CASES:
        history = SmallHistory(case.input)
        expected = histories_of(history)
        history.edits.reverse()
        history.statements.reverse()
        assert histories_of(history) == expected


FLIPS = """
== a 2026-08-01
--- lift.md
# Lift

- Lift status: broken
== b 2026-08-10
--- lift.md
# Lift

- Lift status: working
== c 2026-08-20
--- lift.md
# Lift

- Lift status: broken
- Keeper: Ulf [until: 2026-08-25]
"""


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2026-07-31", []),
        ("2026-08-01", ["broken"]),
        ("2026-08-09", ["broken"]),
        ("2026-08-10", ["working"]),
        ("2026-08-19", ["working"]),
        ("2026-08-20", ["broken", "Ulf"]),
        ("2026-08-25", ["broken", "Ulf"]),
        ("2026-08-26", ["broken"]),
    ],
)
def test_what_held_on_a_day(day: str, expected: list[str]) -> None:
    """ "What was the status on the ninth" has one answer, also on the day of a change."""
    facts = histories_of(SmallHistory(FLIPS))
    held = [step.value for fact in facts for step in holding(fact, date.fromisoformat(day))]
    assert sorted(held) == sorted(expected)
