"""The file that `git mem report --format html` writes: what is in it, and what never is."""

from __future__ import annotations

import json
import re
from datetime import date

from gitmem.config import FreshnessSettings
from gitmem.memory.explain import FactState
from gitmem.memory.page.freshness import Dated, count_freshness
from gitmem.memory.page.values import FactOnPage
from gitmem.reports.page.packing import pack_facts, script_json
from tests.builder import RepoBuilder
from tests.running import Mem


def test_the_page_allows_no_program_but_its_own(repo: RepoBuilder, mem: Mem) -> None:
    """Otherwise a fault in the escaping would be enough to do harm."""
    repo.commit("2026-08-01", {"a.md": "# A\n\n- Lead: Ann\n"})
    text = mem("report", "--format", "html").out
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy and "http" not in policy
    assert not re.search(r'(?:src|href)="(?!#)', text)


def test_since_moves_the_day_from_which_changes_are_told(repo: RepoBuilder, mem: Mem) -> None:
    """Otherwise a reader who was away for long could not see what changed meanwhile."""
    repo.commit("2026-01-01", {"a.md": "# A\n\n- Lead: Ann\n"})
    repo.commit("2026-02-01", {"a.md": "# A\n\n- Lead: Ben\n"})
    assert "No value began or ended since then" in mem("report", "--format", "html").out
    wide = mem("report", "--format", "html", "--since", "2026-01-15").out
    assert "Changed since 2026-01-15" in wide and "<del><bdi>Ann</bdi></del>" in wide


def test_an_empty_memory_has_a_page_too(repo: RepoBuilder, mem: Mem) -> None:
    """Otherwise the first look at a new memory would be a fault."""
    ran = mem("report", "--format", "html")
    assert ran.code == 0
    assert "No two live values contradict each other" in ran.out


def test_what_does_not_fit_is_left_out_and_counted() -> None:
    """Otherwise a page would grow without bound, or keep quiet about what is missing."""
    facts = [FactOnPage("Unit", f"Key {number}", FactState.CURRENT, None, ()) for number in range(200)]
    packed = pack_facts(facts, 1_000)
    assert 0 < packed.facts < 200 and len(packed.json) <= 1_100
    assert len(json.loads(packed.json)["facts"]) == packed.facts
    assert pack_facts(facts).facts == 200


def test_json_in_a_script_element_cannot_end_it() -> None:
    """Otherwise a value could close the element and go on as markup."""
    said = "</script><!-- & \u2028\u2029"
    assert not set(script_json(said)) & set("<>&\u2028\u2029")
    assert json.loads(script_json(said)) == said


def test_ages_are_counted_by_note_and_by_group() -> None:
    """Otherwise the picture of freshness would be wrong at the very days that decide."""
    today, settings = date(2026, 10, 1), FreshnessSettings()
    days = {age: today.toordinal() - age for age in (0, 90, 91, 365, 366)}
    rows = [Dated("a.md", day, 1) for day in days.values()] + [Dated("b.md", None, 3)]
    found = count_freshness(rows, today, settings)
    assert [(each.path, *each[1:5]) for each in found.notes] == [("a.md", 2, 2, 1, 0), ("b.md", 0, 0, 0, 3)]
    assert [each.pieces for each in found.ages] == [1, 1, 1, 1, 1, 0]
    assert found.unknown == 3
