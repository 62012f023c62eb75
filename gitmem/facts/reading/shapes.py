"""The text of one chunk to assertions: what is the key, what the value, and what is struck.

Reads list items and paragraphs line by line, pairs before sentences. Whether two assertions mean the same
fact is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gitmem.facts.claim import Bar, Shape, Strike
from gitmem.facts.reading.exclusions import is_value, series_number
from gitmem.facts.reading.lines import Line, read_lines
from gitmem.facts.reading.pairs import Pair, find_separator, has_separator, pieces, read_pair
from gitmem.facts.reading.prefixes import Prefix, read_prefix
from gitmem.facts.reading.sentences import has_cue, read_sentences
from gitmem.facts.reading.struck_text import Beside, Span, read_beside
from gitmem.facts.reading.values import read_value

_LONGEST_LINE = 4000
"""Characters of a line that is read; longer ones are data."""

_CLOSING_MARKS = re.compile(r"[ \t]*[*_]{1,3}(?=[ \t]|$)|[ \t]+")
_MOST_STRIKES = 8
"""Struck parts of one line that are read."""


class Assertion(NamedTuple):
    """One assertion: label and value as a reader sees them, on lines `first` to `last` of the text.

    `source` is the Markdown of these lines, for the tags on them; `bars` is what its words alone tell.
    """

    shape: Shape
    label: str
    value: str
    source: str
    first: int
    last: int
    prefix: Prefix
    strike: Strike | None = None
    former: str | None = None
    bars: Bar = Bar.NONE


def may_assert(text: str) -> bool:
    """Whether it is worth reading a text: something that every shape needs is in it."""
    return has_separator(text) or has_cue(text) or "~~" in text


def read_assertions(text: str, in_list: bool) -> Iterator[Assertion]:
    """The assertions in the text of a list item or a paragraph, in order."""
    several = "\n" in text
    for line in read_lines(text):
        if len(line.text) > _LONGEST_LINE or (several and not may_assert(line.text)):
            continue
        prefix = read_prefix(line.text, line.shown, in_list)
        if prefix.transcript:
            continue
        if line.struck:
            yield from _read_struck(line, prefix)
        else:
            yield from _read_live(line, prefix)


def _read_live(line: Line, prefix: Prefix) -> Iterator[Assertion]:
    text, shown = line.text, line.shown
    if prefix.end:
        text, shown = text[prefix.end :], shown[prefix.end :]
    found = False
    if has_separator(shown):
        for piece, piece_shown in pieces(text, shown):
            pair = read_pair(piece, piece_shown)
            if pair is not None:
                found = True
                yield _assertion(line, pair, prefix)
    if not found and has_cue(text):
        for pair in _sentences(text, shown, prefix.end):
            yield _assertion(line, pair, prefix)


def _sentences(text: str, shown: str, offset: int = 0) -> Iterator[Pair]:
    """The sentences of a text that begins at `offset` of its line; a single word with a colon before them
    (`Update:`) is passed over."""
    separator = find_separator(shown[:40])
    word = text[: separator[0]].strip(" *_") if separator else ""
    if separator and " " not in word and not 0 < len(word) == series_number(word):
        rest = text[separator[1] :].lstrip(" *_")
        offset += len(text) - len(rest)
        text = rest
    for said in read_sentences(text):
        span = (offset + said.start, offset + said.end)
        yield Pair(said.shape, said.label, said.value, said.former, 0, span=span)


def _assertion(line: Line, pair: Pair, prefix: Prefix, strike: Strike | None = None) -> Assertion:
    first, last, source = line.first, line.last, line.text
    if pair.span is not None and line.breaks:
        first, last, source = line.part(*pair.span)
    return Assertion(
        shape=pair.shape,
        label=pair.label,
        value=pair.value,
        source=source,
        first=first,
        last=last,
        prefix=prefix,
        strike=strike,
        former=pair.former,
        bars=pair.bars,
    )


# Strikes


def _read_struck(line: Line, prefix: Prefix) -> Iterator[Assertion]:
    """A line with struck parts: what it said before, and what it says now."""
    begin, end = line.struck[0]
    if not line.shown[prefix.end : begin].strip(" *_(") or begin < prefix.end:
        old = _one(*_inside(line, begin, end))
        if old is not None:
            yield from _read_whole(line, prefix, old)
            return
    yield from _read_partly(line, prefix)


def _inside(line: Line, begin: int, end: int) -> tuple[str, str]:
    """What is struck, without the tildes; a strike may begin or end on another line."""
    begin += 2 * line.shown.startswith("~~", begin)
    end -= 2 * line.shown.endswith("~~", begin, end)
    return line.text[begin:end], line.shown[begin:end]


def _one(text: str, shown: str) -> Pair | None:
    """The one assertion of a text: a pair, else a sentence."""
    end = read_prefix(text, shown, True).end
    text, shown = text[end:], shown[end:]
    pair = read_pair(text, shown) or next(_sentences(text, shown), None)
    return pair._replace(span=None) if pair is not None else None


def _read_whole(line: Line, prefix: Prefix, old: Pair) -> Iterator[Assertion]:
    """A line that begins with a struck assertion."""
    rest, shown = _joined(line, line.struck[0][1], len(line.text), line.struck)
    marks = _CLOSING_MARKS.match(shown)
    if marks:
        rest, shown = rest[marks.end() :], shown[marks.end() :]
    beside = read_beside(rest)
    live = None if beside.remark else read_pair(rest, shown)
    if live is None and beside.value is not None:
        live = _replacement(old, beside)
    successor = live.value if live is not None and live.label.casefold() == old.label.casefold() else None
    if live is not None and successor is None:
        beside = Beside()
    yield _assertion(line, old, prefix, Strike(beside.day, successor or beside.successor, beside.bad_day))
    if live is not None:
        yield _assertion(line, live, prefix)


def _read_partly(line: Line, prefix: Prefix) -> Iterator[Assertion]:
    """A line in which only some words are struck: `Seats: ~~3~~ 4`."""
    start = prefix.end
    live = _one(*_joined(line, start, len(line.text), line.struck))
    for number, (begin, end) in enumerate(line.struck[:_MOST_STRIKES]):
        before = _joined(line, start, begin, line.struck[:number])
        inner = _inside(line, begin, end)
        old = _one(before[0] + inner[0], before[1] + inner[1])
        if old is None or (old.at and before[1][old.at :].strip(" *_")):
            continue  # only some words of the value are struck: that says nothing of the whole
        after = line.struck[number + 1][0] if number + 1 < len(line.struck) else len(line.text)
        beside = read_beside(line.text[end:after])
        if live is not None and live.label == old.label:
            live = _now(live, beside, old)
        successor = live.value if live is not None and live.label == old.label else beside.successor
        yield _assertion(line, old, prefix, Strike(beside.day, successor, beside.bad_day))
    if live is not None:
        yield _assertion(line, live, prefix)


def _now(live: Pair, beside: Beside, old: Pair) -> Pair | None:
    """What a line says after the strike of `old`; None when the rest only speaks of the strike."""
    if beside.remark and (beside.day or beside.bad_day or beside.successor):
        return None
    if beside.arrow:
        return _replacement(old, beside)
    return live._replace(former=live.former or old.value)


def _replacement(old: Pair, beside: Beside) -> Pair | None:
    """The value written beside a strike, as a pair with the key of what was struck."""
    value = read_value(beside.value or "")
    if not is_value(value.text):
        return None
    return Pair(Shape.BECOMES if beside.arrow else old.shape, old.label, value.text, old.value, old.at)


def _joined(line: Line, start: int, end: int, struck: list[Span]) -> tuple[str, str]:
    """The text between two positions without what is struck, as written and with code blanked."""
    text: list[str] = []
    shown: list[str] = []
    for begin, stop in struck:
        if begin >= end:
            break
        if begin >= start:
            text.append(line.text[start:begin])
            shown.append(line.shown[start:begin])
        start = max(start, stop)
    text.append(line.text[start:end])
    shown.append(line.shown[start:end])
    return "".join(text), "".join(shown)
