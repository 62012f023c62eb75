"""Ranked candidates and removed lines -> what is shown of them. Judges freshness, no facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from gitmem.clock import parse_day
from gitmem.config import FreshnessSettings
from gitmem.history.origins import Commit
from gitmem.index.candidates import Candidate
from gitmem.index.removed import RemovedLine
from gitmem.index.response import (
    CommitPerson,
    HistoryLine,
    OriginShown,
    ScoreParts,
    SearchQuery,
    SearchResult,
)
from gitmem.index.rows import KINDS, unpack_tags
from gitmem.notes.freshness import assess

_DIGITS = 6  # of a score; fewer than floating point has, so that machines agree


def origin_commit(candidate: Candidate) -> Commit | None:
    """The commit that is shown for a result: the one that first said its newest line."""
    origin = candidate.dated.origin
    return origin.said if origin is not None else None


def show_result(
    candidate: Candidate,
    query: SearchQuery,
    settings: FreshnessSettings,
    details: Mapping[str, CommitPerson],
) -> SearchResult:
    """One result, with `details` of its commit where they are known."""
    row, dated, tags = candidate.row, candidate.dated, unpack_tags(candidate.row)
    freshness = assess(
        dated, bool(row.volatile), query.now, settings, tags, _stale_after(candidate.stale_after)
    )
    blamed = dated.origin.blamed if dated.origin else None
    return SearchResult(
        cite=f"{candidate.path}:{row.line}",
        hash=row.hash.hex(),
        path=candidate.path,
        line=row.line,
        end_line=row.end_line,
        heading_path=candidate.headings,
        parents=candidate.parents,
        text=row.text,
        kind=KINDS[row.kind],
        score=round(candidate.score.total, _DIGITS),
        score_parts=_parts(candidate),
        status=freshness.status,
        age_days=freshness.age_days,
        as_of=dated.day,
        date_source=dated.source_name,
        date_confidence=dated.confidence,
        origin=_origin(origin_commit(candidate), details),
        blamed=blamed.oid if blamed else None,
        moved_from=dated.moved_from,
        volatile=bool(row.volatile),
        must_reverify=freshness.must_reverify,
        provenance=tags.provenance,
        valid_from=tags.since,
        valid_until=tags.until,
    )


def show_history(
    lines: Sequence[RemovedLine], head: str | None, details: Mapping[str, CommitPerson]
) -> tuple[HistoryLine, ...]:
    """Removed lines, cited where they last stood: in the parent of the commit that removed them."""
    return tuple(_history_line(line, head, details) for line in lines)


def _history_line(line: RemovedLine, head: str | None, details: Mapping[str, CommitPerson]) -> HistoryLine:
    commit = line.commit
    revision = f"{commit.oid}^" if commit else head
    person = details.get(commit.oid) if commit else None
    return HistoryLine(
        text=line.text,
        cite=f"{revision}:{line.path}:{line.line}",
        removed_by=commit.oid if commit else None,
        from_=line.said.authored.day if line.said else None,
        to=commit.authored.day if commit else None,
        author=person.author if person else None,
        summary=person.summary if person else None,
    )


def _origin(commit: Commit | None, details: Mapping[str, CommitPerson]) -> OriginShown:
    if commit is None:
        return OriginShown()
    person = details.get(commit.oid)
    return OriginShown(
        commit=commit.oid,
        author=person.author if person else None,
        author_time=commit.authored,
        committer_time=commit.committed,
        summary=person.summary if person else None,
        agent=person.agent if person else None,
        boundary=commit.boundary,
    )


def _parts(candidate: Candidate) -> ScoreParts:
    score = candidate.score
    return ScoreParts(*(round(part, _DIGITS) for part in (score.words, score.group, score.recency)))


def _stale_after(text: str | None) -> date | int | None:
    if text is None:
        return None
    return parse_day(text) or int(text)
