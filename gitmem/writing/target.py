"""Which note a write may change: one inside the notes folder, read as a note, and reached by no link."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from gitmem.config import Settings, is_note
from gitmem.errors import UsageError
from gitmem.git.repository import decode_path, encode_path

LOG = "log.md"
"""The note that entries go to when no other is named, in the notes folder."""

_CITE = re.compile(r"(?P<path>.+):(?P<line>[1-9]\d{0,8})(?:@(?P<hash>[0-9a-f]{4,64}))?", re.DOTALL)


class Cite(NamedTuple):
    """A place: `path` as given, a line from 1, and the beginning of the hash that was shown beside it."""

    path: str
    line: int
    hash: str | None = None


def parse_cite(text: str) -> Cite:
    """`path:line` or `path:line@hash` as a place. Raises `UsageError` for anything else."""
    found = _CITE.fullmatch(text)
    if found is None:
        raise UsageError(f"a place is PATH:LINE or PATH:LINE@HASH, not {text!r}")
    return Cite(found["path"], int(found["line"]), found["hash"])


def log_of(settings: Settings) -> str:
    """The path of the log, relative to the repository's top."""
    return LOG if settings.root is None else f"{settings.root}/{LOG}"


def checked_target(top: Path, path: str, settings: Settings) -> str:
    """`path`, relative to `top`, if a write may change or make a note there.

    Raises `UsageError` where the path leaves the notes folder or git's own, is no note by the settings, or a
    symbolic link stands on the way.
    """
    parts = path.split("/")
    if path.startswith("/") or "" in parts or "." in parts or ".." in parts:
        raise UsageError(f"{path!r} is no path below {top}")
    if any(part.lower() == ".git" for part in parts):
        raise UsageError(f"{path!r} lies in git's own folder")
    if not is_note(path, settings):
        raise UsageError(f"{path!r} is no note here; root, include and exclude in .gitmem.toml say what is")
    place = os.fsencode(top)
    for part in encode_path(path).split(b"/"):
        place = os.path.join(place, part)
        if os.path.islink(place):
            link = decode_path(os.path.relpath(place, os.fsencode(top)))
            raise UsageError(f"{link!r} is a symbolic link, and notes are not written through links")
    if os.path.lexists(place) and not os.path.isfile(place):
        raise UsageError(f"{path!r} is no regular file")
    return path


def is_target(top: Path, path: str, settings: Settings) -> bool:
    """Whether a write may change or make a note at `path`."""
    try:
        checked_target(top, path, settings)
    except UsageError:
        return False
    return True
