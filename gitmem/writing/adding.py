"""A new entry for a note: under its day's heading in a dated log, at the end of the list elsewhere. Pure.

Only adds lines. The result is read again as everybody reads it: the entry has to be one item of its own, and
all that was there has to be read as before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.errors import NoteError, UsageError
from gitmem.notes.days import find_days
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note
from gitmem.writing.outline import (
    Heading,
    Part,
    heading_end,
    headings_of,
    is_blank,
    last_line,
    list_at_end,
    lists_of,
    part_under,
    section_end,
)
from gitmem.writing.pieces import read_named, without_mark
from gitmem.writing.text import NoteText

_PLAIN_WORDS = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|logs?|notes?|journal|diary|entry|entries|daily", re.IGNORECASE
)
_DEFAULT = b"- "
_PEOPLE = "people"
"""The folder whose notes are named after people."""


class Added(NamedTuple):
    """A note with its new entry, and the line of that."""

    data: bytes
    line: int


def add_entry(path: str, data: bytes | None, entry: str, day: date, *, log: bool, dated: bool) -> Added:
    """The note at `path` with `entry`; None where there is no note yet.

    `log` tells that the note is a log whatever it holds, `dated` that the caller named the day, which only a
    log takes. Raises `NoteError` for a note that is no text or cannot take an entry, `UsageError` for a day
    that a note has no place for.
    """
    mark, body = without_mark(data or b"")
    if not body:
        made = _new_note(path, entry, day, log=log, dated=dated)
        return made._replace(data=mark + made.data)
    note, text = read_named(path, body), NoteText.of(body).closed()
    headings = headings_of(note, text)
    level = _dated_level(headings, log=log)
    if level is not None:
        added = _in_log(note, text, headings, entry, day, level)
    elif dated:
        raise UsageError(f"--date names a day of a dated log, and {path} is none")
    else:
        added = _at_end(note, text, headings, entry)
    _require_unharmed(path, note, added, entry)
    return added._replace(data=mark + added.data)


def _new_note(path: str, entry: str, day: date, *, log: bool, dated: bool) -> Added:
    if dated and not log:
        raise UsageError(f"--date names a day of a dated log, and {path} is none")
    if log:
        lines = ["# Log", "", f"## {day.isoformat()}", "", f"- {entry}"]
    else:
        lines = [f"# {_title(path)}", "", f"- {entry}"]
    return Added("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"), len(lines))


def _title(path: str) -> str:
    """A title from a file's name; a date stays as it is, and the names of a person are written as such."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    if not stem.isprintable():
        return "Notes"
    words = stem if find_days(stem) else re.sub(r"[-_ ]+", " ", stem).strip()
    if folder.rpartition("/")[2] == _PEOPLE:
        return " ".join(word[:1].upper() + word[1:] for word in words.split()) or "Notes"
    return words[:1].upper() + words[1:] or "Notes"


# Logs


def _dated_level(headings: Sequence[Heading], *, log: bool) -> int | None:
    """The level of the headings that are days, None for a note that is no dated log."""
    levels = Counter(each.level for each in headings if each.day is not None)
    if not levels:
        return 2 if log else None
    level, count = max(levels.items(), key=lambda item: (item[1], item[0]))
    if log:
        return level
    everywhere = sum(each.level == level for each in headings)
    return level if 2 * count > everywhere and (level > 1 or count > 1) else None


def _in_log(
    note: Note, text: NoteText, headings: Sequence[Heading], entry: str, day: date, level: int
) -> Added:
    days = [each for each in headings if each.level == level and each.day is not None]
    own = next((each for each in days if each.day == day and _is_plain(each)), None)
    if own is not None:
        return _into(note, text, part_under(text, headings, own, 1), entry, spaced=_spaced_below(text, days))
    heading = f"{'#' * level} {day.isoformat()}".encode("ascii")
    after = _place_of(text, headings, days, day)
    lines = [b"", heading, b"", _DEFAULT] if _spaced_below(text, days) else [b"", heading, _DEFAULT]
    if days and not _spaced_above(text, days):
        lines = lines[1:]
    return _inserted(text, after, lines, entry, first=after == 0)


def _is_plain(heading: Heading) -> bool:
    """Whether a heading is a day and tells no subject besides."""
    found = find_days(heading.title)[0]
    rest = heading.title[: found.start] + " " + heading.title[found.end :]
    return not any(map(str.isalnum, _PLAIN_WORDS.sub(" ", rest)))


def _place_of(text: NoteText, headings: Sequence[Heading], days: Sequence[Heading], day: date) -> int:
    """The line after which the heading of a new day comes, in the order that the log has."""
    if not days:
        return last_line(text, 1, len(text.lines))
    known = [each.day for each in days if each.day is not None]
    earlier = [each for each in days if each.day is not None and each.day <= day]
    if known[0] > known[-1]:  # the newest day comes first
        before = earlier[0] if earlier else None
        if before is not None:
            return last_line(text, 1, before.line - 1)
        return section_end(text, headings, days[-1])
    if earlier:
        return section_end(text, headings, earlier[-1])
    return last_line(text, 1, days[0].line - 1)


def _spaced_below(text: NoteText, days: Sequence[Heading]) -> bool:
    """Whether blank lines follow the headings of a log."""
    ends = [heading_end(text, each) for each in days]
    below = [is_blank(text, end + 1) for end in ends if end < len(text.lines)]
    return 2 * sum(below) >= len(below)


def _spaced_above(text: NoteText, days: Sequence[Heading]) -> bool:
    above = [is_blank(text, each.line - 1) for each in days if each.line > 1]
    return 2 * sum(above) >= len(above)


# Other notes


def _at_end(note: Note, text: NoteText, headings: Sequence[Heading], entry: str) -> Added:
    """At the end of the note's only list, else of the note."""
    begin = note.front_matter.end_line + 1
    part = part_under(text, headings, headings[-1] if headings else None, begin)
    lists = list(lists_of(note))
    if len(lists) == 1 and list_at_end(note, text, part) is None:
        above = [each for each in headings if each.line < lists[0].line]
        part = part_under(text, headings, above[-1] if above else None, begin)
        if list_at_end(note, text, part) is None:
            part = part_under(text, headings, headings[-1] if headings else None, begin)
    return _into(note, text, part, entry, spaced=True)


def _into(note: Note, text: NoteText, part: Part, entry: str, *, spaced: bool) -> Added:
    """At the end of a part of a note: as the next item of the list that ends it, or as a list of its own."""
    found = list_at_end(note, text, part)
    if found is not None:
        lines = [b"", found.lead] if found.loose else [found.lead]
        return _inserted(text, found.line, lines, entry, loose=found.loose)
    empty = part.last < part.first
    lines = [_DEFAULT] if empty and not spaced else [b"", _DEFAULT]
    return _inserted(text, part.last, lines, entry, first=part.last == 0)


def _inserted(
    text: NoteText,
    after: int,
    lines: Sequence[bytes],
    entry: str,
    *,
    first: bool = False,
    loose: bool = False,
) -> Added:
    """With lines put after a line, the last of which gets the entry; parted from what follows."""
    new = list(lines)
    if first and not new[0]:
        del new[0]
    new[-1] += entry.encode("utf-8")
    line = after + len(new)
    if (
        after < len(text.lines)
        and not is_blank(text, after + 1)
        and (loose or not _starts_item(text, after + 1))
    ):
        new.append(b"")
    return Added(text.inserted(after, new).data, line)


def _starts_item(text: NoteText, line: int) -> bool:
    """Whether a line may follow an item without a blank line between them."""
    return text.line(line).lstrip(b" \t")[:2] in (b"- ", b"* ", b"+ ", b"# ", b"##")


# Reading the result


def _require_unharmed(path: str, before: Note, added: Added, entry: str) -> None:
    """Raises `NoteError` unless all that was read before is read again, and the entry as one item."""
    after = read_note(path, added.data)
    own = [chunk for chunk in after.chunks if chunk.line <= added.line <= chunk.end_line]
    alone = len(own) == 1 and own[0].kind is ChunkKind.LIST_ITEM and own[0].text == entry
    if not alone or own[0].line != own[0].end_line:
        raise NoteError(
            f"{path}: an entry on line {added.line} would not be read as one, so none was written"
        )
    if list(_said(before, 0)) != list(_said(after, added.line)):
        raise NoteError(f"{path}: an entry would change how the lines around it are read; none was written")


def _said(note: Note, new: int) -> Iterator[tuple[ChunkKind, str, tuple[str, ...], tuple[str, ...]]]:
    """What a note says, line numbers, the entry on line `new` and headings without text aside."""
    for chunk in note.chunks:
        if chunk.line != new and chunk.kind is not ChunkKind.HEADING:
            yield chunk.kind, chunk.text, chunk.heading_path, chunk.parents
