"""One statement beaten by another, as a value; and how strong the evidence for it is."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from gitmem.facts.standing import Evidence


class Strength(IntEnum):
    """How strong the evidence is; where defeats run in a circle the weakest are dropped."""

    SAID = 0
    REPLACED = 1
    WRITTEN = 2
    ANCESTRY = 3


class Defeat(NamedTuple):
    """Statement `loser` is beaten by `winner` (None: by a value that no live statement holds).

    `by` is the statement that shows it, the winner mostly, None where only history shows it. `retires`
    False means that the newer one is only a newer reading.
    """

    loser: int
    winner: int | None
    strength: Strength
    evidence: tuple[Evidence, ...]
    retires: bool = True
    by: int | None = None
