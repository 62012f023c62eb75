"""Statements and edits of some facts, judged, with the history of each fact and the commits in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from gitmem.config import DatePreference
from gitmem.facts.claim import Claim
from gitmem.facts.edit import Edit
from gitmem.facts.judging.order import commit_day
from gitmem.facts.moment import Moment
from gitmem.facts.standing import Evidence, Judged
from gitmem.facts.timeline import FactHistory, Step, fact_histories
from gitmem.history.origins import Commit
from gitmem.index.response import CommitPerson, OriginShown
from gitmem.index.results import show_origin
from gitmem.index.snapshot_facts import Dossier, SnapshotFacts
from gitmem.memory.shown import Ground, claims_of


class FactFile:
    """All that is known of some facts.

    `histories` are the facts as far as the index knows them; the day on which a value began that no other
    edit tells, and who made a commit, takes a look into history, which `open` takes for a few of them and a
    `complete` file for all.
    """

    def __init__(
        self,
        ground: Ground,
        facts: SnapshotFacts,
        dossier: Dossier,
        as_of: date | None = None,
        *,
        complete: bool = False,
    ) -> None:
        self.ground = ground
        self.facts = facts
        self._dossier = dossier
        self.verdict = ground.judge(facts, dossier, as_of)
        self._commits = {commit.oid: commit for commit in _commits(dossier)}
        # By identity: a statement is a deep value that takes long to hash.
        self._judged = {id(each.statement): each for each in self.verdict.judged}
        self._people: Mapping[str, CommitPerson] = {}
        self._origins: dict[str, OriginShown] = {}
        self.histories = self._histories(self._starts if complete else lambda edit: None)

    def all(self) -> tuple[FactHistory, ...]:
        """All facts, ready to be shown with their commits; made for a `complete` file."""
        self._know(self.ground.people(_shown_commits(self.histories)))
        return self.histories

    def open(self, wanted: Sequence[FactHistory]) -> list[FactHistory]:
        """The same facts with all days that history knows, ready to be shown with their commits."""
        places = {_place(claim) for history in wanted for claim in claims_of(history)}
        found = self._histories(lambda edit: self._starts(edit) if _place(edit.old) in places else None)
        # Days may tell steps apart that seemed to be one, but a step belongs to one fact.
        fact_of = {mark: history for history in found for mark in _marks(history)}
        opened = [
            next((fact_of[mark] for mark in _marks(history) if mark in fact_of), history)
            for history in wanted
        ]
        self._know(self.ground.people(_shown_commits(opened)))
        return opened

    def people(self, commits: Iterable[Commit | None]) -> Mapping[str, CommitPerson]:
        """Who made these commits, by full id; only those that the facts have not shown are looked up."""
        unknown = (each for each in commits if each is not None and each.oid not in self._people)
        return {**self._people, **self.ground.people(unknown)}

    def _histories(self, starts: Callable[[Edit], Moment | None]) -> tuple[FactHistory, ...]:
        return fact_histories(
            self.verdict,
            self._dossier.edits,
            order=self.ground.session.order,
            subjects=self.facts.subjects,
            now=self.ground.now,
            prefer=self.ground.prefer,
            starts=starts,
        )

    def judged(self, step: Step) -> Judged | None:
        """The judgement of a step that stands in the notes."""
        return None if step.statement is None else self._judged[id(step.statement)]

    def origin(self, step: Step) -> OriginShown:
        """The commit that first stated the value of a step."""
        if step.statement is not None and step.statement.said is not None:
            return self._shown(step.statement.said.oid)
        return self._shown(step.since.commit if step.since is not None else None)

    def ended_by(self, step: Step) -> OriginShown:
        """The commit that ended a step."""
        if step.edit is not None:
            return self._shown(step.edit.commit.oid if step.edit.commit is not None else None)
        if step.until is not None and step.until.commit is not None:
            return self._shown(step.until.commit)
        return self._shown(next((each.commit for each in step.evidence if each.commit), None))

    def cite(self, cite: str) -> str:
        """A cite with the full id of the commit in place of `HEAD`."""
        head = self.ground.proof.head
        return f"{head}{cite[4:]}" if head is not None and cite.startswith("HEAD:") else cite

    def evidence(self, step: Step) -> tuple[Evidence, ...]:
        """The evidence of a step, cited in full."""
        return tuple(
            each._replace(place=self.cite(each.place)) if each.place is not None else each
            for each in step.evidence
        )

    def _shown(self, oid: str | None) -> OriginShown:
        if oid is None:
            return OriginShown()
        if oid not in self._origins:
            self._origins[oid] = self._origin_of(oid)
        return self._origins[oid]

    def _origin_of(self, oid: str) -> OriginShown:
        commit = self._commits.get(oid)
        if commit is None:
            person = self._people.get(oid)
            return OriginShown(oid, person.author, summary=person.summary) if person else OriginShown(oid)
        return show_origin(commit, self._people)

    def _know(self, people: Mapping[str, CommitPerson]) -> None:
        self._people = people
        self._origins.clear()

    def _starts(self, edit: Edit) -> Moment | None:
        """When the old value of an edit was first said."""
        removals = self.ground.session.notes.removals
        if removals is None:
            return None
        oid = edit.commit.oid if edit.commit is not None else None
        commit = removals.said_before(oid, edit.old.path, edit.old.line)
        if commit is None or commit.boundary:
            return None
        commit = self.facts.first_stated(commit, edit.old)
        self._commits[commit.oid] = commit
        day = commit_day(commit, self.ground.now, self.ground.prefer)
        by_author = self.ground.prefer is DatePreference.AUTHOR
        instant = commit.authored if by_author else commit.committed
        return None if day is None else Moment(day, commit.oid, instant)


def _place(claim: Claim) -> tuple[str, str]:
    return claim.path, claim.literal


def _marks(history: FactHistory) -> list[tuple[str, str]]:
    return [(step.cite, step.value) for step in history.steps]


def _commits(dossier: Dossier) -> Iterator[Commit]:
    for statement in dossier.statements:
        if statement.said is not None:
            yield statement.said
    for edit in dossier.edits:
        if edit.commit is not None:
            yield edit.commit


def _shown_commits(histories: Iterable[FactHistory]) -> Iterator[str]:
    for history in histories:
        for step in history.steps:
            if step.statement is not None and step.statement.said is not None:
                yield step.statement.said.oid
            if step.edit is not None and step.edit.commit is not None:
                yield step.edit.commit.oid
            yield from (each.commit for each in (step.since, step.until) if each and each.commit)
            yield from (each.commit for each in step.evidence if each.commit)
