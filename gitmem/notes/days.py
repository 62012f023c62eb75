"""Days that people write into notes: reading them, and saying why one cannot be read.

Only forms that mean one day everywhere are read: year first (`2026-08-14`, `2026/8/14`) and months by
name (`14 March 2026`, `March 14, 2026`). `03/04/2026` is two different days to two readers, so it is
no date here.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
MONTH = r"(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS) + r")\.?"
"""A month by its English name or the first letters of it, as an expression."""

_NUMERIC = re.compile(r"(?<!\d)(?<!\d[-/.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/]\d)")
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)? ({MONTH}),? (\d{{4}})(?!\d)", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b({MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)", re.IGNORECASE)
_TIME_OF_DAY = re.compile(
    r"[T ]\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s?(?:Z|[+-]\d{2}:?\d{2}|UTC)?", re.IGNORECASE
)
_EARLIEST_YEAR = 1000


class NoteWarning(NamedTuple):
    """Something in a note that was not understood: the 1-based line and one line of text for people."""

    line: int
    text: str


class WrittenDay(NamedTuple):
    """A day that a note gives, and the 1-based line on which it stands."""

    day: date
    line: int


class FoundDay(NamedTuple):
    """A day found inside a text, with the half-open range of characters that says it."""

    day: date
    start: int
    end: int


def find_days(text: str) -> list[FoundDay]:
    """All days written in `text`, in order; impossible ones (`2026-02-30`) are left out."""
    found = [_found(match, match[1], match[3], match[4]) for match in _NUMERIC.finditer(text)]
    for match in _DAY_FIRST.finditer(text):
        found.append(_found(match, match[3], _month_number(match[2]), match[1]))
    for match in _MONTH_FIRST.finditer(text):
        found.append(_found(match, match[3], _month_number(match[1]), match[2]))
    return sorted((each for each in found if each is not None), key=lambda each: each.start)


def read_day(text: str) -> date | None:
    """The day that `text` is, as it was written: a time and a zone after it are dropped, never applied.

    None when the text is anything else or the day does not exist.
    """
    text = text.strip()
    if len(text) > 60:
        return None
    for found in find_days(text)[:1]:
        rest = text[found.end :]
        if found.start == 0 and (not rest or _TIME_OF_DAY.fullmatch(rest)):
            return found.day
    return None


def shorten(text: str, width: int = 40) -> str:
    """`text` cut to `width` characters, for naming it in a warning."""
    return text if len(text) <= width else text[: width - 1] + "…"


def _month_number(name: str) -> str:
    return str([month[:3] for month in _MONTHS].index(name[:3].lower()) + 1)


def _found(match: re.Match[str], year: str, month: str, day: str) -> FoundDay | None:
    try:
        written = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return FoundDay(written, match.start(), match.end()) if written.year >= _EARLIEST_YEAR else None
