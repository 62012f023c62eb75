"""Notes that are written once and asked about as they are."""

from __future__ import annotations

from typing import NamedTuple

from bench.quality.queries import Family


class Asked(NamedTuple):
    """A question and the line that answers it."""

    family: Family
    question: str
    line: str
    way: str


class Sheet(NamedTuple):
    """A note, and what can be asked about it."""

    path: str
    lines: list[str]
    asked: list[Asked]
