"""A question to an opened session -> its answer, with the proof of what was searched. Opens nothing."""

from __future__ import annotations

from contextlib import closing

from gitmem.errors import ConfigError, RootError
from gitmem.index.blending import Vectors
from gitmem.index.response import SearchMode, SearchQuery, SearchResponse
from gitmem.index.search import search
from gitmem.index.store import open_index
from gitmem.memory.session import Session, people_of
from gitmem.memory.snapshot_proof import snapshot_proof


def settled(session: Session, question: SearchQuery) -> SearchQuery:
    """A question with the mode and provider that the settings mean: hybrid where they name a provider.

    How to search is no part of what a commit says, so where its settings name no provider those of the work
    tree do.
    """
    if question.mode not in (None, SearchMode.HYBRID):
        return question
    provider = question.provider or session.settings.semantic.provider or _usual_provider(session)
    usual = SearchMode.LEXICAL if provider is None else SearchMode.HYBRID
    return question._replace(mode=question.mode or usual, provider=provider)


def _usual_provider(session: Session) -> str | None:
    try:
        return session.place.settings().semantic.provider
    except (ConfigError, RootError):
        return None  # not the settings of what is asked about


def answer(session: Session, question: SearchQuery, commit: str | None) -> SearchResponse:
    """The answer from the notes of `commit` (full id), or of the work tree for None.

    Raises `UsageError` for a query with nothing to search for, and `ProviderError` for a hybrid search that
    lacks what it needs.
    """
    question = settled(session, question)
    if question.mode is not SearchMode.HYBRID:
        return _answer(session, question, commit, None)
    from gitmem.memory.alike import with_vectors  # brings numpy and a model

    return with_vectors(session, question, lambda vectors: _answer(session, question, commit, vectors))


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
