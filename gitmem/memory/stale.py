"""What has to be looked at again, as it is answered: each due chunk with its date, origin and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from gitmem.index.response import OriginShown, SearchQuery
from gitmem.index.results import origin_commit, show_origin, show_result
from gitmem.index.store import NOT_COMMITTED_DAY
from gitmem.memory.due import DueChunk, StaleKind, StaleReason, find_due
from gitmem.memory.shown import FLAT, Answered, Ground, answered
from gitmem.notes.dating import Confidence
from gitmem.notes.freshness import Status, volatility
from gitmem.notes.kinds import ChunkKind

if TYPE_CHECKING:
    from gitmem.memory.fact_file import FactFile


@dataclass(frozen=True, slots=True)
class StaleItem:
    """One piece of text to look at; fields mean what they mean in a search result."""

    cite: str
    hash: str
    path: str
    line: int
    end_line: int
    heading_path: tuple[str, ...]
    text: str
    kind: ChunkKind
    status: Status
    age_days: int | None
    as_of: date | None
    date_source: str
    date_confidence: Confidence
    volatile: bool
    must_reverify: bool
    origin: OriginShown
    keys: tuple[str, ...]
    reasons: tuple[StaleReason, ...]


@dataclass(frozen=True, slots=True)
class StaleResponse:
    """Everything to look at again, oldest first; `within` and `all` are as they were asked."""

    answer: Answered = field(metadata=FLAT)
    within: int | None
    all: bool
    volatile_days: int
    items: tuple[StaleItem, ...]


def find_stale(
    ground: Ground, *, within: int | None = None, everything: bool = False, path: str | None = None
) -> StaleResponse:
    """All that `find_due` finds for the same question, shown. Raises `UsageError` as it does."""
    due = find_due(ground, within=within, everything=everything, path=path)
    items = sorted(show_due(ground, due), key=_order)
    volatile_days = ground.session.settings.freshness.volatile_days
    return StaleResponse(answered(ground, path), within, everything, volatile_days, tuple(items))


def _order(item: StaleItem) -> tuple[int, str, int, str]:
    """Oldest first; what has no date is the oldest, and what is not committed the youngest."""
    if item.as_of is not None:
        age = item.as_of.toordinal()
    else:
        age = 0 if item.age_days is None else NOT_COMMITTED_DAY
    return age, item.path, item.line, item.text


def show_due(ground: Ground, due: Sequence[DueChunk], file: FactFile | None = None) -> Iterator[StaleItem]:
    """Each chunk as it is shown; `file` knows who made the commits it shows already."""
    commits = [origin_commit(each.chunk) for each in due]
    people = ground.people(commits) if file is None else file.people(commits)
    question, settings = SearchQuery("", ground.now, prefer=ground.prefer), ground.session.settings.freshness
    for each, commit in zip(due, commits, strict=True):
        shown = show_result(each.chunk, question, settings, {})
        yield StaleItem(
            cite=shown.cite,
            hash=shown.hash,
            path=shown.path,
            line=shown.line,
            end_line=shown.end_line,
            heading_path=shown.heading_path,
            text=shown.text,
            kind=shown.kind,
            status=shown.status,
            age_days=shown.age_days,
            as_of=shown.as_of,
            date_source=shown.date_source,
            date_confidence=shown.date_confidence,
            volatile=shown.volatile,
            must_reverify=shown.must_reverify,
            origin=show_origin(commit, people),
            keys=each.keys,
            reasons=tuple(_told(reason, shown.text) for reason in each.reasons),
        )


def _told(reason: StaleReason, text: str) -> StaleReason:
    """A reason that tells why text is volatile."""
    return replace(reason, volatility=volatility(text)) if reason.kind is StaleKind.VOLATILE else reason
