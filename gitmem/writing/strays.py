"""Links that still lead to where a day of the log was before it moved to an archive. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gitmem.errors import NoteError
from gitmem.notes.headings import heading_day
from gitmem.notes.links import Link, from_note, links
from gitmem.notes.markdown import read_note
from gitmem.writing.rotating import MovedDay

_NO_PART_OF_ANCHOR = re.compile(r"[^\w\- ]")


class Stray(NamedTuple):
    """A link by its note and line, what it names, and the archive that has that now."""

    path: str
    line: int
    target: str
    archive: str


def strays_of(notes: Mapping[str, bytes | None], log: str, moved: Sequence[MovedDay]) -> Iterator[Stray]:
    """The links to a heading that left the log; `notes` has what all notes say afterwards, by path."""
    gone = _gone(notes, log, moved)
    name = posixpath.basename(log).encode("utf-8", "surrogateescape")
    held = {path: _anchors(path, notes.get(path)) for path in (log, *gone.values())}
    for path, data in sorted(notes.items()):
        if data is None or not gone or (path not in held and name not in data):
            continue
        text = data.decode("utf-8", "surrogateescape")
        for link in links(text):
            archive = gone.get(link.anchor.lower())
            if archive is not None and _names(link, path, log, held.get(path)):
                yield Stray(path, text.count("\n", 0, link.start) + 1, link.target, archive)


def _gone(notes: Mapping[str, bytes | None], log: str, moved: Sequence[MovedDay]) -> dict[str, str]:
    """The anchors of the days that moved, and of no other heading of the log, each with its archive."""
    left = _anchors(log, notes.get(log))
    gone: dict[str, str] = {}
    for archive in sorted({each.archive for each in moved}):
        days = {each.day for each in moved if each.archive == archive}
        gone |= {
            _anchor(title): archive
            for title in _titles(archive, notes.get(archive))
            if heading_day(title) in days and _anchor(title) not in left
        }
    return gone


def _names(link: Link, path: str, log: str, own: frozenset[str] | None) -> bool:
    """Whether a link names the log, or is an anchor that a note which held the day has no more."""
    if link.target.startswith("#"):
        return own is not None and link.anchor.lower() not in own
    return link.path is not None and from_note(path, link.path) == log


def _titles(path: str, data: bytes | None) -> list[str]:
    try:
        note = read_note(path, data or b"")
    except NoteError:
        return []
    return [section.path[-1] for section in note.sections if section.path]


def _anchors(path: str, data: bytes | None) -> frozenset[str]:
    return frozenset(map(_anchor, _titles(path, data)))


def _anchor(title: str) -> str:
    """The anchor that a heading has on the sites that show Markdown."""
    return _NO_PART_OF_ANCHOR.sub("", title.lower()).replace(" ", "-")
