"""Words of a question that stand nowhere as they were asked for -> as they are written in these notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitmem.database import Store
from gitmem.errors import UsageError
from gitmem.index.matching import frequencies
from gitmem.spellings import spellings
from gitmem.words import Analyzer, QueryTerm


def spelled_here(
    store: Store, analyzer: Analyzer, terms: Sequence[QueryTerm], known: dict[str, int]
) -> tuple[QueryTerm, ...]:
    """The terms of a query, those that no chunk holds with other ways to write them.

    They are looked for in history by all of these ways. `known` has in how many chunks each term stands; the
    terms of the other ways are added to it.
    """
    return tuple(term if _stands(term, known) else _otherwise(store, analyzer, term, known) for term in terms)


def _otherwise(store: Store, analyzer: Analyzer, term: QueryTerm, known: dict[str, int]) -> QueryTerm:
    words = (*filter(None, (term.typed,)), *spellings(term.text, english=analyzer.english))
    others = [found for word in dict.fromkeys(words) if (found := _as_one(analyzer, word))]
    known.update(frequencies(store, (part for each in others for part in each.terms)))
    here = [each for each in others if _stands(each, known)]
    ways = tuple(dict.fromkeys((*term.ways, *(way for each in others for way in each.ways))))
    terms = tuple(dict.fromkeys(part for each in here for part in each.terms))
    spelled = tuple(each.text for each in here)
    return term._replace(terms=terms or term.terms, ways=ways, clues=ways, spelled=spelled)


def _as_one(analyzer: Analyzer, text: str) -> QueryTerm | None:
    """What a text asks for as one thing: all of its words, each whole; None for words nobody searches for."""
    try:
        found = analyzer.query(text)
    except UsageError:
        return None
    ways = (tuple(dict.fromkeys(part for each in found for part in each.ways[0])),)
    return QueryTerm(text, ways[0], ways, ways)


def _stands(term: QueryTerm, known: Mapping[str, int]) -> bool:
    return any(all(part in known for part in way) for way in term.ways)
