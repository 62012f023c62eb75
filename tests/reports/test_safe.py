"""A note must not be able to paint, hide, move or forge anything in the reader's terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.reports.safe import clean_line, clean_lines, clean_path

HOSTILE = [
    ("\x1b[31mred\x1b[0m", "red"),
    ("a\x1b[2J\x1b[Hb", "ab"),
    ("\x1b]0;title\x07text", "text"),
    ("\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\", "link"),
    ("\x1bP1$q\x1b\\dcs", "dcs"),
    ("\x9b31mred", "red"),
    ("\x9d0;title\x9ctext", "text"),
    ("unended \x1b]0;title", "unended "),
    ("old\rnew", "oldnew"),
    ("bell\x07 back\x08 null\x00 del\x7f", "bell back null del"),
    ("abc\u202edcba\u202c", "abcdcba"),
    ("\u2066isolated\u2069 \u200emark\u200f \u061c", "isolated mark "),
    ("tab\tstop", "tab stop"),
    ("next\u2028line\u2029end", "next line end"),
    ("broken \udcff byte", "broken \\xff byte"),
    ("李雷 🎉 família 👩‍👧", "李雷 🎉 família 👩‍👧"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_what_controls_a_terminal_is_taken_out(text: str, shown: str) -> None:
    assert clean_line(text) == shown


def test_lines_stay_lines_and_tabs_become_columns() -> None:
    assert clean_lines("a\tb\n\x1b[1mc\r\nd") == ["a   b", "c", "d"]
    assert clean_line("two\nlines") == "two lines"


PATHS = [
    ("notes/plain file.md", "notes/plain file.md"),
    ("naïve/李.md", "naïve/李.md"),
    ("new\nline.md", '"new\\nline.md"'),
    ('quo"te.md', '"quo\\"te.md"'),
    ("esc\x1b[31m.md", '"esc\\x1b[31m.md"'),
    ("byte\udcff.md", '"byte\\xff.md"'),
    ("\u202etxt.md", '"\\xe2\\x80\\xaetxt.md"'),
    (" lead.md", '" lead.md"'),
]


@pytest.mark.parametrize(("path", "shown"), PATHS)
def test_a_path_is_whole_and_harmless(path: str, shown: str) -> None:
    assert clean_path(path) == shown


@given(st.text())
def test_no_text_gets_a_control_character_through(text: str) -> None:
    for shown in (clean_line(text), clean_path(text), *clean_lines(text)):
        assert not any(character < " " or "\x7f" <= character <= "\x9f" for character in shown)
        assert not any("\ud800" <= character <= "\udfff" for character in shown)


@pytest.mark.parametrize("text", ["::error::no", "  ::add-mask::x", "::error file=a.md::no", "##[error]no"])
def test_no_line_is_a_command_of_a_ci_runner(text: str) -> None:
    """Lost otherwise: a note that is printed in a CI job speaks to the job itself."""
    assert clean_line(text).lstrip().startswith("\\")
    assert clean_lines(f"a\n{text}")[1].lstrip().startswith("\\")


@pytest.mark.parametrize("text", ["::: tip", "a ::error:: b", "std::vector", "## [x]"])
def test_what_is_no_command_stays(text: str) -> None:
    """Admonitions and code are read as they were written."""
    assert clean_line(text) == text
