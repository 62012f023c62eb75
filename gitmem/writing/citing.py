"""The piece of a note that a cite means, checked against what its reader saw; never guessed. Pure."""

from __future__ import annotations

from gitmem.errors import UsageError
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Chunk, Note
from gitmem.writing.pieces import Piece, pieces_of
from gitmem.writing.target import Cite

_REFUSED = {
    ChunkKind.TABLE_ROW: "a row of a table",
    ChunkKind.TABLE_HEADER: "the header of a table",
    ChunkKind.CODE: "code",
    ChunkKind.QUOTE: "a quotation",
    ChunkKind.HTML: "HTML",
    ChunkKind.FRONT_MATTER: "front matter",
    ChunkKind.HEADING: "a heading",
    ChunkKind.OTHER: "no list item or paragraph",
}


def find_piece(note: Note, data: bytes, cite: Cite) -> tuple[Chunk, int]:
    """The list item or paragraph that a cite means, and the line of it.

    With a hash the text must be the one that was shown; one that moved is found where it is now. A text that
    stands there more than once has no hash of its own, so lines may have shifted unseen. Raises `UsageError`
    when there is nothing of the kind, or more than one.
    """
    place = f"{note.path}:{cite.line}"
    pieces = list(pieces_of(note, data))
    here = next((piece for piece in pieces if piece.chunk.line <= cite.line <= piece.chunk.end_line), None)
    if cite.hash is not None and (here is None or not here.hash.startswith(cite.hash)):
        here = _moved(pieces, cite, place)
        line = here.chunk.line
    else:
        line = cite.line
        twins = [piece for piece in pieces if cite.hash and piece.hash.startswith(cite.hash)]
        if len(twins) > 1:
            lines = ", ".join(str(piece.chunk.line) for piece in twins)
            raise UsageError(f"lines {lines} of {note.path} say the same, so look which is meant: {place}")
    if any(first <= line <= last for first, last in note.unmerged):
        raise UsageError(f"{place} stands between merge markers; resolve the merge first")
    if here is None or here.chunk.kind in _REFUSED:
        raise UsageError(f"{place} is {_what(note, here, line)}; only list items and paragraphs are marked")
    return here.chunk, line


def _moved(pieces: list[Piece], cite: Cite, place: str) -> Piece:
    found = [piece for piece in pieces if cite.hash and piece.hash.startswith(cite.hash)]
    if not found:
        raise UsageError(f"{place} does not say any more what was shown as @{cite.hash}; search again")
    if len(found) > 1:
        lines = ", ".join(str(piece.chunk.line) for piece in found)
        raise UsageError(
            f"{place} does not say what was shown as @{cite.hash}, but lines {lines} do; name one"
        )
    return found[0]


def _what(note: Note, piece: Piece | None, line: int) -> str:
    if piece is not None:
        return _REFUSED[piece.chunk.kind]
    if line > note.line_count:
        return f"past the end of the note, which has {note.line_count} lines"
    if any(line in section.lines for section in note.sections):
        return _REFUSED[ChunkKind.HEADING]
    return "no text"
