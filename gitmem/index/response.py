"""What a search is asked and what it answers, as values. Computes nothing.

The names are those of the JSON; `from_` is printed without its underscore. These are named tuples and not
dataclasses because every search loads them: a dataclass of thirty fields takes longer to make than it
takes to find an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import Enum
from typing import NamedTuple, Protocol

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.edit import EditKind
from gitmem.facts.standing import ConflictReason, Evidence, Standing
from gitmem.index.ranking import ScoreParts
from gitmem.notes.dating import Confidence
from gitmem.notes.freshness import Status
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import Informant, Provenance


class SearchMode(Enum):
    """How results are ordered: by words alone, with the note and the age too, or with likeness as well."""

    LEXICAL = "lexical"
    BM25 = "bm25"
    HYBRID = "hybrid"


class MatchedBy(Enum):
    """What led to a result."""

    WORDS = "words"
    LIKENESS = "likeness"
    """It is one of the chunks most alike to the question."""
    LINK = "link"
    """No word and no likeness: a fact of another result points to it."""


class Absence(Enum):
    """What can be said of words that were not found."""

    PROVEN = "proven"
    REMOVED = "removed"
    UNPROVEN = "unproven"


class AbsenceReason(Enum):
    """Why an absence is not proven."""

    SKIPPED_NOTES = "skipped-notes"
    SHALLOW = "shallow"
    PARTIAL_CLONE = "partial-clone"
    NO_GIT = "no-git"
    STALE_INDEX = "stale-index"
    REMOVED_TEXT = "removed-text"
    """Every word was recorded once, but no one line held them all, or too many removals hold them."""


class TermState(Enum):
    """What is known of one word of the query."""

    FOUND = "found"
    ELSEWHERE = "elsewhere"
    """It stands in the notes, but not in those, or not on the days, that were asked about."""
    REMOVED = "removed"
    NEVER = "never-recorded"
    UNPROVEN = "unproven"


class SearchQuery(NamedTuple):
    """A question.

    `since` and `until` are days and include themselves; `path` is a glob over paths relative to the
    repository's top. `mode` is None where the settings decide it. `at` is repeated in the answer as it was
    asked. `as_of` is the day that ages and facts are judged on, None for today. `history` asks for former
    values of the facts in question, `explain_score` for the share of each word in the scores. `provider` is
    the provider of vectors of a hybrid search, None where the settings decide it.
    """

    text: str
    now: Instant
    k: int = 5
    mode: SearchMode | None = SearchMode.LEXICAL
    path: str | None = None
    since: date | None = None
    until: date | None = None
    prefer: DatePreference = DatePreference.AUTHOR
    at: str | None = None
    as_of: date | None = None
    history: bool = False
    explain_score: bool = False
    provider: str | None = None


class SnapshotProof(NamedTuple):
    """What the caller knows of the notes that are searched.

    `state` is the state of the snapshot as it is now; an index of another state is out of date. `label`
    names the snapshot. `gaps` are the reasons that keep history from being complete.
    """

    state: str
    label: str
    head: str | None = None
    tree: str | None = None
    worktree_digest: str | None = None
    commits_searched: int = 0
    gaps: tuple[AbsenceReason, ...] = ()


class CommitPerson(Protocol):
    """Who made a commit, as it is shown."""

    @property
    def author(self) -> str:
        """The author's name, after mailmap."""

    @property
    def summary(self) -> str:
        """The first line of the message."""

    @property
    def agent(self) -> str | None:
        """The agent that wrote it, None for a person."""


CommitDetailsOf = Callable[[Sequence[str]], Mapping[str, CommitPerson]]
"""Full ids of commits to what is shown of them; asked once per answer."""


class SkippedNote(NamedTuple):
    """A file that is not searched, and why."""

    path: str
    reason: str


class SearchScope(NamedTuple):
    """What an absence speaks of; `notes` counts those that match `path`."""

    snapshot: str
    notes: int
    path: str | None
    since: date | None
    until: date | None


class TermMatch(NamedTuple):
    """One word of the query as it was written, the number of chunks in scope that hold it, and its state.

    `spelled` is how it is written in the notes where it stands in no chunk as it was asked for.
    """

    term: str
    matched: int
    state: TermState
    spelled: tuple[str, ...] = ()


class OriginShown(NamedTuple):
    """The commit that first said the newest line of a result; all None for text of no commit."""

    commit: str | None = None
    author: str | None = None
    author_time: Instant | None = None
    committer_time: Instant | None = None
    summary: str | None = None
    agent: str | None = None
    boundary: bool = False


class HistoryLine(NamedTuple):
    """Something that no longer stands, where it last stood, and the commit that ended it.

    It is a line that held absent words, or the former value of a fact in question; then `label` and `value`
    say which. `kind` is what became of it. `removed_by` is None when that is not committed. `from_` is the
    day it was first said, None when that is not known, `to` the day it ended. `replaced_by` is the value
    that took its place in that commit.
    """

    text: str
    cite: str
    removed_by: str | None
    from_: date | None
    to: date | None
    author: str | None
    summary: str | None
    kind: EditKind = EditKind.REMOVED
    label: str | None = None
    value: str | None = None
    replaced_by: str | None = None


class FactShown(NamedTuple):
    """One fact of a result. `valid_from` and `valid_until` are the days it held from and to, if known.

    `source` is who or what said it, by the line's own tag. The other fields mean what they mean for a whole
    result.
    """

    label: str
    value: str
    provenance: Provenance | None
    source: Informant | None
    valid_from: date | None
    valid_until: date | None
    evidence: tuple[Evidence, ...]
    standing: Standing
    line: int
    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    newer_reading: str | None = None
    contested_with: tuple[str, ...] = ()
    reason: ConflictReason | None = None
    same_as: tuple[str, ...] = ()
    closed: bool = False


class SearchResult(NamedTuple):
    """One chunk with the facts it states. `hash` guards writes to its lines.

    `status` is the worst of its facts' standings where one of them no longer holds or is contested, else how
    far the text may be trusted by its age. `closed` is "done" for a task that is ticked off.
    """

    cite: str
    hash: str
    path: str
    line: int
    end_line: int
    heading_path: tuple[str, ...]
    parents: tuple[str, ...]
    text: str
    kind: ChunkKind
    score: float
    score_parts: ScoreParts
    status: Status
    age_days: int | None
    as_of: date | None
    date_source: str
    date_confidence: Confidence
    origin: OriginShown
    blamed: str | None
    moved_from: str | None
    volatile: bool
    must_reverify: bool
    provenance: Provenance | None
    valid_from: date | None
    valid_until: date | None
    superseded_by: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    newer_reading: str | None = None
    contested_with: tuple[str, ...] = ()
    closed: str | None = None
    keys: tuple[str, ...] = ()
    facts: tuple[FactShown, ...] = ()
    matched_by: tuple[MatchedBy, ...] = ()


class SearchResponse(NamedTuple):
    """An answer and the proof of what was searched. `as_of` is the time asked about.

    `semantic` is the model whose likeness took part; then `index_version` speaks of it too.
    """

    query: str
    searched_at: Instant
    head: str | None
    tree: str | None
    worktree_digest: str | None
    index_version: str
    mode: SearchMode
    at: str | None
    as_of: date | None
    scope: SearchScope
    files_indexed: int
    chunks_indexed: int
    commits_searched: int
    history_complete: bool
    skipped: tuple[SkippedNote, ...]
    terms: tuple[TermMatch, ...]
    coverage: float
    no_match: bool
    absence: Absence | None
    absent_terms: tuple[str, ...]
    absence_reasons: tuple[AbsenceReason, ...]
    history: tuple[HistoryLine, ...]
    results: tuple[SearchResult, ...]
    facts_judged: bool = True
    semantic: str | None = None
