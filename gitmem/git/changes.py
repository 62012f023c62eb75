"""What git prints about changes, as values. Pure: bytes in, values out.

Three forms are read: commits with their patches (`git log --raw -p -U0`), raw lists of paths
(`git diff-tree --raw`) and combined patches of merges (`git diff-tree -c -p -U1`). Lines of content
are always taken by the counts in their hunk header, so nothing in a note can pass for structure. Output that
is cut off or of another form raises `GitError`, so that half an answer never counts as a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.errors import GitError

HEADER = "~%H%x09%P%x09%ad%x09%cd"
"""Format of a commit's own line for `git log --date=raw`; no line of a patch starts with a tilde."""

_SUBMODULE = b"160000"
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


class Hunk(NamedTuple):
    """Lines of one place replaced by others; starts are git's own, 1-based (0 before the first line)."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    removed: Sequence[bytes]
    added: Sequence[bytes]


class FileChange(NamedTuple):
    """One path of one commit. `status` is git's letter; `source` differs from `path` for renames."""

    status: bytes
    old_mode: bytes
    mode: bytes
    old_blob: bytes
    blob: bytes
    source: bytes
    path: bytes
    hunks: list[Hunk]

    @property
    def is_file(self) -> bool:
        """Whether the new side is content of this repository (no submodule)."""
        return self.mode != _SUBMODULE


class CommitChanges(NamedTuple):
    """A commit with what it changed against its only parent; merges come without changes."""

    oid: str
    parents: tuple[str, ...]
    authored: Instant
    committed: Instant
    files: list[FileChange]


class CombinedHunk(NamedTuple):
    """Part of a merge's patch: first line of the new side, and per row the columns before its text.

    A column is `-` where that parent has a line the merge has not, a space where the parent has the
    merge's line, and `+` where it has not.
    """

    new_start: int
    rows: list[bytes]


@contextmanager
def _understood() -> Iterator[None]:
    """Turns what goes wrong in reading into the error that says so."""
    try:
        yield
    except (ValueError, IndexError):
        raise GitError("what git printed about changes is cut off or of no known form") from None


def unquote(path: bytes) -> bytes:
    """A path as git prints it, with C quoting undone."""
    if not path.startswith(b'"'):
        return path
    return _ESCAPE.sub(_unescape, path[1:-1])


def _unescape(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _ESCAPED.get(code, code)


def parse_commit(record: bytes) -> CommitChanges:
    """One commit of `git log --format=HEADER --date=raw --raw -p -U0`, from its tilde on."""
    lines = record.split(b"\n")
    with _understood():
        oid, parents, authored, committed = lines[0][1:].split(b"\t")
        return CommitChanges(
            oid.decode("ascii"),
            tuple(parents.decode("ascii").split()),
            parse_raw_date(authored),
            parse_raw_date(committed),
            parse_files(lines, 1),
        )


def parse_header(line: bytes) -> tuple[str, tuple[str, ...]]:
    """A commit's id and its parents from the first line of its record."""
    with _understood():
        oid, parents, _ = line[1:].split(b"\t", 2)
        return oid.decode("ascii"), tuple(parents.decode("ascii").split())


def parse_raw_date(text: bytes) -> Instant:
    """`1700000000 +0200` as an instant; epoch zero when git has no date to print."""
    parts = text.split()
    try:
        seconds, zone = int(parts[0]), int(parts[1])
    except (IndexError, ValueError):
        return Instant(0)
    minutes = abs(zone) // 100 * 60 + abs(zone) % 100
    return Instant(seconds, minutes if zone >= 0 else -minutes)


def parse_files(lines: Sequence[bytes], at: int = 0) -> list[FileChange]:
    """The raw list from line `at` on and the patch after it."""
    files: list[FileChange] = []
    sections: list[list[Hunk]] = []
    end = len(lines)
    while at < end and not lines[at].startswith(b":"):
        at += 1
    with _understood():
        while at < end and lines[at].startswith(b":"):
            change = parse_raw(lines[at])
            files.append(change)
            # A change of type is printed as a deletion and a creation; only the creation counts.
            sections.extend(([], change.hunks) if change.status == b"T" else (change.hunks,))
            at += 1
        _fill_sections(lines, at, sections)
    return files


def _fill_sections(lines: Sequence[bytes], at: int, sections: Sequence[list[Hunk]]) -> None:
    current = -1
    end = len(lines)
    while at < end:
        line = lines[at]
        at += 1
        if line.startswith(b"@@ "):
            hunk, at = _parse_hunk(lines, at)
            if current < 0:
                raise IndexError
            sections[current].append(hunk)
        elif line.startswith(b"diff --git "):
            current += 1


def _parse_hunk(lines: Sequence[bytes], at: int) -> tuple[Hunk, int]:
    """The hunk whose header stands before line `at`, and the line after it."""
    _, old, new, _ = lines[at - 1].split(b" ", 3)
    old_start, old_count = _span(old)
    new_start, new_count = _span(new)
    removed = [line[1:] for line in lines[at : at + old_count]]
    at += old_count
    if old_count and lines[at].startswith(b"\\"):
        at += 1
    added = [line[1:] for line in lines[at : at + new_count]]
    if len(removed) != old_count or len(added) != new_count:
        raise IndexError
    return Hunk(old_start, old_count, new_start, new_count, removed, added), at + new_count


def _span(text: bytes) -> tuple[int, int]:
    start, comma, count = text[1:].partition(b",")
    lines = int(count) if comma else 1
    if lines < 0:
        raise ValueError(count)
    return int(start), lines


def parse_raw(line: bytes) -> FileChange:
    """One line of a raw list, without hunks."""
    fields = line[1:].split(b"\t")
    old_mode, mode, old_blob, blob, status = fields[0].split(b" ")
    source = unquote(fields[1])
    path = unquote(fields[2]) if len(fields) > 2 else source
    return FileChange(status[:1], old_mode, mode, old_blob, blob, source, path, [])


def parse_raw_lists(lines: Iterable[bytes]) -> Iterator[tuple[str, list[FileChange]]]:
    """Raw lists of `git diff-tree --stdin --raw`, one commit after the other; lines keep their end."""
    commit: str | None = None
    files: list[FileChange] = []
    with _understood():
        for line in lines:
            if line.startswith(b":"):
                files.append(parse_raw(line[:-1]))
            elif len(line) > 1:
                if commit is not None:
                    yield commit, files
                commit, files = line[:-1].decode("ascii"), []
    if commit is not None:
        yield commit, files


def parse_combined(lines: Sequence[bytes]) -> dict[bytes, list[CombinedHunk]]:
    """Path to hunks of one merge's `git diff-tree -c -p`; lines come without their end."""
    found: dict[bytes, list[CombinedHunk]] = {}
    hunks: list[CombinedHunk] = []
    at = 0
    with _understood():
        while at < len(lines):
            line = lines[at]
            at += 1
            if line.startswith(b"@@@"):
                hunk, at = _parse_combined_hunk(lines, at)
                hunks.append(hunk)
            elif line.startswith(b"diff --combined ") or line.startswith(b"diff --cc "):
                hunks = found.setdefault(unquote(line.split(b" ", 2)[2]), [])
    return found


def _parse_combined_hunk(lines: Sequence[bytes], at: int) -> tuple[CombinedHunk, int]:
    """Rows are counted down per parent and for the result, since content may look like anything."""
    spans = [_span(part) for part in lines[at - 1].strip(b"@").split(b"@@@")[0].split()]
    left = [count for _, count in spans]
    parents = len(spans) - 1
    rows: list[bytes] = []
    while any(left) and at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(b"\\") or line[:parents].strip(b" +-"):
            continue
        columns = line[:parents]
        rows.append(columns)
        if b"-" in columns:
            for parent, mark in enumerate(columns):
                left[parent] -= mark == ord("-")
        else:
            for parent, mark in enumerate(columns):
                left[parent] -= mark == ord(" ")
            left[parents] -= 1
    if any(left):
        raise IndexError
    return CombinedHunk(spans[-1][0], rows), at
