"""What a system is and what it answers, as values. Judges nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from bench.quality.queries import Question


class Offer(Enum):
    """As what a system offers a hit, in its own words of standing or freshness."""

    CURRENT = "current"
    FORMER = "former"
    """It held once, or does not hold yet."""
    STALE = "stale"
    """Too old to be told without looking."""
    CONTESTED = "contested"
    UNKNOWN = "unknown"
    """The system has no such notion, or says that it does not know."""


class Verdict(Enum):
    """What a system says of the whole question."""

    FOUND = "found"
    ABSENT = "absent"
    """Nothing is recorded. An empty answer says so too, unless the system takes it back."""
    REMOVED = "removed"
    """It was recorded and is gone."""
    NOTHING = "nothing"
    """Found nothing, and says that this proves nothing."""


class Hit(NamedTuple):
    """A place in the notes. `text` has the lines as they stand there in the state that was read."""

    path: str
    first_line: int
    last_line: int
    text: str
    offer: Offer = Offer.UNKNOWN


@dataclass(frozen=True, slots=True)
class Answer:
    """Hits, the best first, and what is said of the whole.

    `removed` are lines that the system tells as gone from the notes. `doubts` is True when it says that a
    word of the question was never recorded, beside what it found.
    """

    hits: tuple[Hit, ...]
    verdict: Verdict
    removed: tuple[Hit, ...] = ()
    doubts: bool = False


class System(Protocol):
    """One way to search notes. It is built once and then asked, in a process of its own."""

    def build(self, repository: Path, now: date) -> None:
        """Gets ready for the notes of a repository, asked on a day."""

    def ask(self, question: Question, k: int) -> Answer:
        """The best `k` hits for a question."""


def plain_answer(hits: tuple[Hit, ...]) -> Answer:
    """The answer of a system that says nothing but its hits."""
    return Answer(hits, Verdict.FOUND if hits else Verdict.ABSENT)
