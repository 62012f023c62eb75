"""What a page holds of many facts, and what it counts, from values alone."""

from __future__ import annotations

import json
from datetime import date

from gitmem.config import FreshnessSettings
from gitmem.index.response import OriginShown
from gitmem.memory.explain import FactState, StepRole, StepShown
from gitmem.memory.page.counting import changes_since
from gitmem.memory.page.freshness import Dated, count_freshness
from gitmem.memory.page.values import ChangeKind, FactOnPage
from gitmem.reports.page.charts import bars
from gitmem.reports.page.packing import pack_facts


def step(
    value: str, role: StepRole = StepRole.NOW, begun: date | None = None, ended: date | None = None
) -> StepShown:
    """One value of a fact."""
    nobody = OriginShown()
    return StepShown(
        role, value, "a.md:3", None, begun, ended, None, nobody, nobody, (), (), edited=False, closed=False
    )


def fact(*steps: StepShown, label: str = "Owner") -> FactOnPage:
    """A fact with some values."""
    return FactOnPage("Orion", label, FactState.CURRENT, None, steps)


def test_facts_that_do_not_fit_are_left_out() -> None:
    """A page must open: it holds the first facts that fit, and the caller can tell how many are missing."""
    many = [fact(step(f"value {number} </script>"), label=f"key {number}") for number in range(500)]
    packed = pack_facts(many, 10_000)
    assert 50 < packed.facts < 500
    assert len(packed.json) < 10_100
    assert "<" not in packed.json
    assert len(json.loads(packed.json)["facts"]) == packed.facts


def test_changes_since_a_day() -> None:
    """A value that began, one that took a place, one beside another, and one that ended are told apart."""
    spring, summer = date(2026, 3, 1), date(2026, 6, 1)
    before = step("Ann", StepRole.BEFORE, spring, summer)
    contested = (step("x", StepRole.CONTESTED, summer), step("y", StepRole.CONTESTED, spring))
    facts = [
        fact(step("Ben", begun=summer), before, label="changed"),
        fact(step("Ben", begun=summer), label="new"),
        fact(before, label="ended"),
        fact(*contested, label="contested"),
        fact(step("Cy", begun=spring), label="old"),
    ]
    found = changes_since(facts, date(2026, 5, 1))
    assert {each.label: each.kind for each in found} == {kind.value: kind for kind in ChangeKind}
    assert next(each.before for each in found if each.label == "changed") == "Ann"


def test_freshness_by_note_and_age() -> None:
    """Each piece counts once by its note and once by its age, also without a date or a commit."""
    today = date(2026, 10, 1)
    rows = [
        Dated("a.md", today.toordinal() - 400, 2),
        Dated("a.md", 10_000_000, 1),
        Dated("b.md", None, 3),
        Dated("b.md", today.toordinal() - 100, 1),
    ]
    found = count_freshness(rows, today, FreshnessSettings())
    assert [tuple(each[:5]) for each in found.notes] == [("a.md", 1, 0, 2, 0), ("b.md", 0, 1, 0, 3)]
    assert sum(group.pieces for group in found.ages) + found.unknown == 7


def test_bars_of_nothing() -> None:
    """An empty memory has a chart too."""
    assert [bar.height for bar in bars([("a", 0, "fresh"), ("b", 0, "stale")])] == [0, 0]
    assert bars([]) == []
