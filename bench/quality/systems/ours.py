"""gitmem, through its library: what `git mem search --json` says, read in the order in which it says it.

`at` and `as_of` are given to it as such. Former values that `--history` tells of the day asked about stand
before the results: the answer names the days from and to which they held. A result that is SUPERSEDED,
RETRACTED or EXPIRED, or PLANNED on that day, is former; one that must be verified again is stale. The words
for age alone (FRESH, AGING, STALE) say how old a line is and not that it no longer holds, so they excuse
nothing: such a line is offered as current.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bench.quality.queries import Question
from bench.quality.systems.answer import Answer, Hit, Offer, Verdict
from bench.quality.systems.reading import NoteLines
from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.config import CONFIG_NAME
from gitmem.index.response import Absence, HistoryLine, SearchResponse, SearchResult, TermState
from gitmem.notes.freshness import Status

FIRST_QUESTION = "first"
FORMER = frozenset((Status.SUPERSEDED, Status.RETRACTED, Status.EXPIRED, Status.PLANNED))


def offer_of(result: SearchResult) -> Offer:
    """As what a result is offered."""
    if result.status in FORMER:
        return Offer.FORMER
    if result.status is Status.CONTESTED:
        return Offer.CONTESTED
    if result.must_reverify:
        return Offer.STALE
    return Offer.UNKNOWN if result.status is Status.UNKNOWN else Offer.CURRENT


class Gitmem:
    """`git mem search` in one of its modes; for `hybrid` the work tree's settings name a provider."""

    def __init__(self, mode: str, provider: str | None = None) -> None:
        self._mode = mode
        self._provider = provider

    def build(self, repository: Path, now: date) -> None:
        if self._provider is not None:
            (repository / CONFIG_NAME).write_text(f'[semantic]\nprovider = "{self._provider}"\n', "utf-8")
        self._memory = Memory(repository, now=parse_instant(f"{now}T12:00:00Z"))
        self._memory.refresh()
        if self._provider is not None:
            # The first hybrid question makes the vectors of all notes.
            self._memory.search(FIRST_QUESTION, 1, mode=self._mode)
        self._notes = NoteLines(repository)

    def ask(self, question: Question, k: int) -> Answer:
        found = self._memory.search(
            question.text,
            k,
            mode=self._mode,
            at=question.at,
            as_of=question.as_of,
            history=question.as_of is not None,
        )
        revision = found.head if question.at is not None else None
        results = [(self._hit(each, revision), each.status in FORMER) for each in found.results]
        holding = [hit for hit, former in results if not former]
        others = [hit for hit, former in results if former]
        hits = [hit for hit, _ in results]
        if question.as_of is not None:
            hits = [*(self._former(each) for each in found.history), *holding, *others]
        removed = tuple(self._notes.cited(each.cite, Offer.FORMER) for each in found.history)
        doubts = any(term.state is TermState.NEVER for term in found.terms)
        return Answer(tuple(hits[:k]), _verdict(found), removed, doubts)

    def _hit(self, result: SearchResult, revision: str | None) -> Hit:
        return self._notes.hit(result.path, result.line, result.end_line, offer_of(result), revision)

    def _former(self, line: HistoryLine) -> Hit:
        """A former value that held on the day asked about, which history gives no other kind of."""
        return self._notes.cited(line.cite, Offer.CURRENT)


def _verdict(found: SearchResponse) -> Verdict:
    if found.absence is Absence.REMOVED or (found.no_match and found.history):
        return Verdict.REMOVED
    if not found.no_match:
        return Verdict.FOUND
    return Verdict.ABSENT if found.absence is Absence.PROVEN else Verdict.NOTHING
