"""Where each line of a flat memory belongs: a person, a project, a decision, a day, or other context. Pure.

Sections are told by their headings, so whatever stands under the name of a thing goes with it and no line
loses its subject. Only where the headings above say nothing of their own (Log, Notes) are dated sections
and dated list items taken to the notes of their days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.checks.policy.places import Places
from gitmem.facts.reading.subjects import is_generic_title
from gitmem.notes.days import find_days
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.links import leading_link
from gitmem.notes.markdown import Chunk, Note, Section
from gitmem.writing.heading_lines import heading_lines
from gitmem.writing.layout.routing import table_title

_MANY = {
    "people": ("people", "persons", "contacts", "team", "family", "friends", "colleagues", "coworkers"),
    "projects": ("projects",),
    "decisions": ("decisions", "adrs"),
}
"""Last words of headings under which each section is about one person, project or decision."""

_ONE = {
    "people": ("person", "contact", "colleague"),
    "projects": ("project",),
    "decisions": ("decision", "adr"),
}
"""First words of headings of sections about one person, project or decision."""

_READER = re.compile(r"(?:about )?(?:me|myself|the user|user|my user)(?: profile| preferences)?")
_LONGEST_HEADING = 3
_LONGEST_STEM = 60
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Home(NamedTuple):
    """The note that lines go to: its folder and the stem of its name. An empty folder is the index, in the
    part that the stem names."""

    folder: str
    stem: str


TITLE, TAIL = Home("", "title"), Home("", "tail")


def table_of(folder: str) -> Home:
    """The home of a heading that stays as the heading of a folder's table."""
    return Home("", f"table {folder}")


class Homes(NamedTuple):
    """The home of every line in order, what the notes are about, and the lines that are headings."""

    lines: tuple[Home, ...]
    names: dict[Home, str]
    headings: frozenset[int]


class _Role(Enum):
    """What a section means for those below it: they are placed anew, are one thing each, or go with it."""

    OPEN = "open"
    LIST = "list"
    WHOLE = "whole"


@dataclass(slots=True)
class _Part:
    """The lines of a section without the sections below it; `body` is the first one after its heading."""

    section: Section
    first: int
    last: int
    body: int
    outermost: bool = False
    parent: _Part | None = None
    below: list[_Part] = field(default_factory=list)
    role: _Role = _Role.OPEN
    home: Home = TITLE
    folder: str = ""

    @property
    def title(self) -> str:
        """The text of its heading, empty before the first one."""
        return self.section.path[-1] if self.section.path else ""


def find_homes(note: Note, lines: tuple[bytes, ...], places: Places, linked: frozenset[str]) -> Homes:
    """The home of every line. List items that begin with a link in `linked` stay in the index."""
    parts = _parts(note, lines)
    names: dict[Home, str] = {}
    for part in parts:
        _place(part, parts, places, names)
    homes = [part.home for part in parts for _ in range(part.first, part.last + 1)]
    by_line = {number: part for part in parts for number in range(part.first, part.last + 1)}
    for chunk, first, last in _items(note, lines):
        part = by_line[first]
        if leading_link(chunk.text) in linked:
            home = TAIL
        elif part.role is _Role.OPEN and (day := _item_day(chunk)) is not None:
            home = _daily(day, places, names)
        else:
            continue
        homes[first - 1 : last] = [home] * (last - first + 1)
    _settle(parts, lines, homes, places)
    return Homes(tuple(homes), names, frozenset(part.first for part in parts if part.section.lines))


def stem_of(name: str) -> str:
    """A file name for a thing: its words, small, joined by hyphens."""
    stem = ""
    for word in _WORDS.findall(name.casefold()):
        longer = f"{stem}-{word}" if stem else word
        if len(longer.encode("utf-8")) > 2 * _LONGEST_STEM or len(longer) > _LONGEST_STEM:
            break
        stem = longer
    return stem or "untitled"


# The tree of sections


def _parts(note: Note, lines: tuple[bytes, ...]) -> list[_Part]:
    """The sections in order; together they hold every line once."""
    sections = list(dict.fromkeys(note.sections))
    starts = [each.lines[-1] if each.lines else 1 for each in sections]
    ends = [start - 1 for start in starts[1:]] + [len(lines)]
    parts: list[_Part] = []
    by_lines: dict[tuple[int, ...], _Part] = {}
    for section, first, last in zip(sections, starts, ends, strict=True):
        heading = heading_lines(lines[:last], first - 1) if section.lines else None
        body = first + (heading.height if heading else 1) if section.lines else first
        part = _Part(section, first, last, body, heading is not None and heading.level == 1)
        if section.lines:
            part.parent = by_lines.get(section.lines[:-1], parts[0])
            part.parent.below.append(part)
        by_lines[section.lines] = part
        parts.append(part)
    return parts


# What a section is about


def _place(part: _Part, parts: list[_Part], places: Places, names: dict[Home, str]) -> None:
    above = part.parent
    if above is None:
        part.home = _named(Home(places.context, "general"), "General", names)
    elif above.role is _Role.WHOLE:
        part.role, part.home = _Role.WHOLE, above.home
    elif above.role is _Role.LIST:
        part.role = _Role.WHOLE
        part.home = _named(Home(above.folder, stem_of(part.title)), part.title, names)
    else:
        _place_openly(part, above, parts, places, names)


def _place_openly(
    part: _Part, above: _Part, parts: list[_Part], places: Places, names: dict[Home, str]
) -> None:
    """Places a section whose headings above leave open what it is about."""
    part.role = _Role.WHOLE
    day = part.section.dated
    if day is not None and day.line == part.first:
        part.home = _daily(day.day, places, names)
    elif folder := _listed(part.title, places):
        part.role, part.folder = _Role.LIST, folder
        part.home = _named(Home(folder, stem_of(part.title)), part.title, names)
    elif subject := _subject(part.title, places):
        folder, name = subject
        part.home = _named(Home(folder, stem_of(name)), name, names)
    elif _is_title(part, parts):
        part.role, part.home = _Role.OPEN, parts[0].home
    else:
        topic = Home(places.context, stem_of(part.title))
        part.home = _named(topic, part.title, names) if _is_outermost(above, parts) else above.home
        if is_generic_title(part.title):
            part.role = _Role.OPEN


def _is_title(part: _Part, parts: list[_Part]) -> bool:
    """Whether it is the heading of the whole note: of the first level, with all others below it."""
    return part.outermost and part is parts[1] and len(parts[0].below) == 1


def _is_outermost(part: _Part, parts: list[_Part]) -> bool:
    return part is parts[0] or _is_title(part, parts)


def _listed(title: str, places: Places) -> str | None:
    """The folder of which a heading announces a list."""
    words = [word.casefold() for word in _WORDS.findall(title)]
    if not 0 < len(words) <= _LONGEST_HEADING:
        return None
    last = "decisions" if words[-2:] in (["decision", "log"], ["decisions", "log"]) else words[-1]
    return next((folder for name, folder in _known(places) if last in _MANY[name]), None)


def _subject(title: str, places: Places) -> tuple[str, str] | None:
    """The folder of the one thing a heading says it is about, and that thing's name."""
    words = _WORDS.findall(title)
    known = dict(_known(places))
    if "people" in known and _READER.fullmatch(" ".join(words).casefold()):
        return known["people"], title
    if len(words) < 2:
        return None
    for name, folder in known.items():
        if words[0].casefold() in _ONE[name]:
            rest = title[title.find(words[0]) + len(words[0]) :].lstrip(" :-–—")
            return None if is_generic_title(rest) else (folder, rest)
        if len(words) <= _LONGEST_HEADING and words[-1].casefold() in _ONE[name]:
            return folder, title
    return None


def _known(places: Places) -> Iterator[tuple[str, str]]:
    """The folders whose names say what they hold."""
    for folder in places.folders:
        if (name := folder.rpartition("/")[2]) in _MANY:
            yield name, folder


def _daily(day: date, places: Places, names: dict[Home, str]) -> Home:
    return _named(Home(places.daily, day.isoformat()), day.isoformat(), names)


def _named(home: Home, name: str, names: dict[Home, str]) -> Home:
    names.setdefault(home, name)
    return home


# List items


def _items(note: Note, lines: tuple[bytes, ...]) -> Iterator[tuple[Chunk, int, int]]:
    """Every outermost list item with its first and last line, what nests in it included."""
    chunks = note.chunks
    for place, chunk in enumerate(chunks):
        if chunk.kind is not ChunkKind.LIST_ITEM or chunk.parents:
            continue
        last = chunk.end_line
        for inner in chunks[place + 1 :]:
            if not inner.parents:
                break
            last = inner.end_line
        # Inside a quotation or another item the line begins with other marks; such items stay.
        if re.match(rb" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]", lines[chunk.line - 1]):
            yield chunk, chunk.line, last


def _item_day(chunk: Chunk) -> date | None:
    """The day that a list item begins with."""
    text = chunk.text.lstrip("*_[(")
    days = find_days(text[:40])
    return days[0].day if days and days[0].start == 0 else None


# Headings that are left without text


def _settle(parts: list[_Part], lines: tuple[bytes, ...], homes: list[Home], places: Places) -> None:
    """Gives headings a home whose own text went elsewhere, from the innermost to the outermost."""
    for part in reversed(parts):
        own = [n for n in range(part.body, part.last + 1) if homes[n - 1] == part.home]
        empty = all(not lines[n - 1].strip() for n in own)
        heading = list(range(part.first, part.body))
        if part.section.lines and part.role is _Role.OPEN and _is_title(part, parts):
            _set(homes, heading + (own if empty else []), TITLE)
        elif not part.section.lines:
            if empty:
                _set(homes, own, _next_home(part, parts, homes))
        elif empty and part.role is not _Role.WHOLE:
            _set(homes, heading + own, _bare_home(part, lines, homes, places))


def _set(homes: list[Home], numbers: list[int], home: Home) -> None:
    for number in numbers:
        homes[number - 1] = home


def _next_home(part: _Part, parts: list[_Part], homes: list[Home]) -> Home:
    """The home of the line after a part; that of the index's end after the last."""
    return homes[part.last] if part.last < len(homes) else TAIL


def _bare_home(part: _Part, lines: tuple[bytes, ...], homes: list[Home], places: Places) -> Home:
    """The home of a heading that has no text of its own."""
    if (folder := _own_table(part, lines, homes, places)) is not None:
        return table_of(folder)
    if TAIL in homes[part.first - 1 : part.last]:
        return TAIL
    return homes[part.below[0].first - 1] if part.below else part.home


def _own_table(part: _Part, lines: tuple[bytes, ...], homes: list[Home], places: Places) -> str | None:
    """The folder whose table has the very heading that this part has, once."""
    for folder in places.all_folders:
        heading = f"## {table_title(folder)}".encode()
        if lines[part.first - 1].rstrip() == heading and table_of(folder) not in homes:
            return folder
    return None
