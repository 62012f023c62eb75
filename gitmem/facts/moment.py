"""A moment in the history of a fact: a day, and the commit that makes it known; and the order of moments."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant


class Moment(NamedTuple):
    """A day, and the commit (full id, with its instant) that makes it known, None for a written day."""

    day: date
    commit: str | None = None
    instant: Instant | None = None


def rank_of(moment: Moment | None) -> tuple[int, int]:
    """Sorts moments: by day, then by the second of the commit; what is not known comes first."""
    if moment is None:
        return 0, 0
    return moment.day.toordinal(), moment.instant.seconds if moment.instant else 0


def not_before(since: Moment | None, until: Moment | None) -> Moment | None:
    """An end that is no earlier than the beginning: a rebase keeps the dates of authors, not their order."""
    if since is None or until is None or until.day >= since.day:
        return until
    return Moment(since.day, until.commit, since.instant)


def apart(until: Moment | None, since: Moment | None) -> bool:
    """Whether there are days between an end and a beginning."""
    return until is not None and since is not None and until.day < since.day
