"""Short lines that moved together with their neighbours. Pure.

A short line alone repeats by chance, and so it is not recognised in another place. A line that moved takes
the short ones around it along, and several short ones in a row are recognised once they hold enough letters
together, as `git blame -M` counts them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

Line = tuple[int, int]
"""The number of a change and of a line in it."""

Pair = tuple[Line, Line]
"""A new line and the old one that it repeats."""

_NO_WORDS = re.compile(rb"[^0-9A-Za-z\x80-\xff]")
_LARGEST_GAP = 3
"""So many lines without letters in a row may stand within a block; they hold it together only so far."""

_MOST_PLACES = 20
"""Places of one short line that are looked at; one that stands in more of them says nothing."""


def moved_blocks(
    removed: dict[Line, bytes], added: dict[Line, bytes], moved: Iterable[Pair], letters: int
) -> list[Pair]:
    """Lines that repeat others in a block: beside a pair of `moved`, or of at least so many letters.

    `removed` and `added` have what the lines say that repeat nothing so far, and lose those that do now.
    """
    found: list[Pair] = []
    for new, old in moved:
        for step in (-1, 1):
            found += _take(_run(new, old, step, removed, added), removed, added)
    places: dict[bytes, list[Line]] = defaultdict(list)
    for line, key in removed.items():
        places[key].append(line)
    for new in list(added):
        if new not in added or not _letters(added[new]):
            continue
        starts = places.get(added[new], [])[:_MOST_PLACES]
        blocks = [_block(new, old, removed, added) for old in starts]
        most, block = max(blocks, key=lambda each: each[0], default=(0, []))
        if most >= letters:
            found += _take(block, removed, added)
    return found


def _block(
    new: Line, old: Line, removed: dict[Line, bytes], added: dict[Line, bytes]
) -> tuple[int, list[Pair]]:
    """What repeats from a new line and an old one on, with the letters of it."""
    if old not in removed:
        return 0, []
    pairs = [(new, old), *_run(new, old, 1, removed, added)]
    return sum(_letters(added[line]) for line, _ in pairs), pairs


def _run(
    new: Line, old: Line, step: int, removed: dict[Line, bytes], added: dict[Line, bytes]
) -> Iterator[Pair]:
    """The lines that repeat each other next to a pair, in one direction; not those that say nothing."""
    gap = 0
    while gap <= _LARGEST_GAP:
        new, old = (new[0], new[1] + step), (old[0], old[1] + step)
        key = added.get(new)
        if key is None or removed.get(old) != key:
            return
        gap = 0 if _letters(key) else gap + 1
        if key:
            yield new, old


def _take(pairs: Iterable[Pair], removed: dict[Line, bytes], added: dict[Line, bytes]) -> list[Pair]:
    taken = list(pairs)
    for new, old in taken:
        del added[new], removed[old]
    return taken


def _letters(key: bytes) -> int:
    return len(_NO_WORDS.sub(b"", key))
