"""Invented words in the proportions of real text: few are everywhere, most are rare (Zipf)."""

from __future__ import annotations

import random
from itertools import accumulate

VOCABULARY = 20_000
"""Different words. About what a large notes folder in one language holds after stemming."""

_ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "dr", "gl", "st", "tr")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ou")
_CODAS = ("k", "l", "m", "n", "r", "nd", "rt")
_ENDINGS = ("", "", "", "", "s", "ed", "ing", "er")


class Words:
    """Draws words; the word of rank 1 is the most frequent, that of rank r about r times rarer.

    No word is a stop word of any language: all have two syllables or more, the first one closed.
    """

    def __init__(self, chance: random.Random, size: int = VOCABULARY) -> None:
        self._chance = chance
        words: dict[str, None] = {}
        while len(words) < size:
            words[self._invent(rare=len(words) > size // 20)] = None
        self._ranked = list(words)
        self._weights = list(accumulate(1 / rank for rank in range(1, size + 1)))

    def of_rank(self, rank: int) -> str:
        """The word of a rank, from 1 on."""
        return self._ranked[rank - 1]

    def draw(self, count: int) -> list[str]:
        """Some words as they would come in text."""
        return self._chance.choices(self._ranked, cum_weights=self._weights, k=count)

    def phrase(self, fewest: int, most: int) -> str:
        """Words in a row."""
        return " ".join(self.draw(self._chance.randint(fewest, most)))

    def _invent(self, *, rare: bool) -> str:
        pick = self._chance.choice
        syllables = self._chance.randint(1, 2) if rare else 1
        middle = "".join(pick(_ONSETS) + pick(_VOWELS) for _ in range(syllables))
        return pick(_ONSETS) + pick(_VOWELS) + pick(_CODAS) + middle + (pick(_ENDINGS) if rare else "")
