"""The order of commits as a value: which of two commits came after the other, without asking git.

Follows parents, never clocks. Two commits of which neither descends from the other have no order, and
neither has a commit that history does not hold.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gitmem.history.chains import Place
from gitmem.history.packing import unpack
from gitmem.history.store import Facts

_AT_ONCE = 500


class NoOrder:
    """The order of commits where there is no history: none."""

    def descends(self, newer: str, older: str) -> bool:
        """Nothing came after anything."""
        return False


class _Commit(NamedTuple):
    number: int
    place: Place


class _Merges(NamedTuple):
    """The merges of one chain in order: positions, numbers, and places of all parents but the first."""

    positions: list[int]
    numbers: list[int]
    others: list[list[Place]]


class CommitOrder:
    """Who descends from whom, among the commits of a history store.

    A chain of first parents needs one comparison. Side branches are looked for through the merges that
    brought them in; those are read once, when the first question needs them.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._merges: dict[int, _Merges] | None = None
        self._commit = lru_cache(maxsize=4096)(self._read_commit)
        self._descends = lru_cache(maxsize=8192)(self._decide)

    def descends(self, newer: str, older: str) -> bool:
        """Whether commit `newer` (full ids) has commit `older` among its ancestors, itself not counted."""
        return newer != older and self._descends(newer, older)

    def _decide(self, newer: str, older: str) -> bool:
        young, old = self._commit(newer), self._commit(older)
        if young is None or old is None or young.number <= old.number:
            return False  # numbers grow from parents to children
        for chain, position in self._facts.hops(young.place):
            if chain == old.place.chain:
                if position >= old.place.position:
                    return True
                break
        return self._reaches(young.place, old)

    def _reaches(self, start: Place, target: _Commit) -> bool:
        """Whether some way through merges leads from one place to another."""
        seen: dict[int, int] = {}
        waiting = [start]
        while waiting:
            chain, position = waiting.pop()
            before = seen.get(chain, -1)
            if position <= before:
                continue
            if chain == target.place.chain:
                if position >= target.place.position:
                    return True
                continue  # what stands below the target in its own chain is older than it
            seen[chain] = position
            waiting.extend(self._brought_in(chain, before, position, target.number))
            if before < 0:
                below = self._facts.hops(Place(chain, position))
                next(below)
                waiting.extend(parent for parent in [next(below, None)] if parent is not None)
        return False

    def _brought_in(self, chain: int, after: int, last: int, number: int) -> Iterator[Place]:
        """What the merges of a stretch brought in; those older than commit `number` cannot lead to it."""
        merges = self._all_merges().get(chain)
        if merges is None:
            return
        first = max(bisect_right(merges.positions, after), bisect_left(merges.numbers, number))
        for others in merges.others[first : bisect_right(merges.positions, last)]:
            yield from others

    def _all_merges(self) -> dict[int, _Merges]:
        if self._merges is None:
            self._merges = self._read_merges()
        return self._merges

    def _read_commit(self, oid: str) -> _Commit | None:
        question = "SELECT id, chain, position FROM commits WHERE oid = ?"
        row = self._facts.store.execute(question, (bytes.fromhex(oid),)).fetchone()
        return _Commit(row[0], Place(row[1], row[2])) if row else None

    def _read_merges(self) -> dict[int, _Merges]:
        question = (
            "SELECT id, chain, position, parents FROM commits WHERE length(parents) > 1"
            " ORDER BY chain, position"
        )
        rows = [
            (number, chain, position, unpack(parents)[1:])
            for number, chain, position, parents in self._facts.store.execute(question)
            if min(parents[:-1]) < 128  # one long number takes several bytes too, but none of them ends it
        ]
        places = self._places({parent for *_, others in rows for parent in others})
        merges: dict[int, _Merges] = {}
        for number, chain, position, others in rows:
            found = merges.setdefault(chain, _Merges([], [], []))
            found.positions.append(position)
            found.numbers.append(number)
            found.others.append([places[parent] for parent in others])
        return merges

    def _places(self, numbers: set[int]) -> dict[int, Place]:
        wanted = sorted(numbers)
        places: dict[int, Place] = {}
        for at in range(0, len(wanted), _AT_ONCE):
            batch = wanted[at : at + _AT_ONCE]
            marks = ",".join("?" * len(batch))
            question = f"SELECT id, chain, position FROM commits WHERE id IN ({marks})"
            for number, chain, position in self._facts.store.execute(question, batch):
                places[number] = Place(chain, position)
        return places
