"""Words and likeness of meaning -> one score. Knows ids and numbers; no model, no notes, no SQLite.

Words come first: likeness counts for the more of a score, the less of the question any text holds, so where
one holds all of it the order is that of words. Where all texts hold next to none of it likeness leads, and
what a note holds of the question elsewhere lifts its texts no more: such words are mostly chance.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gitmem.database import Store

LIKENESS_WEIGHT = 0.55
"""What likeness counts for while words lead, times a power of the share of the question that no text has."""

OPEN_POWER = 0.5
"""That power: half of the question leaves likeness 0.39. By the share itself both models gain 1 to 2 points
less at @5 and @10 on LoCoMo; at full weight wherever a word is missing, recall@1 falls there by up to 1
point."""

WORDED = 0.35
"""How much of the question the best chunks must hold for its words to say what is asked for; below, they name
little but the subject, and a chunk that holds them all is no better than one that is alike. With that,
paraphrased questions find their line first in .26 instead of .23 of cases by all-MiniLM-L6-v2."""

MUTE = 0.15
LEADING_WEIGHT = 0.9
"""Where no text holds more of the question than `MUTE`, likeness counts for `LEADING_WEIGHT`, and a note's
lift is gone; between that and `WORDED` both change evenly.

By all-MiniLM-L6-v2, paraphrased questions (tuning seeds of bench/quality, 144) find their line first in .40
of cases and not .26, among five in .76 and not .69; by wordllama in .15 and .53, not .13 and .48. The LoCoMo
dialogues (tuning half), where one question in ten is so, lose at most .006 at any depth, none at @1.
Replayed on the same candidates, weights of 0.7 and 0.8 put a line of a paraphrase first in .37 and .38 of
cases; bounds of 0.2 and 0.4 or of 0.25 and 0.5 do as well there and cost wordllama a point of LoCoMo.
"""

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

    Likeness leads only where it `may_lead`: a question in a script without spaces is asked for by all pairs
    of its characters, of which many are no words, so how little of it a text holds says nothing.
    The first candidates that are blended set the scale; later ones are measured by it.
    """

    def __init__(self, likeness: Likeness, alike: Collection[int], *, may_lead: bool = True) -> None:
        self._likeness = likeness
        self.alike = frozenset(alike)
        self._may_lead = may_lead
        self._words = 0.0
        self._most = 0.0
        self._share: float | None = None
        self.trust = 1.0
        """Between 0 and 1, how far the words of the question lead to what is asked for."""

    def blend(
        self, ids: Sequence[int], words: Sequence[float], held: Sequence[float], weights: Sequence[float]
    ) -> list[tuple[float, float]]:
        """The likeness of each candidate and its blended score, between 0 and 1.

        `held` is how much of the question each candidate holds, `weights` what its likeness counts for, both
        between 0 and 1.
        """
        likeness = self._likeness.of(ids)
        meant = [weight * max(0.0, likeness[number]) for number, weight in zip(ids, weights, strict=True)]
        if self._share is None:
            self._words = max(words, default=0.0)
            self._most = max(meant, default=0.0)
            self._weigh(max(held, default=0.0))
        return [
            (likeness[number], self._blended(word, alike))
            for number, word, alike in zip(ids, words, meant, strict=True)
        ]

    def _weigh(self, held: float) -> None:
        """Settles what words and likeness count for, by how much of the question the best text holds."""
        share = LIKENESS_WEIGHT * float(max(0.0, 1 - held) ** OPEN_POWER)
        if self._may_lead:
            self.trust = min(1.0, max(0.0, (held - MUTE) / (WORDED - MUTE)))
        self._share = share * self.trust + LEADING_WEIGHT * (1 - self.trust)

    def _blended(self, words: float, meant: float) -> float:
        share = self._share or 0.0
        said = words / self._words if self._words > 0 else 0.0
        alike = meant / self._most if self._most > 0 else 0.0
        return (1 - share) * said + share * alike
