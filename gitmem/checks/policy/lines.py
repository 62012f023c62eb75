"""The lines of a note as the memory policy sees them: what they say, how it came to be known, if it stands.

A line is a piece of the note: a list item, a paragraph or a table row, however many lines of source it has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.errors import NoteError
from gitmem.facts.claim import Claim, Task
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.forms import plain
from gitmem.facts.reading.struck_text import struck_spans, with_tildes
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.chunks import Chunk
from gitmem.notes.days import find_days
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note
from gitmem.notes.tags import Provenance, without_tags
from gitmem.notes.visible import visible
from gitmem.notes.written import WrittenDate, written_dates

SAYING = frozenset((ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH, ChunkKind.TABLE_ROW))
"""Kinds of pieces that say something in the writer's own name."""

_WORD = re.compile(r"[^\W_]")
_WORDS = re.compile(r"[^\W_]+")
_LEADING_DAY_SIGNS = " \t*_[(`"
_AFTER_DAY = re.compile(r"[\])*_]*\s*[-–—:,]*\s*")
_BOX = re.compile(r"\[([ xX/>\-])\]\s+")
_EDGES = " \t\n.,;:!"
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "and",
        "or",
        "it",
        "its",
        "this",
        "that",
        "as",
        "from",
        "has",
        "have",
    ]
)


class Line(NamedTuple):
    """One piece of a note.

    `text` is its source without the list mark, `words` the same as a reader sees it, without tags, with what
    is struck. `folded` is by what lines are equal whatever their looks and tags. `struck` tells that nothing
    of it stands. `days` are the dates that the note gives for it. `label` tells that it only leads to what
    comes below it.
    """

    path: str
    line: int
    end_line: int
    kind: ChunkKind
    text: str
    words: str
    folded: str
    provenance: Provenance | None
    struck: bool
    headings: tuple[str, ...]
    parents: tuple[str, ...]
    section: int
    claims: tuple[Claim, ...]
    days: tuple[WrittenDate, ...]
    since: date | None
    until: date | None
    label: bool
    in_entry: bool

    @property
    def mark(self) -> tuple[object, ...]:
        """Equal for a line that only moved or was given another look."""
        return self.folded, self.provenance, self.struck

    @property
    def cite(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"

    @property
    def closed(self) -> bool:
        """Whether it is a task that is done."""
        box = _BOX.match(self.text)
        return bool(box and box[1] in "xX") or any(each.task is Task.CLOSED for each in self.claims)


def read_lines(path: str, data: bytes, reader: ClaimReader, *, claims: bool = True) -> tuple[Line, ...]:
    """The pieces of a note in their order, front matter and headings aside; none of what is no text.

    Without `claims` those are left out where nothing is struck, which is much quicker.
    """
    try:
        note = read_note(path, data)
    except NoteError:
        return ()
    found: dict[int, list[Claim]] = {}
    if claims or b"~~" in data or b"</" in data:
        for claim in reader.read(note):
            found.setdefault(claim.chunk, []).append(claim)
    daily = reader.frame(note).daily
    return tuple(_lines(note, found, daily))


def _lines(note: Note, claims: dict[int, list[Claim]], daily: bool) -> Iterator[Line]:
    header: Provenance | None = None
    for number, chunk in enumerate(note.chunks):
        if chunk.kind is ChunkKind.TABLE_HEADER:
            header = chunk.tags.provenance
        if chunk.kind in (ChunkKind.FRONT_MATTER, ChunkKind.HEADING):
            continue
        if any(first <= chunk.line <= last for first, last in note.unmerged):
            continue
        if chunk.kind in SAYING and not _WORD.search(visible(chunk.text)) and not _WORD.search(chunk.text):
            continue
        after = note.chunks[number + 1] if number + 1 < len(note.chunks) else None
        found = tuple(claims.get(number, ()))
        provenance = chunk.tags.provenance
        if chunk.kind is ChunkKind.TABLE_ROW:
            provenance = provenance or header
        yield _line(note, chunk, found, provenance, _leads(chunk, after), daily)


def _line(
    note: Note,
    chunk: Chunk,
    claims: tuple[Claim, ...],
    provenance: Provenance | None,
    label: bool,
    daily: bool,
) -> Line:
    text = with_tildes(chunk.text)  # tags may stand within a strike
    struck = _is_struck(text, claims)
    words = plain(_without_marks(text, struck))
    return Line(
        path=note.path,
        line=chunk.line,
        end_line=chunk.end_line,
        kind=chunk.kind,
        text=chunk.text,
        words=words,
        folded=fold(words),
        provenance=provenance,
        struck=struck,
        headings=chunk.heading_path,
        parents=chunk.parents,
        section=chunk.section,
        claims=claims,
        days=tuple(written_dates(note, chunk)),
        since=chunk.tags.since,
        until=chunk.tags.until,
        label=label,
        in_entry=daily or note.sections[chunk.section].dated is not None,
    )


def _leads(chunk: Chunk, after: Chunk | None) -> bool:
    """Whether a piece is only a label of those below it."""
    text = without_tags(visible(chunk.text)).rstrip(" \t*_")
    if chunk.kind not in (ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH) or not text.endswith(":"):
        return False
    return after is not None and after.kind is not ChunkKind.HEADING


def _is_struck(text: str, claims: Sequence[Claim]) -> bool:
    """Whether nothing of a text stands: all that it asserts, or all its words, are struck."""
    if "~~" not in text:
        return False
    if claims and struck_spans(text, visible(text)):
        return all(claim.strike is not None for claim in claims)
    return wholly_struck(text) is not None


def _without_marks(text: str, struck: bool) -> str:
    """A text without the signs of strikes, and without what a struck line says of its end."""
    if "~~" not in text:
        return text
    spans = struck_spans(text, visible(text))
    if struck and spans:
        text = text[: spans[-1][1]]
    for start, end in reversed(spans):
        text = f"{text[:start]}{text[start + 2 : end - 2]}{text[end:]}"
    return text


def fold(words: str) -> str:
    """What a text says, whatever its case, form, box, leading date and closing signs."""
    text = _BOX.sub("", words.strip(), count=1)
    days = find_days(text[:40])
    if days and not text[: days[0].start].strip(_LEADING_DAY_SIGNS):
        end = days[0].end
        rest = text[end:]
        match = _AFTER_DAY.match(rest)
        rest = rest[match.end() :] if match else rest
        text = rest or text
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(_EDGES)


def content_words(text: str) -> frozenset[str]:
    """The words of a folded text that carry meaning."""
    return frozenset(word for word in _WORDS.findall(text) if word not in _SMALL)
