"""Text that a merge left behind: lines of a branch that neither survive nor were ever on the main side.

No patch shows them as removed, since the first parent never had them; but history held them, and whoever
asks for them must not be told that it did not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from gitmem.history.chains import Place
from gitmem.history.lines import version_of
from gitmem.history.store import Facts


class Dropped(NamedTuple):
    """Lines (1-based, of `version`) of `path` that merge number `commit` left behind."""

    commit: int
    path: bytes
    version: int
    lines: list[int]


def find_dropped(
    facts: Facts, merge: str, parents: tuple[str, ...], taken: Collection[bytes] = ()
) -> Iterator[Dropped]:
    """What a recorded merge left behind of its second and later parents.

    `taken` are paths that it took over whole from a parent: with two parents nothing of them is lost.
    """
    place, number, first = facts.place_of(merge), facts.number_of(merge), facts.place_of(parents[0])
    if place is None or number is None or first is None:
        return
    for parent in parents[1:]:
        other = facts.place_of(parent)
        if other is None:
            continue
        touched = _touched_on_branch(facts, other, first)
        for path in sorted(touched.difference(taken) if len(parents) == 2 else touched):
            theirs, result = facts.version_at(other, path), facts.version_at(place, path)
            if theirs is None or theirs == result:
                continue
            lines = _left_behind(facts, theirs, result, facts.version_at(first, path))
            if lines:
                yield Dropped(number, path, theirs, lines)


def _touched_on_branch(facts: Facts, branch: Place, main: Place) -> set[bytes]:
    reach = dict(facts.hops(main))
    found: set[bytes] = set()
    for hop in facts.hops(branch):
        start = min(hop.position, reach.get(hop.chain, -1))
        found |= facts.touched_in(hop.chain, start, hop.position)
        if hop.chain in reach:
            break
    return found


def _left_behind(facts: Facts, theirs: int, result: int | None, ours: int | None) -> list[int]:
    kept = set(facts.line_ids(result)) if result is not None else set()
    lost = [(at, identity) for at, identity in enumerate(facts.line_ids(theirs), 1) if identity not in kept]
    if not lost:
        return []
    known, oldest = _ancestors(facts, ours)
    # A version older than all that is known of our side was there before the branches parted.
    return [
        at
        for at, version in ((at, version_of(identity)) for at, identity in lost)
        if version not in known and version >= oldest
    ]


def _ancestors(facts: Facts, version: int | None) -> tuple[set[int], int]:
    """The versions that a version was made from, itself included, and the oldest of them."""
    known: set[int] = set()
    current = version
    while current is not None and current not in known:
        known.add(current)
        base, _ = facts.edits_of(current)
        if base is None:
            known.update(version_of(identity) for identity in facts.line_ids(current))
        current = base
    return known, min(known, default=0)
