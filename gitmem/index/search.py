"""A query and an index -> an answer with its proof. Reads the index only; git is asked by the caller.

Everything is read in one transaction, so an answer speaks of one state even while somebody refreshes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from gitmem.config import Settings
from gitmem.database import Store, reading
from gitmem.errors import UsageError
from gitmem.facts.edit import Edit
from gitmem.facts.standing import Ancestry
from gitmem.history.ancestry import NoOrder
from gitmem.history.origins import Commit
from gitmem.index.blending import ALIKE, FLOOR, WORDED, Blend, Likeness, Vectors
from gitmem.index.candidates import Candidate, load_candidates, rank
from gitmem.index.fact_history import FirstSaid, FormerFact, HistoryQuestion, former_facts
from gitmem.index.fact_layer import MARGIN, FactQuestion, LaidFact, lay_facts
from gitmem.index.matching import best_matching, count_matching, first_of, frequencies, some_holding
from gitmem.index.proof import AbsenceFinding, collect_reasons, judge_absence, skipped_notes
from gitmem.index.ranking import Clue, Scorer, Statistics, choose_clues
from gitmem.index.removed import RemovedLine, RemovedLog
from gitmem.index.removed_about import removed_about
from gitmem.index.respelling import spelled_here
from gitmem.index.response import (
    CommitDetailsOf,
    CommitPerson,
    SearchMode,
    SearchQuery,
    SearchResponse,
    SearchResult,
    SearchScope,
    SkippedNote,
    SnapshotProof,
    TermMatch,
    TermState,
)
from gitmem.index.results import explain_score, matched_by, origin_commit, show_history, show_result
from gitmem.index.scope import DAY_COLUMNS, Scope, chunks_in, notes_in, row_filter
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.index.store import read_meta
from gitmem.index.then import Day, Looking, Then, as_of_then
from gitmem.words import Analyzer, QueryTerm, is_unspaced

if TYPE_CHECKING:
    from gitmem.history.views import RemovedText

_MOST_COPIES = 40  # chunks with the words of a removed line that are looked at


def search(
    store: Store,
    query: SearchQuery,
    settings: Settings,
    proof: SnapshotProof,
    *,
    details: CommitDetailsOf,
    removed: RemovedLog | None,
    order: Ancestry | None = None,
    vectors: Vectors | None = None,
) -> SearchResponse:
    """Answer a query from an index opened for reading.

    `removed` and `order` are None where there is no history at all; `vectors` has the question of a hybrid
    search. Raises `UsageError` for a query with nothing to search for, a bad glob or a bad number,
    `IndexCorruptError` for an index that cannot be trusted, and what `vectors` raise.
    """
    if query.k < 1:
        raise UsageError(f"the number of results must be at least 1, not {query.k}")
    if query.since and query.until and query.since > query.until:
        raise UsageError(
            f"nothing lies between {query.since} and {query.until}: the first day is the later one"
        )
    analyzer = Analyzer(settings.language)
    terms = analyzer.query(query.text)
    with reading(store):
        look = _Look(store, query, analyzer, terms, vectors)
        facts = SnapshotFacts(store, reaches=removed.reaches if removed is not None else lambda oid: False)
        layered = lay_facts(look.candidates(), facts, order or NoOrder(), look.fact_question, look.fetch)
        shown = [each for fact in layered.shown for each in fact.facts]
        former = former_facts(facts, look.history_question, shown, _first_said(facts, removed))
        former = [each for each in former if look.scope.holds_path(each.edit.old.path)]
        then = look.then(layered.shown, removed)
        skipped, notes = skipped_notes(store, look.meta, look.scope), notes_in(store, look.scope)
        reasons = collect_reasons(proof, look.meta, skipped, removed)
        finding = judge_absence(
            store, look.absent(), look.elsewhere(), look.scope, reasons, removed, analyzer
        )
        lines = (*look.removed_about(removed), *finding.match.lines, *then.lines)
    commits = [origin_commit(each.candidate) for each in then.shown]
    commits += [line.commit for line in lines]
    commits += [each.edit.commit for each in former]
    people = details(list(dict.fromkeys(commit.oid for commit in commits if commit is not None)))
    answer = _Answer(then.shown, former, tuple(dict.fromkeys(lines)), finding, skipped, people, notes)
    return _respond(query, settings, proof, look, answer)


class _Answer(NamedTuple):
    """All that was found for one query."""

    shown: Sequence[LaidFact]
    former: Sequence[FormerFact]
    lines: Sequence[RemovedLine]
    finding: AbsenceFinding
    skipped: tuple[SkippedNote, ...]
    people: Mapping[str, CommitPerson]
    notes: int


def _first_said(facts: SnapshotFacts, removed: RemovedLog | None) -> FirstSaid:
    """Looks up in history when the old value of an edit was first said."""

    def find(edit: Edit) -> Commit | None:
        number = facts.removal_of(edit)
        found = None if number is None or removed is None else removed.first_said(number, edit.old.line)
        return None if found is None else facts.first_stated(found, edit.old)

    return find


class _Look:
    """One look into the index for one query."""

    def __init__(
        self,
        store: Store,
        query: SearchQuery,
        analyzer: Analyzer,
        terms: tuple[QueryTerm, ...],
        vectors: Vectors | None,
    ) -> None:
        self.meta: Mapping[str, str | int] = read_meta(store)
        self.scope = Scope(query.path, query.since, query.until)
        self._store = store
        self._query = query
        self._analyzer = analyzer
        self._rows = row_filter(store, self.scope, query.now, query.prefer)
        self._counts: dict[tuple[tuple[str, ...], ...], int] = {}
        self._frequencies = frequencies(store, (term for each in terms for term in each.terms))
        self.terms = spelled_here(store, analyzer, terms, self._frequencies)
        self.matched = {each.text: self._count(each) for each in self.terms}
        every = [term for each in self.terms for term in each.terms]
        texts = int(self.meta["chunks"])
        statistics = Statistics(texts, int(self.meta["length"]) / max(texts, 1), self._frequencies)
        self._scorer = Scorer(every, statistics)
        self._vectors = vectors
        self._held_together = False
        self._blend: Blend | None = None
        self._worded = True

    @property
    def fact_question(self) -> FactQuestion:
        """What is asked of the facts of the answers."""
        query, arrange = self._query, self._query.mode is not SearchMode.BM25
        return FactQuestion(self._words, query.k, query.now, query.prefer, query.as_of, arrange, self._worded)

    @property
    def history_question(self) -> HistoryQuestion:
        """What is asked of former values."""
        query = self._query
        return HistoryQuestion(self._words, query.now, query.prefer, query.history, query.as_of)

    def then(self, shown: Sequence[LaidFact], removed: RemovedLog | None) -> Then:
        """Some answers as of the day asked about; as they are where none is."""
        query = self._query
        if query.as_of is None:
            return Then(tuple(shown))
        day = Day(query.as_of, query.now, query.prefer)
        return as_of_then(shown, Looking(self._words, self._analyzer, removed, day))

    def removed_about(self, removed: RemovedLog | None) -> tuple[RemovedLine, ...]:
        """A removed line that holds the question as no chunk does."""
        if removed is None or self._held_together:
            return ()
        query = self._query

        def accept(text: RemovedText) -> bool:
            assert text.commit is not None
            return self.scope.holds_path(text.path) and removed.reaches(text.commit.oid)

        line = removed_about(self._store, self.terms, self._analyzer, removed, accept)
        day = Day(query.as_of or query.now.utc_day, query.now, query.prefer)
        if line is None or (query.as_of is not None and not day.between(line.said, line.commit)):
            return ()
        return () if self._moved(line) else (line,)

    def _moved(self, line: RemovedLine) -> bool:
        """Whether a removed line was moved: a younger line has its words, since the same commit."""
        terms = self._analyzer.distinct(line.text)
        if line.said is None or not terms:
            return True
        ids = some_holding(self._store, terms, _MOST_COPIES)
        found = load_candidates(self._store, ids, self._query.now, self._query.prefer)
        origins = (each.dated.origin for each in found)
        return any(each and each.said == line.said and each.blamed != each.said for each in origins)

    @property
    def _words(self) -> frozenset[str]:
        return frozenset(term for each in self.terms for term in each.terms)

    def candidates(self) -> list[Candidate]:
        """All ranked candidates in scope."""
        clues = choose_clues([self._clue(way) for term in self.terms for way in term.clues])
        query = self._query
        ids = best_matching(self._store, clues, self._rows, DAY_COLUMNS[query.prefer])
        if self._vectors is not None:
            ids = self._with_alike(ids, self._vectors.likeness(self._store))
        found = self._ranked(ids)
        self._held_together = any(self._holds_all(each) for each in found)
        if self._blend is not None:
            best = found[: self._query.k + MARGIN]
            held = frozenset[str]().union(*(each.score.terms for each in best))
            self._worded = self._scorer.share_of(held) >= WORDED
        if not any(each.score.words for each in found):
            self.matched = dict.fromkeys(self.matched, 0)
            found = [each for each in found if (each.score.likeness or 0.0) >= FLOOR]
        return found

    def _holds_all(self, candidate: Candidate) -> bool:
        """Whether a chunk and its headings hold the whole question."""
        held = candidate.score.terms.keys()
        return all(any(held >= {*way} for way in term.ways) for term in self.terms)

    def _with_alike(self, ids: list[int], likeness: Likeness) -> list[int]:
        """Chunks that words led to, and those most alike to the question; opens the blend of both."""
        among = None if self.scope.whole else chunks_in(self._store, self._rows)
        best, tied = likeness.best(ALIKE, among)
        best += first_of(self._store, tied, ALIKE - len(best), DAY_COLUMNS[self._query.prefer])
        may_lead = not any(is_unspaced(each.text) for each in self.terms)
        self._blend = Blend(likeness, best, may_lead=may_lead)
        return list(dict.fromkeys([*ids, *best]))

    def fetch(self, ids: Sequence[int]) -> list[Candidate]:
        """Chunks in scope that no word led to, scored like all others."""
        return [each for each in self._ranked(ids) if self.scope.holds_path(each.path)]

    def _ranked(self, ids: Sequence[int]) -> list[Candidate]:
        query = self._query
        found = load_candidates(self._store, ids, query.now, query.prefer, query.as_of)
        if self.scope.dated:
            found = [each for each in found if self.scope.holds_day(each.effective_day(query.now))]
        plain = query.mode is SearchMode.BM25
        return rank(found, self._scorer, self._analyzer, query.now, plain=plain, blend=self._blend)

    def explained(self, result: SearchResult, candidate: Candidate) -> SearchResult:
        """A result with what led to its candidate, and the share of each word in its score if asked for."""
        result = result._replace(matched_by=matched_by(candidate.score))
        return explain_score(result, candidate.score, self.terms) if self._query.explain_score else result

    @property
    def model(self) -> str | None:
        """The model whose likeness takes part."""
        return None if self._vectors is None else self._vectors.model

    @property
    def version(self) -> str:
        """A digest of all that decides the answer besides the question."""
        version = str(self.meta["version"])
        return version if self.model is None else sha256(f"{version} {self.model}".encode()).hexdigest()

    def absent(self) -> list[QueryTerm]:
        """Terms that no chunk in scope holds."""
        return [term for term in self.terms if not self.matched[term.text]]

    def elsewhere(self) -> frozenset[str]:
        """The absent terms that chunks out of scope hold."""
        if self.scope.whole:
            return frozenset()
        whole = row_filter(self._store, Scope(), self._query.now, self._query.prefer)
        known = {term.text: tuple(filter(self._known, term.ways)) for term in self.absent()}
        return frozenset(text for text, ways in known.items() if count_matching(self._store, ways, whole))

    def _known(self, terms: Sequence[str]) -> bool:
        return all(term in self._frequencies for term in terms)

    def _count(self, term: QueryTerm) -> int:
        return self._count_any(tuple(way for way in term.ways if self._known(way)))

    def _count_any(self, ways: tuple[tuple[str, ...], ...]) -> int:
        if self.scope.whole and len(ways) == 1 and len(ways[0]) == 1:
            return self._frequencies[ways[0][0]]
        if ways not in self._counts:
            self._counts[ways] = count_matching(self._store, ways, self._rows)
        return self._counts[ways]

    def _clue(self, terms: tuple[str, ...]) -> Clue:
        if not self._known(terms):
            return Clue(terms, 0)
        if self.scope.whole:
            return Clue(terms, min(self._frequencies[term] for term in terms))
        return Clue(terms, self._count_any((terms,)))


def _respond(
    query: SearchQuery,
    settings: Settings,
    proof: SnapshotProof,
    look: _Look,
    answer: _Answer,
) -> SearchResponse:
    finding, people = answer.finding, answer.people
    matches = [
        TermMatch(
            term.text,
            look.matched[term.text],
            finding.states.get(term.text, TermState.FOUND),
            term.spelled,
        )
        for term in look.terms
    ]
    found = sum(1 for match in matches if match.matched)
    return SearchResponse(
        query=query.text,
        searched_at=query.now,
        head=proof.head,
        tree=proof.tree,
        worktree_digest=proof.worktree_digest,
        index_version=look.version,
        mode=query.mode or SearchMode.LEXICAL,
        at=query.at,
        as_of=query.as_of,
        scope=SearchScope(proof.label, answer.notes, query.path, query.since, query.until),
        files_indexed=int(look.meta["notes"]),
        chunks_indexed=int(look.meta["chunks"]),
        commits_searched=proof.commits_searched,
        history_complete=not proof.gaps,
        skipped=answer.skipped,
        terms=tuple(matches),
        coverage=round(found / len(matches), 3),
        no_match=not answer.shown,
        absence=finding.absence,
        absent_terms=tuple(match.term for match in matches if not match.matched),
        absence_reasons=finding.reasons,
        history=show_history(answer.lines, answer.former, proof.head, people),
        results=tuple(
            look.explained(
                show_result(each.candidate, query, settings.freshness, people, each.facts), each.candidate
            )
            for each in answer.shown
        ),
        semantic=look.model,
    )
