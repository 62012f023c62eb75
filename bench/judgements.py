"""Verdicts by hand, kept as labels: somebody read both lines where they stand and said what is right.

A label names a repository, where the two lines stand, and a verdict with its reason; it quotes nothing.
Whatever a bench finds without a label is counted apart and never as right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

LABELS = Path(__file__).with_name("labels")
_LONGEST_QUOTE = 120


class Verdict(Enum):
    """What a reader made of a pair."""

    RIGHT = "right"
    HARMLESS = "harmless"
    PARTLY = "partly"
    WRONG = "wrong"
    OPEN = "not labelled"


class Judged(NamedTuple):
    """A verdict and the reason given for it."""

    verdict: Verdict
    reason: str = ""


class Pair(NamedTuple):
    """Two lines by `path:line`, in a commit where that matters; which one comes first does not."""

    repository: str
    commit: str
    places: frozenset[str]


def pair(repository: str, first: str, second: str, commit: str = "") -> Pair:
    """A pair to look labels up by."""
    return Pair(repository, commit, frozenset((first, second)))


@lru_cache(maxsize=8)
def read_labels(name: str) -> dict[Pair, Judged]:
    """All labels of one kind; none where there is no such file."""
    return dict(_labels(LABELS / f"{name}.jsonl"))


def _labels(path: Path) -> Iterator[tuple[Pair, Judged]]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").split("\n"):
        if line:
            entry = json.loads(line)
            key = pair(entry["repository"], entry["first"], entry["second"], entry.get("commit", ""))
            yield key, Judged(Verdict(entry["verdict"]), entry["reason"])


def verdict_of(name: str, key: Pair) -> Judged:
    """The label of a pair, `OPEN` when nobody has read it."""
    return read_labels(name).get(key, Judged(Verdict.OPEN))


def quote(line: str) -> str:
    """A line as it is quoted in tables and labels."""
    text = line.strip()
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"


def share(verdicts: Iterable[Verdict], *good: Verdict) -> tuple[int, int]:
    """How many of the labelled ones are among `good`, and how many are labelled."""
    labelled = [verdict for verdict in verdicts if verdict is not Verdict.OPEN]
    return sum(verdict in good for verdict in labelled), len(labelled)
