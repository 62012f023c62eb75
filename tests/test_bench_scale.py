"""The table of growth says what was measured: exponents, gaps, and what the plot is drawn from."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from bench import scale, search
from bench.measure import Target, milliseconds, watch
from bench.repositories import Repositories
from bench.scale import Cost, exponent, growth_table, keep, measure_scale
from bench.search import Size


def test_exponents_say_how_cost_grows() -> None:
    """Quadratic growth shown as linear would hide that a large memory cannot be searched."""
    assert exponent((10, 1.0), (1000, 100.0)) == pytest.approx(1)
    assert exponent((10, 1.0), (1000, 10_000.0)) == pytest.approx(2)
    assert exponent((10, 5.0), (1000, 5.0)) == pytest.approx(0)
    assert exponent((10, 0.0), (1000, 5.0)) is None


def test_a_size_that_was_not_asked_has_no_exponent() -> None:
    """A peer that was spared a size would get a figure that nobody measured."""
    costs = [
        Cost("search", "gitmem", ((3_000, 0.1), (100_000, 0.1), (1_000_000, 0.2)), milliseconds),
        Cost("search", "peer", ((3_000, 0.1), (100_000, 3.4)), milliseconds),
    ]
    table = growth_table("Growth", costs, [3_000, 100_000, 1_000_000], "chunks", "")
    assert table.columns[2:] == (
        *("3k chunks", "100k chunks", "1M chunks"),
        *("3k to 100k", "100k to 1M", "over all"),
    )
    assert table.rows[0][5:] == ("0.00", "0.30", "0.12")
    assert table.rows[1][4:] == ("not asked", "1.01", "—", "—")


def test_the_plot_has_the_searches_and_nothing_else(tmp_path: Path) -> None:
    """A build drawn as a search would make everything look slow."""
    file = tmp_path / "results" / "scale.json"
    keep(
        [Cost(scale.SEARCH, "gitmem", ((3_000, 0.1),), milliseconds), Cost("build", "x", ((3, 1),), str)],
        file,
    )
    assert json.loads(file.read_text()) == {"searches": [{"system": "gitmem", "chunks": 3_000, "cpu": 0.1}]}


def test_memory_is_that_of_the_command(tmp_path: Path) -> None:
    """The memory of whoever measures would be taken for gitmem's."""
    small = watch([sys.executable, "-S", "-c", "pass"], tmp_path).peak
    large = watch([sys.executable, "-S", "-c", "b'x' * 90_000_000"], tmp_path).peak
    assert small < 60_000_000 < 90_000_000 < large


@pytest.mark.stress
def test_everything_is_measured_at_a_small_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour of measuring would end with an error at its last table."""
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    target = Target(1.0)
    sizes = (Size("0.3k", 300, 30, target, target, False), Size("0.6k", 600, 60, target, target, False))
    monkeypatch.setattr(scale, "SIZES", sizes)
    monkeypatch.setattr(scale, "HISTORIES", ((60, 4, 12),))
    monkeypatch.setattr(scale, "STEPS", 4)
    monkeypatch.setattr(search, "UPDATES", 2)
    monkeypatch.setattr(scale, "FIGURES", tmp_path / "scale.json")
    notes, past = measure_scale(Repositories(tmp_path / "work"), tmp_path, 1, small=False)
    assert {row[1] for row in notes.rows} >= {"gitmem", "bare FTS5"}
    assert all(row[2] != "not asked" for row in [*notes.rows, *past.rows])
    assert [row[0] for row in past.rows if row[1] == "gitmem"] == [
        *("read all history", "memory of reading it", "one commit more", "search with history"),
    ]
