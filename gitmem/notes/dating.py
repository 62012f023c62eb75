"""When a chunk was true: the dates it gives itself, what git knows of its lines, and which one counts.

A date in the future, or one before git existed, is flagged and never counts. What git does not know
is said to be unknown: the commit at which a shallow clone is cut off only bounds the date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from enum import Enum
from typing import NamedTuple

from gitmem.clock import Instant, age_days
from gitmem.config import DatePreference
from gitmem.history.origins import UNDATED, Commit, LineOrigin, LineState
from gitmem.notes.chunks import Chunk
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.written import DateSource, WrittenDate, written_dates

__all__ = [
    "Confidence",
    "DateSource",
    "Dated",
    "WrittenDate",
    "choose_date",
    "dated_lines",
    "newest_line",
    "written_dates",
]

SLACK = timedelta(days=1)
"""How far a date may lie in the future before it is taken for a mistake: the width of the time zones."""

IMPOSSIBLE_UNTIL = 1971
"""Commits of this year and before carry the zero of a clock, not a date."""

CREATION_GAP = timedelta(days=30)
"""A front matter `date` this much older than the line is probably the day the note was created."""

_WORD = re.compile(r"[^\W_]")
_FENCE = re.compile(r"(?:`{3,}|~{3,})")


class Confidence(Enum):
    """How much a date is worth; LOW never changes a status by itself."""

    HIGH = "high"
    LOW = "low"


class Dated(NamedTuple):
    """The date of a chunk.

    `day` is None when it is unknown or when the text is not committed yet (then `age_days` is 0).
    `git_day` is what git says, also where a written date won; `not_after` bounds an unknown date.
    `flagged` holds the dates that were passed over as impossible. `moved_from` is set when the text
    was moved from another note.
    """

    day: date | None
    source: DateSource
    field: str | None
    confidence: Confidence
    age_days: int | None
    line: int = 0
    origin: LineOrigin | None = None
    git_day: date | None = None
    not_after: date | None = None
    flagged: tuple[WrittenDate, ...] = ()

    @property
    def moved_from(self) -> str | None:
        return self.origin.moved_from if self.origin else None

    @property
    def source_name(self) -> str:
        """The source as JSON prints it, for example `front-matter:updated`."""
        written = self.source is DateSource.FRONT_MATTER and self.field
        return f"{self.source.value}:{self.field}" if written else self.source.value


class _GitDate(NamedTuple):
    """What git alone says of a line."""

    day: date | None
    source: DateSource
    confidence: Confidence
    not_after: date | None = None
    flagged: tuple[WrittenDate, ...] = ()


PAST_ONLY = frozenset((DateSource.TAG, DateSource.FRONT_MATTER, DateSource.GIT))
"""Sources whose dates tell what has been; a heading or a file name may well speak of a day to come."""


def dated_lines(chunk: Chunk) -> list[int]:
    """The lines that date a chunk: those with words, without code fences; all of them if none has any."""
    lines = [
        chunk.line + index
        for index, text in enumerate(chunk.text.split("\n"))
        if _WORD.search(text) and not (chunk.kind is ChunkKind.CODE and _FENCE.match(text))
    ]
    return lines or list(range(chunk.line, chunk.end_line + 1))


def newest_line(lines: Sequence[LineOrigin], prefer: DatePreference) -> LineOrigin:
    """The youngest of some lines: one not committed comes after every commit, one that is cut off
    before all. `UNDATED` when there are none."""
    if not lines:
        return UNDATED
    first = lines[0]
    if all(line is first for line in lines):
        return first
    return max(lines, key=lambda line: _recency(line, prefer))


def _recency(line: LineOrigin, prefer: DatePreference) -> tuple[int, int, int]:
    if line.state in (LineState.UNCOMMITTED, LineState.UNTRACKED):
        return 3, 0, 0
    commit = line.said or line.blamed
    if line.state is LineState.UNDATED or commit is None:
        return 0, 0, 0
    known = 1 if commit.boundary else 2
    seconds = (commit.authored.seconds, commit.committed.seconds)
    return (known, *seconds) if prefer is DatePreference.AUTHOR else (known, *seconds[::-1])


def choose_date(
    written: Sequence[WrittenDate], origin: LineOrigin, now: Instant, prefer: DatePreference
) -> Dated:
    """The date that counts for a chunk with these written dates and this newest line.

    Takes the first written date that is possible, else git's. A day named in the sentence counts only
    when it is older than git's.
    """
    git = _git_date(origin, now, prefer)
    flagged: list[WrittenDate] = []
    for claim in written:
        if claim.day > now.utc_day + SLACK:
            flagged.append(claim)
        elif claim.source is not DateSource.TEXT or git.day is None or claim.day < git.day:
            return _from_claim(claim, origin, git, now, flagged)
    age = 0 if git.source in _NOT_COMMITTED else None
    if git.day is not None:
        age = max(age_days(git.day, now), 0)
    return Dated(
        day=git.day,
        source=git.source,
        field=None,
        confidence=git.confidence,
        age_days=age,
        origin=origin,
        git_day=git.day,
        not_after=git.not_after,
        flagged=(*flagged, *git.flagged),
    )


_NOT_COMMITTED = frozenset((DateSource.UNCOMMITTED, DateSource.UNTRACKED))


def _from_claim(
    claim: WrittenDate, origin: LineOrigin, git: _GitDate, now: Instant, flagged: Sequence[WrittenDate]
) -> Dated:
    git_day = now.utc_day if git.source in _NOT_COMMITTED else git.day
    creation = claim.field == "date" and git_day is not None and git_day - claim.day > CREATION_GAP
    return Dated(
        day=claim.day,
        source=claim.source,
        field=claim.field,
        confidence=Confidence.LOW if creation else Confidence.HIGH,
        age_days=max(age_days(claim.day, now), 0),
        line=claim.line,
        origin=origin,
        git_day=git.day,
        not_after=git.not_after,
        flagged=(*flagged, *git.flagged),
    )


def _git_date(origin: LineOrigin, now: Instant, prefer: DatePreference) -> _GitDate:
    if origin.state is LineState.UNCOMMITTED:
        return _GitDate(None, DateSource.UNCOMMITTED, Confidence.HIGH)
    if origin.state is LineState.UNTRACKED:
        return _GitDate(None, DateSource.UNTRACKED, Confidence.HIGH)
    commit = origin.said or origin.blamed
    if origin.state is LineState.UNDATED or commit is None:
        return _GitDate(None, DateSource.UNKNOWN, Confidence.LOW)
    day, flagged = _commit_day(commit, now, prefer)
    if commit.boundary:
        return _GitDate(None, DateSource.UNKNOWN, Confidence.LOW, day, flagged)
    if day is None:
        return _GitDate(None, DateSource.UNKNOWN, Confidence.LOW, None, flagged)
    weak = commit.bulk or bool(flagged)
    source = DateSource.MOVED if origin.moved_from else DateSource.GIT
    return _GitDate(day, source, Confidence.LOW if weak else Confidence.HIGH, None, flagged)


def _commit_day(
    commit: Commit, now: Instant, prefer: DatePreference
) -> tuple[date | None, tuple[WrittenDate, ...]]:
    """The day of a commit by the preferred of its two dates, by the other when that is impossible."""
    dates = [(DatePreference.AUTHOR, commit.authored), (DatePreference.COMMITTER, commit.committed)]
    if prefer is DatePreference.COMMITTER:
        dates.reverse()
    flagged: list[WrittenDate] = []
    for which, instant in dates:
        if instant.utc_day.year > IMPOSSIBLE_UNTIL and instant.utc_day <= now.utc_day + SLACK:
            return instant.day, tuple(flagged)
        flagged.append(WrittenDate(DateSource.GIT, which.value, instant.day, 0))
    return None, tuple(flagged)
