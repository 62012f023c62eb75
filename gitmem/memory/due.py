"""Which chunks have to be looked at again: volatile text past its window, bounds that have passed,
impossible dates.

Text that was struck or superseded is nobody's present belief and is left out, as are closed tasks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from gitmem.clock import Instant, parse_day
from gitmem.config import FreshnessSettings
from gitmem.errors import UsageError
from gitmem.facts.standing import Judged, Standing
from gitmem.index.candidates import Candidate, load_candidates
from gitmem.index.response import AbsenceReason
from gitmem.index.rows import KINDS, unpack_tags
from gitmem.index.scope import DAY_COLUMNS, Scope
from gitmem.index.store import NOT_COMMITTED_DAY, NOTE_SHIFT
from gitmem.memory.shown import Ground
from gitmem.notes.dating import PAST_ONLY, SLACK
from gitmem.notes.freshness import Volatility
from gitmem.notes.kinds import ChunkKind

if TYPE_CHECKING:
    from gitmem.memory.fact_file import FactFile

MOST_DAYS = 36_500
"""Longest look ahead, a century: more is a slip of the keyboard."""

_BATCH = 2000
STATES_NOTHING = frozenset((ChunkKind.FRONT_MATTER, ChunkKind.HEADING, ChunkKind.TABLE_HEADER))
"""Pieces that state nothing which could grow old."""


class StaleKind(Enum):
    """Why something is to be looked at again; the value is the name in JSON."""

    VOLATILE = "must-reverify"
    UNTIL = "until"
    STALE_AFTER = "stale-after"
    FUTURE_DATE = "future-date"
    OLD = "old"


@dataclass(frozen=True, slots=True)
class StaleReason:
    """One reason. `due` is the first day on which it counts, None when that is not known.

    `volatility` tells why text is volatile; `date`, `date_source` and `place` (`path:line`, only the path
    for a date of git) which date cannot be right.
    """

    kind: StaleKind
    due: date | None
    volatility: Volatility | None = None
    date: date | None = None
    date_source: str | None = None
    place: str | None = None


class DueChunk(NamedTuple):
    """A chunk with its reasons, which do not tell yet why text is volatile, and the labels of its facts."""

    chunk: Candidate
    reasons: tuple[StaleReason, ...]
    keys: tuple[str, ...] = ()


def find_due(
    ground: Ground,
    *,
    within: int | None = None,
    everything: bool = False,
    path: str | None = None,
    file: FactFile | None = None,
) -> list[DueChunk]:
    """What is to be looked at again now, or `within` so many days; with `everything` all that is STALE too.

    `file` has all facts of the notes where the caller has judged them already. By id; a date that dates
    many chunks and cannot be right is told at the first of them only. Raises `UsageError` for a bad glob or
    number of days.
    """
    if within is not None and not 0 <= within <= MOST_DAYS:
        raise UsageError(f"days must be from 0 to {MOST_DAYS}, not {within}")
    scope = Scope(path)
    scope.pattern()
    horizon = ground.now.utc_day + timedelta(days=within or 0)
    found = [each for each in _due(ground, horizon, everything) if scope.holds_path(each.chunk.path)]
    return list(_live(_once(found), _judged(ground, found, file)))


def day_due(reasons: Iterable[StaleReason]) -> date | None:
    """The first day on which something has to be looked at; None when that is not known."""
    return min((each.due for each in reasons if each.due is not None), default=None)


_CUT = frozenset((AbsenceReason.SHALLOW, AbsenceReason.PARTIAL_CLONE))


def _due(ground: Ground, horizon: date, everything: bool) -> Iterator[DueChunk]:
    """Every chunk that has a reason by `horizon`, by id."""
    settings = ground.session.settings.freshness
    cut = not _CUT.isdisjoint(ground.proof.gaps)
    last = -1
    while True:
        ids = _next_ids(ground, last, horizon if everything else None)
        if not ids:
            return
        last = ids[-1]
        for chunk in load_candidates(ground.store, ids, ground.now, ground.prefer):
            if cut and chunk.dated.day is None and chunk.dated.age_days is None:
                continue  # nobody knows here whether it is old; that history is incomplete is told
            if KINDS[chunk.row.kind] in STATES_NOTHING:
                continue
            reasons = tuple(_reasons(chunk, ground.now, settings, horizon, everything))
            if reasons:
                yield DueChunk(chunk, reasons)


def _next_ids(ground: Ground, last: int, old_by: date | None) -> list[int]:
    """Ids of the next chunks that may have a reason; whether they do is decided by what they say."""
    day = f"chunks.{DAY_COLUMNS[ground.prefer]}"
    oldest = 0
    if old_by is not None:
        oldest = old_by.toordinal() - ground.session.settings.freshness.stale_days
    rows = ground.store.execute(
        f"SELECT chunks.id FROM chunks JOIN notes ON notes.id = chunks.id >> {NOTE_SHIFT}"
        " WHERE chunks.id > ? AND (chunks.volatile OR chunks.tags IS NOT NULL"
        f" OR notes.stale_after IS NOT NULL OR {day} BETWEEN ? AND ? OR {day} < ?)"
        " ORDER BY chunks.id LIMIT ?",
        (last, (ground.now.utc_day + SLACK).toordinal() + 1, NOT_COMMITTED_DAY - 1, oldest, _BATCH),
    )
    return [int(row[0]) for row in rows]


def _reasons(
    chunk: Candidate,
    now: Instant,
    settings: FreshnessSettings,
    horizon: date,
    everything: bool,
) -> Iterator[StaleReason]:
    day, until = chunk.effective_day(now), unpack_tags(chunk.row).until
    if chunk.row.volatile:
        yield from _by(horizon, StaleReason(StaleKind.VOLATILE, _after(day, settings.volatile_days)))
    if until is not None:
        yield from _by(horizon, StaleReason(StaleKind.UNTIL, _after(until, 0)))
    if chunk.stale_after is not None:
        yield from _by(horizon, _stale_after(chunk.stale_after, day))
    for each in chunk.dated.flagged:
        if each.source in PAST_ONLY and each.day > now.utc_day:
            name = f"{each.source.value}:{each.field}" if each.field else each.source.value
            place = f"{chunk.path}:{each.line}" if each.line else chunk.path
            yield StaleReason(StaleKind.FUTURE_DATE, None, None, each.day, name, place)
    if everything and day is not None:
        yield from _by(horizon, StaleReason(StaleKind.OLD, _after(day, settings.stale_days)))


def _by(horizon: date, reason: StaleReason) -> Iterator[StaleReason]:
    if reason.due is None or reason.due <= horizon:
        yield reason


def _after(day: date | None, days: int) -> date | None:
    """The first day on which text of `day` is older than `days`."""
    if day is None:
        return None
    return date.fromordinal(min(day.toordinal() + days + 1, date.max.toordinal()))


def _stale_after(text: str, day: date | None) -> StaleReason:
    fixed = parse_day(text)
    due = _after(fixed, 0) if fixed is not None else _after(day, min(int(text), MOST_DAYS))
    return StaleReason(StaleKind.STALE_AFTER, due)


def _once(found: Iterable[DueChunk]) -> Iterator[DueChunk]:
    """A date that dates many pieces and cannot be right is told once, at the first of them."""
    told: set[tuple[str | None, str | None, date | None]] = set()
    for each in found:
        reasons: list[StaleReason] = []
        for reason in each.reasons:
            mark = (reason.place, reason.date_source, reason.date)
            if reason.kind is not StaleKind.FUTURE_DATE or mark not in told:
                reasons.append(reason)
            told.add(mark)
        if reasons:
            yield each._replace(reasons=tuple(reasons))


def _judged(ground: Ground, found: Sequence[DueChunk], file: FactFile | None) -> Mapping[int, list[Judged]]:
    """The facts of the chunks found, by the id of the chunk."""
    facts = ground.facts() if file is None else file.facts
    if file is None:
        stated = facts.in_chunks(each.chunk.id for each in found)
        verdict = ground.judge(
            facts, facts.around(statement.claim for each in stated.values() for statement in each)
        )
    else:
        verdict = file.verdict
    ids = {each.chunk.id for each in found}
    judged: dict[int, list[Judged]] = {}
    for each in verdict.judged:
        chunk = facts.chunk_of(each.statement)
        if chunk is not None and chunk in ids:
            judged.setdefault(chunk, []).append(each)
    return judged


def _live(found: Iterable[DueChunk], judged: Mapping[int, list[Judged]]) -> Iterator[DueChunk]:
    """What somebody still believes, with the labels of its facts; a line that stands has its mistakes told
    all the same."""
    for each in found:
        facts = judged.get(each.chunk.id, [])
        reasons = each.reasons
        if all(_over(fact) for fact in facts) if facts else _struck(each.chunk.row.text):
            reasons = () if _all_struck(each, facts) else tuple(filter(_is_mistake, reasons))
        if reasons:
            keys = dict.fromkeys(fact.statement.claim.label for fact in facts)
            yield DueChunk(each.chunk, reasons, tuple(keys))


def _is_mistake(reason: StaleReason) -> bool:
    return reason.kind is StaleKind.FUTURE_DATE


def _all_struck(found: DueChunk, facts: Sequence[Judged]) -> bool:
    struck = all(fact.statement.claim.strike is not None for fact in facts)
    return struck if facts else _struck(found.chunk.row.text)


def _over(fact: Judged) -> bool:
    return fact.closed or fact.standing in (Standing.SUPERSEDED, Standing.RETRACTED)


_STRIKE = re.compile(r"(?<!~)~~(?!~).+?(?<!~)~~(?!~)", re.DOTALL)
_AFTER_STRIKE = re.compile(r"[\W_]*(?:$|superseded\b|see\b|by\b)", re.IGNORECASE)


def _struck(text: str) -> bool:
    """Whether text that holds no fact is struck as a whole."""
    rest, strikes = _STRIKE.subn("", text)
    return strikes > 0 and _AFTER_STRIKE.match(rest) is not None
