"""What a caller writes -> a question. Days are read here, revisions by the place that is asked."""

from __future__ import annotations

from typing import TypedDict

from gitmem.clock import Instant, require_day
from gitmem.index.response import SearchMode, SearchQuery


class SearchOptions(TypedDict, total=False):
    """The options of a search besides the words and the number of answers."""

    mode: SearchMode | str | None
    since: str | None
    until: str | None
    path: str | None
    at: str | None
    as_of: str | None
    history: bool
    explain_score: bool


def question_of(
    query: str,
    now: Instant,
    k: int,
    *,
    mode: SearchMode | str | None = None,
    since: str | None = None,
    until: str | None = None,
    path: str | None = None,
    at: str | None = None,
    as_of: str | None = None,
    history: bool = False,
    explain_score: bool = False,
) -> SearchQuery:
    """The question at `now`; without a mode the settings decide. Raises `DateError` for a malformed day."""
    return SearchQuery(
        query,
        now,
        k=k,
        mode=SearchMode(mode) if mode is not None else None,
        path=path,
        since=require_day(since) if since is not None else None,
        until=require_day(until) if until is not None else None,
        at=at,
        as_of=require_day(as_of) if as_of is not None else None,
        history=history,
        explain_score=explain_score,
    )
