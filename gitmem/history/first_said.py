"""Text that a commit only moved or reformatted: which old line each new line repeats.

Works on lines alone and parses no Markdown. A line repeats another when both are equal once the amount
of white space, carriage returns, the list mark before the text, emphasis at the edges of words, the padding
of table cells and the `../` that links begin with are taken away. Strikes are kept: striking a line says
something new.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from gitmem.git.changes import FileChange, Hunk
from gitmem.history.moved_blocks import Line, Pair, moved_blocks

MOVED_BYTES = 12
"""Shortest normalised line that is recognised in another place by itself; shorter ones repeat by chance, and
are recognised beside one that moved or in a block that has so many letters."""

_LOOKS = b" \t\r\v\f*_|+-./)0123456789"
_BLANKS = re.compile(rb"[ \t\r\v\f]{2,}|[\t\r\v\f]")
_MARKS = re.compile(rb"^ ?(?:(?:[-+*]|\d{1,9}[.)]) )?| $", re.MULTILINE)
_CELLS = re.compile(rb" ?\| ?")
_EMPHASIS = re.compile(rb"(?<![0-9A-Za-z\x80-\xff])[*_]+|[*_]+(?![0-9A-Za-z\x80-\xff])")
_ASCENT = re.compile(rb"(\]\([ \t]?<?|^ {0,3}\[[^\[\]\n]{1,500}\]:[ \t]{0,9}<?)(?:\.\.?/)+", re.MULTILINE)


class Repeat(NamedTuple):
    """Line `line` of the new side of change `change` says what `old_line` of change `source` said.

    Both lines are 1-based; changes are numbered as in the commit. `moved` tells that the text comes from
    another note than the one the line stands in.
    """

    change: int
    line: int
    source: int
    old_line: int
    moved: bool


class _Side(NamedTuple):
    """The lines of one side of a hunk that are still unmatched: numbers and what they say."""

    change: int
    lines: Sequence[int]
    keys: Sequence[bytes]


def normalise(lines: Sequence[bytes]) -> list[bytes]:
    """What lines say, without the looks that a reformatting changes."""
    text = _MARKS.sub(b"", _BLANKS.sub(b" ", b"\n".join(lines)))
    if b"|" in text:
        text = _CELLS.sub(b"|", text)
    if b"*" in text or b"_" in text:
        text = _EMPHASIS.sub(b"", text)
    return without_ascents(text).split(b"\n")


def without_ascents(text: bytes) -> bytes:
    """Lines whose links do not say how far up they begin, which changes when a line moves between folders."""
    return _ASCENT.sub(rb"\1", text) if b"./" in text else text


def find_repeats(files: Sequence[FileChange]) -> list[Repeat]:
    """All repeats of one commit: within each hunk first, then moves between places."""
    repeats: list[Repeat] = []
    removed: list[_Side] = []
    added: list[_Side] = []
    for number, hunk in _promising(files):
        old = _side(number, hunk.old_start, hunk.removed)
        new = _side(number, hunk.new_start, hunk.added)
        if old.keys and new.keys:
            old, new = _match_hunk(old, new, repeats)
        removed.append(old)
        added.append(new)
    repeats.extend(_moves(files, removed, added))
    return repeats


def _promising(files: Sequence[FileChange]) -> Iterator[tuple[int, Hunk]]:
    """Hunks with a line that some line of the other side may repeat, with the number of their change.

    Most lines of most commits repeat nothing. What is left of a line without its blanks, marks, digits and
    signs costs next to nothing, and lines that differ in it cannot be equal once they are normalised.
    """
    hunks = [(number, hunk) for number, change in enumerate(files) for hunk in change.hunks]
    if not any(hunk.old_count for _, hunk in hunks):
        return
    lines = [line for _, hunk in hunks for side in (hunk.removed, hunk.added) for line in side]
    bones = b"\n".join(lines).translate(None, _LOOKS).split(b"\n")
    old: set[bytes] = set()
    new: set[bytes] = set()
    spans: list[tuple[int, int, int]] = []
    at = 0
    for _, hunk in hunks:
        middle = at + len(hunk.removed)
        end = middle + len(hunk.added)
        old.update(bones[at:middle])
        new.update(bones[middle:end])
        spans.append((at, middle, end))
        at = end
    shared = old & new
    shared.discard(b"")
    for numbered, (start, middle, end) in zip(hunks, spans, strict=True):
        if not shared.isdisjoint(bones[start:end]) or _may_reflow(bones[start:middle], bones[middle:end]):
            yield numbered


def _may_reflow(old: Sequence[bytes], new: Sequence[bytes]) -> bool:
    return len(old) + len(new) > 2 and bool(old) and b"".join(old) == b"".join(new)


def _side(number: int, start: int, lines: Sequence[bytes]) -> _Side:
    return _Side(number, range(start, start + len(lines)), normalise(lines) if lines else ())


def _match_hunk(old: _Side, new: _Side, repeats: list[Repeat]) -> tuple[_Side, _Side]:
    """Add the repeats within one hunk and return what is left on both sides."""
    if not set(old.keys).isdisjoint(new.keys):
        old, new = _match_lines(old, new, repeats)
    if len(old.keys) + len(new.keys) > 2 and _says_the_same(old.keys, new.keys):
        repeats.extend(_reflow(old, new))
        return _Side(old.change, (), ()), _Side(new.change, (), ())
    return old, new


def _says_the_same(old: Sequence[bytes], new: Sequence[bytes]) -> bool:
    joined = b" ".join(filter(None, old))
    return bool(joined) and joined == b" ".join(filter(None, new))


def _match_lines(old: _Side, new: _Side, repeats: list[Repeat]) -> tuple[_Side, _Side]:
    waiting: dict[bytes, list[int]] = defaultdict(list)
    for line, key in zip(reversed(old.lines), reversed(old.keys), strict=True):
        if key:
            waiting[key].append(line)
    left: list[tuple[int, bytes]] = []
    taken: set[int] = set()
    for line, key in zip(new.lines, new.keys, strict=True):
        sources = waiting.get(key)
        if sources:
            taken.add(sources[-1])
            repeats.append(Repeat(new.change, line, old.change, sources.pop(), False))
        else:
            left.append((line, key))
    rest = [pair for pair in zip(old.lines, old.keys, strict=True) if pair[0] not in taken]
    return _unzipped(old.change, rest), _unzipped(new.change, left)


def _unzipped(change: int, pairs: Sequence[tuple[int, bytes]]) -> _Side:
    return _Side(change, [line for line, _ in pairs], [key for _, key in pairs])


def _reflow(old: _Side, new: _Side) -> Iterator[Repeat]:
    """The same text with other line breaks: a new line repeats the old line its first letter stood in."""
    # One blank joins the lines, and lines that say nothing are not joined at all.
    ends = list(accumulate(len(key) + bool(key) for key in old.keys))
    at = offset = 0
    for line, key in zip(new.lines, new.keys, strict=True):
        while at < len(ends) - 1 and ends[at] <= offset:
            at += 1
        if key:
            yield Repeat(new.change, line, old.change, old.lines[at], False)
            offset += len(key) + 1


def _moves(files: Sequence[FileChange], removed: Sequence[_Side], added: Sequence[_Side]) -> Iterator[Repeat]:
    # Few commits move anything, and sets find that out faster than looking at line after line.
    shared = {key for side in removed for key in side.keys if key}
    shared.intersection_update(key for side in added for key in side.keys)
    if not shared:
        return
    long = {key for key in shared if len(key) >= MOVED_BYTES}
    moved = _single_moves(removed, added, long) if long else []
    if len(long) < len(shared):
        new, old = dict(_keyed(added)), dict(_keyed(removed))
        for here, there in moved:
            del new[here], old[there]
        moved += moved_blocks(old, new, moved[:], MOVED_BYTES)
    for (change, line), (source, old_line) in moved:
        elsewhere = files[source].source not in (files[change].source, files[change].path)
        yield Repeat(change, line, source, old_line, elsewhere)


def _single_moves(removed: Sequence[_Side], added: Sequence[_Side], keys: set[bytes]) -> list[Pair]:
    """Lines that say enough to be recognised alone, each with the first old one that is left."""
    waiting: dict[bytes, list[Line]] = defaultdict(list)
    for line, key in _keyed(removed):
        if key in keys:
            waiting[key].append(line)
    return [(line, waiting[key].pop(0)) for line, key in _keyed(added) if waiting.get(key)]


def _keyed(sides: Sequence[_Side]) -> Iterator[tuple[Line, bytes]]:
    for side in sides:
        for line, key in zip(side.lines, side.keys, strict=True):
            yield (side.change, line), key
