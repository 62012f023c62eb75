"""One tilde means "about" or "home"; only two strike.

Lost otherwise: a price with "about" in front of it counts as withdrawn.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, timeline, values
from tests.running import Mem

LIVE = [
    "Kettle heat: 90~95 C or ~200 F to ~210 F",
    "Tea money: ~$40 a week, up from ~$30",
    "Tea folder: ~/tea and ~/old-tea",
    "Tea motto: a~~~b and \\~~not struck\\~~",
    "Tea code: `~~not struck~~` in code",
    "Tea range: ~5~ cups",
    "Tea tail: 5~~",
    "Tea link: <https://tea.example/~ann/~~x~~>",
]


@pytest.mark.parametrize("text", LIVE)
def test_live_text_stays_whole(text: str, repo: RepoBuilder, mem: Mem) -> None:
    """The full text is found and nothing calls it closed."""
    repo.commit("2026-09-06", {"tea.md": f"# Pantry\n\n- {text}\n- Shelf: top\n"})
    result = mem.search("tea kettle").at("tea.md:3")
    assert result["text"] == text
    assert result["status"] == "FRESH"
    assert not result["closed"]


def test_struck_text_is_found_where_it_stands(repo: RepoBuilder, mem: Mem) -> None:
    """A strike is part of the record: the line is found, with its marks, at its line."""
    repo.commit("2026-09-06", {"tea.md": "# Pantry\n\n- ~~Cook: Lou~~ superseded 2026-08-02\n- Cook: Max\n"})
    answer = mem.search("cook")
    assert answer.at("tea.md:3")["text"] == "~~Cook: Lou~~ superseded 2026-08-02"
    assert answer.at("tea.md:4")["text"] == "Cook: Max"


def test_struck_text_does_not_come_first(repo: RepoBuilder, mem: Mem) -> None:
    """The live line answers before the struck one."""
    repo.commit("2026-09-06", {"tea.md": "# Pantry\n\n- ~~Cook: Lou~~ superseded 2026-08-02\n- Cook: Max\n"})
    assert mem.search("cook").cites[0] == "tea.md:4"


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("text", [text for text in LIVE if not text.startswith(("Tea link", "Tea motto"))])
def test_live_values_stay_whole(text: str, declared: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The value is read to its end, tildes and all."""
    label, _, value = text.partition(": ")
    extra = {".gitmem.toml": f'[facts]\nsingle_valued = ["{label}"]\n'} if declared else {}
    repo.commit("2026-09-06", {"tea.md": f"# Pantry\n\n- {text}\n", **extra})
    shown = values(mem, f"pantry {label}", label)
    assert [each.replace("`", "") for each in shown] == [value.replace("`", "")]
    assert mem.search(label).at("tea.md:3")["status"] == "FRESH"
    assert conflicts(mem) == []


@pytest.mark.parametrize("label", ["Cook", "Owner"])
def test_two_tildes_do_strike(label: str, repo: RepoBuilder, mem: Mem) -> None:
    """The struck value ended on the day that was written; the other one holds."""
    note = f"# Pantry\n\n- ~~{label}: Lou~~ superseded 2026-08-02\n- {label}: Max\n"
    repo.commit("2026-09-06", {"tea.md": note})
    steps = timeline(mem, f"pantry {label}")
    assert [(step[0], step[1]) for step in steps] == [("now", "Max"), ("before", "Lou")]
    assert steps[1][3] == "2026-08-02"
    assert mem.search(label).at("tea.md:3")["status"] == "SUPERSEDED"
    assert present(mem, f"pantry {label}") == ["Max"]
    assert conflicts(mem) == []
