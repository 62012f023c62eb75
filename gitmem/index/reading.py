"""A note and the origins of its lines -> chunks ready to be stored. Pure: opens neither note nor index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from gitmem.config import DatePreference, Settings
from gitmem.errors import NoteError
from gitmem.facts.claim import NO_SUBJECT, Claim, Subject
from gitmem.facts.claims import claim_reader
from gitmem.facts.reading.rows import headers_of
from gitmem.history.origins import UNDATED, LineOrigin
from gitmem.index.plan import NoteProblem
from gitmem.index.rows import Origins, ReadChunk
from gitmem.index.store import MOST_CHUNKS
from gitmem.notes.dating import dated_lines, newest_line, written_dates
from gitmem.notes.freshness import compile_patterns, is_volatile
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Chunk, Note, read_note

Context = tuple[tuple[str, ...], tuple[str, ...]]
"""What a chunk stands under: its heading path, and the list items that enclose it, or a row its columns."""

_MOST_PARENTS = 6
_LONGEST_PART = 300


class ReadClaim(NamedTuple):
    """A claim and where its own line comes from; `own` tells that this is not what dates its chunk."""

    claim: Claim
    origin: LineOrigin
    own: bool


class ReadNote(NamedTuple):
    """A note as the index takes it; the lists of contexts, chunks and origins run side by side."""

    stale_after: str | None
    contexts: list[Context]
    chunks: list[ReadChunk]
    origins: list[Origins]
    claims: list[ReadClaim]
    subject: Subject


NOTHING_READ = ReadNote(None, [], [], [], [], NO_SUBJECT)
"""What is kept of a note that cannot be read."""


class NoteReader:
    """Reads notes by the rules of some settings. Raises `ConfigError` for a broken volatile pattern."""

    def __init__(self, settings: Settings) -> None:
        self._patterns: tuple[re.Pattern[str], ...] = compile_patterns(settings.freshness.volatile_patterns)
        self.claims = claim_reader(settings)
        self.problems: list[NoteProblem] = []

    def read(self, path: str, data: bytes, origins: Sequence[LineOrigin]) -> ReadNote:
        """Read one note; `origins` has one entry per line. Raises `NoteError` when it is no text."""
        note = read_note(path, data)
        if len(note.chunks) > MOST_CHUNKS:
            raise NoteError(f"more than {MOST_CHUNKS} chunks")
        self.problems += [NoteProblem(path, each.line, each.text) for each in note.warnings]
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        stale_after = note.front_matter.stale_after
        newest = _Newest(origins)
        found = [newest.of(chunk) for chunk in note.chunks]
        return ReadNote(
            stale_after=None if stale_after is None else str(stale_after),
            contexts=list(_contexts(note.chunks)),
            chunks=[self._chunk(note, chunk, lines) for chunk in note.chunks],
            origins=found,
            claims=[_with_origin(claim, origins, found) for claim in self.claims.read(note)],
            subject=self.claims.frame(note).subject,
        )

    def _chunk(self, note: Note, chunk: Chunk, lines: Sequence[bytes]) -> ReadChunk:
        volatile = is_volatile(chunk.text, chunk.kind, note.front_matter.volatile, chunk.tags, self._patterns)
        return ReadChunk(
            chunk.line,
            chunk.end_line,
            chunk.kind,
            volatile,
            hash_lines(lines[chunk.line - 1 : chunk.end_line]),
            written_dates(note, chunk),
            chunk.tags,
            chunk.text,
        )


def _with_origin(claim: Claim, lines: Sequence[LineOrigin], chunks: Sequence[Origins]) -> ReadClaim:
    """A claim is as old as its own line, which may be older than what dates the chunk it stands in."""
    origin = lines[claim.line - 1] if claim.line <= len(lines) else UNDATED
    dating = chunks[claim.chunk]
    return ReadClaim(claim, origin, origin is not dating.author and origin != dating.author)


def _contexts(chunks: Iterable[Chunk]) -> Iterator[Context]:
    """What stands above each chunk; a row of a table says little without the names of its columns."""
    columns = ""
    for chunk in chunks:
        if chunk.kind is ChunkKind.TABLE_HEADER:
            columns = " | ".join(filter(None, headers_of(chunk.text)))
        is_row = chunk.kind is ChunkKind.TABLE_ROW and columns
        yield _context(chunk.heading_path, (*chunk.parents, columns) if is_row else chunk.parents)


def _context(headings: Sequence[str], parents: Sequence[str]) -> Context:
    """What stands above a chunk, bounded: every item of a deep list repeats all that enclose it."""
    kept = tuple(heading[:_LONGEST_PART] for heading in headings)
    return kept, tuple(parent[:_LONGEST_PART] for parent in parents[-_MOST_PARENTS:])


def hash_lines(lines: Sequence[bytes]) -> bytes:
    """The short hash printed beside a cite: of the lines as git stores them, without carriage returns."""
    return sha256(b"\n".join(lines).replace(b"\r", b"")).digest()[:8]


class _Newest:
    """Finds the newest line of the chunks of one note; chunks of one origin share one value."""

    def __init__(self, lines: Sequence[LineOrigin]) -> None:
        self._lines = lines
        self._known: dict[int, Origins] = {}

    def of(self, chunk: Chunk) -> Origins:
        """The newest line by either date."""
        found = self._lines[chunk.line - 1 : chunk.end_line]
        first = found[0] if found else UNDATED
        if any(origin is not first for origin in found):
            found = [self._lines[line - 1] for line in dated_lines(chunk) if line <= len(self._lines)]
            author = newest_line(found, DatePreference.AUTHOR)
            committer = newest_line(found, DatePreference.COMMITTER)
            if committer != author:
                return Origins(author, committer)
            first = author
        known = self._known.get(id(first))
        if known is None:
            known = self._known[id(first)] = Origins(first, first)
        return known
