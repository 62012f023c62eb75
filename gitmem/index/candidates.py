"""Rows of the index -> ranked candidates: dated as of `now`, scored by all terms, in a fixed order."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.database import Store
from gitmem.history.origins import LineState
from gitmem.index.blending import Blend
from gitmem.index.ranking import Scored, Scorer, group_factors, recency_factor
from gitmem.index.rows import KINDS, commit_ids, unpack_origin, unpack_written
from gitmem.index.store import CHUNK_COLUMNS, NOTE_SHIFT, ChunkRow, decode_path, json_ids, load_commits
from gitmem.notes.dating import Dated, DateSource, choose_date
from gitmem.notes.kinds import ChunkKind
from gitmem.words import Analyzer


class Candidate(NamedTuple):
    """A chunk that may be an answer, with its date and the parts of its score."""

    id: int
    row: ChunkRow
    path: str
    stale_after: str | None
    headings: tuple[str, ...]
    parents: tuple[str, ...]
    dated: Dated
    score: Scored
    later: bool = False
    """Whether it was first said after the day that is asked about."""

    @property
    def note(self) -> int:
        """The id of its note."""
        return self.id >> NOTE_SHIFT

    def effective_day(self, now: Instant) -> date | None:
        """The day it counts for: today where it is not committed, None where it is unknown."""
        if self.dated.day is None and self.row.state in _NOT_COMMITTED:
            return now.utc_day
        return self.dated.day


_STATES = tuple(LineState)
_NOT_COMMITTED = frozenset((_STATES.index(LineState.UNCOMMITTED), _STATES.index(LineState.UNTRACKED)))
_UNSCORED = Scored(0.0)
_COMMENTS = ("<!--", "%%")
COMMENT_WEIGHT = 0.5
"""What text that its writer commented out counts for, beside text that is meant to be read."""

_HEADING = KINDS.index(ChunkKind.HEADING)
_TITLES = (_HEADING, KINDS.index(ChunkKind.TABLE_HEADER))
HEADING_WEIGHT = 0.5
"""What a heading or the header of a table counts for, beside what stands below it: it has the words of its
subject and says nothing of it. With its own words counted once and not again as its context, that won 3.2
points of recall@1 for headings on the tuning seeds of bench/quality (1,872 questions, .743 -> .775) and .001
for headers (another .003 by likeness), and changed nothing on the LoCoMo dialogues; 0.25 does no better."""

_LONGEST = 100_000  # characters of a chunk that are scored, so that one huge line does not cost seconds
_COLUMNS = ", ".join(f"chunks.{name}" for name in CHUNK_COLUMNS.split(", "))


def load_candidates(
    store: Store, ids: Iterable[int], now: Instant, prefer: DatePreference, as_of: date | None = None
) -> list[Candidate]:
    """The chunks with these ids, dated and not yet scored. Ages count to `as_of`, or to `now`."""
    latest = now if as_of is None else max(now, end_of(as_of))
    rows = store.execute(
        f"SELECT chunks.id, notes.path, notes.stale_after, contexts.headings, contexts.parents, {_COLUMNS}"
        " FROM chunks JOIN contexts ON contexts.id = chunks.context"
        f" JOIN notes ON notes.id = chunks.id >> {NOTE_SHIFT}"
        " WHERE chunks.id IN (SELECT value FROM json_each(?))",
        (json_ids(ids),),
    ).fetchall()
    unpacked = [(row, ChunkRow._make(row[5:])) for row in rows]
    commits = load_commits(store, {commit for _, chunk in unpacked for commit in commit_ids(chunk)})
    found: list[Candidate] = []
    for row, chunk in unpacked:
        path = decode_path(row[1])
        origin = unpack_origin(chunk, path, commits, prefer)
        dated = choose_date(unpack_written(chunk), origin, latest, prefer)
        above = tuple(json.loads(row[3])), tuple(json.loads(row[4]))
        candidate = Candidate(row[0], chunk, path, row[2], *above, dated, _UNSCORED)
        found.append(candidate if as_of is None else _seen_on(candidate, as_of, now))
    return found


def end_of(day: date) -> Instant:
    """The last second of a day, in UTC."""
    return Instant((day.toordinal() - _EPOCH + 1) * 86_400 - 1)


_EPOCH = date(1970, 1, 1).toordinal()
_CONFIRMING = (DateSource.TAG, DateSource.FRONT_MATTER)


def _seen_on(candidate: Candidate, day: date, now: Instant) -> Candidate:
    """A candidate as it was on a day: its age then, and whether it was said only later.

    A date that only confirms what was said before does not make it later than git says.
    """
    dated = candidate.dated
    said = candidate.effective_day(now)
    if said is not None and said > day and dated.source in _CONFIRMING:
        said = dated.git_day or said
    age = (day - said).days if said is not None and said <= day else None
    later = said is not None and said > day
    return candidate._replace(dated=dated._replace(age_days=age), later=later)


def rank(
    candidates: Sequence[Candidate],
    scorer: Scorer,
    analyzer: Analyzer,
    now: Instant,
    *,
    plain: bool,
    blend: Blend | None = None,
) -> list[Candidate]:
    """Candidates by score; equal ones by newest day, then path, then line.

    `plain` leaves the note and the age out of the score; `blend` brings likeness into it.
    """
    above: dict[tuple[str, ...], list[str]] = {}
    parts = [_words(candidate, scorer, analyzer, above, plain=plain) for candidate in candidates]
    words = [sum(each.values()) for each in parts]
    if plain:
        scored = [
            each._replace(score=Scored(value, terms=part))
            for each, value, part in zip(candidates, words, parts, strict=True)
        ]
    else:
        groups: defaultdict[int, list[dict[str, float]]] = defaultdict(list)
        for candidate, part in zip(candidates, parts, strict=True):
            groups[candidate.note].append(part)
        factors = group_factors(groups)
        scored = [
            each._replace(score=Scored(value, factors[each.note], recency_factor(each.dated.age_days), part))
            for each, value, part in zip(candidates, words, parts, strict=True)
        ]
    if blend is not None:
        scored = _blended(scored, blend, scorer)
    return sorted(scored, key=lambda each: _order(each, now))


def _blended(candidates: Sequence[Candidate], blend: Blend, scorer: Scorer) -> list[Candidate]:
    found = blend.blend(
        [each.id for each in candidates],
        [each.score.words for each in candidates],
        [scorer.share_of(each.score.terms) for each in candidates],
        [_kind_weight(each) for each in candidates],
    )
    return [
        each._replace(
            score=each.score._replace(
                group=1 + (each.score.group - 1) * blend.trust,
                likeness=alike,
                blended=blended,
                alike=each.id in blend.alike,
            )
        )
        for each, (alike, blended) in zip(candidates, found, strict=True)
    ]


def _kind_weight(candidate: Candidate) -> float:
    """What words and likeness of a candidate count for, by its kind."""
    return HEADING_WEIGHT if candidate.row.kind in _TITLES else 1.0


def _words(
    candidate: Candidate,
    scorer: Scorer,
    analyzer: Analyzer,
    above: dict[tuple[str, ...], list[str]],
    *,
    plain: bool,
) -> dict[str, float]:
    """What each term contributes; `above` remembers the terms of headings, which many candidates share."""
    heading = candidate.row.kind == _HEADING
    context = (candidate.headings[:-1] if heading else candidate.headings) + candidate.parents
    if context not in above:
        above[context] = analyzer.document("\n".join(context)).split()
    text = candidate.row.text[:_LONGEST]
    parts = scorer.score(analyzer.document(text).split(), above[context])
    weight = COMMENT_WEIGHT if text.startswith(_COMMENTS) else 1.0
    if not plain:
        weight *= scorer.coverage_factor(parts) * _kind_weight(candidate)
    return {term: weight * part for term, part in parts.items()}


def _order(candidate: Candidate, now: Instant) -> tuple[float, int, str, int]:
    day = candidate.effective_day(now)
    return -candidate.score.total, -day.toordinal() if day else 0, candidate.path, candidate.row.line
