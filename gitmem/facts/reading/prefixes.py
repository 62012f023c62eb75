"""What stands before the text of a line and is no part of it: the box of a task, a time, a day, tags.

A time code with seconds in brackets begins the line of a transcript, which is somebody talking.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from gitmem.facts.claim import Task
from gitmem.notes.days import find_days

_BOX = re.compile(r"\[([ xX/>\-!?*<])\](?=\s|$)\s*")
_CHECK = re.compile(r"(?:[✅☑✔]\ufe0f?|:white_check_mark:|(?:DONE|CLOSED|COMPLETED?)\b:?)\s*")
_OPEN_WORD = re.compile(r"(?:TODO|OPEN|WIP)\b:\s*")
_TAG = re.compile(
    r"\[(?:(?:verified|until|from)\s{0,9}:[^\[\]\n]{0,80}|volatile|multi|allow|stated|observed|inferred|"
    r"suggested)\](?!\()\s*",
    re.IGNORECASE,
)
_TIME_CODE = re.compile(r"[\[(]?\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,6})?[\])]?(?:\s*-->.*)?\s*[-–—:]?\s*")
_BRACKETED_TIME = re.compile(r"\[\d{1,3}:\d{2}(?:[.,]\d{1,6})?\]\s*")
_TIME = re.compile(
    r"\(?(?P<h>[01]?\d|2[0-3])[:.h](?P<m>[0-5]\d)(?:\s?(?P<half>[ap])\.?m\.?)?\)?(?=[\s:,–—-])"
    r"(?:\s*(?-i:Z|UTC|[A-Z]{2,4}T)\b)?\s*(?:[-–—:,]\s+)?",
    re.IGNORECASE,
)
_DAY_END = re.compile(
    r"[\])*_]*(?:\s*\((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\))?\s*(?:[-–—:,]+\s+)?", re.IGNORECASE
)
_DAY_BEGIN = re.compile(
    r"[\[(*_]{0,3}(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?(?=\d|[A-Z][a-z]{2,8}\.? \d)", re.IGNORECASE
)


class Prefix(NamedTuple):
    """What was read before a line's text, which begins at `end`. `time` is `HH:MM`."""

    end: int = 0
    task: Task | None = None
    day: date | None = None
    time: str | None = None
    transcript: bool = False


NO_PREFIX = Prefix()
_FIRST_SIGNS = frozenset("[(*_0123456789✅☑✔:~")
_FIRST_LETTERS = frozenset(
    (
        *("DON", "CLO", "COM", "TOD", "OPE", "WIP", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Jan"),
        *("Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    )
)


def read_prefix(text: str, shown: str, in_list: bool) -> Prefix:
    """The prefix of a line; `shown` is `text` with code blanked. Boxes count in list items only."""
    if text[:1] not in _FIRST_SIGNS and text[:3] not in _FIRST_LETTERS:
        return NO_PREFIX
    end, task = _task(text, shown, in_list)
    while tag := _TAG.match(shown, end):
        end = tag.end()
    day: date | None = None
    time: str | None = None
    for _ in range(2):
        if not (shown[end : end + 2].strip("[(*_") or "x")[:1].isalnum() or not any(
            map(str.isdigit, shown[end : end + 24])
        ):
            break
        if _TIME_CODE.match(shown, end) or _BRACKETED_TIME.match(shown, end):
            return Prefix(end, task, day, time, transcript=True)
        if time is None and (clock := _TIME.match(shown, end)):
            time, end = _clock(clock), clock.end()
        elif day is None and (found := _leading_day(shown, end)):
            day, end = found
    return Prefix(end, task, day, time)


def _task(text: str, shown: str, in_list: bool) -> tuple[int, Task | None]:
    end, task = 0, None
    if in_list and (box := _BOX.match(shown)):
        end = box.end()
        task = Task.CLOSED if box[1] in "xX-" else Task.OPEN
    if check := _CHECK.match(shown, end):
        return check.end(), Task.CLOSED
    if task is None and (opened := _OPEN_WORD.match(shown)):
        return opened.end(), Task.OPEN
    return end, task


def _leading_day(shown: str, start: int) -> tuple[date, int] | None:
    """The day with which the text at `start` begins, and where the text after it begins."""
    begin = _DAY_BEGIN.match(shown, start)
    if begin is None:
        return None
    days = find_days(shown[begin.end() : begin.end() + 40])
    if not days or days[0].start != 0:
        return None
    end = begin.end() + days[0].end
    after = _DAY_END.match(shown, end)
    end = after.end() if after else end
    return days[0].day, end


def _clock(match: re.Match[str]) -> str:
    hour = int(match["h"])
    half = (match["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02d}:{match['m']}"
