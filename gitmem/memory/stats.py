"""What a memory holds, in numbers, and what a refresh did; counting only, nothing is judged here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from gitmem.index.plan import NoteProblem
from gitmem.index.response import SkippedNote
from gitmem.notes.freshness import Status
from gitmem.notes.kinds import ChunkKind


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a refresh did and what the index holds now.

    `rebuilt` tells that it was made anew; `added`, `changed` (text or dates) and `removed` count notes.
    `problems` are what was not understood in the notes that were read this time; `stored_in` is the
    folder of the index.
    """

    head: str | None
    index_version: str
    rebuilt: bool
    added: int
    changed: int
    removed: int
    files_indexed: int
    chunks_indexed: int
    skipped: tuple[SkippedNote, ...]
    problems: tuple[NoteProblem, ...]
    commits_searched: int
    history_complete: bool
    stored_in: str


@dataclass(frozen=True, slots=True)
class VectorsKept:
    """Vectors of one model on disk; `complete` tells that every chunk of the index has one."""

    model: str
    vectors: int
    bytes: int
    complete: bool


@dataclass(frozen=True, slots=True)
class StatsReport:
    """A memory in numbers.

    `chunks_by_kind`, `chunks_by_status` and `chunks_by_date_source` count chunks; `oldest` and `newest`
    are the first and last known dates; `index_bytes` and `history_bytes` are what is kept on disk, and
    `vectors` what semantic search keeps there.
    """

    head: str | None
    index_version: str
    files_indexed: int
    chunks_indexed: int
    skipped: tuple[SkippedNote, ...]
    chunks_by_kind: Mapping[str, int]
    chunks_by_status: Mapping[str, int]
    chunks_by_date_source: Mapping[str, int]
    must_reverify: int
    low_confidence: int
    oldest: date | None
    newest: date | None
    commits_searched: int
    history_complete: bool
    index_bytes: int
    history_bytes: int
    vectors: tuple[VectorsKept, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """Of one chunk, what is counted."""

    kind: ChunkKind
    status: Status
    date_source: str
    as_of: date | None
    must_reverify: bool
    low_confidence: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts over all chunks; the mappings are in the order of their enums or names."""

    chunks: int
    by_kind: Mapping[str, int]
    by_status: Mapping[str, int]
    by_date_source: Mapping[str, int]
    must_reverify: int
    low_confidence: int
    oldest: date | None
    newest: date | None


def count_chunks(chunks: Iterable[ChunkFacts]) -> Counts:
    """Counts over `chunks`, in one pass."""
    kinds: Counter[ChunkKind] = Counter()
    statuses: Counter[Status] = Counter()
    sources: Counter[str] = Counter()
    reverify = low = 0
    oldest: date | None = None
    newest: date | None = None
    for chunk in chunks:
        kinds[chunk.kind] += 1
        statuses[chunk.status] += 1
        sources[chunk.date_source] += 1
        reverify += chunk.must_reverify
        low += chunk.low_confidence
        if chunk.as_of is not None:
            oldest = chunk.as_of if oldest is None else min(oldest, chunk.as_of)
            newest = chunk.as_of if newest is None else max(newest, chunk.as_of)
    return Counts(
        chunks=sum(kinds.values()),
        by_kind={kind.value: kinds[kind] for kind in ChunkKind if kinds[kind]},
        by_status={status.value: statuses[status] for status in Status if statuses[status]},
        by_date_source={source: sources[source] for source in sorted(sources)},
        must_reverify=reverify,
        low_confidence=low,
        oldest=oldest,
        newest=newest,
    )
