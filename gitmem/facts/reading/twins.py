"""Tells list items of one text apart, so that what hangs under the second is about another thing.

Counts within one section and one note; whether the items are worth comparing is not asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gitmem.facts.claim import Spot

if TYPE_CHECKING:
    from gitmem.notes.chunks import Chunk

_NUMBER = re.compile(r" #[\d.]+$")


class Twins:
    """The list items of a note, met in their order."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, tuple[str, ...]], int] = {}

    def meet(self, chunk: Chunk) -> None:
        """Counts a list item among those of its text under the same items of its section."""
        way = chunk.section, (*chunk.parents, chunk.text)
        self._met[way] = self._met.get(way, 0) + 1

    def told_apart(self, chunk: Chunk, spot: Spot) -> Spot:
        """The spot of a chunk; where an item above it is the second of its text or a later one, its number
        stands behind the innermost item."""
        above = chunk.parents
        met = [self._met.get((chunk.section, above[:end]), 1) for end in range(1, len(above) + 1)]
        if max(met) == 1 or not spot.parents:
            return spot
        number = ".".join(map(str, met))
        return spot._replace(parents=(*spot.parents[:-1], f"{spot.parents[-1]} #{number}"))


def are_others(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether two ways of list items differ by their texts and not only as twins do."""
    return _texts(one) != _texts(two)


def _texts(parents: tuple[str, ...]) -> tuple[str, ...]:
    return (*parents[:-1], _NUMBER.sub("", parents[-1])) if parents else ()
