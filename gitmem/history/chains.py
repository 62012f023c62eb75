"""Lays commits out in chains of first parents. Pure.

The newest commits choose first, so the main line of a history becomes one long chain and its branches
short ones. A commit that arrives later continues the chain of its first parent when it is the first to
do so, and starts a chain of its own otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """A commit's place: its chain of first parents and its position there, from 0."""

    chain: int
    position: int


@dataclass(slots=True)
class Laid:
    """Places of new commits, where new chains start (None: at a root), lengths of the chains they touch."""

    places: dict[str, Place] = field(default_factory=dict)
    starts: dict[int, Place | None] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)


def lay_out(
    commits: Sequence[tuple[str, tuple[str, ...]]],
    known: Callable[[str], Place],
    length: Callable[[int], int],
    unused: int,
) -> Laid:
    """Places for `commits`, given oldest first with their parents.

    `known` gives the place of a commit that is there already, `length` the length of a chain that is
    there, and `unused` is the first free number for a chain.
    """
    first_parent = {oid: parents[0] if parents else None for oid, parents in commits}
    laid = Laid()
    for oid, _ in reversed(commits):
        if oid in laid.places:
            continue
        line, below = _down(oid, first_parent, laid)
        start = None if below is None else laid.places.get(below) or known(below)
        if (
            start is not None
            and start.chain not in laid.lengths
            and length(start.chain) == start.position + 1
        ):
            number, taken = start
            taken += 1
        else:
            number, taken = unused, 0
            laid.starts[number] = start
            unused += 1
        for position, member in enumerate(reversed(line), taken):
            laid.places[member] = Place(number, position)
        laid.lengths[number] = taken + len(line)
    return laid


def _down(oid: str, first_parent: Mapping[str, str | None], laid: Laid) -> tuple[list[str], str | None]:
    """The new commits from `oid` down its first parents that have no place yet, and the commit below them."""
    line: list[str] = []
    current: str | None = oid
    while current is not None and current in first_parent and current not in laid.places:
        line.append(current)
        current = first_parent[current]
    return line, current
