"""Ranked candidates with their facts, removed lines and former values -> what is shown of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from gitmem.clock import parse_day
from gitmem.config import FreshnessSettings
from gitmem.facts.edit import EditKind
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.facts.standing import Judged
from gitmem.history.origins import Commit
from gitmem.index.candidates import Candidate, end_of
from gitmem.index.fact_history import FormerFact
from gitmem.index.fact_shown import chunk_facts, key_text
from gitmem.index.ranking import Scored, ScoreParts
from gitmem.index.removed import RemovedLine
from gitmem.index.response import (
    CommitPerson,
    HistoryLine,
    MatchedBy,
    OriginShown,
    SearchQuery,
    SearchResult,
)
from gitmem.index.rows import KINDS, unpack_tags
from gitmem.notes.freshness import Status, assess
from gitmem.words import QueryTerm

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
    facts: Sequence[Judged] = (),
) -> SearchResult:
    """One result with its facts, and with `details` of its commit where they are known."""
    row, dated, tags = candidate.row, candidate.dated, unpack_tags(candidate.row)
    moment = query.now if query.as_of is None else end_of(query.as_of)
    freshness = assess(dated, bool(row.volatile), moment, settings, tags, _stale_after(candidate.stale_after))
    status = Status.PLANNED if candidate.later else freshness.status
    if not facts and "~~" in row.text:
        status = _struck_status(row.text) or status
    together = chunk_facts(facts, tags.informant, query.as_of)
    worst = together.worst
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
        score_parts=_parts(candidate.score),
        status=together.status(status),
        age_days=freshness.age_days,
        as_of=dated.day,
        date_source=dated.source_name,
        date_confidence=dated.confidence,
        origin=show_origin(origin_commit(candidate), details),
        blamed=blamed.oid if blamed else None,
        moved_from=dated.moved_from,
        volatile=bool(row.volatile),
        must_reverify=freshness.must_reverify,
        provenance=tags.provenance,
        valid_from=tags.since or (worst.since if worst else None),
        valid_until=tags.until or (worst.until if worst else None),
        superseded_by=together.superseded_by,
        supersedes=together.supersedes,
        newer_reading=together.newer_reading,
        contested_with=together.contested_with,
        closed=together.closed,
        keys=tuple(dict.fromkeys(key_text(each.statement.claim) for each in facts)),
        facts=together.facts,
    )


def _struck_status(text: str) -> Status | None:
    """What a text that is struck as a whole counts for; none where what follows may be something new."""
    struck = wholly_struck(text)
    return None if struck is None or struck.remark else struck.status


def _former(former: FormerFact, head: str | None, details: Mapping[str, CommitPerson]) -> HistoryLine:
    edit, commit = former.edit, former.edit.commit
    old, new = edit.old, edit.new
    person = details.get(commit.oid) if commit else None
    return HistoryLine(
        text=f"{old.label}: {old.value}",
        cite=f"{f'{commit.oid}^' if commit else head}:{old.cite}",
        removed_by=commit.oid if commit else None,
        from_=former.since,
        to=former.until,
        author=person.author if person else None,
        summary=person.summary if person else None,
        kind=edit.kind,
        label=old.label,
        value=old.value,
        replaced_by=new.value if new is not None and edit.kind is EditKind.REPLACED else None,
    )


def show_history(
    lines: Sequence[RemovedLine],
    former: Sequence[FormerFact],
    head: str | None,
    details: Mapping[str, CommitPerson],
) -> tuple[HistoryLine, ...]:
    """Removed lines and former values, cited where they last stood: in the parent of the commit that ended
    them. A line that is the former value of a fact is told as that."""
    facts = [_former(each, head, details) for each in former]
    known = {each.cite for each in facts}
    removed = [_history_line(line, head, details) for line in lines]
    return (*(each for each in removed if each.cite not in known), *facts)


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


def show_origin(commit: Commit | None, details: Mapping[str, CommitPerson]) -> OriginShown:
    """A commit as it is shown, with `details` where they are known; empty for None."""
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


def _parts(score: Scored) -> ScoreParts:
    words, note, recency = (round(part, _DIGITS) for part in (score.words, score.group, score.recency))
    blended = None if score.blended is None else round(score.blended, _DIGITS)
    return ScoreParts(words, note, recency, likeness=score.likeness, blended=blended)


def matched_by(score: Scored) -> tuple[MatchedBy, ...]:
    """What led to the chunk of a score."""
    found = [MatchedBy.WORDS] if score.words else []
    found += [MatchedBy.LIKENESS] if score.alike else []
    return tuple(found) or (MatchedBy.LINK,)


def explain_score(result: SearchResult, score: Scored, terms: Iterable[QueryTerm]) -> SearchResult:
    """A result with what each word of the query contributes to its score; a term that several words have
    counts for the first, and words that contribute nothing are left out."""
    left, shares = dict(score.terms), dict[str, float]()
    for each in terms:
        share = sum(left.pop(term, 0.0) for term in each.terms)
        if share:
            shares[each.text] = shares.get(each.text, 0.0) + share
    rounded = {word: round(share, _DIGITS) for word, share in shares.items()}
    return result._replace(score_parts=result.score_parts._replace(terms=rounded))


def _stale_after(text: str | None) -> date | int | None:
    if text is None:
        return None
    return parse_day(text) or int(text)
