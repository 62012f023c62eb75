"""What a consolidation proposes: marks, summaries and moves, and the bytes they lead to. Values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.history.origins import LineOrigin


class ProposalKind(Enum):
    """What is proposed; the value is the name in JSON."""

    MERGE = "merge"
    """A line says what another line of its list says: it is struck, and the mark names the other one."""
    ROLL_UP = "roll-up"
    """The entries of one key in one past month of the log or of daily notes get a line in its summary."""
    TAKE_OUT = "take-out"
    """Days of the log that its archive has already, from a move that was cut off, leave the log."""
    PRUNE = "prune"
    """A note about something that was current once goes to the archive, as it is."""


class KeptReason(Enum):
    """Why an old context note stays where it is; the value is the name in JSON."""

    NAMED = "named-elsewhere"
    LINKS = "has-links"
    TAKEN = "name-taken"
    NO_NOTE_THERE = "no-note-there"


class DatedNote(NamedTuple):
    """A note's bytes, and what tells where each of its lines comes from when it is asked."""

    path: str
    data: bytes
    origins: Callable[[], Sequence[LineOrigin]]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing to do. `path` and `line` are where it stands now, `into` and `into_line` the line that stays,
    the summary, or the place the note moves to; line 0 stands for a whole note.

    `text` is the line that is struck, the summary line, or empty. `entries` counts what is summed up, or the
    days; `day` is when it was last said or touched, None where that is not known.
    """

    kind: ProposalKind
    path: str
    line: int
    into: str
    into_line: int
    text: str
    entries: int = 0
    day: date | None = None


@dataclass(frozen=True, slots=True)
class KeptNote:
    """An old context note that is not moved, and the note that names it, if one does."""

    path: str
    reason: KeptReason
    by: str | None = None


class Consolidation(NamedTuple):
    """All proposals and the notes they touch: bytes before and after, in the order of writing (None: no
    file). `moves` leads from the old path of a note that moves as it is to the new one, `places` are lines
    that are written or marked, by path and number afterwards."""

    proposals: tuple[Proposal, ...] = ()
    kept: tuple[KeptNote, ...] = ()
    before: Mapping[str, bytes | None] = {}
    after: Mapping[str, bytes | None] = {}
    moves: Mapping[str, str] = {}
    places: tuple[tuple[str, int], ...] = ()
