"""A query and an index -> an answer with its proof. Reads the index only; git is asked by the caller.

Everything is read in one transaction, so an answer speaks of one state even while somebody refreshes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gitmem.config import Settings
from gitmem.database import Store, reading
from gitmem.errors import UsageError
from gitmem.facts.edit import Edit
from gitmem.facts.standing import Ancestry
from gitmem.history.ancestry import NoOrder
from gitmem.history.origins import Commit
from gitmem.index.candidates import Candidate, load_candidates, rank
from gitmem.index.fact_history import FirstSaid, FormerFact, HistoryQuestion, former_facts
from gitmem.index.fact_layer import FactQuestion, LaidFact, lay_facts
from gitmem.index.matching import best_matching, count_matching, frequencies
from gitmem.index.proof import AbsenceFinding, collect_reasons, judge_absence, skipped_notes
from gitmem.index.ranking import Clue, Scorer, Statistics, choose_clues
from gitmem.index.removed import RemovedLog
from gitmem.index.response import (
    CommitDetailsOf,
    CommitPerson,
    SearchMode,
    SearchQuery,
    SearchResponse,
    SearchScope,
    SkippedNote,
    SnapshotProof,
    TermMatch,
    TermState,
)
from gitmem.index.results import origin_commit, show_history, show_result
from gitmem.index.scope import DAY_COLUMNS, Scope, row_filter
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.index.store import read_meta
from gitmem.words import Analyzer, QueryTerm


def search(
    store: Store,
    query: SearchQuery,
    settings: Settings,
    proof: SnapshotProof,
    *,
    details: CommitDetailsOf,
    removed: RemovedLog | None,
    order: Ancestry | None = None,
) -> SearchResponse:
    """Answer a query from an index opened for reading.

    `removed` and `order` are None where there is no history at all. Raises `UsageError` for a query with
    nothing to search for, a bad glob or a bad number, `IndexCorruptError` for an index that cannot be
    trusted.
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
        look = _Look(store, query, analyzer, terms)
        facts = SnapshotFacts(store, reaches=removed.reaches if removed is not None else lambda oid: False)
        layered = lay_facts(look.candidates(), facts, order or NoOrder(), look.fact_question, look.fetch)
        shown = [each for fact in layered.shown for each in fact.facts]
        former = former_facts(facts, look.history_question, shown, _first_said(facts, removed))
        former = [each for each in former if look.scope.holds_path(each.edit.old.path)]
        skipped = skipped_notes(store, look.meta, look.scope)
        reasons = collect_reasons(proof, look.meta, skipped, removed)
        finding = judge_absence(store, look.absent(), look.scope, reasons, removed, analyzer)
    commits = [origin_commit(each.candidate) for each in layered.shown]
    commits += [line.commit for line in finding.match.lines]
    commits += [each.edit.commit for each in former]
    people = details(list(dict.fromkeys(commit.oid for commit in commits if commit is not None)))
    answer = _Answer(layered.shown, former, finding, skipped, people)
    return _respond(query, settings, proof, look, answer)


class _Answer(NamedTuple):
    """All that was found for one query."""

    shown: Sequence[LaidFact]
    former: Sequence[FormerFact]
    finding: AbsenceFinding
    skipped: tuple[SkippedNote, ...]
    people: Mapping[str, CommitPerson]


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
        self, store: Store, query: SearchQuery, analyzer: Analyzer, terms: tuple[QueryTerm, ...]
    ) -> None:
        self.meta: Mapping[str, str | int] = read_meta(store)
        self.scope = Scope(query.path, query.since, query.until)
        self.terms = terms
        self._store = store
        self._query = query
        self._analyzer = analyzer
        self._rows = row_filter(store, self.scope, query.now, query.prefer)
        self._counts: dict[tuple[tuple[str, ...], ...], int] = {}
        every = [term for each in terms for term in each.terms]
        self._frequencies = frequencies(store, every)
        self.matched = {each.text: self._count(each) for each in terms}
        texts = int(self.meta["chunks"])
        statistics = Statistics(texts, int(self.meta["length"]) / max(texts, 1), self._frequencies)
        self._scorer = Scorer(every, statistics)

    @property
    def fact_question(self) -> FactQuestion:
        """What is asked of the facts of the answers."""
        query, arrange = self._query, self._query.mode is not SearchMode.BM25
        return FactQuestion(self._words, query.k, query.now, query.prefer, query.as_of, arrange)

    @property
    def history_question(self) -> HistoryQuestion:
        """What is asked of former values."""
        query = self._query
        return HistoryQuestion(self._words, query.now, query.prefer, query.history, query.as_of)

    @property
    def _words(self) -> frozenset[str]:
        return frozenset(term for each in self.terms for term in each.terms)

    def candidates(self) -> list[Candidate]:
        """All ranked candidates in scope."""
        clues = choose_clues([self._clue(way) for term in self.terms for way in term.clues])
        query = self._query
        ids = best_matching(self._store, clues, self._rows, DAY_COLUMNS[query.prefer])
        found = self._ranked(ids)
        if not found:
            self.matched = dict.fromkeys(self.matched, 0)
        return found

    def fetch(self, ids: Sequence[int]) -> list[Candidate]:
        """Chunks in scope that no word led to, scored like all others."""
        return [each for each in self._ranked(ids) if self.scope.holds_path(each.path)]

    def _ranked(self, ids: Sequence[int]) -> list[Candidate]:
        query = self._query
        found = load_candidates(self._store, ids, query.now, query.prefer, query.as_of)
        if self.scope.dated:
            found = [each for each in found if self.scope.holds_day(each.effective_day(query.now))]
        return rank(found, self._scorer, self._analyzer, query.now, plain=query.mode is SearchMode.BM25)

    def absent(self) -> list[QueryTerm]:
        """Terms that no chunk in scope holds."""
        return [term for term in self.terms if not self.matched[term.text]]

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
        TermMatch(term.text, look.matched[term.text], finding.states.get(term.text, TermState.FOUND))
        for term in look.terms
    ]
    found = sum(1 for match in matches if match.matched)
    return SearchResponse(
        query=query.text,
        searched_at=query.now,
        head=proof.head,
        tree=proof.tree,
        worktree_digest=proof.worktree_digest,
        index_version=str(look.meta["version"]),
        mode=query.mode,
        at=query.at,
        as_of=query.as_of,
        scope=SearchScope(proof.label, query.path, query.since, query.until),
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
        history=show_history(finding.match.lines, answer.former, proof.head, people),
        results=tuple(
            show_result(each.candidate, query, settings.freshness, people, each.facts)
            for each in answer.shown
        ),
    )
