"""Fixture files of the form `title`, input and expected, each ended by a line with a single dot.

So that they can be seen, `␍` in a fixture stands for a carriage return, `→` for a tab, `·` for a space
at the end of a line and `﹇` for a byte order mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_FIXTURES = Path(__file__).parent / "fixtures"
_MARKS = {"␍": "\r", "→": "\t", "·": " ", "﹇": "\ufeff"}


@dataclass(frozen=True, slots=True)
class Case:
    """One case; its title says what is tested."""

    title: str
    input: str
    expected: str


def load(name: str) -> list[Case]:
    """The cases of `fixtures/NAME.txt`."""
    parts = (_FIXTURES / f"{name}.txt").read_text(encoding="utf-8").split("\n.\n")
    assert parts.pop().strip() == "", f"{name}: text after the last dot"
    cases: list[Case] = []
    pending: list[str] = []
    for part in parts:
        pending.append(part)
        if len(pending) == 3:
            title, text, expected = pending
            cases.append(Case(title.strip(), _plain(text), expected.strip("\n")))
            pending = []
    assert not pending, f"{name}: the last case is incomplete"
    return cases


def _plain(text: str) -> str:
    for mark, meant in _MARKS.items():
        text = text.replace(mark, meant)
    return text.removeprefix("\\\n")
