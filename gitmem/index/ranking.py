"""Scores of texts for a query. Knows terms, counts, ages and groups; no notes, no SQLite, no dates.

The constants were measured on questions about long dialogues kept as notes (LoCoMo, development half) and on
the generated memories of bench/quality (tuning seeds); each says what it won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import NamedTuple

# BM25: term saturation and length normalisation. Notes are short, so both are weaker than usual.
K1 = 0.9
B = 0.3
CONTEXT_WEIGHT = 1.0
"""What a word of the headings above counts for: a line in the note of a subject is about that subject as
much as one that names it. With half of that, recall@5 on the tuning seeds of bench/quality is 2 points lower,
most of it where a question shares only its subject with the line (.13, not .50). The LoCoMo dialogues have no
such headings."""
COVERAGE_POWER = 0.2
"""A text that holds a part of the question's weight counts for that part to this power (half of it: .87), so
that several words beat one said often. LoCoMo recall@1 +.005, @5 +.004, @10 +.002 (997 questions, no half
lower than before); bench/quality recall@5 +.002. With a power of 0.5 one half of LoCoMo loses .011 of
recall@1."""
GROUP_WEIGHT = 1.0  # how much the note that holds most of the question lifts its chunks
AGE_WEIGHT = 0.1  # how much age can cost at most
HALF_LIFE_DAYS = 180

MOST_MATCHES = 25_000
"""Rows that the first look may match before it takes no further terms; FTS5 pays about 1.3 µs for each."""

MOST_CLUES = 64


class Statistics(NamedTuple):
    """The whole collection: number of texts, their mean length in terms, and texts per term."""

    texts: int
    mean_length: float
    frequencies: Mapping[str, int]

    def weight(self, term: str) -> float:
        """Inverse document frequency, never negative."""
        frequency = self.frequencies.get(term, 0)
        return log(1 + (self.texts - frequency + 0.5) / (frequency + 0.5))


class Clue(NamedTuple):
    """Terms that make a text worth ranking when it holds them all, and how many texts do at most."""

    terms: tuple[str, ...]
    frequency: int


class Scored(NamedTuple):
    """The parts of a score: `words` by BM25, and the factors for the note and for the age.

    `terms` is what each term of the query contributes to `words`. In a hybrid search `likeness` is how alike
    the text is to the question, and `blended` stands in for `words` in the score; `alike` tells that likeness
    led to it.
    """

    words: float
    group: float = 1.0
    recency: float = 1.0
    terms: Mapping[str, float] = MappingProxyType({})
    likeness: float | None = None
    blended: float | None = None
    alike: bool = False

    @property
    def total(self) -> float:
        base = self.words if self.blended is None else self.blended
        return base * self.group * self.recency


class ScoreParts(NamedTuple):
    """How a score came about, as it is shown: words by BM25, times the factors of the note and of the age.

    `terms` is the share of each word of the query in `words`, as the word was written; None unless it was
    asked for. `likeness` and, in the place of `words`, `blended` are None but in a hybrid search.
    """

    words: float
    note: float
    recency: float
    terms: Mapping[str, float] | None = None
    likeness: float | None = None
    blended: float | None = None


def choose_clues(clues: Sequence[Clue], limit: int = MOST_MATCHES) -> list[Clue]:
    """The rarest clues, as many as match `limit` texts together, but always one; none that match nothing."""
    chosen: list[Clue] = []
    total = 0
    for clue in sorted(
        {clue for clue in clues if clue.frequency}, key=lambda clue: (clue.frequency, clue.terms)
    ):
        if chosen and (total + clue.frequency > limit or len(chosen) == MOST_CLUES):
            break
        chosen.append(clue)
        total += clue.frequency
    return chosen


class Scorer:
    """Scores texts by all terms of one query."""

    def __init__(self, terms: Sequence[str], statistics: Statistics) -> None:
        self._weights = {term: statistics.weight(term) for term in dict.fromkeys(terms)}
        self._mean = max(statistics.mean_length, 1.0)
        self._found = sum(value for term, value in self._weights.items() if term in statistics.frequencies)
        self._whole = sum(self._weights.values())

    def score(self, text_terms: Sequence[str], context_terms: Sequence[str]) -> dict[str, float]:
        """BM25 over the two fields as one text, in which a context term counts `CONTEXT_WEIGHT`.

        What each term of the query contributes; the score is their sum.
        """
        wanted = self._weights
        counts: Counter[str] = Counter(term for term in text_terms if term in wanted)
        above = {term for term in context_terms if term in wanted}
        length = K1 * (1 - B + B * len(text_terms) / self._mean)
        parts: dict[str, float] = {}
        for term, weight in wanted.items():
            count = counts.get(term, 0) + (CONTEXT_WEIGHT if term in above else 0.0)
            if count:
                parts[term] = weight * count * (K1 + 1) / (count + length)
        return parts

    def share_of(self, terms: Iterable[str]) -> float:
        """Between 0 and 1, how much of the question some of its terms are; words found nowhere count."""
        whole = self._whole
        return min(1.0, sum(self._weights[term] for term in terms) / whole) if whole > 0 else 0.0

    def coverage_factor(self, terms: Iterable[str]) -> float:
        """Between 0 and 1, by how much of the question the terms of a text are; words found nowhere are left
        out."""
        if self._found <= 0:
            return 1.0
        return float((sum(self._weights[term] for term in terms) / self._found) ** COVERAGE_POWER)


def recency_factor(age_days: int | None) -> float:
    """Between 1 for today and 0.9 for long ago; text of unknown age counts as old."""
    if age_days is None:
        return 1 - AGE_WEIGHT
    return 1 - AGE_WEIGHT + AGE_WEIGHT * float(2.0 ** (-max(age_days, 0) / HALF_LIFE_DAYS))


def group_factors(parts: Mapping[int, Sequence[Mapping[str, float]]]) -> dict[int, float]:
    """A factor for each group of texts, by how much of the question is answered anywhere in the group.

    Per term only the best text counts, so that a long list of links is not lifted for its length.
    """
    strengths = {group: _strength(texts) for group, texts in parts.items()}
    best = max(strengths.values(), default=0.0)
    if best <= 0:
        return dict.fromkeys(strengths, 1.0)
    return {group: 1 + GROUP_WEIGHT * (strength / best) ** 2 for group, strength in strengths.items()}


def _strength(texts: Sequence[Mapping[str, float]]) -> float:
    best: dict[str, float] = {}
    for text in texts:
        for term, value in text.items():
            best[term] = max(best.get(term, 0.0), value)
    return sum(best.values())
