"""Line ids: one number for "line n of version v", and what hunks do to arrays of them. Pure.

The origin of a line is the version that introduced it and its number there, so an id needs no table to
be read, and the lines of a file are one array of integers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gitmem.git.changes import CombinedHunk, Hunk

LINE_BITS = 24
_LINE = (1 << LINE_BITS) - 1


class Edit(NamedTuple):
    """`old_count` lines from `old_start` on replaced by `new_count` lines from `new_start` on."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


if TYPE_CHECKING:
    Edits = Sequence[Edit | Hunk]


class Run(NamedTuple):
    """`length` consecutive lines of `version`, from its line `first` on."""

    version: int
    first: int
    length: int


def split_lines(text: bytes) -> list[bytes]:
    """Lines as git counts them: ended by a line feed, the last one perhaps unfinished."""
    lines = text.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def line_id(version: int, line: int) -> int:
    """The id of a 1-based line of a version."""
    return version << LINE_BITS | line


def version_of(identity: int) -> int:
    """The version that introduced a line."""
    return identity >> LINE_BITS


def line_of(identity: int) -> int:
    """The 1-based number of a line in the version that introduced it."""
    return identity & _LINE


def no_lines() -> array[int]:
    """The lines of an empty file."""
    return array("Q")


def fresh_lines(version: int, first: int, count: int) -> array[int]:
    """Lines that a version introduces."""
    return array("Q", range(line_id(version, first), line_id(version, first + count)))


def splice(lines: array[int], version: int, edits: Edits) -> array[int]:
    """The lines after a version's edits, which come in order."""
    result = lines[:]
    for edit in reversed(edits):
        at = _first_old_line(edit)
        result[at : at + edit.old_count] = fresh_lines(version, edit.new_start, edit.new_count)
    return result


def runs_of(lines: Iterable[int]) -> Iterator[Run]:
    """Neighbours joined: the short form in which line ids are stored."""
    first = last = -1
    for identity in lines:
        if identity != last + 1 or last < 0:
            if first >= 0:
                yield Run(version_of(first), line_of(first), last - first + 1)
            first = identity
        last = identity
    if first >= 0:
        yield Run(version_of(first), line_of(first), last - first + 1)


def lines_of(runs: Iterable[Run]) -> array[int]:
    """The reverse of `runs_of`."""
    lines = no_lines()
    for run in runs:
        lines.extend(fresh_lines(*run))
    return lines


def merge_lines(parents: Sequence[array[int]], version: int, hunks: Sequence[CombinedHunk]) -> array[int]:
    """The lines of a merge from its combined patch: each line from the first parent that has it."""
    result = no_lines()
    position = [0] * len(parents)
    for hunk in hunks:
        same = max(hunk.new_start - 1, 0) - len(result)
        if same > 0:
            result.extend(parents[0][position[0] : position[0] + same])
            position = [at + same for at in position]
        for columns in hunk.rows:
            _merge_row(parents, version, columns, position, result)
    result.extend(parents[0][position[0] :])
    return result


def _merge_row(
    parents: Sequence[array[int]], version: int, columns: bytes, position: list[int], result: array[int]
) -> None:
    if b"-" in columns:
        for parent, mark in enumerate(columns):
            position[parent] += mark == ord("-")
        return
    holder = columns.find(b" ")
    result.append(parents[holder][position[holder]] if holder >= 0 else line_id(version, len(result) + 1))
    for parent, mark in enumerate(columns):
        position[parent] += mark == ord(" ")


def join_parents(maps: Sequence[Sequence[int | None]], version: int, count: int) -> array[int]:
    """Lines of a merge from two-way diffs: each line from the first parent whose map knows it."""
    result = no_lines()
    for at in range(count):
        known = (lines[at] for lines in maps if lines[at] is not None)
        result.append(next(known, None) or line_id(version, at + 1))
    return result


def carry_over(lines: array[int], edits: Edits) -> list[int | None]:
    """New lines by the old line they are, None for lines the edits introduce."""
    result: list[int | None] = []
    position = 0
    for edit in edits:
        at = _first_old_line(edit)
        result.extend(lines[position:at])
        result.extend([None] * edit.new_count)
        position = at + edit.old_count
    result.extend(lines[position:])
    return result


def _first_old_line(edit: Edit | Hunk) -> int:
    """Index of the first line an edit replaces; git counts from 1, but names the line before an insertion."""
    return edit.old_start - 1 if edit.old_count else edit.old_start
