"""The doctor on a search by meaning: whether what the settings name can work here, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gitmem.config import CONFIG_NAME
from gitmem.database import SchemaChangedError, StoreMissingError, verify_store
from gitmem.errors import GitmemError, ProviderError
from gitmem.index.vector_store import open_vectors, read_value, vector_files, vectors_path
from gitmem.memory.doctor import Check, CheckStatus, guarded
from gitmem.memory.place import Place
from gitmem.memory.vectors_kept import vectors_folder
from gitmem.semantic.provider import find_provider

_REBUILD = "git mem index --rebuild"


def vector_checks(place: Place) -> Iterator[Check]:
    """The provider that the settings name, and every file of vectors; nothing where there are none."""
    try:
        provider = place.settings().semantic.provider
    except GitmemError:
        provider = None  # a check of its own tells what is wrong with the settings
    if provider is not None:
        yield _provider(place, provider)
    for path in vector_files(vectors_folder(place)):
        yield guarded("vectors", lambda path=path: _vectors(path), _REBUILD)  # type: ignore[misc]


def _provider(place: Place, name: str) -> Check:
    try:
        model = find_provider(name).id
    except ProviderError as error:
        cure = f"install what it needs, or remove the provider from {CONFIG_NAME}"
        return Check("semantic", CheckStatus.PROBLEM, str(error), cure)
    made = vectors_path(vectors_folder(place), model).exists()
    kept = "its vectors are kept" if made else "its vectors are made by the next search"
    return Check("semantic", CheckStatus.OK, f"{name} works with {model}; {kept}")


def _vectors(path: Path) -> Check:
    try:
        store = open_vectors(path)
    except (StoreMissingError, SchemaChangedError) as error:
        return Check("vectors", CheckStatus.WARNING, str(error), "the next search makes them again")
    with closing(store):
        verify_store(store)
        rows, model = read_value(store, "rows"), read_value(store, "model")
    return Check("vectors", CheckStatus.OK, f"{path.name} is whole: {rows} of {model}")
