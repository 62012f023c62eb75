"""What stops a commit, what only warns, and what is never said: small histories with their alarms.

The alarms are those of the last state against its parents.
"""

from __future__ import annotations

import pytest

from gitmem.config import DatePreference
from gitmem.facts.severity import Alarm, Severity, alarms
from tests.facts.small_history import SmallHistory
from tests.notes.cases import Case, load

CASES = load("../../facts/fixtures/severity")


def raised(history: SmallHistory, *, everything: bool = False, strict: bool = False) -> list[Alarm]:
    return alarms(
        history.statements,
        held=None if everything else history.held,
        order=history.known,
        subjects=history.known,
        now=history.now,
        prefer=DatePreference.AUTHOR,
        strict=strict,
    )


def told(alarm: Alarm) -> str:
    """An alarm as fixtures write it."""
    first, second = alarm.first.claim.cite, alarm.second.claim.cite
    order = alarm.reason.value if alarm.reason else f"newer {alarm.newer}"
    return f"{alarm.severity.value} {alarm.rule.name} {first} {second} {order}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_alarms_are_the_expected_ones(case: Case) -> None:
    """One alarm too many and people switch the hook off; one too few and it is no use."""
    shown = [told(each) for each in raised(SmallHistory(case.input))]
    assert "\n".join(shown) == case.expected


BESIDE = """
== a 2026-01-01
--- orion.md
# Orion

- Lead: Dana
- Lead: Sam
== b 2026-02-01
--- mars.md
# Mars

- Lead: Kim
== c 2026-03-01
--- mars.md
# Mars

- Lead: Kim
- Lead: Ray
"""


def test_judging_everything_takes_lines_of_one_commit_as_new_together() -> None:
    """`check --all` has to agree with what the hook said when the lines came in."""
    shown = [told(each) for each in raised(SmallHistory(BESIDE), everything=True)]
    assert shown == [
        "error E mars.md:3 mars.md:4 beside",
        "warning E orion.md:3 orion.md:4 simultaneous",
    ]


def test_strict_makes_errors_of_warnings() -> None:
    """A memory policy that wants one un-struck version of each fact."""
    found = raised(SmallHistory(BESIDE), everything=True, strict=True)
    assert {each.severity for each in found} == {Severity.ERROR}


def test_the_order_of_files_changes_nothing() -> None:
    """Two machines that read the notes in another order have to raise the same alarms."""
    history = SmallHistory(BESIDE)
    found = raised(history, everything=True)
    history.statements.reverse()
    assert raised(history, everything=True) == found


LOG = """
== a 2026-01-01
--- orion.md
# Orion

- Lead: Dana
== b 2026-03-01
--- log.md
# Log

## 2026-02-01

- Orion lead: Sam

## 2026-03-01

- Orion lead: Kim
"""


def test_an_outdated_line_is_told_once_with_the_newest_that_came_instead() -> None:
    """A long log would raise an alarm for each of its days."""
    history = SmallHistory(LOG)
    expected = ["warning X0 log.md:9 orion.md:3 newer log.md:9"]
    assert [told(each) for each in raised(history)] == expected
    assert [told(each) for each in raised(history, everything=True)] == expected


def test_older_entries_of_a_log_are_no_fault_of_the_note() -> None:
    """Whoever updates a note need not rewrite the log."""
    note = "\n== c 2026-04-01\n--- orion.md\n# Orion\n\n- Lead: Ray\n"
    assert raised(SmallHistory(LOG + note)) == []
