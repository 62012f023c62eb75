"""Words and likeness of meaning -> one score. Knows ids and numbers; no model, no notes, no SQLite.

Words come first: likeness counts for so much of a score as the words of the question leave open, so a text
that answers it word for word is never passed by one that is merely alike. Measured with wordllama on LoCoMo
dialogues: recall@5 and @10 gain 2 points on either half, recall@1 nothing beyond noise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gitmem.database import Store

LIKENESS_WEIGHT = 0.6
"""What likeness counts for where no word of the question is found anywhere; 0.5 to 0.9 differ by less than a
point on LoCoMo. Giving it this share whatever the words say loses 8 points of recall@1 on plain lookups."""

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

    def __init__(self, likeness: Likeness, alike: Collection[int], whole: float) -> None:
        """`whole` is about what a text would score that held every word of the question."""
        self._likeness = likeness
        self.alike = frozenset(alike)
        self._whole = whole
        self._words = 0.0
        self._most = 0.0
        self._share: float | None = None

    def blend(self, ids: Sequence[int], words: Sequence[float]) -> list[tuple[float, float]]:
        """The likeness of each candidate and its blended score, between 0 and 1."""
        likeness = self._likeness.of(ids)
        if self._share is None:
            self._words = max(words, default=0.0)
            self._most = max(likeness.values(), default=0.0)
            answered = min(1.0, self._words / self._whole) if self._whole > 0 else 0.0
            self._share = LIKENESS_WEIGHT * (1 - answered)
        return [
            (likeness[number], self._blended(word, likeness[number]))
            for number, word in zip(ids, words, strict=True)
        ]

    def _blended(self, words: float, alike: float) -> float:
        share = self._share or 0.0
        said = words / self._words if self._words > 0 else 0.0
        meant = max(0.0, alike) / self._most if self._most > 0 else 0.0
        return (1 - share) * said + share * meant
