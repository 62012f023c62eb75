"""Columns must line up whatever the script, and no line may be lost by breaking it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gitmem.reports.layout import Paint, Style, cells, flow, pad, plural, shorten, wrap


def test_wide_characters_take_two_cells_and_combining_ones_none() -> None:
    assert cells("abc") == 3
    assert cells("李雷") == 4
    assert cells("e\u0301") == 1
    assert pad("李", 4) == "李  "
    assert pad("7", 3, right=True) == "  7"


def test_text_is_cut_by_cells() -> None:
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("李雷李雷", 5) == "李雷…"
    assert shorten("abc", None) == "abc"


def test_parts_of_a_line_stay_whole() -> None:
    """Otherwise an id is torn from the word that says what it is."""
    assert flow(["2 notes", "clean", "index 2f98"], 22) == ["2 notes · clean", "index 2f98"]
    assert flow(["2 notes", "clean", "index 2f98"], None) == ["2 notes · clean · index 2f98"]


def test_colour_is_only_there_when_it_is_wanted() -> None:
    assert Style(color=True).paint("old", Paint.DIM) == "\x1b[2mold\x1b[0m"
    assert Style(color=False).paint("old", Paint.DIM) == "old"
    assert Style(color=True).paint("new", Paint.PLAIN) == "new"


def test_counts_read_as_words() -> None:
    assert plural(1, "note") == "1 note"
    assert plural(2, "match") == "2 matches"
    assert plural(48, "day") == "48 days"
    assert plural(1204, "entry") == "1,204 entries"


def test_wrapped_code_keeps_its_indent() -> None:
    assert wrap("    code that is long", 16, "  ") == ["      code that", "      is long"]


@given(st.text(alphabet=st.sampled_from("ab 李é"), max_size=80), st.integers(min_value=14, max_value=40))
def test_wrapped_text_fits_and_is_whole(text: str, width: int) -> None:
    lines = wrap(text, width, "  ")
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
