"""What is asked of a generated memory, and what the right answer is, as values.

A question's `gold` and `stale` are lines as they are written in a note, without the line end. `gold` is what
answers it in the state that is asked about; `stale` is what once answered it, or never did but looks so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path

TUNING_SEEDS = (11, 12, 13)
"""Memories to look at while something is being improved."""

HELD_OUT_SEEDS = (101, 102, 103)
"""Memories for reports only. Their sentences and questions are worded otherwise than the others, too."""

_FIRST_HELD_OUT = 100


class Split(Enum):
    """Which half of all wordings a memory is written in."""

    TUNING = 0
    HELD_OUT = 1


def split_of(seed: int) -> Split:
    """The half that the memories of a seed belong to."""
    return Split.HELD_OUT if seed >= _FIRST_HELD_OUT else Split.TUNING


class Family(Enum):
    """What a question tries out."""

    LOOKUP = "lookup"
    """The question has the words of the line."""
    PARAPHRASE = "paraphrase"
    """The question shares no content word with the line, names of subjects aside."""
    LATER_ENTRY = "superseded by a later entry"
    """A dated entry tells a newer value of the same key; the older line still stands."""
    REWORDED = "superseded in other words"
    """The same, but one of the two lines is told without the key, or with another word for it."""
    EDITED = "superseded by an edit in place"
    """The value was overwritten; every other time a copy of the old one still stands elsewhere."""
    STRUCK = "struck"
    """The old value is struck through and still stands."""
    STALENESS = "staleness"
    """A price, opening time or the like that nobody has looked at for months."""
    FRESH = "fresh control"
    """The same kinds of text, looked at in the last two weeks."""
    AS_OF = "as of a day"
    """What held on a day in the past, by all that is known today."""
    AT_REVISION = "at a revision"
    """What the notes said at a commit, or at the end of a day."""
    NEVER_RECORDED = "absence: never recorded"
    """At least one word of the question stands in no version of any note."""
    NO_SUCH_FACT = "absence: only its words"
    """The subject and the kind of fact are both known, but nobody ever wrote this one down."""
    REMOVED = "absence: removed"
    """It was recorded, and deleted without a trace in the notes."""
    CONTESTED = "contested"
    """Two lines say different things and nothing tells which is newer."""
    CJK = "Chinese, Japanese, Korean"
    IDENTIFIERS = "identifiers"
    """Names from code, error codes, tickets, settings; whole or in their words."""


class Expectation(Enum):
    """What a right answer looks like."""

    CURRENT = "current"
    """One of `gold` comes first; a line of `stale` offered as holding is a stale answer."""
    FLAGGED_STALE = "flagged stale"
    """`gold` is found and marked as old."""
    FRESH_CONTROL = "not flagged"
    """`gold` is found and not marked as old."""
    ABSENT = "absent"
    """There is nothing to find."""
    REMOVED = "removed"
    """There is nothing to find in the notes, and `stale` is what was removed."""
    CONTESTED = "contested"
    """All lines of `gold` are found, and none is offered as the only truth."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A line of a note. `in_history`: it stands in no note of the state asked about, only in an older one."""

    path: str
    text: str
    in_history: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question. `at` is a full commit id or a day, `as_of` a day; both are None for the notes as they are.

    `way` says in a word or two how the fact is written or how it changed, to take a family apart by.
    """

    family: Family
    text: str
    gold: tuple[Gold, ...]
    stale: tuple[Gold, ...]
    at: str | None
    as_of: str | None
    expects: Expectation
    way: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is: subjects of each kind, days that pass, and questions of each family."""

    contacts: int
    projects: int
    places: int
    imported: int
    days: int
    misc: int
    questions: int


SMALL = Size(contacts=24, projects=14, places=16, imported=8, days=420, misc=24, questions=6)
NORMAL = Size(contacts=130, projects=64, places=84, imported=36, days=900, misc=90, questions=48)


@dataclass(frozen=True, slots=True)
class GeneratedMemory:
    """A repository of notes and what can be asked of it. `now` is the day to ask on, after the last commit.

    `rows` counts how often a fact was written in which way, over the whole history.
    """

    folder: Path
    seed: int
    now: date
    questions: tuple[Question, ...]
    ways: dict[str, int]


def line_of(gold: Gold, note: str) -> int | None:
    """The number of a gold line in the text of its note, None when it is not there or not there once."""
    numbers = [number for number, line in enumerate(note.split("\n"), 1) if line.strip() == gold.text.strip()]
    return numbers[0] if len(numbers) == 1 else None
