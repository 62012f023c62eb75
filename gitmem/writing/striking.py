"""Strikes a line of a note, and writes what came instead beside it. Pure.

Nothing is deleted: a line gets its marks, the new one comes below it. How a line is struck best depends on
what stands in it, so ways are tried in order, and the first counts that the project's own reader reads
rightly: the old claim struck on that day, the new one live, everything else as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.errors import NoteError, UsageError
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.exclusions import is_key
from gitmem.facts.reading.pairs import find_separator, label_in, pieces, read_pair
from gitmem.facts.reading.prefixes import read_prefix
from gitmem.facts.reading.struck_text import struck_spans
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.dating import written_dates
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Chunk, Note, read_note
from gitmem.notes.visible import visible
from gitmem.notes.written import DateSource
from gitmem.writing.citing import find_piece
from gitmem.writing.entry import clean_words, entry_text, with_tag
from gitmem.writing.pieces import read_named, without_mark
from gitmem.writing.rereading import Reread, reads_as_meant
from gitmem.writing.sentences import statement_at
from gitmem.writing.target import Cite
from gitmem.writing.text import NoteText

_GROUP = re.compile(r"\{[^{}\n]{1,300}\}$")
_TAG = re.compile(r"\[[^\[\]\n]{1,100}\]$")
_LONGEST_MARK = 302
_MARKS = re.compile(r"[*_]*[ \t]*")
_LEAD = re.compile(rb"[-*+]|\d{1,9}[.)]")
_BOX = re.compile(r"\[[ xX]\] ")
_PLACED = (DateSource.HEADING, DateSource.FILENAME)


class Struck(NamedTuple):
    """A note with a struck line. `new` is the line that came instead, `first` and `last` what was struck,
    `nested` the lines below it that stay as they are, `text` what was struck, `entry` what came instead."""

    data: bytes
    first: int
    last: int
    new: int | None
    nested: tuple[int, int] | None
    text: str
    entry: str | None


class Target(NamedTuple):
    """What is to be struck: lines of a piece, with their text as the reader has it, and the claims there."""

    chunk: Chunk
    first: int
    last: int
    texts: tuple[str, ...]
    claims: tuple[Claim, ...]

    @property
    def in_list(self) -> bool:
        """Whether it is a list item."""
        return self.chunk.kind is ChunkKind.LIST_ITEM

    @property
    def lead(self) -> int:
        """How much of its first line (a box, a day, tags) is no part of what it says."""
        if self.first != self.chunk.line and not self.texts[0].startswith("["):
            return 0
        return read_prefix(self.texts[0], visible(self.texts[0]), self.in_list).end

    @property
    def said(self) -> str:
        """What it says, on one line."""
        return " ".join(self.texts)[self.lead :]


def strike(
    path: str,
    data: bytes,
    cite: Cite,
    day: date,
    reader: ClaimReader,
    *,
    successor: Sequence[str] | None = None,
    provenance: str | None = None,
    elsewhere: bool = False,
) -> Struck:
    """The note with the line at `cite` struck on `day`, and the words of `successor` below it.

    Without them the line is retracted, or superseded by what stands `elsewhere`. Raises
    `UsageError` when the cite means nothing that can be struck, `NoteError` when it cannot be struck so that
    it is read rightly, or the note is no text.
    """
    mark, body = without_mark(data)
    note, text = read_named(path, body), NoteText.of(body)
    target = _target(note, body, cite, reader)
    entry = None
    if successor is not None:
        entry = _entry(note, target, successor, provenance, day)
    word = "retracted" if successor is None and not elsewhere else "superseded"
    nested = _nested(note, target.chunk)
    claims = reader.read(note)
    for lines in _ways(target, f"{word} {day.isoformat()}"):
        numbers = zip(range(target.first, target.last + 1), lines, strict=True)
        marked = text.changed({at: _with_source(text.line(at), target, at, line) for at, line in numbers})
        for after, new in _places(text, target, nested, entry):
            result = marked.inserted(after, new) if new else marked
            at = after + len(new) if new else None
            reread = Reread(target.first, target.last, target.claims, day, after, len(new), entry)
            if reads_as_meant(note, claims, read_note(path, result.data), reader, reread):
                kept = None if nested is None or _all_struck(note, nested) else nested
                said = target.said.strip()
                return Struck(mark + result.data, target.first, target.last, at, kept, said, entry)
    place = f"{path}:{target.first}"
    raise NoteError(f"{place} cannot be struck so that it is read rightly; strike it by hand")


# What is struck


def _target(note: Note, body: bytes, cite: Cite, reader: ClaimReader) -> Target:
    chunk, line = find_piece(note, body, cite)
    claims = [claim for claim in reader.read(note) if chunk.line <= claim.line <= chunk.end_line]
    first, last = chunk.line, chunk.end_line
    if chunk.kind is ChunkKind.PARAGRAPH and first != last and claims:
        first, last = statement_at(note.path, NoteText.of(body), chunk, line, claims)
    texts = tuple(chunk.text.split("\n")[first - chunk.line : last - chunk.line + 1])
    inside = tuple(claim for claim in claims if first <= claim.line <= last)
    place = f"{note.path}:{line}"
    live = [claim for claim in inside if claim.strike is None]
    struck = not inside and (
        wholly_struck("\n".join(texts)) is not None or _within_strike(chunk, first, last)
    )
    if (inside and not live) or struck:
        raise UsageError(f"{place} is struck already")
    return Target(chunk, first, last, texts, inside)


def _within_strike(chunk: Chunk, first: int, last: int) -> bool:
    """Whether some of the lines belong to a strike that begins before them or ends after them."""
    lines = chunk.text.split("\n")
    begin = sum(len(line) + 1 for line in lines[: first - chunk.line])
    end = begin + len("\n".join(lines[first - chunk.line : last - chunk.line + 1]))
    spans = struck_spans(chunk.text, visible(chunk.text))
    return any(start < end and begin < stop and (start < begin or end < stop) for start, stop in spans)


def _nested(note: Note, chunk: Chunk) -> tuple[int, int] | None:
    """The first and last line of what hangs under a list item."""
    if chunk.kind is not ChunkKind.LIST_ITEM:
        return None
    above = (*chunk.parents, chunk.text)
    first = last = 0
    for each in note.chunks:
        if each.line > chunk.line:
            if each.parents[: len(above)] != above:
                break
            first, last = first or each.line, each.end_line
    return (first, last) if first else None


def _all_struck(note: Note, lines: tuple[int, int]) -> bool:
    inside = (chunk for chunk in note.chunks if lines[0] <= chunk.line <= lines[1])
    return all(wholly_struck(chunk.text) is not None for chunk in inside)


# What comes instead


def _entry(
    note: Note,
    target: Target,
    successor: Sequence[str],
    provenance: str | None,
    day: date,
) -> str:
    """The text of the new line: with the old one's key if it has none, and dated where its place would date
    it wrongly."""
    words = clean_words(successor)
    entry = entry_text([words], provenance, _key_for(note, target, words))
    if entry == target.said.strip() or words == target.said.strip():
        raise UsageError(f"{note.path}:{target.first} says so already; verify it instead")
    dates = written_dates(note, target.chunk)
    if any(each.source in _PLACED and each.day != day for each in dates) and "[verified:" not in entry:
        entry = with_tag(entry, f"[verified: {day.isoformat()}]")
    box = _BOX.match(target.texts[0]) if target.in_list else None
    return f"[ ] {entry}" if box and not _BOX.match(entry) else entry


def _key_for(note: Note, target: Target, words: str) -> str:
    """The Markdown of the key that has to stand before the new words, empty when they need none."""
    said = target.said
    shown = visible(said)
    found = [pair for pair in (read_pair(*piece) for piece in pieces(said, shown)) if pair is not None]
    if read_pair(words, visible(words)) is not None:
        return ""
    if len(found) > 1:
        raise UsageError(f"{note.path}:{target.first} states several values; write the whole new line")
    separator = find_separator(shown)
    if separator is None or not is_key(label_in(said[: separator[0]])):
        return ""
    at = found[0].at if found else separator[1]
    marks = _MARKS.match(said, at)
    return said[: marks.end() if marks else at]


# Ways


def _ways(target: Target, words: str) -> Iterator[list[str]]:
    """The lines of a target struck in different ways, the plainest first."""
    texts = list(target.texts)
    ends = [_end(texts[-1], _group_start(texts[-1])), _end(texts[-1], _tags_start(texts[-1]))]
    shown = visible("\n".join(texts))
    spans = struck_spans("\n".join(texts), shown)
    lead = target.lead
    if spans and len(texts) == 1:
        begin = (
            spans[-1][1] + len(texts[0][spans[-1][1] :]) - len(texts[0][spans[-1][1] :].lstrip(" \t→⇒>=-"))
        )
        for end in ends:
            if begin < end:
                yield [_marked(texts[0], begin, end, words)]
        return
    for end in dict.fromkeys(ends):
        yield _spanning(texts, lead, end, words)
        if len(texts) > 1:
            yield [*_each(texts[:-1], lead, ""), _marked(texts[-1], 0, end, words)]
            yield [_marked(texts[0], lead, len(texts[0]), words), *_each(texts[1:], 0, "")]
    if texts[0][lead:].startswith("~"):
        yield _spanning([texts[0][:lead] + "\\" + texts[0][lead:], *texts[1:]], lead, ends[0] + 1, words)


def _group_start(text: str) -> int:
    """Where plainmem's group begins with which a line ends, the blanks before it included."""
    found = _GROUP.search(text, max(0, len(text) - _LONGEST_MARK))
    return len(text[: found.start()].rstrip(" \t")) if found else len(text)


def _tags_start(text: str) -> int:
    """Where the tags begin with which a line ends, the blanks before them included."""
    start = len(text)
    while found := _TAG.search(text, max(0, start - _LONGEST_MARK), start):
        start = len(text[: found.start()].rstrip(" \t"))
    return start


def _end(text: str, tail: int) -> int:
    """Where the text of a line ends before what has to stay behind it, which begins at `tail`."""
    end = tail or len(text)
    if end == len(text) and (len(text) - len(text.rstrip("\\"))) % 2:
        end -= 1
    return len(text[:end].rstrip())


def _marked(text: str, begin: int, end: int, words: str) -> str:
    return f"{text[:begin]}~~{text[begin:end]}~~{f' {words}' if words else ''}{text[end:]}"


def _spanning(texts: Sequence[str], lead: int, end: int, words: str) -> list[str]:
    """One strike from the first line to the last."""
    if len(texts) == 1:
        return [_marked(texts[0], lead, end, words)]
    first, *between, last = texts
    return [f"{first[:lead]}~~{first[lead:]}", *between, f"{last[:end]}~~ {words}{last[end:]}"]


def _each(texts: Sequence[str], lead: int, words: str) -> list[str]:
    """Every line struck by itself."""
    leads = [lead, *[0] * len(texts)]
    return [_marked(text, begin, len(text), words) for text, begin in zip(texts, leads, strict=False)]


def _with_source(source: bytes, target: Target, number: int, line: str) -> bytes:
    """The bytes of a line whose text becomes `line`; what stands before and after the text stays."""
    text = target.texts[number - target.first].encode("utf-8")
    start = _start(source, text)
    if start < 0:
        raise NoteError(f"line {number} is partly commented out, so it cannot be struck by itself")
    if line.encode("utf-8") == text:
        return source
    # A carriage return inside a line is read as a space; the marks are put around the bytes that are there.
    kept = source[start : start + len(text)]
    return source[:start] + _transferred(text, kept, line.encode("utf-8")) + source[start + len(text) :]


def _start(source: bytes, text: bytes) -> int:
    """Where the text of a line begins in its bytes; -1 when it is not there."""
    return source.replace(b"\r", b" ").rfind(text)


def _transferred(text: bytes, kept: bytes, line: bytes) -> bytes:
    """`line`, which is `text` with marks put in, with the marks put into `kept` instead."""
    if kept == text:
        return line
    made = bytearray()
    position = 0
    for byte in line:
        if position < len(text) and byte == text[position]:
            made.append(kept[position])
            position += 1
        else:
            made.append(byte)
    return bytes(made)


def _places(
    text: NoteText, target: Target, nested: tuple[int, int] | None, entry: str | None
) -> Iterator[tuple[int, list[bytes]]]:
    """Where the new line may go: the line after which, and the lines."""
    if entry is None:
        yield target.last, []
        return
    source = text.line(target.first)
    start = _start(source, target.texts[0].encode("utf-8"))
    line = _lead(source[: max(start, 0)], in_list=target.in_list) + entry.encode("utf-8")
    after = nested[1] if nested is not None else target.last
    yield after, [line]
    if not target.in_list:
        yield after, [b"", line]


def _lead(before: bytes, *, in_list: bool) -> bytes:
    """What stands before the new text: the old line's indent and marker, without the markers of outer
    items that begin on the same line."""
    if not in_list:
        return before if not before.strip() else b" " * len(before)
    markers = list(_LEAD.finditer(before))
    if not markers:
        return before
    outer = re.sub(rb"[^ \t]", b" ", before[: markers[-1].start()])
    return outer + before[markers[-1].start() :]
