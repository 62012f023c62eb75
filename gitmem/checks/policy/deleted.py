"""Facts that a change deletes instead of striking them: what no parent's successor says any more.

A line that was moved, struck, reformatted or said in other words is not deleted, and neither is one whose
key has a new value in its place: history keeps the former one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cached_property

from gitmem.checks.policy.lines import SAYING, Line, content_words
from gitmem.checks.policy.places import Places
from gitmem.facts.claim import Bar, Claim, Shape
from gitmem.notes.kinds import ChunkKind

_NO_FACT = Bar.EXAMPLE | Bar.MACHINE | Bar.QUESTION
_SAME_WORDS = 0.6
"""Share of the words of a line that a new line has to repeat to be the same in other words."""


class Kept:
    """What is left in the notes that differ; `before` and `after` are their lines on both sides."""

    def __init__(self, before: Sequence[Line], after: Sequence[Line]) -> None:
        self._before = before
        self._after = after
        self._texts = {line.folded for line in after}

    def holds(self, line: Line) -> bool:
        """Whether a line of `before` is still there in some form, live or struck."""
        if line.folded in self._texts:
            return True
        return any(map(self._same_claim, line.claims)) or self._reworded(line)

    @cached_property
    def _new(self) -> list[Line]:
        before = {line.folded for line in self._before}
        return [line for line in self._after if line.folded not in before]

    @cached_property
    def _former_paths(self) -> set[str]:
        return {line.path for line in self._before}

    def _same_claim(self, claim: Claim) -> bool:
        keys = set(claim.keys)
        if any(
            each.norm == claim.norm and not keys.isdisjoint(each.keys)
            for line in self._after
            for each in line.claims
        ):
            return True
        return any(self._in_place(claim, each) for line in self._new for each in line.claims)

    def _in_place(self, old: Claim, new: Claim) -> bool:
        """Whether a new claim gives another value for the key of an old one, where that stood."""
        if new.path != old.path and new.path in self._former_paths:
            return False
        return new.key == old.key and new.spot.headings == old.spot.headings

    def _reworded(self, line: Line) -> bool:
        words = content_words(line.folded)
        least = len(words) if len(words) <= 2 else _SAME_WORDS * len(words)
        return bool(words) and any(
            len(words & content_words(each.folded)) >= least for each in self._new if each.kind in SAYING
        )


def deleted_facts(
    places: Places,
    before: Iterable[Line],
    kept: Kept,
    today: date,
    elsewhere: Callable[[Line], bool],
) -> Iterator[Line]:
    """The live facts among the lines `before` of the folders that are gone.

    `elsewhere` tells whether a note that the change does not touch says the same.
    """
    for line in before:
        known = places.in_folders(line.path) and states_fact(line, today)
        if known and not kept.holds(line) and not elsewhere(line):
            yield line


def states_fact(line: Line, today: date) -> bool:
    """Whether a line is a fact that holds: tagged with how it is known, or `key: value`."""
    if line.kind not in SAYING or line.struck or line.closed or line.label:
        return False
    if (line.until is not None and line.until < today) or (line.since is not None and line.since > today):
        return False
    if line.provenance is not None:
        return True
    if line.kind is ChunkKind.TABLE_ROW:
        return False
    return any(
        claim.strike is None and claim.shape is not Shape.ROW and not claim.bars & _NO_FACT
        for claim in line.claims
    )
