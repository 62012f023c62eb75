"""The pieces of a note and their hashes, by which a reader names a line and finds it again. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitmem.errors import NoteError
from gitmem.index.reading import hash_lines
from gitmem.notes.markdown import Chunk, Note, read_note

_MARK = b"\xef\xbb\xbf"


def without_mark(data: bytes) -> tuple[bytes, bytes]:
    """A byte order mark, if a note begins with one, and the rest of the note."""
    rest = data
    while rest.startswith(_MARK):
        rest = rest.removeprefix(_MARK)
    return data[: len(data) - len(rest)], rest


class Piece(NamedTuple):
    """A piece of a note and the hash that is shown beside it, in hexadecimal."""

    chunk: Chunk
    hash: str


def read_named(path: str, data: bytes) -> Note:
    """Like `read_note`, with errors that name the note."""
    try:
        return read_note(path, data)
    except NoteError as error:
        raise NoteError(f"{path}: {error}") from None


def pieces_of(note: Note, data: bytes) -> Iterator[Piece]:
    """The pieces of a note that was read from `data`."""
    lines = data.removeprefix(_MARK).split(b"\n")
    for chunk in note.chunks:
        yield Piece(chunk, hash_lines(lines[chunk.line - 1 : chunk.end_line]).hex())


def piece_hash(path: str, data: bytes, line: int) -> str | None:
    """The hash of the piece that a line belongs to. Raises `NoteError` when the data is no text."""
    found = (piece for piece in pieces_of(read_note(path, data), data) if _holds(piece.chunk, line))
    return next((piece.hash for piece in found), None)


def _holds(chunk: Chunk, line: int) -> bool:
    return chunk.line <= line <= chunk.end_line
