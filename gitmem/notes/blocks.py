"""Markdown blocks to chunks: where each begins and ends, under which headings and in which list items.

pulldown-cmark (through pyromark) decides what is a block. Its events come in the order of the source
with byte ranges, so a block is read once, cut out by its range, and everything inside it is passed
over; what the parser drops without a word (link definitions, commented blocks) is picked up from the
lines between blocks. Nothing recurses: nesting costs no stack.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import cast

from pyromark import Markdown, Options
from pyromark.event import Event, Range

from gitmem.notes.chunks import Chunk, Section
from gitmem.notes.days import WrittenDay
from gitmem.notes.headings import heading_day, read_heading
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markers import Span
from gitmem.notes.tags import NO_TAGS, inline_tags
from gitmem.notes.trimming import dedent, leftovers, trim_lines, unquote

__all__ = ["BlockReader", "Chunk", "Section", "code_spans"]

_PARSER = Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_WIKILINKS
)
_BOX = re.compile(rb"\[[ xX]\][ \t]")
_BACKSLASH = ord("\\")
_CONTAINERS = frozenset(("List", "Table", "TableCell"))


@dataclass(slots=True)
class _Item:
    """A list item that is being read. `run` is the byte at which text of its own began, -1 while none
    is open; `own` holds until its first text, which is the item, has begun."""

    end: int
    parents: tuple[str, ...]
    numbered: bool
    run: int = -1
    own: bool = True


class BlockReader:
    """Reads one note's body; `chunks`, `sections` and `title` hold the result.

    `body` is the note after its front matter, whose first line is `first_line`; `masked` is the same
    with misleading lines blanked, byte for byte.
    """

    def __init__(self, body: bytes, masked: bytes, first_line: int) -> None:
        self.chunks: list[Chunk] = []
        self.sections: list[Section] = [Section()]
        self.title: str | None = None
        self._body = body
        self._masked = masked
        self._offset = first_line - 1
        self._starts = [0, *accumulate(map((1).__add__, map(len, body.split(b"\n"))))]
        self._covered = 0
        self._items: list[_Item] = []
        self._levels: list[tuple[int, Section]] = [(0, self.sections[0])]
        self._heading: tuple[int, str] | None = None

    def read(self) -> None:
        """Fills `chunks`, `sections` and `title`."""
        events = iter(_PARSER.events_with_range(self._masked.decode("utf-8")))
        items = self._items
        openers = self._openers()
        passed = 0
        for event, span in events:
            start = span["start"]
            if start < passed or isinstance(event, str):
                continue
            begun = event.get("Start")
            if begun is None:
                if items and items[-1].run < 0 and "End" not in event:
                    self._begin_run(start)
                continue
            name = begun if isinstance(begun, str) else next(iter(cast("dict[str, object]", begun)))
            if name in openers:
                passed = openers[name](start, span["end"])
            elif name == "Heading":
                passed = self._heading_block(start, span["end"], events)
            elif items and items[-1].run < 0 and name not in _CONTAINERS:
                self._begin_run(start)
        self._leave_items(len(self._masked) + 1)
        self._pick_up(len(self._starts))
        self._close_heading()

    def _openers(self) -> dict[str, Callable[[int, int], int]]:
        """What begins at a block of each name; each returns the byte up to which events are passed over."""
        return {
            "Paragraph": self._paragraph,
            "Item": self._item,
            "TableHead": partial(self._row, ChunkKind.TABLE_HEADER),
            "TableRow": partial(self._row, ChunkKind.TABLE_ROW),
            "CodeBlock": partial(self._verbatim, ChunkKind.CODE),
            "HtmlBlock": partial(self._verbatim, ChunkKind.HTML),
            "BlockQuote": self._quote,
            "FootnoteDefinition": self._footnote,
        }

    # List items

    def _leave_items(self, position: int) -> None:
        """Closes the list items that end at or before `position`."""
        items = self._items
        while items and items[-1].end <= position:
            if items[-1].run >= 0:
                self._close_run(items[-1], items[-1].end)
            items.pop()

    def _begin_run(self, start: int) -> None:
        """Text that stands directly in a list item, not in a paragraph of it, begins."""
        self._leave_items(start)
        if self._items and self._items[-1].run < 0:
            escaped = start > 0 and self._masked[start - 1] == _BACKSLASH
            self._items[-1].run = start - escaped

    def _close_run(self, item: _Item, end: int) -> None:
        start, item.run = item.run, -1
        self._item_text(item, start, end)

    def _item_text(self, item: _Item, start: int, end: int) -> None:
        """The first text of an item is the item and the parent of what nests in it."""
        if not item.own:
            self._running(ChunkKind.PARAGRAPH, start, end, item.parents)
            return
        item.own = False
        text = self._running(ChunkKind.LIST_ITEM, start, end, item.parents)
        if text:
            item.parents = (*item.parents, text)
            if item.numbered:
                self.chunks[-1] = self.chunks[-1]._replace(numbered=True)

    def _begin_block(self, start: int) -> tuple[str, ...]:
        """Closes what ends before the block at `start`; the parents that hold for the block."""
        self._leave_items(start)
        if not self._items:
            return ()
        item = self._items[-1]
        if item.run >= 0:
            self._close_run(item, start)
        return item.parents

    def _item(self, start: int, end: int) -> int:
        numbered = self._masked[start : start + 16].lstrip()[:1].isdigit()
        self._items.append(_Item(end, self._begin_block(start), numbered))
        return start

    def _footnote(self, start: int, end: int) -> int:
        """A footnote is a container without a chunk of its own, but it ends the text before it."""
        self._begin_block(start)
        return start

    # Leaves

    def _paragraph(self, start: int, end: int) -> int:
        parents = self._begin_block(start)
        if self._items:
            self._item_text(self._items[-1], self._with_box(start), end)
        else:
            self._running(ChunkKind.PARAGRAPH, start, end, parents)
        return end

    def _with_box(self, start: int) -> int:
        """Where a paragraph begins when the box of a task, which the parser leaves out, belongs to it."""
        return start - 4 if start > 5 and _BOX.fullmatch(self._masked, start - 4, start) else start

    def _running(self, kind: ChunkKind, start: int, end: int, parents: tuple[str, ...]) -> str:
        """A block of running text, whose lines lose their indent."""
        line = self._line_of(start)
        text = self._masked[start:end].decode("utf-8").strip(" \t\n")
        if "\n" in text or not text.isascii():
            text, skipped = trim_lines(text)
            line += skipped
        if not text or text.isspace():  # separators of ASCII count as blanks, though not for Markdown
            return ""
        self._emit(kind, line, text, parents)
        return text

    def _row(self, kind: ChunkKind, start: int, end: int) -> int:
        parents = self._begin_block(start)
        text = self._masked[start:end].decode("utf-8").strip()
        if text.strip("| \t"):
            self._emit(kind, self._line_of(start), text, parents)
        return end

    def _verbatim(self, kind: ChunkKind, start: int, end: int) -> int:
        """A block whose lines keep their indent, less that of the place it stands in."""
        parents = self._begin_block(start)
        line = self._line_of(start)
        text = self._masked[start:end].decode("utf-8").rstrip()
        if "\n" in text:
            indent = start - self._starts[line - 1]
            first, *rest = text.split("\n")
            text = "\n".join([first, *(dedent(each, indent) for each in rest)])
        if text:
            self._emit(kind, line, text, parents)
        return end

    def _quote(self, start: int, end: int) -> int:
        parents = self._begin_block(start)
        raw = self._masked[start:end].decode("utf-8").rstrip()
        text = "\n".join([unquote(each) for each in raw.split("\n")])
        rest = text.strip("\n")
        if rest:
            skipped = len(text) - len(text.lstrip("\n"))
            self._emit(ChunkKind.QUOTE, self._line_of(start) + skipped, rest, parents)
        return end

    # Headings

    def _heading_block(self, start: int, end: int, events: Iterator[tuple[Event, Range]]) -> int:
        """A heading begins a section, but within a list item it is a part of the item's text."""
        self._leave_items(start)
        if self._items:
            self._begin_run(start)
            return end
        line = self._line_of(start)
        self._pick_up(line)
        self._close_heading()
        depth, title = read_heading(events, self._masked)
        self._begin_section(depth, title, line + self._offset)
        if title:
            self._covered = line + self._masked[start:end].rstrip().count(b"\n")
            self._heading = (line, title)
        return end

    def _begin_section(self, depth: int, title: str, line: int) -> None:
        levels = self._levels
        while levels[-1][0] >= depth:
            levels.pop()
        above = levels[-1][1]
        section = above
        if title:
            day = heading_day(title)
            dated = WrittenDay(day, line) if day else above.dated
            section = Section((*above.path, title), (*above.lines, line), dated)
            if depth == 1 and self.title is None:
                self.title = title
        levels.append((depth, section))
        self.sections.append(section)

    def _close_heading(self) -> None:
        """A heading with nothing under it is a chunk, so that its words are found."""
        if self._heading is not None:
            line, title = self._heading
            self._heading = None
            self._append(ChunkKind.HEADING, line, self._covered, title, ())

    # Emitting

    def _line_of(self, position: int) -> int:
        """The line of a byte, counted within the body."""
        return bisect_right(self._starts, position, self._covered)

    def _emit(self, kind: ChunkKind, line: int, text: str, parents: tuple[str, ...]) -> None:
        if line - self._covered > 1:
            self._pick_up(line)
        end_line = self._covered = line + text.count("\n")
        self._heading = None
        self._append(kind, line, end_line, text, parents)

    def _append(self, kind: ChunkKind, line: int, end: int, text: str, parents: tuple[str, ...]) -> None:
        line += self._offset
        section = len(self.sections) - 1
        tags = inline_tags(text, kind, line) if "[" in text or "}" in text else NO_TAGS
        path = self.sections[section].path
        self.chunks.append(Chunk(line, end + self._offset, kind, path, parents, section, text, tags))

    def _pick_up(self, before: int) -> None:
        """Emits the lines between the last chunk and line `before` that hold words no block took."""
        between = self._body[self._starts[self._covered] : self._starts[before - 1]]
        if not between or between.isspace():
            return
        lines = between.decode("utf-8").split("\n")
        parents = self._items[-1].parents if self._items else ()
        for line, text in leftovers(lines, self._covered + 1):
            self._emit(ChunkKind.OTHER, line, text, parents)


def code_spans(body: bytes, *, html: bool = True) -> list[Span]:
    """The byte ranges of code blocks, and with `html` of HTML blocks, of a note that is not masked yet."""
    spans: list[Span] = []
    for event, span in _PARSER.events_with_range(body.decode("utf-8")):
        begun = event.get("Start") if isinstance(event, dict) else None
        if (html and begun == "HtmlBlock") or (isinstance(begun, dict) and "CodeBlock" in begun):
            spans.append((span["start"], span["end"]))
    return spans
