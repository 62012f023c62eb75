"""What another program prints of places in notes -> paths and lines. Reads no file.

A place is `path`, `path:line` or `path:first-last`; the last two may have more behind a colon, as grep and
its like print a matching line (`path:line:text`, `path:line:column:text`). A NUL may end the path, and git
puts one with letters beyond ASCII in quotes (`"gr\\303\\266n.md":3`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gitmem.git.changes import unquote
from gitmem.git.repository import decode_path, encode_path

_LINES = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?(?=:|$)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"(?=:|$)')
_MOST_COLONS = 32
"""Colons of a place that are tried as the end of its path; the rest is text."""


class GivenPlace(NamedTuple):
    """A place as it was `written`, without the text of the line, and the path of the note that its `spelling`
    means; lines are None for a whole note."""

    written: str
    spelling: str
    path: str
    line: int | None = None
    end_line: int | None = None


def read_place(text: str, find: Callable[[str], str | None]) -> GivenPlace | None:
    """The place that a text means; None when it names no note.

    `find` gives the path of the note that a spelling means, None if there is none. Of several readings the
    whole text as a path counts first, then the shortest path.
    """
    return next(_readings(text, find), None)


def split_places(data: bytes, *, null: bool) -> list[str]:
    """The places in what a program prints, one a line, or with `null` each ended by a NUL; none are empty."""
    text = data.decode("utf-8", "surrogateescape")
    parts = text.split("\0") if null else [line.removesuffix("\r") for line in text.split("\n")]
    return [part for part in parts if part]


def shown_place(text: str) -> str:
    """A text that names no note, cut to what may be a place: what stands before the text of a line."""
    path, null, rest = text.partition("\0")
    if null:
        found = _LINES.match(rest)
        return f"{path}:{found[0]}" if found else path
    for end in _colons(text):
        found = _LINES.match(text, end + 1)
        if found:
            return text[: found.end()]
    return text


def _readings(text: str, find: Callable[[str], str | None]) -> Iterator[GivenPlace]:
    quoted = _QUOTED.match(text)
    path = None if quoted is None else find(decode_path(unquote(encode_path(quoted[0]))))
    if quoted is not None and path is not None:
        yield _place(quoted[0], path, _LINES.match(text, quoted.end() + 1))
    head, null, rest = text.partition("\0")
    whole = find(head)
    if whole is not None:
        found = _LINES.match(rest) if null else None
        yield _place(head, whole, found)
    if null:
        return
    for end in _colons(text):
        found = _LINES.match(text, end + 1)
        path = find(text[:end]) if found else None
        if path is not None:
            yield _place(text[:end], path, found)


def _place(spelling: str, path: str, lines: re.Match[str] | None) -> GivenPlace:
    if lines is None:
        return GivenPlace(spelling, spelling, path)
    first = int(lines[1])
    return GivenPlace(f"{spelling}:{lines[0]}", spelling, path, first, int(lines[2]) if lines[2] else first)


def _colons(text: str) -> Iterator[int]:
    end = -1
    for _ in range(_MOST_COLONS):
        end = text.find(":", end + 1)
        if end < 0:
            return
        yield end
