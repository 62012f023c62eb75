"""A question to an opened session -> its answer, with the proof of what was searched. Opens nothing."""

from __future__ import annotations

from contextlib import closing

from gitmem.index.response import SearchQuery, SearchResponse
from gitmem.index.search import search
from gitmem.index.store import open_index
from gitmem.memory.session import Session, people_of
from gitmem.memory.snapshot_proof import snapshot_proof


def answer(session: Session, question: SearchQuery, commit: str | None) -> SearchResponse:
    """The answer from the notes of `commit` (full id), or of the work tree for None.

    Raises `UsageError` for a query with nothing to search for.
    """
    with closing(open_index(session.index_file)) as store:
        return search(
            store,
            question,
            session.settings,
            snapshot_proof(session, commit),
            details=lambda oids: people_of(session.place, session.settings, oids),
            removed=session.removals,
            order=session.order,
        )
