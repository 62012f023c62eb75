"""Where things stand in a note's lines: headings and their levels, sections, lists and markers. Pure.

The lines are those of a note without a byte order mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.notes.headings import heading_day
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Chunk, Note
from gitmem.writing.heading_lines import heading_lines
from gitmem.writing.text import NoteText

MARKER = re.compile(rb"([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)")
_BLANK = b" \t\r\n"


class Heading(NamedTuple):
    """A heading: its line, its level, its text, and the day it is for, if it is a date."""

    line: int
    level: int
    title: str
    day: date | None


class Part(NamedTuple):
    """What stands right under a heading, before the next one of any level: its first and last line that is
    not blank (`last` is `first - 1` when there is none)."""

    first: int
    last: int


def headings_of(note: Note, text: NoteText) -> list[Heading]:
    """The headings of a note in the order of their lines."""
    found: dict[int, str] = {}
    for section in note.sections:
        if section.lines:
            found.setdefault(section.lines[-1], section.path[-1])
    return [
        Heading(line, _level(text, line), found[line], heading_day(found[line])) for line in sorted(found)
    ]


def _level(text: NoteText, line: int) -> int:
    found = heading_lines(text.lines, line - 1)
    return found.level if found else 1


def is_blank(text: NoteText, line: int) -> bool:
    """Whether a line holds nothing but spaces."""
    return not text.line(line).strip(_BLANK)


def last_line(text: NoteText, first: int, last: int) -> int:
    """The last line from `first` to `last` that is not blank; `first - 1` when all are."""
    while last >= first and is_blank(text, last):
        last -= 1
    return last


def heading_end(text: NoteText, heading: Heading) -> int:
    """The last line of a heading, which an underline may follow."""
    found = heading_lines(text.lines, heading.line - 1)
    return heading.line + (found.height - 1 if found else 0)


def part_under(text: NoteText, headings: Sequence[Heading], heading: Heading | None, begin: int) -> Part:
    """What stands right under a heading; for None before the first one, from line `begin`."""
    start = begin if heading is None else heading_end(text, heading) + 1
    following = (each.line for each in headings if heading is None or each.line > heading.line)
    end = next(following, len(text.lines) + 1) - 1
    return Part(start, last_line(text, start, end))


def section_end(text: NoteText, headings: Sequence[Heading], heading: Heading) -> int:
    """The last line of a heading's section, those of deeper headings included, that is not blank."""
    following = (each.line for each in headings if each.line > heading.line and each.level <= heading.level)
    return last_line(text, heading.line, next(following, len(text.lines) + 1) - 1)


class ListEnd(NamedTuple):
    """The end of a list: its last line, what begins its items, and whether a blank line parts them."""

    line: int
    lead: bytes
    loose: bool


def list_at_end(note: Note, text: NoteText, part: Part) -> ListEnd | None:
    """The list with which a part of a note ends; None when it ends with something else."""
    inside = [chunk for chunk in note.chunks if part.first <= chunk.line <= part.last]
    if not inside or not _in_list(inside[-1]) or not _reaches(inside[-1], text, part):
        return None
    tops: list[Chunk] = []
    for chunk in reversed(inside):
        if not _in_list(chunk):
            break
        if not chunk.parents:
            tops.append(chunk)
    if not tops:
        return None
    lead = _next_lead(text, tops)
    loose = len(tops) > 1 and tops[0].line > 1 and is_blank(text, tops[0].line - 1)
    return None if lead is None else ListEnd(part.last, lead, loose)


def lists_of(note: Note) -> Iterator[Chunk]:
    """The last top item of every list of a note that no other top item follows right away."""
    former: Chunk | None = None
    for chunk in note.chunks:
        if former is not None and not _in_list(chunk):
            yield former
            former = None
        elif _in_list(chunk) and not chunk.parents:
            if former is not None and former.section != chunk.section:
                yield former
            former = chunk
    if former is not None:
        yield former


def _in_list(chunk: Chunk) -> bool:
    return chunk.kind is ChunkKind.LIST_ITEM or bool(chunk.parents)


def _reaches(chunk: Chunk, text: NoteText, part: Part) -> bool:
    """Whether nothing that is no chunk (a comment, a rule) stands between a chunk and the end of a part."""
    return last_line(text, part.first, part.last) <= chunk.end_line or chunk.kind is ChunkKind.CODE


def _next_lead(text: NoteText, tops: Sequence[Chunk]) -> bytes | None:
    """What the item after the last top item of a list begins with; `tops` are in reverse order."""
    found = MARKER.match(text.line(tops[0].line))
    if found is None:
        return None
    indent, marker, space = found.groups()
    if marker[:1].isdigit():
        before = MARKER.match(text.line(tops[1].line)) if len(tops) > 1 else None
        number = int(marker[:-1])
        if before is None or before[2] != marker:
            marker = b"%d%s" % (number + 1, marker[-1:])
    return indent + marker + (space if len(space) <= 4 else b" ")
