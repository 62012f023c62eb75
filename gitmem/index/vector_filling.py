"""Gives every chunk of an index its vector: those known by their text are found, the others are made.

Batches of notes are filled one after the other, each committed on its own, so a run that is stopped has
lost little and nobody waits long for a lock. Only this makes vectors; hooks and refreshes never do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from math import fsum
from pathlib import Path
from typing import NamedTuple

import numpy

from gitmem.database import Mode, SchemaChangedError, Store, reading, replacing, transaction, try_lock
from gitmem.errors import ProviderError
from gitmem.index.store import open_index, read_meta, write_meta
from gitmem.index.vector_store import (
    VECTORS,
    chunk_texts,
    filled_from,
    name_of,
    open_vectors,
    read_value,
    text_key,
)
from gitmem.index.vectors import load_blocks, load_rows
from gitmem.semantic.likeness import Centre, Packed, find_centre, pack
from gitmem.semantic.provider import Provider

BLOCK = 4096
"""Vectors in one row of `blocks`; all but the last are full."""

_BATCH = 4096
"""Chunks that are embedded between two commits."""

_WITHOUT = "FROM notes WHERE id NOT IN (SELECT note FROM vector_rows)"

Progress = Callable[[int, int], None]
"""Called with the number of notes that have their vectors, and of all notes."""


class _Batch(NamedTuple):
    """Notes of an index that lack vectors: their chunks by id, with the texts to embed.

    `state` tells the index from one that was changed since.
    """

    state: int
    notes: Mapping[int, Sequence[tuple[int, str]]]

    @property
    def texts(self) -> dict[bytes, str]:
        """The texts by their keys."""
        return {text_key(text): text for chunks in self.notes.values() for _, text in chunks}


def fill_vectors(index: Path, path: Path, provider: Provider, progress: Progress | None = None) -> None:
    """Fill the index at `index` from the vectors at `path`, making those that are missing.

    Raises `StoreBusyError` when another process is at work on one of them, `IndexCorruptError` for one that
    is damaged, `StoreReadOnlyError` where nothing can be written.
    """
    with try_lock(path.with_name(path.name + ".lock")):
        while (batch := _next_batch(index, path, provider.id)) is not None:
            rows = _rows_of(path, provider, batch.texts)
            done, total = _write(index, path, provider.id, batch, rows)
            if progress is not None:
                progress(done, total)


def _next_batch(index: Path, path: Path, model: str) -> _Batch | None:
    """The next notes without vectors, none where only the summary is missing; None when nothing is."""
    name = name_of(path)
    with closing(open_index(index)) as store, reading(store):
        if filled_from(store) == (name, model):
            return None
        wanted = _WITHOUT if read_meta(store).get("vectors") == _mark(name, model) else "FROM notes"
        notes: dict[int, list[tuple[int, str]]] = {}
        size = 0
        for (note,) in store.execute(f"SELECT id {wanted} ORDER BY id").fetchall():
            notes[note] = chunk_texts(store, note)
            size += len(notes[note])
            if size >= _BATCH:
                break
        return _Batch(_state_of(store), notes)


def _mark(name: str, model: str) -> str:
    return f"{name} {model}"


def _state_of(index: Store) -> int:
    """The number of changes that were made to an index."""
    return int(index.execute("SELECT counter FROM seal").fetchone()[0])


def _rows_of(path: Path, provider: Provider, texts: Mapping[bytes, str]) -> dict[bytes, int]:
    """The rows of texts in the file of vectors, which is made or added to as needed."""
    try:
        store = open_vectors(path, Mode.WRITE)
    except SchemaChangedError:
        with replacing(path, VECTORS):
            pass
        store = open_vectors(path, Mode.WRITE)
    with closing(store):
        with reading(store):
            found = _known_rows(store, texts)
        missing = [key for key in texts if key not in found]
        if missing:
            packed = pack(provider.embed([texts[key] for key in missing]))
            if len(packed.rows) != len(missing):
                raise ProviderError(f"{provider.id} made {len(packed.rows)} vectors of {len(missing)} texts")
            with transaction(store):
                found.update(_append(store, missing, packed, provider.id))
    return found


def _known_rows(store: Store, keys: Mapping[bytes, str]) -> dict[bytes, int]:
    found: dict[bytes, int] = {}
    for key in keys:
        row = store.execute("SELECT row FROM keys WHERE key = ?", (key,)).fetchone()
        if row is not None:
            found[key] = row[0]
    return found


def _append(store: Store, keys: Sequence[bytes], packed: Packed, model: str) -> dict[bytes, int]:
    """Add vectors; their rows."""
    first, width = int(read_value(store, "rows")), packed.rows.shape[1]
    before = int(read_value(store, "dimensions"))
    if before not in (0, width):
        raise ProviderError(f"{model} makes vectors of {width} numbers, and made some of {before} before")
    block, held = divmod(first, BLOCK)
    vectors, lengths = packed.rows.tobytes(), packed.lengths.astype("<f4").tobytes()
    if held:
        last = store.execute("SELECT vectors, lengths FROM blocks WHERE id = ?", (block,)).fetchone()
        vectors, lengths = last[0] + vectors, last[1] + lengths
    for start in range(0, held + len(keys), BLOCK):
        part = vectors[start * width : (start + BLOCK) * width], lengths[start * 4 : (start + BLOCK) * 4]
        values = (block + start // BLOCK, *part)
        store.execute("INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)", values)
    rows = {key: first + number for number, key in enumerate(keys)}
    store.executemany("INSERT INTO keys VALUES (?, ?)", rows.items())
    write_meta(store, {"rows": first + len(keys), "dimensions": width, "model": model})
    return rows


def _write(index: Path, path: Path, model: str, batch: _Batch, rows: Mapping[bytes, int]) -> tuple[int, int]:
    """Write what was found into the index, and the summary when that was all; notes done, and all notes.

    Nothing is written into an index that was changed meanwhile.
    """
    name = name_of(path)
    with (
        try_lock(index.with_name(index.name + ".lock")),
        closing(open_index(index, Mode.WRITE)) as store,
        transaction(store),
    ):
        if _state_of(store) == batch.state:
            if read_meta(store).get("vectors") != _mark(name, model):
                store.execute("DELETE FROM vector_rows")
                write_meta(store, {"vectors": _mark(name, model)})
            store.executemany(
                "INSERT OR REPLACE INTO vector_rows VALUES (?, ?, ?)",
                [(note, *_packed_rows(chunks, rows)) for note, chunks in batch.notes.items()],
            )
            if store.execute(f"SELECT count(*) {_WITHOUT}").fetchone()[0] == 0:
                centre = _centre(store, path)
                store.execute("DELETE FROM vectors")
                summary = (name, model, centre.vector.tobytes(), centre.scale)
                store.execute("INSERT INTO vectors VALUES (?, ?, ?, ?)", summary)
        done = int(store.execute("SELECT count(*) FROM vector_rows").fetchone()[0])
        return done, int(store.execute("SELECT count(*) FROM notes").fetchone()[0])


def _packed_rows(chunks: Sequence[tuple[int, str]], rows: Mapping[bytes, int]) -> tuple[bytes, bytes]:
    ids = numpy.array([chunk for chunk, _ in chunks], dtype="<i8")
    return ids.tobytes(), numpy.array([rows[text_key(text)] for _, text in chunks], dtype="<i4").tobytes()


def _centre(index: Store, path: Path) -> Centre:
    """What all chunks of an index have in common."""
    rows = load_rows(index)[1]
    times = numpy.bincount(rows).astype(numpy.float64) if len(rows) else numpy.zeros(0)
    sums, lengths, start = [], [0.0], 0
    with closing(open_vectors(path)) as store, reading(store):
        width = int(read_value(store, "dimensions"))
        for block in load_blocks(store):
            count = times[start : start + len(block.rows)]
            start += len(block.rows)
            used = numpy.flatnonzero(count)
            sums.append(count[used] @ block.rows[used].astype(numpy.float64))
            lengths += (count[used] * block.lengths[used].astype(numpy.float64)).tolist()
    total = numpy.sum(sums, axis=0) if sums else numpy.zeros(width)
    return find_centre(total, fsum(lengths), len(rows))
