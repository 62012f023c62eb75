"""Headings: what a reader sees of one, and the day it gives to the text under it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from pyromark.event import Event, Range

from gitmem.notes.days import find_days

_COMMENT = re.compile(r"%%[^%]*%%")
_LONGEST_TITLE = 8
"""Words that may follow a date which begins a heading; more make it a sentence that mentions one."""

_LONGEST_LEAD = 4
"""Words that may stand before a date which ends a heading."""

_WEEKDAY = re.compile(
    r"\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\b\.?", re.IGNORECASE
)
_TIME = re.compile(
    r"(?:\b|T)\d{1,2}[:.]\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?(?:\s?[ap]m)?\b", re.IGNORECASE
)
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[-.+]?\w+)*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w.+-]*")
_ENTRY_WORDS = frozenset(
    (
        *("log", "logs", "note", "notes", "journal", "diary", "entry", "entries", "day", "daily", "today"),
        *("meeting", "meetings", "minutes", "standup", "stand-up", "sync", "session", "call", "retro"),
        *("retrospective", "review", "checkin", "check-in", "update", "updates", "updated", "changelog"),
        *("edited", "revised", "written", "on", "release", "released", "version"),
    )
)
"""Words right before a date that say the text was written then; `due`, `since` or `until` do not."""


def read_heading(events: Iterator[tuple[Event, Range]], source: bytes) -> tuple[int, str]:
    """Reads the events of one heading up to its end; its depth and its text on one line.

    A single tilde is no strike, so it stays; a link stays as its text.
    """
    parts: list[str] = []
    depth = 1
    for event, span in events:
        if isinstance(event, str):
            parts.append(" ")
        elif "Text" in event:
            parts.append(event["Text"])
        elif "Code" in event:
            parts.append(event["Code"])
        elif "Start" in event or "End" in event:
            inner = event.get("Start") or event.get("End")
            if isinstance(inner, dict) and "Heading" in inner:
                depth = int(str(inner["Heading"])[1])
                break
            if inner == "Strikethrough" and source[span["start"] : span["start"] + 2] != b"~~":
                parts.append("~")
    text = "".join(parts)
    if "%%" in text:
        text = _COMMENT.sub(" ", text)
    return depth, " ".join(text.split())


@lru_cache(maxsize=4096)
def heading_day(heading: str) -> date | None:
    """The day a heading gives its section, if the heading is a date rather than mentions one.

    It is one when it begins with it (`2026-08-14`, `Thu 2026-08-14: standup`), or when nothing but a
    weekday, a time, a version or an entry word (`Meeting`, `Updated`) leads to it. Two different days
    are a range and give none.
    """
    days = find_days(heading)
    if not days or len({each.day for each in days}) > 1:
        return None
    before = _plain(heading[: days[0].start])
    after = _plain(heading[days[0].end :])
    if not before:
        return days[0].day if len(after) <= _LONGEST_TITLE else None
    if after:
        return None
    leading = [word.lower() for word in before[-2:]]
    closing = len(before) <= _LONGEST_LEAD and (leading[-1] in _ENTRY_WORDS or leading == ["as", "of"])
    return days[0].day if closing or (len(before) == 1 and _VERSION.fullmatch(before[0])) else None


def _plain(text: str) -> list[str]:
    """The words of a part of a heading, without weekdays and times."""
    return _WORD.findall(_WEEKDAY.sub(" ", _TIME.sub(" ", text)))
