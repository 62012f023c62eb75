"""What the verbs about facts show on terminals of any width, and in pipes.

Lost otherwise: a table that breaks into noise at 80 columns, and a cite that cannot be pasted.
"""

from __future__ import annotations

import re
from unicodedata import east_asian_width

import pytest

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.config import DatePreference
from gitmem.reports.layout import Style
from gitmem.reports.text_conflicts import conflicts_text
from gitmem.reports.text_explain import explain_text
from gitmem.reports.text_history import history_text
from gitmem.reports.text_stale import stale_text
from tests.builder import RepoBuilder
from tests.running import NOW

LONG = "weekdays from seven in the morning to nine in the evening, at the weekend by appointment only"
WIDE = "珈琲店の営業時間は朝七時から夜九時まで"
AUTHOR = "Wilhelmina Featherstonehaugh-Cholmondeley <w@x.example>"


@pytest.fixture
def memory(repo: RepoBuilder) -> Memory:
    """Facts that were replaced, removed, struck and contradicted, with long and wide texts."""
    head = "# The café at the corner of Hill Street\n\n## Opening and closing\n\n"
    path = "places-with-a-long-name.md"
    first = f"{head}- Café hours: {WIDE}\n- Café owner: Ann\n- Café phone: 5550102\n"
    repo.commit("2025-02-01", {path: first}, "first notes, " * 9, author=AUTHOR)
    second = f"{head}- Café hours: {LONG}\n- Café owner: Ann\n"
    repo.commit("2026-03-01", {path: second}, "hours were wrong all the time, so I asked", author=AUTHOR)
    third = f"{second}- Café owner: Bartholomew the younger of Hill Street\n"
    repo.commit("2026-04-01", {path: third}, author=AUTHOR)
    repo.commit("2026-05-01", {"orion.md": "# Orion\n\n- Project lead: Dana\n"})
    repo.commit("2026-06-01", {"log.md": "# Log\n\n## 2026-06-01\n\n- Orion project lead: Sam\n"})
    return Memory(repo.path, now=parse_instant(NOW))


def texts(memory: Memory, style: Style) -> dict[str, str]:
    """All texts, one for each kind of answer."""
    return {
        "explain": explain_text(memory.explain("café hours"), style),
        "contested": explain_text(memory.explain("café owner"), style),
        "removed": explain_text(memory.explain("café phone"), style),
        "none": explain_text(memory.explain("zzyx"), style),
        "then": explain_text(memory.explain("café hours", as_of="2025-12-31"), style),
        "conflicts": conflicts_text(memory.conflicts(all=True), style),
        "stale": stale_text(memory.stale(all=True, within=400), style),
        "history": history_text(memory.history("café"), style),
    }


def cells(line: str) -> int:
    """Width of a line in a terminal, colours taken out."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", line)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("width", [60, 80, 160])
def test_lines_fit(width: int, color: bool, memory: Memory) -> None:
    for name, text in texts(memory, Style(width=width, color=color)).items():
        for line in text.split("\n"):
            assert cells(line) <= width or re.search(r"\.md:\d", line), (name, line)


def test_colour_says_nothing_that_the_words_do_not(memory: Memory) -> None:
    plain = texts(memory, Style())
    coloured = texts(memory, Style(color=True))
    assert {name: re.sub(r"\x1b\[[0-9;]*m", "", text) for name, text in coloured.items()} == plain
    assert "\x1b[31m" in coloured["conflicts"]


def test_cites_are_whole_at_any_width(memory: Memory) -> None:
    for width in (40, 80):
        for name, text in texts(memory, Style(width=width)).items():
            if name not in ("none", "then"):
                assert "places-with-a-long-name.md:" in text, name


def test_control_characters_of_a_note_do_not_reach_the_terminal(repo: RepoBuilder) -> None:
    evil = "- Boat owner: A\x1b[2Jnn\n- Boat owner: B\x1b]0;x\x07ob\n- Boat price: $4\x1b[31m\n"
    repo.commit("2026-03-01", {"evil\x1b[2J.md": f"# Bo\x1b[31mat\n\n{evil}"}, "su\x1b[2Jmmary")
    memory = Memory(repo.path, now=parse_instant(NOW), prefer=DatePreference.AUTHOR)
    for text in (
        explain_text(memory.explain("boat owner"), Style()),
        conflicts_text(memory.conflicts(), Style()),
        stale_text(memory.stale(), Style()),
    ):
        assert "\x1b" not in text
        assert "\x07" not in text
