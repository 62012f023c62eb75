"""What the verbs about facts share: where they look, what is shown of a statement, and how they answer.

Only puts values together that other rooms worked out; judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.database import Store
from gitmem.facts.claim import Claim, Statement
from gitmem.history.origins import Commit, LineOrigin
from gitmem.index.proof import collect_reasons, skipped_notes
from gitmem.index.response import AbsenceReason, CommitPerson, OriginShown, SkippedNote, SnapshotProof
from gitmem.index.results import show_origin
from gitmem.index.scope import Scope
from gitmem.index.snapshot_facts import Dossier, SnapshotFacts
from gitmem.index.store import read_meta
from gitmem.memory.session import Session, people_of
from gitmem.notes.dating import Confidence, Dated, choose_date
from gitmem.notes.tags import Provenance

if TYPE_CHECKING:
    from gitmem.facts.succession import Verdict
    from gitmem.facts.timeline import FactHistory, Step


class Ground(NamedTuple):
    """An opened session with its index, and the question's time. `at` is repeated as it was asked."""

    session: Session
    store: Store
    proof: SnapshotProof
    now: Instant
    prefer: DatePreference
    at: str | None = None

    def people(self, commits: Iterable[Commit | str | None]) -> Mapping[str, CommitPerson]:
        """Who made these commits, by full id."""
        oids = (commit.oid if isinstance(commit, Commit) else commit for commit in commits)
        known = list(dict.fromkeys(oid for oid in oids if oid is not None))
        return people_of(self.session.place, self.session.settings, known)

    def facts(self) -> SnapshotFacts:
        """The facts of the notes."""
        return self.session.facts(self.store)

    def judge(self, facts: SnapshotFacts, dossier: Dossier, as_of: date | None = None) -> Verdict:
        """The standing of all statements of `dossier`, which came from `facts`."""
        from gitmem.facts.succession import judge  # a check of a change asks for no standing

        return judge(
            dossier.statements,
            dossier.edits,
            order=self.session.order,
            subjects=facts.subjects,
            now=self.now,
            prefer=self.prefer,
            as_of=as_of,
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """The head of every answer about facts, flat in JSON: names mean what they mean in a search.

    `incomplete` has what keeps "nothing found" from being the whole truth.
    """

    searched_at: Instant
    head: str | None
    worktree_digest: str | None
    index_version: str
    snapshot: str
    at: str | None
    path: str | None
    files_indexed: int
    chunks_indexed: int
    commits_searched: int
    history_complete: bool
    incomplete: tuple[AbsenceReason, ...]
    skipped: tuple[SkippedNote, ...]

    @property
    def unproven(self) -> bool:
        """Whether history, the index or a note could not be read, so that finding nothing proves nothing."""
        return bool(self.incomplete)


FLAT: Mapping[str, bool] = MappingProxyType({"flat": True})
"""Metadata of the field that holds the `Answered` of a response."""


def answered(ground: Ground, path: str | None = None) -> Answered:
    """The head of an answer over the notes matching the glob `path`; `UsageError` for a bad glob."""
    meta, scope, proof = read_meta(ground.store), Scope(path), ground.proof
    scope.pattern()
    skipped = skipped_notes(ground.store, meta, scope)
    reasons = collect_reasons(proof, meta, skipped, ground.session.removals)
    return Answered(
        searched_at=ground.now,
        head=proof.head,
        worktree_digest=proof.worktree_digest,
        index_version=str(meta["version"]),
        snapshot=proof.label,
        at=ground.at,
        path=path,
        files_indexed=int(meta["notes"]),
        chunks_indexed=int(meta["chunks"]),
        commits_searched=proof.commits_searched,
        history_complete=not proof.gaps,
        incomplete=tuple(reasons),
        skipped=skipped,
    )


@dataclass(frozen=True, slots=True)
class StatementShown:
    """One assertion where it stands, with its date; names mean what they mean in a search result.

    `label` and `value` are without markup and tags. `origin` is the commit that first stated it.
    """

    cite: str
    path: str
    line: int
    end_line: int
    label: str
    value: str
    provenance: Provenance | None
    as_of: date | None
    age_days: int | None
    date_source: str
    date_confidence: Confidence
    origin: OriginShown
    moved_from: str | None


def show_statement(
    statement: Statement, ground: Ground, people: Mapping[str, CommitPerson]
) -> StatementShown:
    """A statement of the snapshot as it is shown."""
    claim, dated = statement.claim, date_statement(statement, ground.now, ground.prefer)
    return StatementShown(
        cite=claim.cite,
        path=claim.path,
        line=claim.line,
        end_line=claim.end_line,
        label=claim.label,
        value=claim.told,
        provenance=claim.provenance,
        as_of=dated.day,
        age_days=dated.age_days,
        date_source=dated.source_name,
        date_confidence=dated.confidence,
        origin=show_origin(statement.said, people),
        moved_from=statement.moved_from,
    )


def date_statement(statement: Statement, now: Instant, prefer: DatePreference) -> Dated:
    """The date that counts for a statement, as a search would date its line."""
    claim, said = statement.claim, statement.said
    origin = LineOrigin(statement.state, said, said, claim.path, statement.moved_from)
    return choose_date(claim.written, origin, now, prefer)


def subject_of(claim: Claim) -> str:
    """What a claim is about, for people: its subject and the headings that narrow it; empty if it has none.

    A label that names the whole subject itself needs none before it.
    """
    named = [] if any(set(name) <= set(claim.key) for name in claim.about.keys) else [claim.about.name]
    return " > ".join(part for part in (*named, *claim.spot.narrowing) if part)


def naming(claims: Sequence[Claim]) -> Claim:
    """The claim that names a fact: the first in a note about something, or the first of all."""
    return next((claim for claim in claims if claim.about.name), claims[0])


def fact_subject(history: FactHistory) -> str:
    """What a fact is about, for people, as `subject_of` tells it of the claim that gave it its label."""
    claims = claims_of(history)
    named = [claim for claim in claims if claim.label == history.label and claim.about.name]
    return subject_of(named[0] if named else claims[0])


def claims_of(history: FactHistory) -> list[Claim]:
    """The claims behind the steps of a fact, in their order."""
    return [claim for step in history.steps if (claim := claim_of(step)) is not None]


def claim_of(step: Step) -> Claim | None:
    """The claim behind a step."""
    if step.statement is not None:
        return step.statement.claim
    return step.edit.old if step.edit is not None else None
