"""The file of vectors: one for each model, keyed by what the vectors were made of. Needs no numpy.

It lies beside the history and knows texts by their hash only, so an index that is built again, a note that
moves and another worktree find their vectors there. Which chunk has which vector stands in the index
(`vector_rows`), because chunk ids mean nothing outside it. Both are caches that fail closed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from hashlib import blake2b, sha256
from pathlib import Path

from gitmem.database import (
    Mode,
    Schema,
    SchemaChangedError,
    Store,
    StoreMissingError,
    open_database,
    reading,
)
from gitmem.errors import StoreError
from gitmem.index.store import id_range, open_index

VECTORS = Schema(
    application_id=0x676D7678,  # "gmvx"
    version=1,
    statements=(
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "CREATE TABLE keys(key BLOB PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE blocks(id INTEGER PRIMARY KEY, vectors BLOB NOT NULL, lengths BLOB NOT NULL)",
        "INSERT INTO meta VALUES ('name', lower(hex(randomblob(8)))), ('model', '')",
        "INSERT INTO meta VALUES ('rows', 0), ('dimensions', 0)",
    ),
)
"""`name` is new for each file, so that an index knows the file that its rows speak of."""

_LONGEST = 4000
"""Signs of a chunk that are embedded; models read no further, or their mean says nothing any more."""


class VectorsBehindError(StoreError):
    """The index has chunks without a vector, or its vectors were replaced: fill it and ask again."""


def vectors_path(folder: Path, model: str) -> Path:
    """Where the vectors of a model lie in the folder that git keeps for us."""
    return folder / f"vectors-{VECTORS.version}-{sha256(model.encode()).hexdigest()[:12]}.sqlite3"


def vector_files(folder: Path) -> list[Path]:
    """The files of vectors in a folder, of all models."""
    return sorted(folder.glob(f"vectors-{VECTORS.version}-*.sqlite3"))


def open_vectors(path: Path, mode: Mode = Mode.READ) -> Store:
    """Open a file of vectors; errors as in `gitmem.database.open_database`."""
    return open_database(path, VECTORS, mode=mode)


def name_of(path: Path) -> str:
    """The name of a file of vectors; empty where there is none that this version can read."""
    try:
        store = open_vectors(path)
    except (StoreMissingError, SchemaChangedError):
        return ""
    with closing(store), reading(store):
        return str(read_value(store, "name"))


def read_value(store: Store, key: str) -> str | int:
    """A value of `meta`."""
    value: str | int = store.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0]
    return value


def is_filled(index: Path, path: Path, model: str) -> bool:
    """Whether all chunks of an index have vectors of a model, in the file at `path`."""
    with closing(open_index(index)) as store, reading(store):
        state = filled_from(store)
    return state is not None and state == (name_of(path), model)


def filled_from(index: Store) -> tuple[str, str] | None:
    """The name of the file and the model that all chunks of an opened index have their vectors from."""
    row = index.execute("SELECT file, model FROM vectors").fetchone()
    return None if row is None else (row[0], row[1])


def embedded_text(headings: Sequence[str], parents: Sequence[str], text: str) -> str:
    """What is embedded for a chunk: the headings and items it stands under, then the chunk itself."""
    whole = "\n".join((*headings, *parents, text))[:_LONGEST]
    return whole.encode("utf-8", "replace").decode("utf-8")


def text_key(text: str) -> bytes:
    """The key of a vector: a hash of what it was made of."""
    return blake2b(text.encode(), digest_size=16).digest()


def chunk_texts(index: Store, note: int) -> list[tuple[int, str]]:
    """The chunks of a note by id, with what is embedded of them."""
    rows = index.execute(
        "SELECT chunks.id, contexts.headings, contexts.parents, chunks.text FROM chunks"
        " JOIN contexts ON contexts.id = chunks.context WHERE chunks.id BETWEEN ? AND ?",
        id_range(note),
    )
    return [(row[0], embedded_text(json.loads(row[1]), json.loads(row[2]), row[3])) for row in rows]
