"""Dates that a note itself gives for a chunk, in order of precedence.

Inline tag, dated heading above, date in the file's name, front matter, and last a day the sentence
names ("as of 2026-03-01"). Whether such a date may be believed is decided later, when `now` is known.
"""

from __future__ import annotations

import re
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitmem.notes.chunks import Chunk
from gitmem.notes.days import WrittenDay, find_days
from gitmem.notes.kinds import UNTAGGED
from gitmem.notes.visible import numbered, visible

if TYPE_CHECKING:  # The parsers are not loaded where only stored dates are weighed.
    from gitmem.notes.front_matter import FieldDay
    from gitmem.notes.markdown import Note


class DateSource(Enum):
    """Where a date comes from; the value is the name in JSON, to which front matter adds its field."""

    TAG = "tag"
    HEADING = "heading"
    FILENAME = "filename"
    FRONT_MATTER = "front-matter"
    TEXT = "text"
    GIT = "git"
    MOVED = "moved"
    UNCOMMITTED = "uncommitted"
    UNTRACKED = "untracked"
    UNKNOWN = "unknown"


class WrittenDate(NamedTuple):
    """A day and what gives it. `field` names the front matter field (or, for git, the date of the
    commit: `author` or `committer`); `line` is 1-based, 0 for a file name and for a commit."""

    source: DateSource
    field: str | None
    day: date
    line: int


_AS_OF = re.compile(r"\bas of:?[ \t\n](?:the )?(?=\d|[jfmasond][a-z]{2})", re.IGNORECASE)


def written_dates(note: Note, chunk: Chunk) -> tuple[WrittenDate, ...]:
    """The dates the note gives for one of its chunks, the most telling first; all are only claims."""
    return dates_of(note_dates(note.path, note.front_matter.dates), note.sections[chunk.section].dated, chunk)


def dates_of(
    found: tuple[WrittenDate, ...], dated: WrittenDay | None, chunk: Chunk
) -> tuple[WrittenDate, ...]:
    """The same from the dates of the whole note (`note_dates`) and that of the chunk's section."""
    if dated is not None:
        found = (WrittenDate(DateSource.HEADING, None, dated.day, dated.line), *found)
    if chunk.tags.verified:
        tagged = (WrittenDate(DateSource.TAG, None, each.day, each.line) for each in chunk.tags.verified)
        found = (*tagged, *found)
    if "s of" in chunk.text and chunk.kind not in UNTAGGED:
        found = (*found, *_dates_in_text(chunk))
    return found


@lru_cache(maxsize=64)
def note_dates(path: str, fields: tuple[FieldDay, ...]) -> tuple[WrittenDate, ...]:
    """What dates every chunk of a note: the file's name, then its front matter."""
    named = [WrittenDate(DateSource.FILENAME, None, day, 0) for day in _name_days(path)]
    return (
        *named,
        *(WrittenDate(DateSource.FRONT_MATTER, each.field, each.day, each.line) for each in fields),
    )


def _name_days(path: str) -> set[date]:
    """The day in a file's name; two different ones are a range and give none."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    days = {each.day for each in find_days(name.replace("_", "-"))}
    return days if len(days) == 1 else set()


def _dates_in_text(chunk: Chunk) -> list[WrittenDate]:
    """The newest day the chunk says it speaks of."""
    found: list[WrittenDate] = []
    text = visible(chunk.text)
    for match, line in numbered(_AS_OF, text, chunk.line):
        days = find_days(text[match.end() : match.end() + 40])
        if days and days[0].start == 0:
            found.append(WrittenDate(DateSource.TEXT, None, days[0].day, line))
    return [max(found, key=lambda each: each.day)] if found else []
