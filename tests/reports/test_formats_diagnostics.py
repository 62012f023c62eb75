"""What all formats have in common of a finding.

Lost otherwise: one verb warns of what another does not know, or a message that no service shows.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from gitmem.checks.finding import Rule, Severity
from gitmem.facts.standing import ConflictReason
from gitmem.facts.standing import Rule as PairRule
from gitmem.memory.conflicts import ConflictShown, ConflictsResponse
from gitmem.memory.due import StaleKind, StaleReason
from gitmem.memory.stale import StaleResponse
from gitmem.notes.freshness import Volatility
from gitmem.reports.diagnostics import (
    MOST_SIGNS,
    check_diagnostics,
    conflict_diagnostics,
    stale_diagnostics,
)
from gitmem.reports.fingerprints import fingerprints
from tests.reports.made import ANSWER, check_of, contradiction, stale_item, statement


def test_a_contradiction_of_three_values_is_one_error_with_all_its_places() -> None:
    sides = tuple(statement("a.md", line, "Phase", value) for line, value in ((3, "a"), (4, "b"), (5, "c")))
    shown = ConflictShown("Orion", "Phase", (ConflictReason.BESIDE,), (PairRule.E,), sides)
    (found,) = conflict_diagnostics(ConflictsResponse(ANSWER, False, (shown,), ()))
    assert (found.severity, found.path, found.line) == (Severity.ERROR, "a.md", 3)
    assert [(place.line, place.message) for place in found.related] == [(4, "Phase: b"), (5, "Phase: c")]
    assert all(f"a.md:{line}" in found.message for line in (3, 4, 5))


def test_advice_is_told_only_where_it_is_asked_for() -> None:
    sides = statement("a.md", 3, "Phase", "pilot"), statement("a.md", 4, "Phase", "rollout")
    response = check_of(replace(contradiction(*sides), severity=Severity.ADVICE), contradiction(*sides))
    assert [each.severity for each in check_diagnostics(response)] == [Severity.ERROR]
    assert len(check_diagnostics(response, advice=True)) == 2


def test_what_is_due_later_is_not_told_as_past() -> None:
    """`stale --within 30` in a calendar of CI: the day must be there."""
    reasons = (
        StaleReason(StaleKind.UNTIL, date(2026, 10, 5)),
        StaleReason(StaleKind.VOLATILE, date(2026, 9, 1), Volatility.MONEY),
    )
    item = replace(stale_item("a.md", 3, "Rent: $900\nand more"), reasons=reasons)
    (found,) = stale_diagnostics(StaleResponse(ANSWER, 30, False, 30, (item,)))
    assert found.message == "Rent: $900 …: ends from 2026-10-05; money"
    assert (found.rule, found.severity) == (Rule.STALE, Severity.WARNING)


def test_a_date_in_the_future_has_the_rule_that_a_check_gives_it() -> None:
    reason = StaleReason(StaleKind.FUTURE_DATE, None, None, date(2062, 1, 1), "tag", "a.md:3")
    item = replace(stale_item("a.md", 3, "Lamp: on"), reasons=(reason,))
    (found,) = stale_diagnostics(StaleResponse(ANSWER, None, False, 30, (item,)))
    assert (found.rule, found.line) == (Rule.FUTURE_DATE, 3)


def test_a_long_value_gives_no_endless_message() -> None:
    sides = statement("a.md", 3, "Phase", "x" * 5000), statement("a.md", 4, "Phase", "y")
    (found,) = check_diagnostics(check_of(contradiction(*sides)))
    assert len(found.message) == MOST_SIGNS
    assert found.message.endswith("…")


def test_a_fingerprint_does_not_change_with_the_day_it_is_made_on() -> None:
    """Else all stale text would be new findings every morning."""
    item = stale_item("a.md", 3, "Rent: $900")
    later = replace(
        item,
        age_days=200,
        reasons=(*item.reasons, StaleReason(StaleKind.UNTIL, date(2026, 9, 1))),
    )
    found = [
        fingerprints(stale_diagnostics(StaleResponse(ANSWER, None, False, 30, (each,))))
        for each in (item, later)
    ]
    assert found[0] == found[1]
