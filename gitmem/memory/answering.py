"""A question to an opened session -> its answer, with the proof of what was searched. Opens nothing."""

from __future__ import annotations

from contextlib import closing

from gitmem.config import Settings
from gitmem.index.blending import Vectors
from gitmem.index.response import SearchMode, SearchQuery, SearchResponse
from gitmem.index.search import search
from gitmem.index.store import open_index
from gitmem.memory.session import Session, people_of
from gitmem.memory.snapshot_proof import snapshot_proof


def with_mode(question: SearchQuery, settings: Settings) -> SearchQuery:
    """A question with the mode that the settings mean, if it has none: hybrid where they name a provider."""
    if question.mode is not None:
        return question
    usual = SearchMode.LEXICAL if settings.semantic.provider is None else SearchMode.HYBRID
    return question._replace(mode=usual)


def answer(session: Session, question: SearchQuery, commit: str | None) -> SearchResponse:
    """The answer from the notes of `commit` (full id), or of the work tree for None.

    Raises `UsageError` for a query with nothing to search for, and `ProviderError` for a hybrid search that
    lacks what it needs.
    """
    question = with_mode(question, session.settings)
    if question.mode is not SearchMode.HYBRID:
        return _answer(session, question, commit, None)
    from gitmem.memory.alike import with_vectors  # brings numpy and a model

    return with_vectors(session, question.text, lambda vectors: _answer(session, question, commit, vectors))


def _answer(
    session: Session, question: SearchQuery, commit: str | None, vectors: Vectors | None
) -> SearchResponse:
    with closing(open_index(session.index_file)) as store:
        return search(
            store,
            question,
            session.settings,
            snapshot_proof(session, commit),
            details=lambda oids: people_of(session.place, session.settings, oids),
            removed=session.removals,
            order=session.order,
            vectors=vectors,
        )
