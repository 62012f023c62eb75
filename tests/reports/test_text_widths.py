"""What people read in a terminal fits its width, stands in columns, and is the same without colour."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from wcwidth import wcswidth

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.config import DatePreference
from gitmem.reports.layout import Style, cells, pad, shorten, wrap
from gitmem.reports.text_blame import blame_text
from gitmem.reports.text_conflicts import conflicts_text
from gitmem.reports.text_explain import explain_text
from gitmem.reports.text_search import search_text
from gitmem.reports.text_stale import stale_text
from tests.builder import RepoBuilder
from tests.running import NOW

NOTE = (
    "# 灯台 Lantern\n\n- Budget: $40,000 for the rooms, the printed catalogue and the way there\n"
    "- Phone: 内線 31 👩‍👩‍👧\n- Phone: 内線 44\n"
    "- Opening hours: 火曜日から土曜日まで、朝九時から夕方五時まで, and by appointment on all other days\n"
    "- Status: the first two of the rooms are being built by somebody else\n"
)
Told = Callable[[Style], str]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """The answers of five verbs, to be worded for any terminal."""
    repo = RepoBuilder.create(tmp_path_factory.mktemp("widths") / "repo")
    who = {"author": "Wilhelmina von Ostenfelde"}
    repo.commit("2026-01-05", {"start.md": "# Start\n"})
    repo.commit("2026-02-05", {"projects/lantern.md": NOTE}, "the lantern and all that goes with it", **who)
    repo.commit("2026-06-05", {"projects/lantern.md": NOTE.replace("40,000", "55,000")}, "new budget", **who)
    memory = Memory(repo.path, now=parse_instant(NOW))
    search = memory.search("lantern budget phone")
    explain, blame = memory.explain("lantern budget"), memory.blame("projects/lantern.md")
    conflicts, stale = memory.conflicts(), memory.stale()
    assert search.results and explain.fact and conflicts.conflicts and len(stale.items) > 1
    return {
        "search": lambda style: search_text(search, DatePreference.AUTHOR, style),
        "explain": lambda style: explain_text(explain, style),
        "blame": lambda style: blame_text(blame, style),
        "conflicts": lambda style: conflicts_text(conflicts, style),
        "stale": lambda style: stale_text(stale, style),
    }


VERBS = ("search", "explain", "blame", "conflicts", "stale")


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("verb", VERBS)
def test_no_line_is_wider_than_the_terminal(verb: str, width: int, told: dict[str, Told]) -> None:
    """Otherwise the terminal breaks lines by itself and columns are lost."""
    for line in told[verb](Style(width=width)).split("\n"):
        assert wcswidth(line) <= width, line


@pytest.mark.parametrize("width", [None, 80, 160])
@pytest.mark.parametrize("verb", VERBS)
def test_colour_adds_nothing_and_takes_nothing(verb: str, width: int | None, told: dict[str, Told]) -> None:
    """Otherwise who sees no colour reads another answer."""
    coloured = told[verb](Style(width=width, color=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == told[verb](Style(width=width))
    assert all(line.count("\x1b[") % 2 == 0 for line in coloured.split("\n"))


@pytest.mark.parametrize("verb", VERBS)
def test_cites_are_whole_at_any_width(verb: str, told: dict[str, Told]) -> None:
    """Otherwise a place cannot be clicked or pasted."""
    cites = re.compile(r"projects/lantern\.md:\d+")
    piped = set(cites.findall(told[verb](Style())))
    for width in (60, 80, 160):
        assert piped <= set(cites.findall(told[verb](Style(width=width))))


def test_what_follows_texts_stands_in_columns(told: dict[str, Told]) -> None:
    """Otherwise ages cannot be compared at a glance, in a script of wide characters above all."""
    rows = [line for line in told["stale"](Style(width=160)).split("\n") if " days   " in line]
    assert len(rows) > 1
    assert len({wcswidth(line.partition(" days   ")[0]) for line in rows}) == 1


def test_joined_and_wide_characters_are_measured_as_a_terminal_does() -> None:
    """Otherwise a family, a flag or a heart moves the rest of its row."""
    assert [cells(text) for text in ("👩‍👩‍👧", "🇳🇴", "❤️", "한글", "e\u0301", "\u200b", "ﾊﾝ")] == [
        2,
        2,
        2,
        4,
        1,
        0,
        2,
    ]
    assert [cells(text) for text in ("…", "·", "é", "Ł", "“x”")] == [1, 1, 1, 1, 3]
    assert pad("👩‍👩‍👧", 4) == "👩‍👩‍👧  "
    assert shorten("👩‍👩‍👧 at home", 5) == "👩‍👩‍👧 a…"
    assert wrap("👩‍👩‍👧" * 9, 14, "  ") == ["  " + "👩‍👩‍👧" * 6, "  " + "👩‍👩‍👧" * 3]
