"""A question in words -> the facts it may be about, the best first. Knows names, not what holds.

A fact matches best when the question has all words of its key, with or without its subject's; among
equals the one that has more of the question's words around it (headings, notes, values) comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gitmem.facts.claim import Claim, KeyWords
from gitmem.facts.reading.forms import KeyReader
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.words import Analyzer

MOST_KEYS = 12
"""Keys that are looked at where no key has all its words in the question."""

_FILLERS = "now current currently latest today before former formerly old previous previously history since"
"""Words of a question that ask for a time and name nothing."""


class Asked(NamedTuple):
    """The words of a question: each as it was written, with the terms that it stands for."""

    words: tuple[tuple[str, frozenset[str]], ...]

    @property
    def terms(self) -> frozenset[str]:
        """All terms."""
        return frozenset(term for _, terms in self.words for term in terms)

    def unmatched(self, known: frozenset[str], fillers: frozenset[str]) -> tuple[str, ...]:
        """The words none of whose terms are known."""
        return tuple(word for word, terms in self.words if terms.isdisjoint(known) and not terms <= fillers)


class Match(NamedTuple):
    """How well a fact matches; greater is better.

    `whole` and `words` are of its key, `around` counts the words of the question that anything of it holds,
    `named` those that name what its note is about, `spare` minus the words of its key that nobody asked for.
    """

    whole: bool
    words: int
    around: int
    named: int
    spare: int


class Questioner:
    """Reads questions by the rules that keys are read by, for one language."""

    def __init__(self, language: str) -> None:
        self._analyzer = Analyzer(language)
        self._reader = KeyReader(language)
        self._around: dict[tuple[str, ...], frozenset[str]] = {}

    def read(self, question: str) -> Asked:
        """The words of a question. Raises `UsageError` when it has none."""
        self._analyzer.query(question)
        words = [(word, frozenset(self._reader.words(word))) for word in question.split()]
        common = frozenset(self._reader.words(question))
        kept = [(word.strip("?!.,;:\"'()"), terms & common) for word, terms in words]
        return Asked(tuple((word, terms) for word, terms in kept if terms))

    def fillers(self) -> frozenset[str]:
        """The terms of words that name nothing."""
        return frozenset(self._reader.words(_FILLERS))

    def match(self, asked: Asked, claims: Iterable[Claim]) -> Match:
        """How well a fact with these claims matches."""
        terms = asked.terms
        claims = list(claims)
        keys = {key for claim in claims for key in claim.keys if key}
        around = frozenset[str]().union(*(self.around(claim) for claim in claims))
        best = max((_fit(key, terms) for key in keys), default=(False, 0, 0))
        names = {word for claim in claims for name in claim.about.keys for word in name}
        return Match(best[0], best[1], len(terms & around), len(terms & names), best[2])

    def around(self, claim: Claim) -> frozenset[str]:
        """All terms by which somebody may mean a claim: its key, subject, headings, path and value."""
        spot = claim.spot
        texts = (claim.about.name, claim.path, *spot.headings, *spot.narrowing, *spot.parents)
        if texts not in self._around:
            self._around[texts] = frozenset(self._analyzer.distinct("\n".join(texts)))
        names = (word for key in claim.keys for word in key)
        return self._around[texts].union(names, self._analyzer.distinct(claim.value))


def _fit(key: KeyWords, terms: frozenset[str]) -> tuple[bool, int, int]:
    """Whether all words of a key are asked for, how many are, and minus those that are not."""
    shared = len(terms.intersection(key))
    return shared == len(key), shared, shared - len(key)


def keys_for(facts: SnapshotFacts, terms: frozenset[str]) -> Sequence[KeyWords]:
    """The keys to look under: those all of whose words are asked for and that no longer one of them
    contains, else those that share the most words with the question."""
    keys = facts.with_words(terms)
    if not keys:
        shared = facts.sharing(terms)
        most = len(terms.intersection(shared[0])) if shared else 0
        return [key for key in shared if len(terms.intersection(key)) == most][:MOST_KEYS]
    kept: list[KeyWords] = []
    for key in keys:
        if not any(set(key) < set(longer) for longer in kept):
            kept.append(key)
    return kept
