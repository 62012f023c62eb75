"""Strikes in a text, and what is written beside one: when it ended, what came instead.

Two tildes strike, and so do elements of HTML. One tilde means "about" or a home folder, three are a fence
or art, and an escaped one is itself. What a strike means for other lines is not decided here.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from gitmem.facts.reading.forms import plain
from gitmem.notes.days import find_days
from gitmem.notes.visible import visible

Span = tuple[int, int]

_TILDES = re.compile(r"(?<![~\\])~~(?!~)")
_ELEMENT = re.compile(r"</?(?:del|s|strike)>", re.IGNORECASE)
_DECORATION = " \t*_()[]{}:;,.–—-"
_CUE = re.compile(
    r"(?:(?:was|been|now|since|is)\s+){0,2}(?:superseded|superceded|replaced|obsoleted?|outdated|retired|"
    r"deprecated|ended|retracted|withdrawn|void|expired)\b",
    re.IGNORECASE,
)
_SEE = re.compile(r"(?:now\s+)?see(?:\s+also)?\b[\s:]*", re.IGNORECASE)
_WHEN = re.compile(r"[\s:,–—-]*(?:(?:on|in|at|as of|since|from|until)\b[\s:]*)?[\s*_(]*", re.IGNORECASE)
_DAY_LIKE = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?![\w-])|\d{1,2} [A-Za-z]{3,9}\.? \d{4}\b")
_BY = re.compile(
    r"[\s:,;–—()*_-]*\b(?:by|with|in favou?r of)\b[\s:]*|[\s,;]*(?:→|⇒|->|=>)\s*|[\s,;–—(]*\bsee\b[\s:]*",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*(?:→|⇒|➜|-->|->|=>)\s*")
_WITHOUT_ON = re.compile(r"[\s,(]*(?:\bon)?[\s(]*$", re.IGNORECASE)
_DONE = re.compile(
    r"(?:done|dropped|fixed|removed|resolved|solved|cancell?ed|closed|finished|completed?|merged|"
    r"shipped|answered|deleted|gone|no longer|not|never|wrong|moved|won'?t|wontfix|invalid|skipped|postponed|"
    r"update|edit|was|is|are|and|but|or|because|since|until|in|on|at|per|via|as|due|for|from|to|todo|nope|yes|"
    r"no)\b.*|[✅✔☑❌✗].*",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_SUCCESSOR = 5
"""Words after a strike that may be the new value; more are a remark."""


class Beside(NamedTuple):
    """What stands after a strike. `value` is the Markdown of a new value written there for the same key;
    `arrow` tells that an arrow leads to it, `remark` that the words speak of the strike itself."""

    day: date | None = None
    bad_day: str | None = None
    successor: str | None = None
    value: str | None = None
    arrow: bool = False
    remark: bool = False


def with_tildes(text: str) -> str:
    """`text` with strikes that are written as HTML elements written with tildes, code aside."""
    if "</" not in text or not _ELEMENT.search(text):
        return text
    shown = visible(text)
    for match in reversed([*_ELEMENT.finditer(shown)]):
        text = f"{text[: match.start()]}~~{text[match.end() :]}"
    return text


def struck_spans(text: str, shown: str) -> list[Span]:
    """The ranges of `text` that are struck, tildes included, in order; `shown` is `text` with code blanked.

    Tildes in code strike nothing, but code may be struck, so what they stand next to is looked up in `text`.
    """
    if "~~" not in shown:
        return []
    spans: list[Span] = []
    opened = -1
    for match in _TILDES.finditer(shown):
        start, end = match.span()
        if opened >= 0 and text[start - 1 : start].strip():
            spans.append((opened, end))
            opened = -1
        elif opened < 0 and text[end : end + 1].strip():
            opened = start
    return spans


def without(text: str, spans: list[Span]) -> str:
    """`text` without the ranges."""
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text.strip()


def read_beside(text: str) -> Beside:
    """What `text`, which stands right after a strike, says about it."""
    rest = text.strip()
    if not rest:
        return Beside()
    arrow = _ARROW.match(rest)
    if arrow:
        return _new_value(rest[arrow.end() :], arrow=True)
    told = rest.lstrip(_DECORATION)
    if cue := _CUE.match(told):
        return _ending(told[cue.end() :])
    if see := _SEE.match(told):
        return Beside(successor=_named(told[see.end() :]), remark=True)
    if rest[0] in "([{-–—:;,.":
        return Beside(remark=True)
    return _new_value(rest, arrow=False)


def _ending(text: str) -> Beside:
    """What follows `superseded`: a day, a successor, both in either order, or neither."""
    day: date | None = None
    bad_day: str | None = None
    text = text.lstrip("*_")
    by = _BY.match(text)
    if by is None:
        text = text[_when_end(text) :]
        days = find_days(text[:60])
        if days and days[0].start == 0:
            day = days[0].day
            text = text[days[0].end :]
        elif wrong := _DAY_LIKE.match(text):
            bad_day = wrong[0]
            text = text[wrong.end() :]
        by = _BY.match(text)
    successor = _named(text[by.end() :]) if by else None
    if day is None and bad_day is None and by:
        tail = find_days(text[-80:])
        shift = max(len(text) - 80, 0)
        if tail and not text[shift + tail[-1].end :].strip(_DECORATION):
            day = tail[-1].day
            successor = _named(_WITHOUT_ON.sub("", text[by.end() : shift + tail[-1].start]))
    return Beside(day, bad_day, successor, remark=True)


def _when_end(text: str) -> int:
    match = _WHEN.match(text)
    return match.end() if match else 0


def _named(text: str) -> str | None:
    return plain(text).strip(" \t.,;:()") or None


def _new_value(text: str, arrow: bool) -> Beside:
    """A new value written right after a strike."""
    value = text.strip()
    shown = plain(value).rstrip(". ")
    if not any(map(str.isalnum, shown)) or (
        not arrow and (_DONE.fullmatch(shown) or len(shown.split()) > _LONGEST_SUCCESSOR)
    ):
        return Beside(remark=not arrow)
    return Beside(successor=shown, value=value, arrow=arrow)
