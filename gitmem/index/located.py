"""Where the chunks of a note stand in it. Looks into the index only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitmem.database import Store
from gitmem.index.store import encode_path, id_range


class ChunkSpan(NamedTuple):
    """A chunk by its id, with its first and last line."""

    id: int
    line: int
    end_line: int


class LocatedNote(NamedTuple):
    """A file of the index; `problem` is why it is not read, None for a note, whose chunks are in order."""

    problem: str | None
    chunks: tuple[ChunkSpan, ...]

    def standing_on(self, first: int, last: int) -> tuple[ChunkSpan, ...]:
        """The chunks on some lines; where nothing stands on them (a heading, an empty line) the next one."""
        found = tuple(each for each in self.chunks if each.line <= last and each.end_line >= first)
        below: Sequence[ChunkSpan] = [each for each in self.chunks if each.line > last]
        return found or tuple(below[:1])


def locate_note(store: Store, path: str) -> LocatedNote | None:
    """The note at `path`, None where there is none."""
    row = store.execute("SELECT id, problem FROM notes WHERE path = ?", (encode_path(path),)).fetchone()
    if row is None:
        return None
    spans = store.execute(
        "SELECT id, line, end_line FROM chunks WHERE id BETWEEN ? AND ? ORDER BY id", id_range(row[0])
    )
    return LocatedNote(row[1], tuple(ChunkSpan._make(span) for span in spans))
