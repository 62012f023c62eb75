"""What has to be read of a note to know the claims on some of its lines: their sections and headings.

A history holds thousands of versions of long notes that differ in a line or two. Everything else is
blanked before the real parser sees it, and line numbers stay as they are; sections lose their ordinals.
The scan here only finds where sections begin; what anything means is the parser's to say.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from gitmem.notes.front_matter import LARGEST_BLOCK

_FRONT_MATTER = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t\r]*\n")
_FRONT_MATTER_END = re.compile(rb"^(?:---|\.\.\.)[ \t\r]*(?:\n|\Z)", re.MULTILINE)
_MARK = re.compile(
    rb"\n(?=[ \t]*[#`~<%=-])(?: ?(?:(?P<heading>\#{1,6}(?=[ \t\r\n]|\Z))|(?P<comment><!--|%%))"
    rb"|[ \t]*(?P<fence>`{3,}|~{3,})"
    rb"| {0,3}(?P<underline>=+|-+)(?=[ \t\r]*(?:\n|\Z)))"
)
"""Marks at the beginning of a line; every match begins with the end of the line before."""

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)|%%.*?%%", re.DOTALL)
_PIECE = re.compile(rb"\n(?:[ \t\r]*\n)+(?=[^ \t\r\n])|\n(?=(?:[-*+]|\d{1,9}[.)])[ \t])")
"""The end of a line after which something begins that stands alone: not indented, and after a blank line
or with the mark of a list item."""


class _Heading(NamedTuple):
    """Where a heading begins and ends, and its level."""

    start: int
    end: int
    level: int


class Outline:
    """Where front matter, sections and fenced code of a note begin and end, by a scan of its lines.

    The scan ends with the section of line `last`.
    """

    def __init__(self, text: bytes, last: int) -> None:
        self._text = text
        self._ends = list(accumulate(map(len, text.split(b"\n"))))
        self._body = _front_matter_end(text)
        self._code: list[tuple[int, int]] = []
        self._headings: list[_Heading] = []
        until = self._place(min(last, len(self._ends)))
        for heading in _headings(text, self._body, self._code):
            self._headings.append(heading)
            if heading.start > until:
                break

    def in_front_matter(self, line: int) -> bool:
        """Whether a line belongs to the front matter."""
        return self._place(line) < self._body

    def in_code(self, line: int) -> bool:
        """Whether a line stands within a fence."""
        return self._is_code(self._place(line))

    def keep(self, lines: Collection[int], words: Collection[bytes] | None = None) -> bytes:
        """See `keep_sections`."""
        starts = [self._body, *(heading.start for heading in self._headings)]
        places = sorted(self._place(line) for line in lines if line <= len(self._ends))
        # Front matter, before the first section, is kept anyhow.
        wanted = {bisect_right(starts, place) - 1 for place in places if place >= self._body}
        parts = [self._text[: self._body]]
        done = self._body
        for start, end, whole in self._kept(starts, wanted):
            stretches = (
                [(start, end)] if words is None or not whole else self._pieces(start, end, places, words)
            )
            for first, last in stretches:
                parts += b"\n" * self._text.count(b"\n", done, first), self._text[first:last]
                done = last
        parts.append(b"\n" * self._text.count(b"\n", done))
        return b"".join(parts)

    def _place(self, line: int) -> int:
        """A byte of a 1-based line: its last one, or where its line end would stand."""
        return self._ends[line - 1] + line - 1 - (line == len(self._ends) and self._text[-1:] != b"\n")

    def _is_code(self, place: int) -> bool:
        at = bisect_right(self._code, (place, len(self._text))) - 1
        return at >= 0 and place < self._code[at][1]

    def _kept(self, starts: Sequence[int], wanted: Collection[int]) -> Iterator[tuple[int, int, bool]]:
        """The stretches to be kept, in order: wanted sections whole, of those above them the headings."""
        headings = self._headings
        above: set[int] = set()
        stack: list[int] = []
        for section, heading in enumerate(headings, 1):
            while stack and headings[stack[-1] - 1].level >= heading.level:
                stack.pop()
            stack.append(section)
            if section in wanted:
                above.update(stack)
        title = next((section for section, heading in enumerate(headings, 1) if heading.level == 1), 0)
        for section in sorted({*wanted, *above, title}):
            if section in wanted:
                end = starts[section + 1] if section < len(headings) else len(self._text)
                yield starts[section], end, True
            elif section > 0:
                yield *headings[section - 1][:2], False

    def _pieces(
        self, start: int, end: int, places: Sequence[int], words: Collection[bytes]
    ) -> Iterator[tuple[int, int]]:
        """The blocks and list items of a section that hold a place or a word, neighbours joined."""
        cuts = [start, *(cut.end() for cut in _PIECE.finditer(self._text, start, end))]
        whole = [found.span() for found in _COMMENT.finditer(self._text, start, end)]
        inside = {cut for cut in cuts[1:] if self._is_code(cut) or any(a < cut < b for a, b in whole)}
        cuts = [cut for cut in cuts if cut not in inside]
        kept: tuple[int, int] | None = None
        for first, last in zip(cuts, [*cuts[1:], end], strict=True):
            at = bisect_left(places, first)
            held = at < len(places) and places[at] < last
            if not held and first > start:
                piece = self._text[first:last].lower()
                held = any(word in piece for word in words)
            if held or first == start:
                if kept is not None and kept[1] < first:
                    yield kept
                    kept = None
                kept = (kept[0] if kept else first, last)
        if kept is not None:
            yield kept


def keep_sections(text: bytes, lines: Collection[int], words: Collection[bytes] | None = None) -> bytes:
    """`text` without anything but the sections that hold any of `lines` and the headings above them.

    With `words` (lower case) only those blocks and list items of the sections are kept that hold a line or
    a word. Front matter and the title are kept too. Lines are 1-based; the result has as many lines as
    `text`, each in its place.
    """
    return Outline(text, max(lines, default=1)).keep(lines, words)


def _front_matter_end(text: bytes) -> int:
    """Where the front matter ends, 0 when there is none."""
    begun = _FRONT_MATTER.match(text)
    ended = _FRONT_MATTER_END.search(text, begun.end(), begun.end() + LARGEST_BLOCK) if begun else None
    return ended.end() if ended else 0


def _headings(text: bytes, body: int, code: list[tuple[int, int]]) -> Iterator[_Heading]:
    """The headings outside code and comments, in order; fences are added to `code` as they are met."""
    # With a line end put before it, the first line is looked at like any other.
    text = b"\n" + text[body:]
    shift = body - 1
    position = floor = 0
    while (mark := _MARK.search(text, position)) is not None:
        kind = mark.lastgroup
        position = mark.end()
        if kind == "heading":
            position = floor = _line_end(text, mark.end())
            yield _Heading(mark.start() + 1 + shift, position + shift, len(mark["heading"]))
        elif kind == "comment":
            closing = b"%%" if mark["comment"] == b"%%" else b"-->"
            position = max(text.find(closing, mark.end()), mark.end())
        elif kind == "fence":
            position = _fence_end(text, mark)
            code.append((mark.start() + 1 + shift, position + shift))
        else:
            position = _line_end(text, mark.end())
            start = _paragraph_start(text, floor, mark.start())
            if start is not None:
                floor = position
                level = 1 if mark["underline"].startswith(b"=") else 2
                yield _Heading(start + shift, position + shift, level)


def _line_end(text: bytes, position: int) -> int:
    end = text.find(b"\n", position)
    return len(text) if end < 0 else end


def _fence_end(text: bytes, mark: re.Match[bytes]) -> int:
    fence = mark["fence"]
    closing = rb"\n[ \t]*" + re.escape(fence[:1]) + b"{%d,}[ \t\r]*(?=\n|\\Z)" % len(fence)
    found = re.compile(closing).search(text, mark.end())
    return len(text) if found is None else found.end()


def _paragraph_start(text: bytes, floor: int, end: int) -> int | None:
    """Where the text that is underlined begins, which ends at `end`; None when no text stands there.

    It begins after `floor`, the end of the heading before.
    """
    start = end
    while start > floor:
        before = text.rfind(b"\n", floor, start)
        line = text[before + 1 : start].strip()
        if before < 0 or not line or line.startswith((b"```", b"~~~")):
            break
        start = before
    return None if start == end else start + 1
