"""Lines that were moved or reformatted and not committed yet: by the rules that hold for commits. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gitmem.git.changes import FileChange, Hunk
from gitmem.git.repository import encode_path
from gitmem.history.first_said import find_repeats
from gitmem.history.lines import split_lines
from gitmem.history.overlay import changed_stretches


class PendingChange(NamedTuple):
    """A note that is not as in HEAD: its path there and now, None where it is not, and both texts."""

    old_path: str | None
    new_path: str | None
    old: bytes
    new: bytes


class MovedLine(NamedTuple):
    """Where HEAD has what a line says; `elsewhere` tells that it is another note."""

    path: str
    line: int
    elsewhere: bool


def moved_lines(changes: Iterable[PendingChange]) -> dict[str, dict[int, MovedLine]]:
    """For each note, by path, its lines that repeat one that stood elsewhere, by number."""
    listed = list(changes)
    found: dict[str, dict[int, MovedLine]] = {}
    for each in find_repeats([_as_committed(change) for change in listed]):
        target, source = listed[each.change].new_path, listed[each.source].old_path
        if target is not None and source is not None:
            found.setdefault(target, {})[each.line] = MovedLine(source, each.old_line, each.moved)
    return found


def _as_committed(change: PendingChange) -> FileChange:
    """A change as a commit would have it, as far as its lines go."""
    old, new = split_lines(change.old), split_lines(change.new)
    hunks = [
        Hunk(*edit, _part(old, edit.old_start, edit.old_count), _part(new, edit.new_start, edit.new_count))
        for edit in changed_stretches(change.old, change.new)
    ]
    source, path = change.old_path or change.new_path or "", change.new_path or change.old_path or ""
    return FileChange(b"M", b"", b"", b"", b"", encode_path(source), encode_path(path), hunks)


def _part(lines: list[bytes], start: int, count: int) -> list[bytes]:
    return lines[start - 1 : start - 1 + count] if count else []
