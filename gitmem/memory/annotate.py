"""Places that another search found -> the same places with dates and standing, as a search would tell them.

For users of another retriever: its order is kept, and with `rerank` only facts change it, as they do in a
search: a value that holds stands above its former ones, also when it was not among the places.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import cache

from gitmem.facts.standing import Judged
from gitmem.index.candidates import Candidate, load_candidates
from gitmem.index.fact_layer import Arrangement, FactQuestion
from gitmem.index.located import ChunkSpan, LocatedNote, locate_note
from gitmem.index.response import SearchQuery, SearchResult
from gitmem.index.results import origin_commit, show_result
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.memory.blame import path_spellings
from gitmem.memory.places_given import GivenPlace, read_place, shown_place
from gitmem.memory.shown import FLAT, Answered, Ground, answered


class Unknown(Enum):
    """Why a place cannot be told about; the value is the name in JSON."""

    NO_NOTE = "no-note"
    UNREADABLE = "unreadable"
    NOTHING_THERE = "nothing-there"
    """The note ends before the line."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place with the pieces of a note that stand there; `lines` are None for a whole note.

    `place` is what was given, without the text of the line; None for a piece that `rerank` put above its
    former versions. `unknown` is why there are no results. A line on which nothing stands (a heading, an
    empty line) has the piece below it.
    """

    place: str | None
    path: str | None
    line: int | None
    end_line: int | None
    unknown: Unknown | None
    results: tuple[SearchResult, ...]


@dataclass(frozen=True, slots=True)
class AnnotateResponse:
    """Places in the order they were given, or with `reranked` in that in which facts put them.

    The results are those of a search without words, so all scores are 0 and nothing led to them.
    `ambiguous` are places whose path is that of a note both from the top and from the folder; they are read
    from the top.
    """

    answer: Answered = field(metadata=FLAT)
    as_of: date | None
    reranked: bool
    ambiguous: tuple[str, ...]
    places: tuple[PlaceShown, ...]


def annotate_places(
    ground: Ground,
    places: Iterable[str],
    folder: str | os.PathLike[str],
    *,
    rerank: bool = False,
    as_of: date | None = None,
) -> AnnotateResponse:
    """What the notes tell of `places`; paths are read as relative to the top, then to `folder`."""
    given = _Given(ground, os.fspath(folder))
    found = [given.locate(text) for text in places]
    pieces = _Pieces(ground, SearchQuery("", ground.now, prefer=ground.prefer, as_of=as_of))
    pieces.load(span.id for each in found for span in each.chunks)
    laid = list(_reranked(found, pieces)) if rerank else found
    pieces.look_up_people()
    shown = tuple(pieces.show(each) for each in laid)
    return AnnotateResponse(answered(ground), as_of, rerank, tuple(given.ambiguous), shown)


@dataclass(frozen=True, slots=True)
class _Located:
    """A place and the chunks that stand there; no place for one that was added."""

    written: str | None
    chunks: tuple[ChunkSpan, ...] = ()
    place: GivenPlace | None = None
    unknown: Unknown | None = None

    def split(self) -> Iterator[_Located]:
        """The place once for each of its chunks; a whole note, or nothing, stays in one piece."""
        if len(self.chunks) < 2 or self.place is None or self.place.line is None:
            yield self
        else:
            yield from (_Located(self.written, (chunk,), self.place) for chunk in self.chunks)


class _Given:
    """Reads places by the notes there are."""

    def __init__(self, ground: Ground, folder: str) -> None:
        top = os.fspath(ground.session.place.top)
        self._note = cache(lambda path: locate_note(ground.store, path))
        self._spelt = cache(lambda text: self._known(path_spellings(text, top, folder)))
        self.ambiguous: dict[str, None] = {}

    def _known(self, spellings: Sequence[str]) -> tuple[str, ...]:
        return tuple(path for path in dict.fromkeys(spellings) if self._note(path) is not None)

    def _find(self, text: str) -> str | None:
        return next(iter(self._spelt(text)), None)

    def locate(self, text: str) -> _Located:
        """The place that a text means."""
        place = read_place(text, self._find)
        note: LocatedNote | None = None if place is None else self._note(place.path)
        if place is None or note is None:
            return _Located(shown_place(text), unknown=Unknown.NO_NOTE)
        if len(self._spelt(place.spelling)) > 1:
            self.ambiguous.setdefault(place.written)
        if note.problem is not None:
            return _Located(place.written, (), place, Unknown.UNREADABLE)
        if place.line is None:
            return _Located(place.written, note.chunks, place)
        chunks = note.standing_on(place.line, place.end_line or place.line)
        return _Located(place.written, chunks, place, None if chunks else Unknown.NOTHING_THERE)


class _Pieces:
    """The chunks of all places, with their facts."""

    def __init__(self, ground: Ground, question: SearchQuery) -> None:
        self._ground = ground
        self._question = question
        self._facts: SnapshotFacts = ground.facts()
        self._candidates: dict[int, Candidate] = {}
        self._stated: Mapping[int, Sequence[Judged]] = {}
        self._people = ground.people(())
        self.judged: tuple[Judged, ...] = ()

    def load(self, ids: Iterable[int]) -> None:
        """Reads chunks and judges what they say."""
        self._read(ids)
        statements = self._facts.in_chunks(self._candidates)
        dossier = self._facts.around(each.claim for found in statements.values() for each in found)
        self.judged = self._ground.judge(self._facts, dossier, self._question.as_of).judged
        by_chunk: dict[int, list[Judged]] = {}
        for each in self.judged:
            chunk = self._facts.chunk_of(each.statement)
            if chunk is not None:
                by_chunk.setdefault(chunk, []).append(each)
        self._stated = by_chunk

    def _read(self, ids: Iterable[int]) -> None:
        question, wanted = self._question, list(dict.fromkeys(ids))
        loaded = load_candidates(self._ground.store, wanted, question.now, question.prefer, question.as_of)
        self._candidates.update((each.id, each) for each in loaded)

    def arrange(self, ranked: Sequence[int]) -> list[int]:
        """Chunks as facts put them, with those that hold instead of one of them."""
        question = self._question
        about = FactQuestion(None, len(ranked), question.now, question.prefer, question.as_of)
        arranged = Arrangement(ranked, len(ranked), self.judged, self._facts, about).ids()
        self._read(chunk for chunk in arranged if chunk >= 0 and chunk not in self._candidates)
        return arranged

    def span(self, chunk: int) -> ChunkSpan:
        """Where a chunk that was read stands."""
        row = self._candidates[chunk].row
        return ChunkSpan(chunk, row.line, row.end_line)

    def look_up_people(self) -> None:
        """Asks once who made the commits."""
        self._people = self._ground.people(origin_commit(each) for each in self._candidates.values())

    def show(self, located: _Located) -> PlaceShown:
        """A place as it is answered."""
        place = located.place
        results = tuple(self._result(chunk.id) for chunk in located.chunks)
        if place is None and results:
            return PlaceShown(None, results[0].path, results[0].line, results[0].end_line, None, results)
        return PlaceShown(
            place=located.written,
            path=place.path if place is not None else None,
            line=place.line if place is not None else None,
            end_line=place.end_line if place is not None else None,
            unknown=located.unknown,
            results=results,
        )

    def _result(self, chunk: int) -> SearchResult:
        freshness = self._ground.session.settings.freshness
        facts = self._stated.get(chunk, ())
        return show_result(self._candidates[chunk], self._question, freshness, self._people, facts)


def _reranked(found: Sequence[_Located], pieces: _Pieces) -> Iterator[_Located]:
    """Places as facts put them: each chunk once more where several places have it, whole notes unmoved."""
    units: dict[int, list[_Located]] = {}
    for each in (piece for located in found for piece in located.split()):
        movable = len(each.chunks) == 1 and each.place is not None and each.place.line is not None
        # What facts cannot move has a number that no chunk has.
        units.setdefault(each.chunks[0].id if movable else -1 - len(units), []).append(each)
    for number in pieces.arrange(list(units)):
        yield from units.get(number) or [_Located(None, (pieces.span(number),))]
