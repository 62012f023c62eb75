"""Fixture files of the form `title`, input and expected, each ended by a line with a single dot."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_FIXTURES = Path(__file__).parent / "fixtures"


class Case(NamedTuple):
    """One case; its title says what is tested."""

    title: str
    input: str
    expected: str


def load(name: str) -> list[Case]:
    """The cases of `fixtures/NAME.txt`."""
    parts = (_FIXTURES / f"{name}.txt").read_text(encoding="utf-8").split("\n.\n")
    assert parts.pop().strip() == "", f"{name}: text after the last dot"
    assert len(parts) % 3 == 0, f"{name}: the last case is incomplete"
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return [Case(title.strip(), text, expected.strip("\n")) for title, text, expected in triples]
