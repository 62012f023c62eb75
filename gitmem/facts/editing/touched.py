"""The claims on those lines of a note that a commit took away or brought, and the claims beside them.

Most of a long note has nothing to do with its difference. So lines are looked at one by one before anything
is parsed, only their sections are parsed, and of these only the chunks that may matter are read for claims.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from gitmem.errors import NoteError
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.facts.editing.sieve import LineSieve, counts, stubs_of
from gitmem.facts.editing.skeleton import Outline
from gitmem.history.edit_log import claim_lines
from gitmem.history.lines import split_lines
from gitmem.notes.chunks import Chunk
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note

_WORD = re.compile(r"[^\W_]+")
_BYTES_WORD = re.compile(rb"[0-9A-Za-z\x80-\xff]+")
_SEPARATOR = re.compile(rb"::?[*_~ \t]|\xef\xbc\x9a|(?<=\S)[ \t]*\||[ ](?:is|are|moved|changed|switched)[ ]")


class Touched:
    """One side of the difference between two texts; `spans` are first line and count of each stretch.

    Nothing is parsed before it has to be. A note that is no text has no claims.
    """

    def __init__(
        self,
        reader: ClaimReader,
        sieve: LineSieve,
        path: str,
        text: bytes,
        spans: Sequence[tuple[int, int]],
        others: Collection[Claim] = (),
    ) -> None:
        self.source = split_lines(text)
        self._reader = reader
        self._sieve = sieve
        self._path = path
        self._text = text
        self._spans = spans
        self._others = others

    def claims(self) -> list[Claim]:
        """The claims on lines of the difference."""
        if not self._lines:
            return []
        return [
            claim for claim in self._read(lambda chunk: _meets(chunk, self._lines)) if self._differs(claim)
        ]

    def beside(self, claims: Collection[Claim]) -> list[Claim]:
        """The claims of the same sections on other lines that may have the key of one of `claims`."""
        words = set(map(_telling_word, claims))
        found = self._read(lambda chunk: any(word in chunk.text.casefold() for word in words))
        return [claim for claim in found if not self._differs(claim)]

    @cached_property
    def _outline(self) -> Outline:
        return Outline(self._text, max((start + count for start, count in self._spans), default=1))

    @cached_property
    def _lines(self) -> frozenset[int]:
        """The lines of the difference that may hold claims."""
        return frozenset(filter(self._may_claim, self._promising()))

    @cached_property
    def _note(self) -> Note | None:
        # Where a side has no lines, the section around that place is the one that lost or got them.
        around = {max(start, 1) for start, _ in self._spans}
        labels = (_SEPARATOR.split(self.source[line - 1], 1)[0].lower() for line in self._lines)
        words = {max(_BYTES_WORD.findall(label), key=len, default=b"") for label in labels}
        words.update(_telling_word(claim).encode() for claim in self._others)
        with suppress(NoteError):
            return read_note(self._path, self._outline.keep(self._lines | around, words))
        return None

    def _promising(self) -> Iterator[int]:
        """The lines of the difference that look as if they held a claim."""
        numbers = [line for start, count in self._spans for line in range(start, start + count)]
        text = b"\n".join([self.source[number - 1] for number in numbers])
        stubs = stubs_of(self._others)
        for at in claim_lines(text, long_too=bool(self._others)):
            line = self.source[numbers[at] - 1].decode("utf-8", "replace").casefold()
            if not stubs or any(stub in line for stub in stubs):
                yield numbers[at]

    def _may_claim(self, number: int) -> bool:
        """Whether a line would be a claim if it stood alone."""
        if self._outline.in_code(number):
            return False
        text = self.source[number - 1].decode("utf-8", "replace")
        if self._outline.in_front_matter(number):
            return self._reader.schema.names_field(text.partition(":")[0].strip(" \"'"))
        return self._sieve.holds(text)

    def _read(self, wanted: Callable[[Chunk], bool]) -> list[Claim]:
        note = self._note
        if note is None:
            return []
        chunks = [chunk for chunk in note.chunks if chunk.kind is ChunkKind.TABLE_HEADER or wanted(chunk)]
        claims = self._reader.of_chunks(self._reader.frame(note), chunks, note.sections)
        if chunks and chunks[0].kind is ChunkKind.FRONT_MATTER:
            claims = [*self._reader.read(replace(note, chunks=note.chunks[:1])), *claims]
        return [claim for claim in claims if counts(claim)]

    def _differs(self, claim: Claim) -> bool:
        return _meets(claim, self._lines)


def _telling_word(claim: Claim) -> str:
    """The longest word of a key: a text without it holds no claim of this key."""
    return max(_WORD.findall(claim.literal), key=len, default="")


def _meets(piece: Claim | Chunk, lines: Collection[int]) -> bool:
    if piece.line == piece.end_line:
        return piece.line in lines
    return any(line in lines for line in range(piece.line, piece.end_line + 1))
