"""Says of a line of a note that it was checked: adds `[verified: …]`, or brings the one it has up to date.

Pure; the result is read again, and must say what it said before.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from gitmem.errors import NoteError, UsageError
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.days import read_day
from gitmem.notes.markdown import Chunk, Note, read_note
from gitmem.notes.visible import visible
from gitmem.writing.citing import find_piece
from gitmem.writing.entry import with_tag
from gitmem.writing.pieces import read_named, without_mark
from gitmem.writing.target import Cite
from gitmem.writing.text import NoteText

_VERIFIED = re.compile(r"\[(?<![!\[\\]\[)verified\s{0,9}:([^\[\]\n]{0,80})\](?!\()", re.IGNORECASE)


class Verified(NamedTuple):
    """A note with a verified line, the line, and what it says."""

    data: bytes
    line: int
    text: str


def verify(path: str, data: bytes, cite: Cite, day: date, reader: ClaimReader) -> Verified:
    """The note with the line at `cite` verified on `day`; unchanged bytes if it says so already.

    Raises `UsageError` when the cite means nothing that can be verified or says a later day, and `NoteError`
    when the note is no text or the tag would change how it is read.
    """
    mark, body = without_mark(data)
    note, text = read_named(path, body), NoteText.of(body)
    chunk, line = find_piece(note, body, cite)
    first, last = _range(note, chunk, line, reader)
    said = chunk.text.split("\n")[first - chunk.line : last - chunk.line + 1]
    if wholly_struck("\n".join(said)) is not None:
        raise UsageError(f"{path}:{line} is struck; there is nothing to verify")
    number, changed = _tagged(said, day, f"{path}:{line}")
    old = said[number].encode("utf-8")
    source = text.line(first + number)
    start = source.replace(b"\r", b" ").rfind(old)
    if start < 0:
        raise NoteError(f"{path}:{line} is partly commented out, so it cannot be marked by itself")
    kept = source[start : start + len(old)]
    if changed != said[number]:
        new = _transferred(said[number], kept, changed)
        text = text.replaced(first + number, source[:start] + new + source[start + len(old) :])
    after = read_note(path, text.data)
    if not _reads_alike(note, after, chunk, day, reader):
        raise NoteError(f"{path}:{line} cannot be marked so that it is read rightly; mark it by hand")
    return Verified(mark + text.data, first, " ".join(said))


def _range(note: Note, chunk: Chunk, line: int, reader: ClaimReader) -> tuple[int, int]:
    """The lines of the claim that a cite means, else of its whole piece."""
    for claim in reader.read(note):
        if claim.line <= line <= claim.end_line and claim.chunk == note.chunks.index(chunk):
            return claim.line, claim.end_line
    return chunk.line, chunk.end_line


def _tagged(said: list[str], day: date, place: str) -> tuple[int, str]:
    """The place of the line that carries the tag, and its text with it."""
    tag = f"[verified: {day.isoformat()}]"
    tags = [
        (read_day(found[1]), number, found)
        for number, text in enumerate(said)
        for found in _VERIFIED.finditer(visible(text))
        if found[0] == text[found.start() : found.end()]  # else code in it would go with it
    ]
    if not tags:
        text = said[-1]
        breaks = (len(text) - len(text.rstrip("\\"))) % 2
        return len(said) - 1, with_tag(text[: len(text) - breaks], tag) + "\\" * breaks
    newest, number, found = max(tags, key=lambda each: each[0] or date.min)
    if newest is not None and newest > day:
        raise UsageError(f"{place} was verified on {newest.isoformat()}, which is later")
    text = said[number]
    return number, text if newest == day else text[: found.start()] + tag + text[found.end() :]


def _transferred(old: str, kept: bytes, changed: str) -> bytes:
    """`changed` in the bytes that are there, where a carriage return inside a line is read as a space."""
    same = 0
    while same < min(len(old), len(changed)) and old[same] == changed[same]:
        same += 1
    tail = 0
    while tail < min(len(old), len(changed)) - same and old[-tail - 1] == changed[-tail - 1]:
        tail += 1
    head = len(old[:same].encode("utf-8"))
    end = len(kept) - len(old[len(old) - tail :].encode("utf-8"))
    return kept[:head] + changed[same : len(changed) - tail].encode("utf-8") + kept[end:]


def _reads_alike(before: Note, after: Note, chunk: Chunk, day: date, reader: ClaimReader) -> bool:
    """Whether the piece is verified on the day and nothing else is read otherwise."""
    place = before.chunks.index(chunk)
    if len(before.chunks) != len(after.chunks):
        return False
    for number, (old, new) in enumerate(zip(before.chunks, after.chunks, strict=True)):
        if number == place:
            if day not in {each.day for each in new.tags.verified}:
                return False
        elif (old.kind, old.line, old.text) != (new.kind, new.line, new.text):
            return False
    facts = [
        [(claim.line, claim.literal, claim.norm, claim.strike) for claim in reader.read(note)]
        for note in (before, after)
    ]
    return facts[0] == facts[1]
