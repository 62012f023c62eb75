"""Vectors for the notes of a session: made where they are missing, and compared with a question.

Only a hybrid search and `git mem index` come here; a commit never waits for a model.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from gitmem.errors import StoreBusyError
from gitmem.index.response import SearchQuery
from gitmem.index.vector_filling import fill_vectors
from gitmem.index.vector_store import VectorsBehindError, is_filled, vectors_path
from gitmem.index.vectors import QueryVectors
from gitmem.memory.session import PATIENCE_SECONDS, Progress, Session, patiently
from gitmem.memory.vectors_kept import vectors_folder
from gitmem.semantic.provider import DEFAULT, Provider, find_provider

_TRIES = 20
"""How often vectors are filled in while others keep changing the index."""

T = TypeVar("T")

provider_named = lru_cache(maxsize=2)(find_provider)
"""A model is loaded once in a program that lives long."""


def fill(session: Session, provider: Provider) -> Path:
    """Gives all chunks of the session's index their vectors; the file these are in."""
    path = vectors_path(vectors_folder(session.place), provider.id)
    if not is_filled(session.index_file, path, provider.id):
        told = None if session.progress is None else _labelled(session.progress)
        patiently(lambda: fill_vectors(session.index_file, path, provider, told), PATIENCE_SECONDS)
    return path


def _labelled(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress("embedding notes", done, total)


def with_vectors(session: Session, question: SearchQuery, ask: Callable[[QueryVectors], T]) -> T:
    """What `ask` answers, given the question as a vector and an index in which all chunks have one.

    Raises `ProviderError` where the provider cannot work.
    """
    provider = provider_named(question.provider or DEFAULT)
    for _ in range(_TRIES):
        vectors = QueryVectors(fill(session, provider), provider, question.text)
        try:
            return ask(vectors)
        except VectorsBehindError:
            continue
    raise StoreBusyError("the index was changed again and again while its chunks were being embedded")
