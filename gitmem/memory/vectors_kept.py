"""The files of vectors of a place: where they are, what they hold, and which are damaged. Makes no vector."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from gitmem.database import SchemaChangedError, Store, StoreMissingError, reading
from gitmem.errors import IndexCorruptError
from gitmem.index.vector_store import filled_from, open_vectors, read_value, vector_files
from gitmem.memory.place import Place
from gitmem.memory.session import Session
from gitmem.memory.stats import VectorsKept


def vectors_folder(place: Place) -> Path:
    """Where they lie: beside the history, which worktrees share."""
    return place.store_folder() or place.index_file(committed=False).parent


def vectors_kept(session: Session, index: Store) -> tuple[VectorsKept, ...]:
    """What is kept of each model, by its name."""
    used = filled_from(index)
    found: list[VectorsKept] = []
    for path in vector_files(vectors_folder(session.place)):
        try:
            store = open_vectors(path)
        except (StoreMissingError, SchemaChangedError):
            continue
        with closing(store), reading(store):
            name, model = str(read_value(store, "name")), str(read_value(store, "model"))
            rows = int(read_value(store, "rows"))
        found.append(VectorsKept(model, rows, path.stat().st_size, used == (name, model)))
    return tuple(sorted(found, key=lambda each: each.model))


def drop_damaged(folder: Path) -> None:
    """Takes away the files that cannot be trusted, so that new ones are made; the others stay."""
    for path in vector_files(folder):
        try:
            open_vectors(path).close()
        except IndexCorruptError:
            path.unlink(missing_ok=True)
        except SchemaChangedError:
            continue
