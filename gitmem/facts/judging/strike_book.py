"""When struck lines ended: by their own words, else by the commit that struck them.

Where no edit tells, the commit that first said a struck line is the one that struck it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.judging.order import commit_day
from gitmem.facts.standing import Evidence, EvidenceKind

_Place = tuple[str, str, str]


class StrikeBook:
    """The strikes that edits tell of, by place."""

    def __init__(self, edits: Sequence[Edit], now: Instant, prefer: DatePreference) -> None:
        self._now, self._prefer = now, prefer
        self._edits: dict[_Place, Edit] = {}
        for edit in edits:
            if edit.kind is EditKind.STRUCK and edit.new is not None:
                place = _place(edit.new)
                known = self._edits.get(place)
                if known is None or _recency(edit) > _recency(known):
                    self._edits[place] = edit

    def end(self, statement: Statement) -> Evidence:
        """The strike as evidence: its written day, else the day of the commit that struck the line."""
        claim = statement.claim
        edit = self._edits.get(_place(claim))
        commit = edit.commit if edit is not None else statement.said
        if commit is not None and commit.boundary:
            commit = None  # where history is cut off, nobody knows who struck it
        day = claim.strike.day if claim.strike is not None else None
        if day is None and commit is not None:
            day = commit_day(commit, self._now, self._prefer)
        return Evidence(EvidenceKind.STRUCK, commit.oid if commit else None, day, claim.cite)

    def start(self, statement: Statement) -> date | None:
        """The day on which the struck value was first said, where the edit that struck it tells."""
        edit = self._edits.get(_place(statement.claim))
        if edit is None or edit.said is None or edit.said.boundary:
            return None
        return commit_day(edit.said, self._now, self._prefer)


def _place(claim: Claim) -> _Place:
    return claim.path, claim.literal, claim.norm


def _recency(edit: Edit) -> tuple[int, int, str]:
    if edit.commit is None:
        return 1, 0, ""
    return 0, edit.commit.committed.seconds, edit.commit.oid
