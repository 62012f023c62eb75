"""How alike the chunks of an index are to a question. With `gitmem.semantic` the only user of numpy."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

from gitmem.database import Store, reading
from gitmem.errors import IndexCorruptError
from gitmem.index.vector_store import VectorsBehindError, embedded_text, open_vectors, read_value
from gitmem.semantic.likeness import Centre, Packed, likeness, pack

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

    from gitmem.semantic.provider import Provider


class ChunkLikeness:
    """How alike chunks are to one question."""

    def __init__(self, chunks: NDArray[int64], values: NDArray[float64]) -> None:
        order = numpy.argsort(chunks, kind="stable")
        self._chunks = chunks[order]
        self._values = values[order]

    def of(self, ids: Collection[int]) -> dict[int, float]:
        """The likeness of some chunks, 0 for one that is not known."""
        wanted = numpy.fromiter(ids, dtype=numpy.int64, count=len(ids))
        if not len(self._chunks):
            return dict.fromkeys(ids, 0.0)
        at = numpy.minimum(numpy.searchsorted(self._chunks, wanted), len(self._chunks) - 1)
        found = numpy.where(self._chunks[at] == wanted, self._values[at], 0.0)
        return dict(zip(ids, found.tolist(), strict=True))

    def best(self, count: int, among: Collection[int] | None) -> tuple[list[int], list[int]]:
        """The chunks most alike, of all or `among` those given: those that are better than all others, less
        than `count`, and those equally alike at the cut, of which the caller chooses."""
        chunks, values = self._chunks, self._values
        if among is not None:
            kept = numpy.isin(chunks, numpy.fromiter(among, dtype=numpy.int64, count=len(among)))
            chunks, values = chunks[kept], values[kept]
        if len(chunks) <= count:
            return chunks.tolist(), []
        cut = numpy.partition(values, len(values) - count)[len(values) - count]
        return chunks[values > cut].tolist(), chunks[values == cut].tolist()


class QueryVectors:
    """A question as a vector, to be compared with the chunks of an index."""

    def __init__(self, path: Path, provider: Provider, question: str) -> None:
        self.model = provider.id
        self._path = path
        self._question = pack(provider.embed([embedded_text((), (), question)]))

    def likeness(self, index: Store) -> ChunkLikeness:
        """How alike the chunks of the opened index are; ask inside `gitmem.database.reading`.

        Raises `VectorsBehindError` when the index has to be filled first, `IndexCorruptError` for a damaged
        file of vectors.
        """
        state = index.execute("SELECT file, model, centre, scale FROM vectors").fetchone()
        if state is None or state[1] != self.model:
            raise VectorsBehindError("some chunks have no vector yet")
        with closing(open_vectors(self._path)) as store, reading(store):
            if read_value(store, "name") != state[0]:
                raise VectorsBehindError("the vectors were replaced")
            try:
                centre = Centre(numpy.frombuffer(state[2], dtype=numpy.int8), state[3])
                values = [likeness(block, self._question, centre) for block in load_blocks(store)]
                chunks, rows = load_rows(index)
                every = numpy.concatenate(values) if values else numpy.zeros(0)
                return ChunkLikeness(chunks, every[rows])
            except (ValueError, IndexError):
                raise IndexCorruptError(
                    f"{self._path}: the vectors do not fit the index; `git mem index --rebuild` mends that"
                ) from None


def load_blocks(store: Store) -> Iterable[Packed]:
    """All vectors of a file in the order of their rows."""
    dimensions = int(read_value(store, "dimensions"))
    for vectors, lengths in store.execute("SELECT vectors, lengths FROM blocks ORDER BY id"):
        rows = numpy.frombuffer(vectors, dtype=numpy.int8).reshape(-1, dimensions)
        yield Packed(rows, numpy.frombuffer(lengths, dtype="<f4"))


def load_rows(index: Store) -> tuple[NDArray[int64], NDArray[int64]]:
    """The chunks of an index that have a vector, and the rows of these."""
    found = index.execute("SELECT chunks, rows FROM vector_rows").fetchall()
    chunks = numpy.frombuffer(b"".join(row[0] for row in found), dtype="<i8")
    rows = numpy.frombuffer(b"".join(row[1] for row in found), dtype="<i4")
    return chunks.astype(numpy.int64), rows.astype(numpy.int64)
