"""The text of a chunk as the lines that may hold assertions, with comments gone and strikes found.

A line that runs on because it was wrapped is one line with what follows it; a line that is a claim of its
own begins anew. Positions in a line are those of its own text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from gitmem.facts.reading.exclusions import is_key
from gitmem.facts.reading.pairs import find_separator, label_in
from gitmem.facts.reading.struck_text import Span, struck_spans, with_tildes
from gitmem.notes.visible import visible

_WRAPPED = 60
"""Characters from which a line is taken to run on in the next one; shorter ones are lines of their own."""

_BREAK = re.compile("\n")
_CLOSED = (".", "!", "?", ":", "\\", "|", ")", "*")
_OPENERS = ("~~", "**", "[ ]", "[x]", "[X]")


class Line(NamedTuple):
    """One line: its Markdown without comments, the same with code blanked, its strikes, and the first and
    last line of the chunk that it covers. `breaks` are the places in it where a new line of the chunk
    began."""

    text: str
    shown: str
    struck: list[Span]
    first: int
    last: int
    breaks: tuple[int, ...] = ()

    def part(self, start: int, end: int) -> tuple[int, int, str]:
        """The first and last line of the chunk that hold a part of the text, and the text of these."""
        first, last = bisect_right(self.breaks, start), bisect_right(self.breaks, max(start, end - 1))
        begin = self.breaks[first - 1] + 1 if first else 0
        stop = self.breaks[last] if last < len(self.breaks) else len(self.text)
        return self.first + first, self.first + last, self.text[begin:stop]


def read_lines(text: str) -> Iterator[Line]:
    """The lines of the text of a chunk, in order."""
    text = with_tildes(text)
    shown = visible(text) if ":" in text or "~~" in text or "%%" in text or "<!--" in text else text
    spans = struck_spans(text, shown)
    if shown is not text and ("<!--" in text or "%%" in text):
        text = _without_comments(text, shown)
    if "\n" not in text:
        yield Line(text, shown, spans, 0, 0)
        return
    lines = text.split("\n")
    start = position = first = 0
    for index, line in enumerate(lines):
        end = position + len(line)
        whole = len(line) < _WRAPPED and not line.rstrip().endswith("~~")  # a strike may be followed up below
        if index + 1 == len(lines) or whole or _begins_claim(lines[index + 1], line):
            yield _cut(text, shown, spans, start, end, first, index)
            start, first = end + 1, index + 1
        position = end + 1


def _cut(text: str, shown: str, spans: list[Span], start: int, end: int, first: int, last: int) -> Line:
    inside = spans[bisect_right(spans, start, key=itemgetter(1)) : bisect_left(spans, end, key=itemgetter(0))]
    struck = [(max(a, start) - start, min(b, end) - start) for a, b in inside]
    text, shown = text[start:end], shown[start:end]
    breaks: tuple[int, ...] = ()
    if first != last:
        breaks = tuple(match.start() for match in _BREAK.finditer(text))
        text, shown = text.replace("\n", " "), shown.replace("\n", " ")
    return Line(text, shown, struck, first, last, breaks)


def _begins_claim(line: str, before: str) -> bool:
    """Whether a line that follows a long one is a claim rather than its continuation."""
    if line.startswith(_OPENERS):
        return True
    found = find_separator(line)
    if not found:
        return False
    closed = not line[:1].islower() or before.rstrip().endswith(_CLOSED)
    return closed and is_key(label_in(line[: found[0]]))


def _without_comments(text: str, shown: str) -> str:
    """`text` with comments blanked and code kept; `shown` has both blanked."""
    kept: list[str] = []
    position = 0
    while position < len(text):
        end = position
        if text[position] == shown[position]:
            while end < len(text) and text[end] == shown[end]:
                end += 1
            kept.append(text[position:end])
        else:
            while (end < len(text) and text[end] != shown[end]) or text[end : end + 1].isspace():
                end += 1
            hidden = text[position:end]
            kept.append(shown[position:end] if hidden.startswith(("<!--", "%%")) else hidden)
        position = end
    return "".join(kept)
