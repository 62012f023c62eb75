"""The pieces of a note that are found, dated and cited: chunks, and the sections they stand in.

Apart from the parser, because a search on a current index reads no Markdown and need not load it.
"""

from __future__ import annotations

from typing import NamedTuple

from gitmem.notes.days import WrittenDay
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import NO_TAGS, InlineTags


class Section(NamedTuple):
    """The text under one heading: the headings above it, outermost first, and the line of each.

    Section 0 is what stands before the first heading. A section's place in `Note.sections` is its
    ordinal, which tells headings of the same text apart. `dated` is the day given by the nearest of
    the headings that is a date.
    """

    path: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    dated: WrittenDay | None = None


class Chunk(NamedTuple):
    """One citable piece of a note.

    `text` is the source without bullets, quote marks and common indent, inline markup kept; its k-th
    line stands on line `line + k` of the note. `parents` are the texts of the list items it hangs
    under, outermost first; `section` is the ordinal of its section in the note. `numbered` tells an item
    of a numbered list.
    """

    line: int
    end_line: int
    kind: ChunkKind
    heading_path: tuple[str, ...]
    parents: tuple[str, ...]
    section: int
    text: str
    tags: InlineTags = NO_TAGS
    numbered: bool = False
