"""What a session should know before it asks anything: how much there is, how much of it is in doubt, and the
routing index of a memory that has one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gitmem.errors import NoteError
from gitmem.git.repository import encode_path
from gitmem.git.snapshot import read_file

if TYPE_CHECKING:
    from gitmem.index.response import AbsenceReason
    from gitmem.memory.place import Place
    from gitmem.memory.shown import Ground

MOST_BYTES = 1 << 18
"""Larger files are not read as a routing index, which may have a twentieth of it."""


@dataclass(frozen=True, slots=True)
class OverviewResponse:
    """Counts of notes and of what they hold; `incomplete` has what keeps absence from being proven."""

    files_indexed: int
    chunks_indexed: int
    commits_searched: int
    contested: int
    stale: int
    incomplete: tuple[AbsenceReason, ...]


class RoutingFault(Enum):
    """Why a routing index is not shown."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    TOO_LONG = "too-long"
    NO_INDEX = "no-index"
    """It has text but no table of notes, so it may hold facts."""


@dataclass(frozen=True, slots=True)
class RoutingIndex:
    """The routing index of the memory policy: its path and its text, or why there is none."""

    path: str
    text: str | None
    fault: RoutingFault | None = None


def count_open(ground: Ground) -> OverviewResponse:
    """The counts for the notes of an opened index."""
    from gitmem.memory.conflicts import find_conflicts
    from gitmem.memory.stale import find_stale

    conflicts, stale = find_conflicts(ground), find_stale(ground)
    answer = conflicts.answer
    return OverviewResponse(
        files_indexed=answer.files_indexed,
        chunks_indexed=answer.chunks_indexed,
        commits_searched=answer.commits_searched,
        contested=len(conflicts.conflicts),
        stale=len(stale.items),
        incomplete=answer.incomplete,
    )


def routing_index(place: Place) -> RoutingIndex | None:
    """The routing index in the work tree; None where the memory has no policy or there is no work tree.

    Raises `ConfigError` for broken settings.
    """
    from gitmem.checks.policy.places import places_of
    from gitmem.writing.layout.routing import is_index

    settings = place.settings()
    if not settings.policy.enabled or (place.repository is not None and place.repository.top is None):
        return None
    path = places_of(settings).index
    name = os.path.join(os.fsencode(place.top), encode_path(path))
    if not os.path.lexists(name):
        return RoutingIndex(path, None, RoutingFault.MISSING)
    if os.lstat(name).st_size > MOST_BYTES:
        return RoutingIndex(path, None, RoutingFault.TOO_LONG)
    try:
        data = read_file(os.fspath(place.top), path)
        if not is_index(path, data):
            return RoutingIndex(path, None, RoutingFault.NO_INDEX)
    except NoteError:
        return RoutingIndex(path, None, RoutingFault.UNREADABLE)
    return RoutingIndex(path, data.decode("utf-8-sig", "replace"))
