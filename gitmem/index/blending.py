"""Words and likeness of meaning -> one score. Knows ids and numbers; no model, no notes, no SQLite.

Words come first: likeness counts for the more of a score, the less of the question any text holds, so where
one holds all of it the order is that of words. Measured on the tuning half of LoCoMo (504 questions), gain in
recall@1/@5/@10 over words alone: wordllama .002/.020/.028, all-MiniLM-L6-v2 .000/.024/.058.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gitmem.database import Store

LIKENESS_WEIGHT = 0.55
"""What likeness counts for where no word of the question is found anywhere."""

OPEN_POWER = 0.5
"""The share of the question that no text holds counts to this power: half of it leaves likeness 0.39. By the
share itself both models gain 1 to 2 points less at @5 and @10 on LoCoMo; at full weight wherever a word is
missing, recall@1 falls there by up to 1 point."""

WORDED = 0.35
"""How much of the question the best chunks must hold for its words to say what is asked for; below, they name
little but the subject, and a chunk that holds them all is no better than one that is alike. With that,
paraphrased questions find their line first in .26 instead of .23 of cases by all-MiniLM-L6-v2."""

ALIKE = 50
"""Chunks most alike that are ranked beside those that words lead to."""

FLOOR = 0.65
"""Likeness from which a chunk is an answer though no word of the question stands in any chunk.

Of 4,154 questions about one memory that were put to another, none had a chunk as alike as this by wordllama
and two at most by all-MiniLM-L6-v2; half of the right lines of paraphrased questions are less alike than 0.4
and 0.5. No number tells the two apart, so this one is chosen for silence: what no word leads to is hardly
ever an answer alone.
"""


class Likeness(Protocol):
    """How alike the chunks of an index are to one question; `gitmem.index.vectors` has it."""

    def of(self, ids: Collection[int]) -> dict[int, float]:
        """The likeness of some chunks."""

    def best(self, count: int, among: Collection[int] | None) -> tuple[list[int], list[int]]:
        """The chunks most alike and those equally alike at the cut."""


class Vectors(Protocol):
    """The question of a hybrid search as a vector of `model`."""

    @property
    def model(self) -> str:
        """The id of the model."""

    def likeness(self, index: Store) -> Likeness:
        """Compares it with the chunks of an opened index."""


class Blend:
    """Blends the scores of the candidates of one question; `alike` are those that likeness led to.

    The first candidates that are blended set the scale; later ones are measured by it.
    """

    def __init__(self, likeness: Likeness, alike: Collection[int]) -> None:
        self._likeness = likeness
        self.alike = frozenset(alike)
        self._words = 0.0
        self._most = 0.0
        self._share: float | None = None

    def blend(
        self, ids: Sequence[int], words: Sequence[float], held: Sequence[float]
    ) -> list[tuple[float, float]]:
        """The likeness of each candidate and its blended score, between 0 and 1.

        `held` is how much of the question each candidate holds, between 0 and 1.
        """
        likeness = self._likeness.of(ids)
        if self._share is None:
            self._words = max(words, default=0.0)
            self._most = max(likeness.values(), default=0.0)
            missing = max(0.0, 1 - max(held, default=0.0))
            self._share = LIKENESS_WEIGHT * float(missing**OPEN_POWER)
        return [
            (likeness[number], self._blended(word, likeness[number]))
            for number, word in zip(ids, words, strict=True)
        ]

    def _blended(self, words: float, alike: float) -> float:
        share = self._share or 0.0
        said = words / self._words if self._words > 0 else 0.0
        meant = max(0.0, alike) / self._most if self._most > 0 else 0.0
        return (1 - share) * said + share * meant
