"""Notes cut into pieces for systems that cut none themselves: paragraphs, list items, rows of tables.

The cuts are gitmem's own, so that all rankers have the same pieces to rank. A heading is no piece but stands
before the text of each piece below it: as pieces of their own, short headings would outrank what they head.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.quality.systems.answer import Hit, Offer
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import read_note

_LEFT_OUT = (ChunkKind.HEADING, ChunkKind.FRONT_MATTER)


class Piece(NamedTuple):
    """A piece of a note: where, its lines as they stand there, and what is searched."""

    path: str
    first_line: int
    last_line: int
    lines: str
    searched: str

    def hit(self, offer: Offer = Offer.UNKNOWN) -> Hit:
        """The piece as an answer."""
        return Hit(self.path, self.first_line, self.last_line, self.lines, offer)


def note_paths(folder: Path) -> list[str]:
    """All notes below a folder, relative to it, sorted; nothing of hidden folders."""
    paths = (path.relative_to(folder) for path in folder.rglob("*.md"))
    return sorted(path.as_posix() for path in paths if not path.parts[0].startswith("."))


def read_pieces(folder: Path) -> Iterator[Piece]:
    """The pieces of all notes below a folder, by path and line."""
    for path in note_paths(folder):
        data = (folder / path).read_bytes()
        lines = data.decode().split("\n")
        for chunk in read_note(path, data).chunks:
            if chunk.kind not in _LEFT_OUT:
                text = "\n".join(lines[chunk.line - 1 : chunk.end_line])
                searched = " > ".join((*chunk.heading_path, *chunk.parents, chunk.text))
                yield Piece(path, chunk.line, chunk.end_line, text, searched)
