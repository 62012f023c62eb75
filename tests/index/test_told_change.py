"""A newer line that says that a value is over comes before the older line that states it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.index.fakes import bench, commit, said

OLD = said(commit("old", "2025-01-05"))
NEW = said(commit("new", "2026-09-20"))
NOTE = "# Kai Moss\n\n- Car: a red van\n- Town: Split\n"


@pytest.mark.parametrize(
    "line",
    [
        "- Kai Moss car a red van -> a blue bus, which was cheap at the price\n",
        "**Kai Moss** comes by bike, no longer a red van, so park him somewhere else\n",
        "Since the move Kai Moss drives a blue bus instead of a red van, they say\n",
    ],
)
def test_a_change_comes_before_the_value_that_it_ends(tmp_path: Path, line: str) -> None:
    """Lost otherwise: the present value, below the old one that still stands in the note."""
    notes = {"kai.md": NOTE, "day.md": line}
    assert bench(tmp_path, notes, kai=OLD, day=NEW).cites("kai moss car")[0] == "day.md:1"


@pytest.mark.parametrize(
    "line",
    [
        "- Ida Moss car a red van -> a blue bus\n",
        "- Kai Moss car a red vane -> a blue bus, and so on until the page was full\n",
        "Talked with Kai Moss on the car, a red van, while somebody sorted the cards\n",
    ],
)
def test_a_line_that_ends_nothing_of_it_stays_below(tmp_path: Path, line: str) -> None:
    """Lost otherwise: the value, below talk of somebody else or of something like it."""
    notes = {"kai.md": NOTE, "day.md": line}
    assert bench(tmp_path, notes, kai=OLD, day=NEW).cites("kai moss car")[0] == "kai.md:3"


def test_an_older_line_ends_nothing(tmp_path: Path) -> None:
    """Lost otherwise: a value that came back, below the note of the day on which it went."""
    notes = {
        "kai.md": NOTE,
        "day.md": "- Kai Moss car a red van -> a blue bus, which was cheap\n",
    }
    assert bench(tmp_path, notes, kai=NEW, day=OLD).cites("kai moss car")[0] == "kai.md:3"
