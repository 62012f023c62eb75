"""A remark about a thing, or a note of what is to be done, is no new value of it.

Lost otherwise: "the shop host is down" in a log retires the host's name.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, live, present
from tests.running import Mem

SHOP = "# Shop\n\n- Host: a1.example\n- Owner: Kim Dahl\n- Port: 8443\n"
REMARKS = [
    ("shop host", "a1.example", "Shop host is down."),
    ("shop owner", "Kim Dahl", "The shop owner is on vacation."),
    ("shop port", "8443", "- Shop port: unchanged"),
    ("shop owner", "Kim Dahl", "- Shop owner: see wiki"),
    ("shop owner", "Kim Dahl", "- [ ] Shop owner: ask Kim about the invoice"),
    ("shop port", "8443", "- Shop port: not discussed"),
]


@pytest.mark.parametrize(("question", "value", "remark"), REMARKS, ids=lambda each: each)
def test_it_stands_beside_the_value(
    question: str, value: str, remark: str, repo: RepoBuilder, mem: Mem
) -> None:
    """In a later log, and in one commit with the value."""
    repo.commit("2026-02-05", {"shop.md": SHOP})
    repo.commit("2026-03-05", {"log.md": f"# Log\n\n## 2026-03-05\n\n{remark}\n"})
    assert value in present(mem, question)
    assert conflicts(mem) == []


def test_a_sentence_that_states_a_change_still_counts(repo: RepoBuilder, mem: Mem) -> None:
    """Otherwise nobody could say so in prose."""
    repo.commit("2026-02-05", {"shop.md": SHOP})
    repo.commit("2026-03-05", {"log.md": "# Log\n\n## 2026-03-05\n\nShop owner is now Bert Lie.\n"})
    assert present(mem, "shop owner") == ["Bert Lie"]
    assert "shop.md:4" not in live(mem, "shop owner")


def test_one_letter_is_a_value(repo: RepoBuilder, mem: Mem) -> None:
    """A grade or a blood type is told, and its change is no removal."""
    repo.commit("2026-02-05", {"mia.md": "# Mia\n\n- Grade: B\n"})
    repo.commit("2026-03-05", {"mia.md": "# Mia\n\n- Grade: A\n"})
    assert present(mem, "mia grade") == ["A"]


def test_a_new_value_on_the_line_below_its_strike(repo: RepoBuilder, mem: Mem) -> None:
    """A wrapped item is one item: what follows the strike is what holds now."""
    repo.commit("2026-02-05", {"kim.md": "# Kim\n\n- Address: ~~Old Street 1~~\n  New Street 2\n"})
    assert present(mem, "kim address") == ["New Street 2"]
