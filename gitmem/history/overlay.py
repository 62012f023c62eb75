"""Lines that no commit holds yet, on top of the origins of the committed ones. Pure.

The comparison is our own: git's would run filters and textconv. Lines that only changed their looks
(line endings among them) are taken as the committed ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from gitmem.history.first_said import normalise
from gitmem.history.lines import Edit, split_lines
from gitmem.history.origins import UNCOMMITTED, LineOrigin

COMPARED_LINES = 4000
"""Longest changed stretch that is compared line by line; in a longer one only equal ends are recognised."""


def overlay_origins(
    committed: bytes, origins: Sequence[LineOrigin], now: bytes
) -> tuple[list[LineOrigin], list[tuple[int, bytes]]]:
    """Origins of the lines of `now`, and the committed lines that are gone (number and text).

    `origins` are those of the lines of `committed`.
    """
    old_lines, new_lines = split_lines(committed), split_lines(now)
    old = normalise(old_lines) if old_lines else []
    new = normalise(new_lines) if new_lines else []
    result = [UNCOMMITTED] * len(new)
    kept: set[int] = set()
    for old_at, new_at, count in _equal_stretches(old, new):
        result[new_at : new_at + count] = origins[old_at : old_at + count]
        kept.update(range(old_at, old_at + count))
    gone = [(at + 1, line) for at, line in enumerate(old_lines) if at not in kept]
    return result, gone


def changed_stretches(old: bytes, new: bytes) -> tuple[Edit, ...]:
    """Where two texts differ, in order; what was only given another look is no difference."""
    edits: list[Edit] = []
    old_done = new_done = 0
    for old_at, new_at, count in _equal_stretches(_normalised(old), _normalised(new)):
        if old_at > old_done or new_at > new_done:
            edits.append(_edit(old_done, old_at - old_done, new_done, new_at - new_done))
        old_done, new_done = old_at + count, new_at + count
    return tuple(edits)


def _normalised(text: bytes) -> list[bytes]:
    lines = split_lines(text)
    return normalise(lines) if lines else []


def _edit(old_done: int, old_count: int, new_done: int, new_count: int) -> Edit:
    """A difference after so many lines of both sides; git names the line before where a side has none."""
    return Edit(old_done + bool(old_count), old_count, new_done + bool(new_count), new_count)


def _equal_stretches(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int, int]]:
    """Start in `old`, start in `new` and length of each stretch that is the same."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    yield 0, 0, head
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if middle_old and middle_new and len(middle_old) + len(middle_new) <= COMPARED_LINES:
        for block in SequenceMatcher(None, middle_old, middle_new, autojunk=False).get_matching_blocks():
            yield head + block.a, head + block.b, block.size
    yield len(old) - tail, len(new) - tail, tail
