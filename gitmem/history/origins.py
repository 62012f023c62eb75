"""What history says about one line: who wrote it, when, and since when it says so.

These are the values that leave this room. A line has two answers: the commit `git blame` names, and
the commit that first said the same thing (earlier when the text was only moved or reformatted).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from gitmem.clock import Instant


class LineState(Enum):
    """How git knows a line."""

    COMMITTED = "git"
    UNCOMMITTED = "uncommitted"
    UNTRACKED = "untracked"
    UNDATED = "unknown"


class Commit(NamedTuple):
    """What dating needs to know of a commit.

    `oid` is the full hexadecimal id. `boundary` means that the clone's history is cut here, so its
    lines are at least this old and nothing more is known. `bulk` means that it is a root commit, brought
    in many notes at once or a note that was imported, so its date is a weak one.
    """

    oid: str
    authored: Instant
    committed: Instant
    boundary: bool = False
    bulk: bool = False


class LineOrigin(NamedTuple):
    """The origin of one line.

    `blamed` is the commit that git blame names, and `path` the note the line stood in there;
    `said` is the commit that first stated it, the same unless the line was moved or reformatted since;
    `moved_from` is the path the text was moved from, if it came from another place.
    All are None for lines that no commit holds.
    """

    state: LineState
    blamed: Commit | None = None
    said: Commit | None = None
    path: str | None = None
    moved_from: str | None = None


UNDATED = LineOrigin(LineState.UNDATED)
UNTRACKED = LineOrigin(LineState.UNTRACKED)
UNCOMMITTED = LineOrigin(LineState.UNCOMMITTED)
