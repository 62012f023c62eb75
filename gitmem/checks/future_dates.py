"""Dates that have not come yet though they tell of what has been, told at the line that gives them."""

from __future__ import annotations

from datetime import date

from gitmem.checks.finding import Finding, FutureDate, Rule, Severity


def future_date(path: str, line: int, day: date, text: bytes) -> Finding:
    """The finding that a line of this text gives a day that has not come yet."""
    detail = FutureDate(day, text.decode("utf-8", "replace"))
    return Finding(Rule.FUTURE_DATE, Severity.WARNING, path, line, line, detail)


def line_of(data: bytes, line: int) -> bytes:
    """A line of a note by its number, without what surrounds its words; empty where there is none."""
    lines = data.split(b"\n", line)
    return lines[line - 1].strip() if 0 < line <= len(lines) else b""


def holds_line(data: bytes, text: bytes) -> bool:
    """Whether a note has a line of this text."""
    return text in data and any(each.strip() == text for each in data.split(b"\n"))
