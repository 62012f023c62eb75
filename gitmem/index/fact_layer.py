"""The facts behind a search: which chunks say something that no longer holds, and what came instead.

Ranked chunks go in and come out in the order they are shown in: a current value first with its former ones
right under it where the question is about that fact, contested values side by side, and what no longer
holds below what does. Only the best chunks are looked at, so a chunk further down is never judged.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim
from gitmem.facts.edit import Edit
from gitmem.facts.standing import Ancestry, Judged, Standing
from gitmem.facts.succession import judge
from gitmem.index.candidates import Candidate
from gitmem.index.claim_rows import named_keys
from gitmem.index.complete import answers_first
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.index.told_change import changes_first

MARGIN = 10
"""Chunks after the last one shown that are judged too: they may move up when others move down."""

_SAY_NOTHING = frozenset(
    ("present", "current", "now", "today", "moment", "everyth", "everybodi", "everyon", "all", "list")
)
"""Words of keys and titles, as they are compared, that do not say which fact is meant."""

_WORD = re.compile(r"[^\W_]+")
_STEM = 4  # letters by which a word is known, whatever its ending

_GONE = (Standing.SUPERSEDED, Standing.RETRACTED)
_NOT_NOW = (*_GONE, Standing.EXPIRED, Standing.PLANNED)


class FactQuestion(NamedTuple):
    """What a search asks of facts: its terms, the number of answers, and the time it is about.

    Without terms (None) it is about every fact.
    """

    terms: frozenset[str] | None
    k: int
    now: Instant
    prefer: DatePreference
    as_of: date | None = None
    arrange: bool = True
    """Whether facts may change the order, or only say what they know of each answer."""
    worded: bool = True
    """Whether its words tell what is asked for, and not only likeness."""

    def is_about(self, claim: Claim) -> bool:
        """Whether the key of a claim shares a word with the question."""
        return self.terms is None or not self.terms.isdisjoint(claim.key)

    def names(self, fact: frozenset[str]) -> bool:
        """Whether the question has all the words that name a fact."""
        return self.terms is not None and bool(fact) and self.terms.issuperset(fact)


class LaidFact(NamedTuple):
    """A candidate with the facts it states."""

    candidate: Candidate
    facts: tuple[Judged, ...] = ()


class Layered(NamedTuple):
    """The candidates to show, and all that was looked at to judge them."""

    shown: tuple[LaidFact, ...]
    judged: tuple[Judged, ...]
    edits: tuple[Edit, ...]


def lay_facts(
    candidates: Sequence[Candidate],
    facts: SnapshotFacts,
    order: Ancestry,
    question: FactQuestion,
    fetch: Callable[[Sequence[int]], Sequence[Candidate]],
) -> Layered:
    """Judge the best candidates and put them in order.

    `fetch` gives chunks by id that were not among the candidates, leaving out those that were not asked
    about.
    """
    window = candidates[: question.k + MARGIN]
    stated = facts.in_chunks(candidate.id for candidate in window)
    if question.arrange and question.terms is not None:
        best = answers_first(window, stated, question.terms) if question.worded else window
        window = changes_first(best, stated, question.now)
        candidates = [*window, *candidates[len(window) :]]
    claims = [statement.claim for each in stated.values() for statement in each]
    if not claims:
        return Layered(tuple(map(LaidFact, candidates[: question.k])), (), ())
    dossier = facts.around(claims)
    verdict = judge(
        dossier.statements,
        dossier.edits,
        order=order,
        subjects=facts.subjects,
        now=question.now,
        prefer=question.prefer,
        as_of=question.as_of,
    )
    ranked = [candidate.id for candidate in candidates]
    held = {candidate.id: candidate.score.terms.keys() for candidate in window}
    arranged = Arrangement(ranked, len(window), verdict.judged, facts, question, held)
    if not question.arrange:
        laid = tuple(LaidFact(each, arranged.facts_of(each.id)) for each in candidates[: question.k])
        return Layered(laid, verdict.judged, dossier.edits)
    ids = arranged.ids()
    wanted = ids[: question.k]
    known = {candidate.id: candidate for candidate in candidates}
    missing = [number for number in wanted if number not in known]
    known.update((candidate.id, candidate) for candidate in (fetch(missing) if missing else ()))
    shown = [known[number] for number in wanted if number in known]
    if len(shown) < len(wanted):
        rest = (number for number in ids[question.k :] if number in known)
        shown += [known[number] for number in rest][: question.k - len(shown)]
    laid = tuple(LaidFact(each, arranged.facts_of(each.id)) for each in shown)
    return Layered(laid, verdict.judged, dossier.edits)


class Arrangement:
    """Works out the order of chunks: of the first `window` of those that are `ranked`, by id.

    `judged` are the facts of `window` and of all that may stand against them, `held` what chunks hold of the
    question.
    """

    def __init__(
        self,
        ranked: Sequence[int],
        window: int,
        judged: Sequence[Judged],
        facts: SnapshotFacts,
        question: FactQuestion,
        held: Mapping[int, Collection[str]] = MappingProxyType({}),
    ) -> None:
        self._held = held
        self._window = ranked[:window]
        self._ranks = {chunk: rank for rank, chunk in enumerate(ranked)}
        self._facts = facts
        self._question = question
        self._by_chunk: dict[int, list[Judged]] = {}
        for each in judged:
            chunk = facts.chunk_of(each.statement)
            if chunk is not None:
                self._by_chunk.setdefault(chunk, []).append(each)
        self._places = _places(judged, facts)
        self._placed: dict[int, None] = {}
        self._below: dict[int, None] = {}

    def facts_of(self, chunk: int) -> tuple[Judged, ...]:
        """The judged facts of one chunk, in the order of their lines."""
        return tuple(self._by_chunk.get(chunk, ()))

    def ids(self) -> list[int]:
        """The chunks in the order they are shown in, best first."""
        for chunk in self._window:
            if chunk not in self._placed:
                self._place(chunk)
        placed = newest_first(list(self._placed), self._told)
        return [*placed, *(chunk for chunk in self._below if chunk not in self._placed)]

    def _told(self, chunk: int) -> tuple[frozenset[str], date] | None:
        """The fact that is asked for as a whole and that a chunk tells as what holds, with the day on which
        it told it; None where it tells none or nobody knows when."""
        found: dict[frozenset[str], date] = {}
        for each in self.facts_of(chunk):
            words = named_words(each.statement.claim)
            claim = each.statement.claim
            held = _not_in_value(self._held.get(chunk, ()), claim)
            if not claim.about.keys and not words.issuperset(held):
                continue  # its headings name a subject that the fact does not have
            if each.standing is Standing.CURRENT and each.since is not None and self._question.names(words):
                found[words] = max(each.since, found.get(words, each.since))
        return max(found.items(), key=lambda item: (len(item[0]), sorted(item[0])), default=None)

    def _place(self, chunk: int) -> None:
        current = self._current_of(chunk)
        for newer in current:
            self._place_live(newer)
        if current:
            self._placed.setdefault(chunk)
        elif self._holds_no_more(chunk):
            self._below.setdefault(chunk)
        else:
            self._place_live(chunk)

    def _place_live(self, chunk: int) -> None:
        """A chunk that holds, those that contest it, and then its former versions."""
        self._placed.setdefault(chunk)
        beside = self._linked(chunk, lambda each: each.contested_with)
        for other in beside:
            self._placed.setdefault(other)
        for each in (chunk, *beside):
            for former in self._linked(each, _older):
                if former in self._ranks:
                    self._placed.setdefault(former)

    def _current_of(self, chunk: int) -> list[int]:
        """The chunks that say what holds now instead of a chunk, where the question is about that."""
        found = self._linked(chunk, _newer)
        return [newer for newer in found if newer != chunk and not self._holds_no_more(newer)]

    def _linked(self, chunk: int, cites: Callable[[Judged], Iterable[str]]) -> list[int]:
        """Other chunks that the facts of one point to, as far as the question is about them; best first."""
        about = (each for each in self.facts_of(chunk) if self._question.is_about(each.statement.claim))
        named = (self._places.get(cite) for each in about for cite in cites(each))
        found = dict.fromkeys(place for place in named if place is not None and place != chunk)
        last = len(self._ranks)
        return sorted(found, key=lambda each: self._ranks.get(each, last))

    def _holds_no_more(self, chunk: int) -> bool:
        """Whether nothing that a chunk says, or nothing of it that was asked about, holds any more."""
        facts = self.facts_of(chunk)
        about = [each for each in facts if self._question.is_about(each.statement.claim)] or facts
        gone = _NOT_NOW if self._question.as_of is not None else _GONE
        return bool(about) and all(each.standing in gone for each in about)


def newest_first(
    chunks: Sequence[int], told: Callable[[int], tuple[frozenset[str], date] | None]
) -> list[int]:
    """Chunks in their order, those that tell the same fact sorted by the day they told it, in their places.

    No evidence says that the older ones are wrong, so nothing is said of them.
    """
    facts = {chunk: fact for chunk in chunks if (fact := told(chunk)) is not None}
    waiting: dict[frozenset[str], deque[int]] = {}
    for chunk in sorted(facts, key=lambda each: -facts[each][1].toordinal()):
        waiting.setdefault(facts[chunk][0], deque()).append(chunk)
    return [waiting[facts[chunk][0]].popleft() if chunk in facts else chunk for chunk in chunks]


def _not_in_value(held: Collection[str], claim: Claim) -> set[str]:
    """Those of some words that the value of a claim does not have; endings do not count."""
    value = {word[:_STEM] for word in _WORD.findall(claim.norm.casefold())}
    return {term for term in held if term[:_STEM] not in value}


def named_words(claim: Claim) -> frozenset[str]:
    """The words that name a fact: the subject of its note, if it has one, and its key."""
    return frozenset(named_keys(claim)[0]) - _SAY_NOTHING


def _newer(each: Judged) -> tuple[str, ...]:
    return each.superseded_by + ((each.newer_reading,) if each.newer_reading is not None else ())


def _older(each: Judged) -> tuple[str, ...]:
    return each.supersedes


def _places(judged: Iterable[Judged], facts: SnapshotFacts) -> Mapping[str, int]:
    """The chunk that each cited line stands in."""
    found: dict[str, int] = {}
    for each in judged:
        chunk = facts.chunk_of(each.statement)
        if chunk is not None:
            found.setdefault(each.statement.claim.cite, chunk)
    return found
