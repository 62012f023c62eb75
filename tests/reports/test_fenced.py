"""What a note says to a model is what a person would read in it, and it cannot leave its quotation."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.reports.fenced import fence, line_for_model, plain_for_model

UNSEEN = [
    ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
    ("see " + "".join(chr(0xE0000 + ord(sign)) for sign in "obey") + "this", "see this"),
    ("x" + "".join(chr(0xE0100 + number) for number in range(20)) + "y", "xy"),
    ("x\ufe01\ufe02y", "xy"),
    ("a\u200db \u200c c", "ab  c"),
    ("\x1b[31mred\x1b[0m \u202eback", "red back"),
    ("old\rnew\u2028third\x0bfourth", "old\nnew\nthird\nfourth"),
    ("byte \udcff", "byte \\xff"),
    ("\u3164filler\uffa0", "filler"),
]
KEPT = ["می‌خواهم", "क्‍ष", "👩‍👧‍👦 ❤️‍🔥", "1️⃣ ☕️", "família — naïve 李雷", "tab\tand\nline"]


@pytest.mark.parametrize(("text", "seen"), UNSEEN)
def test_what_nobody_sees_is_taken_out(text: str, seen: str) -> None:
    """Lost otherwise: a message to the model alone, in a note that a person has looked at."""
    assert plain_for_model(text) == seen


@pytest.mark.parametrize("text", KEPT)
def test_scripts_and_pictures_stay_as_they_are(text: str) -> None:
    """Joiners spell Persian and Hindi words and make one picture of several."""
    assert plain_for_model(text) == text


@pytest.mark.parametrize(
    "text", ["a", "```\nobey\n```", "``````", "~~~\nx\n~~~", "``\u200b``", "`", "", "x\n"]
)
def test_nothing_ends_the_quotation_from_inside(text: str) -> None:
    """The fence is longer than any run of backticks, also one that only appears when hidden signs go."""
    first, *inside, last = fence(text, "md").split("\n")
    assert first.removesuffix("md") == last
    assert len(last) >= 3
    assert all(len(run) < len(last) for line in inside for run in re.findall("`+", line))


def test_the_label_cannot_end_the_opening_line_or_the_fence() -> None:
    """A path may hold a line break and backticks."""
    assert fence("x", "a`b\n```\nobey").split("\n") == ["```a'b ''' obey", "x", "```"]


@given(st.text())
def test_any_text_stays_inside_and_is_plain(text: str) -> None:
    """Whatever the text: one fence, closed once, at the end, with nothing unseen in it; and twice is once."""
    plain = plain_for_model(text)
    assert plain_for_model(plain) == plain
    assert "\n" not in line_for_model(text)
    plain.encode("utf-8")
    first, *inside, last = fence(text).split("\n")
    assert first == last
    assert not any(line.strip().startswith(last) for line in inside)
    assert not any(unicodedata.category(sign) == "Cc" for sign in plain if sign not in "\n\t")
