"""A part of a text file that gitmem writes between two marks and can take out again, byte for byte. Pure.

The mark at the end carries a digest of what stands between the marks, so that what a person has changed
there is told from what an older version wrote. It may also name who needs the part: it goes when nobody
does any more. Line endings, a byte order mark and a missing last line end of the file stay as they are.
"""

from __future__ import annotations

import hashlib
import re
from enum import Enum
from typing import NamedTuple

from gitmem.writing.text import NoteText

BOM = b"\xef\xbb\xbf"


class Marks(NamedTuple):
    """The line before a part, and the beginning and end of the line after it."""

    begin: bytes
    end: bytes
    tail: bytes = b""


MARKDOWN = Marks(b"<!-- gitmem:begin -->", b"<!-- gitmem:end", b" -->")
TOML = Marks(b"# gitmem:begin", b"# gitmem:end")


class State(Enum):
    """What there is of a part; the value is the name in JSON."""

    MISSING = "missing"
    CURRENT = "current"
    OLD = "old"
    EDITED = "edited"
    """Somebody has changed it, so it is theirs."""
    DAMAGED = "damaged"
    """A mark is gone or there twice, so nobody knows what belongs to it."""


class Part(NamedTuple):
    """A part of one file: its marks and lines, and who needs it where its mark names nobody.

    `head` is what a file begins with that is made for the part.
    """

    marks: Marks
    lines: tuple[bytes, ...]
    owner: str
    head: bytes = b""


class _Found(NamedTuple):
    """Where a part stands, from its first mark to the end of its last one, and what that one says."""

    start: int
    stop: int
    body: tuple[bytes, ...]
    digest: str | None
    users: tuple[str, ...]


def state_of(data: bytes | None, part: Part) -> State:
    """What there is of `part` in a file's bytes."""
    if data is None or not _marks_in(data, part.marks):
        return State.MISSING
    found = _find(data, part)
    if found is None:
        return State.DAMAGED
    if found.body == part.lines:
        return State.CURRENT
    return State.OLD if found.digest == _digest(found.body) else State.EDITED


def users_of(data: bytes | None, part: Part) -> tuple[str, ...]:
    """Who needs the part that is in a file."""
    found = None if data is None else _find(data, part)
    return () if found is None else found.users


def lines_of(data: bytes, part: Part) -> tuple[bytes, ...] | None:
    """What stands between the marks in a file; None where there is no part."""
    found = _find(data, part)
    return None if found is None else found.body


def put(data: bytes | None, part: Part, user: str) -> bytes:
    """A file's bytes with the part as it should be, for `user` too; at the end where it is missing."""
    found = None if data is None else _find(data, part)
    if data is None:
        whole = b"\n".join(_written(part, (user,))) + b"\n"
        return part.head + b"\n" + whole if part.head else whole
    if found is None:
        return _appended(data, _written(part, (user,)))
    users = tuple(sorted({*found.users, user}))
    return data[: found.start] + _ending(data).join(_written(part, users)) + data[found.stop :]


def joined(data: bytes, part: Part, user: str) -> bytes:
    """A file with its part as it stands, needed by `user` too."""
    found = _find(data, part)
    if found is None or user in found.users:
        return data
    return _named(data, part, found, {*found.users, user})


def take(data: bytes, part: Part, user: str) -> bytes | None:
    """A file's bytes without the part, unless others than `user` need it; None where nothing else is left."""
    found = _find(data, part)
    if found is None or user not in found.users:
        return data
    if others := {*found.users} - {user}:
        return _named(data, part, found, others)
    before, after = data[: found.start], data[found.stop :]
    if not after:
        # The part has no line end, because the file had none before it came.
        ending = _last_end(before)
        return before.removesuffix(ending).removesuffix(ending)
    rest = before.removesuffix(_last_end(before)) + re.sub(rb"\A\r?\n", b"", after)
    return None if rest == part.head else rest


def text_of(part: Part) -> bytes:
    """The part with its marks, to be shown."""
    return b"\n".join(_written(part, (part.owner,))) + b"\n"


def _appended(data: bytes, lines: list[bytes]) -> bytes:
    ending = _ending(data)
    block = ending.join(lines)
    if data.endswith(b"\n"):
        return data + ending + block + ending
    return data + (b"" if data in (b"", BOM) else ending + ending) + block


def _named(data: bytes, part: Part, found: _Found, users: set[str]) -> bytes:
    """The file with other names in the last mark; its digest stays, whatever stands before it."""
    digest = found.digest or _digest(found.body)
    stop = data.rindex(part.marks.end, 0, found.stop)
    return data[:stop] + _end(part, digest, tuple(sorted(users))) + data[found.stop :]


def _written(part: Part, users: tuple[str, ...]) -> list[bytes]:
    return [part.marks.begin, *part.lines, _end(part, _digest(part.lines), users)]


def _end(part: Part, digest: str, users: tuple[str, ...]) -> bytes:
    words = [digest] if users == (part.owner,) else [digest, *users]
    return part.marks.end + f" {' '.join(words)}".encode() + part.marks.tail


def _find(data: bytes, part: Part) -> _Found | None:
    """The part in a file; None where a mark is missing, there twice or in the wrong place."""
    marks = _marks_in(data, part.marks)
    if len(marks) != 2 or marks[0]["words"] is not None or marks[1]["words"] is None:
        return None
    first, last = marks
    inner = NoteText.of(data[first.end() : last.start()])
    body = tuple(inner.line(number) for number in range(2, len(inner.lines) + 1))
    digest, *users = last["words"].decode().split() or [None]
    return _Found(first.start(), last.end(), body, digest, tuple(users) or (part.owner,))


def _marks_in(data: bytes, marks: Marks) -> list[re.Match[bytes]]:
    """Both marks wherever they are a line of their own, in order; `words` is None for the first kind."""
    line = (
        rb"(?:^|(?<=\A\xef\xbb\xbf))(?:"
        + re.escape(marks.begin)
        + rb"|"
        + re.escape(marks.end)
        + rb"(?P<words>(?: [0-9a-f]{8}(?: [a-z]+)*)?)"
        + re.escape(marks.tail)
        + rb")(?=\r?$)"
    )
    return list(re.finditer(line, data, re.MULTILINE))


def _digest(lines: tuple[bytes, ...]) -> str:
    return hashlib.sha256(b"\n".join(lines)).hexdigest()[:8]


def _ending(data: bytes) -> bytes:
    return NoteText.of(data).ending


def _last_end(data: bytes) -> bytes:
    """The line end that bytes end with; nothing where they end with none."""
    return next((each for each in (b"\r\n", b"\n") if data.endswith(each)), b"")
