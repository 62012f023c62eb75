"""Text that a merge left behind: lines of a side that do not survive, though no other side took them out.

Either no other side ever held them, and no patch shows them as removed since the parent compared with never
had them; or all held them, and the merge itself took them out. History held them, and whoever asks for them
must not be told that it did not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
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


class _Line(NamedTuple):
    """A line of a version, by its place from 1 and by what it is known by in all versions."""

    at: int
    id: int


def find_dropped(
    facts: Facts,
    merge: str,
    parents: Sequence[str],
    differing: Collection[bytes],
    doubtful: Collection[bytes],
) -> Iterator[Dropped]:
    """What a recorded merge left behind of its parents.

    `differing` are the paths not as in its first parent, `doubtful` those of them that are worth a look.
    """
    place, number = facts.place_of(merge), facts.number_of(merge)
    sides = [side for side in map(facts.place_of, parents) if side is not None]
    if place is None or number is None or len(sides) < len(parents):
        return
    touched_since = cache(partial(_touched_on_branch, facts))
    touched = {path for side in sides[1:] for path in touched_since(side, sides[0])}
    for path in sorted(touched.difference(differing).union(doubtful)):
        result = facts.version_at(place, path)
        versions = [facts.version_at(side, path) for side in sides]
        if result is None and _taken_away(path, sides, versions, touched_since):
            continue  # and that side says so itself
        present = list(dict.fromkeys(version for version in versions if version is not None))
        told: set[int] = set()
        for version in present:
            others = [other for other in present if other != version]
            lost = [line for line in _left_behind(facts, version, result, others) if line.id not in told]
            if lost:
                told.update(line.id for line in lost)
                yield Dropped(number, path, version, [line.at for line in lost])


def _taken_away(
    path: bytes,
    sides: Sequence[Place],
    versions: Sequence[int | None],
    touched_since: Callable[[Place, Place], Collection[bytes]],
) -> bool:
    """Whether a side without a note had it once, and took it away since it parted from one that has it."""
    without = [side for side, version in zip(sides, versions, strict=True) if version is None]
    having = [side for side, version in zip(sides, versions, strict=True) if version is not None]
    return any(path in touched_since(side, other) for side in without for other in having)


def _touched_on_branch(facts: Facts, branch: Place, main: Place) -> set[bytes]:
    reach = dict(facts.hops(main))
    found: set[bytes] = set()
    for hop in facts.hops(branch):
        start = min(hop.position, reach.get(hop.chain, -1))
        found |= facts.touched_in(hop.chain, start, hop.position)
        if hop.chain in reach:
            break
    return found


def _left_behind(facts: Facts, side: int, result: int | None, others: Sequence[int]) -> list[_Line]:
    """Lines of version `side` that `result` does not hold and none of `others` took out."""
    kept = set(facts.line_ids(result)) if result is not None else set()
    lost = [_Line(at, line) for at, line in enumerate(facts.line_ids(side), 1) if line not in kept]
    for other in others:
        if lost:
            lost = _not_taken_out(facts, lost, side, other)
    return lost


def _not_taken_out(facts: Facts, lost: Sequence[_Line], side: int, other: int) -> list[_Line]:
    """Those lines of `side` that `other` holds, or never held."""
    held = set(facts.line_ids(other))
    gone = [version_of(line.id) for line in lost if line.id not in held]
    if not gone:
        return list(lost)
    if _descends(facts, other, side):
        return [line for line in lost if line.id in held]
    known, unknown = _ancestors(facts, other, min(gone))
    return [
        line
        for line in lost
        if line.id in held or (version_of(line.id) >= unknown and version_of(line.id) not in known)
    ]


def _descends(facts: Facts, version: int, ancestor: int) -> bool:
    """Whether a version was made from another by edits alone; then what it lacks was taken out in them."""
    current: int | None = version
    while current is not None and current > ancestor:
        current = facts.base_of(current)
    return current == ancestor


def _ancestors(facts: Facts, version: int, oldest: int) -> tuple[set[int], int]:
    """The versions from `oldest` on that a version was made from, itself included.

    The second value is where the trace ends: before a merge of the file nothing is known one by one, and
    all that is older counts as held.
    """
    known: set[int] = set()
    current: int | None = version
    while current is not None and current >= oldest:
        known.add(current)
        base = facts.base_of(current)
        if base is None:
            known.update(map(version_of, facts.line_ids(current)))
            return known, current if facts.is_merged(current) else 0
        current = base
    return known, 0
