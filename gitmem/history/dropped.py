"""Text that a merge left behind: lines of one side that do not survive and that no other side ever held.

No patch shows them as removed, since the parent compared with never had them; but history held them, and
whoever asks for them must not be told that it did not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
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
    touched = {path for side in sides[1:] for path in _touched_on_branch(facts, side, sides[0])}
    for path in sorted(touched.difference(differing).union(doubtful)):
        result = facts.version_at(place, path)
        versions = [facts.version_at(side, path) for side in sides]
        if result is None and None in versions:
            continue  # one side took the note away, and says so itself
        for at, version in enumerate(versions):
            if version is not None and version != result:
                others = [other for other in (*versions[:at], *versions[at + 1 :]) if other is not None]
                lines = _left_behind(facts, version, result, others)
                if lines:
                    yield Dropped(number, path, version, lines)


def _touched_on_branch(facts: Facts, branch: Place, main: Place) -> set[bytes]:
    reach = dict(facts.hops(main))
    found: set[bytes] = set()
    for hop in facts.hops(branch):
        start = min(hop.position, reach.get(hop.chain, -1))
        found |= facts.touched_in(hop.chain, start, hop.position)
        if hop.chain in reach:
            break
    return found


def _left_behind(facts: Facts, side: int, result: int | None, others: Sequence[int]) -> list[int]:
    """Lines of version `side` that neither `result` holds nor any of `others` ever held."""
    if any(_descends(facts, other, side) for other in others):
        return []
    kept = set(facts.line_ids(result)) if result is not None else set()
    lost = [(at, version_of(line)) for at, line in enumerate(facts.line_ids(side), 1) if line not in kept]
    for other in others:
        if lost:
            oldest = min(version for _, version in lost)
            known, unknown = _ancestors(facts, other, oldest)
            lost = [(at, version) for at, version in lost if version >= unknown and version not in known]
    return [at for at, _ in lost]


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
