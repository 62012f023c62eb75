"""What chunks that were written after a day said on it: text that held already, and what stood in its place.

A chunk is dated by its newest line, so that one line overwritten later makes a paragraph look as if all of
it came later, and a struck line by the commit that struck it. History knows each line; it is asked only for
the answers that hold most words of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.judging.order import commit_day
from gitmem.facts.reading.struck_text import read_beside, struck_spans, with_tildes
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.facts.standing import Standing
from gitmem.history.origins import Commit
from gitmem.index.fact_layer import LaidFact
from gitmem.index.fact_shown import held_since
from gitmem.index.removed import RemovedLine, RemovedLog
from gitmem.notes.visible import visible
from gitmem.words import Analyzer

if TYPE_CHECKING:
    from gitmem.index.candidates import Candidate

_MOST_LINES = 12  # of a chunk that are looked at


class Then(NamedTuple):
    """Answers as they were on a day, and lines that stood in the place of some of them."""

    shown: tuple[LaidFact, ...]
    lines: tuple[RemovedLine, ...] = ()


class Day(NamedTuple):
    """The day asked about, and what the days of commits depend on."""

    day: date
    now: Instant
    prefer: DatePreference

    def of(self, commit: Commit | None) -> date | None:
        """The day of a commit that was made by then; None for a later one and where nothing is known."""
        if commit is None or commit.boundary:
            return None
        day = commit_day(commit, self.now, self.prefer)
        return day if day is not None and day <= self.day else None

    def between(self, said: Commit | None, ended: Commit | None) -> bool:
        """Whether what was said by one commit and ended by another held on the day."""
        return self.of(said) is not None and self.of(ended) is None


class Looking(NamedTuple):
    """What it takes to look back: the words of the question, the history if there is one, and the day."""

    terms: frozenset[str]
    analyzer: Analyzer
    log: RemovedLog | None
    day: Day


def as_of_then(shown: Sequence[LaidFact], looking: Looking) -> Then:
    """The answers as of a day, where they were written, in part at least, after it."""
    most = max((len(each.candidate.score.terms) for each in shown), default=0)
    enough = most == len(looking.terms) or 2 * most > len(looking.terms)
    laid: list[LaidFact] = []
    lines: dict[RemovedLine, None] = {}
    for fact in shown:
        each, candidate = fact, fact.candidate
        about = [fact for fact in each.facts if not looking.terms.isdisjoint(fact.statement.claim.key)]
        since = held_since(about or each.facts, looking.day.day) if candidate.later else None
        if candidate.later and since is None and len(candidate.score.terms) == most:
            since, found = _looked_back(candidate, looking)
            lines.update(dict.fromkeys(found))
            if since is not None:  # what was not yet said makes no plan of what was
                begun = (fact for fact in each.facts if fact.standing is not Standing.PLANNED)
                each = each._replace(facts=tuple(begun))
        laid.append(each if since is None else each._replace(candidate=_held(candidate, since, looking.day)))
    laid.sort(key=lambda each: each.candidate.later)
    return Then(tuple(laid), tuple(lines) if enough else ())


def _held(candidate: Candidate, since: date, day: Day) -> Candidate:
    dated = candidate.dated._replace(day=since, age_days=(day.day - since).days)
    return candidate._replace(dated=dated, later=False)


def _looked_back(candidate: Candidate, looking: Looking) -> tuple[date | None, list[RemovedLine]]:
    """Since when a chunk held on the day, in one of its lines, and what stood in the place of the others."""
    log, day = looking.log, looking.day
    since: list[date] = []
    lines: list[RemovedLine] = []
    if log is None or not _is_committed(candidate, log):
        return None, []
    for line, text in _lines_about(candidate, looking):
        said, struck = log.said_at(candidate.path, line), _struck(text)
        if said is None or (struck and _over(struck, said, day)):
            continue
        begun = day.of(log.said_unstruck(candidate.path, line, struck.text) if struck else said)
        if begun is not None:
            since.append(begun)
            continue
        found = log.earlier(candidate.path, line, lambda commit: day.of(commit) is not None)
        if found is not None:
            lines.append(RemovedLine(found.path, found.line, found.text, found.said, found.ended))
    return max(since, default=None), lines


def _is_committed(candidate: Candidate, log: RemovedLog) -> bool:
    """Whether the lines of a chunk are those that history has under their numbers; not so below an edit that
    is not committed."""
    origin, row = candidate.dated.origin, candidate.row
    if origin is None or origin.said is None:
        return False
    return any(log.said_at(candidate.path, line) == origin.said for line in range(row.line, row.end_line + 1))


def _over(struck: _Struck, said: Commit, day: Day) -> bool:
    """Whether what a line says struck had ended by the day: by its own words, or struck by then."""
    return day.of(said) is not None or (struck.ended is not None and struck.ended <= day.day)


def _lines_about(candidate: Candidate, looking: Looking) -> list[tuple[int, str]]:
    """The lines of a chunk that share a word with the question; all of one whose headings alone do."""
    lines = list(enumerate(candidate.row.text.split("\n")[:_MOST_LINES], candidate.row.line))
    terms = looking.analyzer.distinct
    return [each for each in lines if not looking.terms.isdisjoint(terms(each[1]))] or lines


class _Struck(NamedTuple):
    """What a line says struck, and the day on which it says that this ended."""

    text: str
    ended: date | None


def _struck(text: str) -> _Struck | None:
    """A line that is struck as a whole; None where something in it stands."""
    if "~~" not in text or wholly_struck(text) is None:
        return None
    text = with_tildes(text)
    begin, end = struck_spans(text, visible(text))[0]
    return _Struck(text[begin:end].strip("~"), read_beside(text[end:]).day)
