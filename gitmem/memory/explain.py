"""One fact from its first value to its present one, with the evidence and the commit of every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.config import FreshnessSettings
from gitmem.facts.claim import KeyWords
from gitmem.facts.edit import EditKind
from gitmem.facts.standing import ConflictReason, Evidence, Standing
from gitmem.facts.timeline import FactHistory, Step, holding
from gitmem.index.candidates import load_candidates
from gitmem.index.response import OriginShown, SearchQuery
from gitmem.index.results import show_result
from gitmem.memory.fact_file import FactFile
from gitmem.memory.questioner import Asked, Match, Questioner, keys_for
from gitmem.memory.shown import FLAT, Answered, Ground, answered, claim_of, claims_of, fact_subject
from gitmem.notes.freshness import Status, Volatility, volatility
from gitmem.notes.tags import Provenance

MOST_OTHERS = 20
"""Facts that match as well and are named."""


_EQUAL = 3  # parts of a `Match` that have to be equal for a fact to match as well


class StepRole(Enum):
    """What a step of a fact is on the day asked about; the value is the name in JSON."""

    NOW = "now"
    CONTESTED = "contested"
    PLANNED = "planned"
    BEFORE = "before"


class FactState(Enum):
    """What a fact is on the day asked about; the value is the name in JSON."""

    CURRENT = "current"
    CONTESTED = "contested"
    PLANNED = "planned"
    """Only to come."""
    ENDED = "ended"
    """Struck or past its bound, with nothing in its place."""
    REMOVED = "removed"
    """No longer in the notes; history has it."""


@dataclass(frozen=True, slots=True)
class StepShown:
    """One value of a fact.

    `cite` is `path:line`, or `rev:path:line` with a full id for a value that only history holds. `from_`
    and `to` bound when it held, with the commits that began and ended it, as far as they are known.
    `origin` is the commit that first stated it, `ended_by` the one that ended it. `edited` tells that it was
    only put otherwise, as far as can be told, and `closed` that it is a task that is done.
    """

    role: StepRole
    value: str
    cite: str
    standing: Standing | None
    from_: date | None
    to: date | None
    provenance: Provenance | None
    origin: OriginShown
    ended_by: OriginShown
    evidence: tuple[Evidence, ...]
    same_as: tuple[str, ...]
    edited: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class FactShown:
    """A fact: present or contested values first, then what is planned, then former ones, the newest first.

    The fields of freshness speak of the present value; they are empty where there is none.
    """

    subject: str
    label: str
    key: KeyWords
    state: FactState
    reason: ConflictReason | None
    status: Status | None
    age_days: int | None
    as_of: date | None
    date_source: str | None
    volatile: bool
    volatility: Volatility | None
    must_reverify: bool
    steps: tuple[StepShown, ...]


@dataclass(frozen=True, slots=True)
class FactNamed:
    """A fact that matches the question as well, with its newest value."""

    subject: str
    label: str
    value: str
    cite: str
    state: FactState


@dataclass(frozen=True, slots=True)
class ExplainResponse:
    """The fact a question is about; `fact` is None when no key of the notes shares a word with it.

    `unmatched` are words of the question that nothing of the fact holds; `others` match as well as `fact`.
    """

    answer: Answered = field(metadata=FLAT)
    question: str
    as_of: date | None
    unmatched: tuple[str, ...]
    fact: FactShown | None
    others: tuple[FactNamed, ...]


def explain_fact(ground: Ground, question: str, as_of: date | None = None) -> ExplainResponse:
    """The fact that `question` is about, now or on the day `as_of`.

    Raises `UsageError` for a question without a word.
    """
    questioner = Questioner(ground.session.settings.language)
    asked = questioner.read(question)
    answer, facts = answered(ground), ground.facts()
    keys = keys_for(facts, asked.terms)
    if not keys:
        return ExplainResponse(answer, question, as_of, (), None, ())
    file = FactFile(ground, facts, facts.related(keys), as_of)
    ranked = _ranked(file, questioner, asked, as_of)
    if not ranked:
        return ExplainResponse(answer, question, as_of, (), None, ())
    best = ranked[0]
    (history,) = file.open([best.history])
    known = frozenset[str]().union(*(questioner.around(claim) for claim in claims_of(history)))
    equal = [each.history for each in ranked[1:] if each.match[:_EQUAL] == best.match[:_EQUAL]]
    return ExplainResponse(
        answer,
        question,
        as_of,
        asked.unmatched(known, questioner.fillers()),
        _fact(history, file, as_of),
        tuple(_named(each, file, as_of) for each in equal[:MOST_OTHERS]),
    )


def fact_steps(
    history: FactHistory, file: FactFile
) -> tuple[FactState, ConflictReason | None, tuple[StepShown, ...]]:
    """What an opened fact is now, why it is contested, and its steps as `FactShown` has them."""
    roles = [(step, _role(step, history, file, None)) for step in history.steps]
    roles.sort(key=lambda each: _ORDER.index(each[1]))
    state = _state([role for _, role in roles], history)
    judged = file.judged(roles[0][0])
    reason = judged.reason if judged is not None and state is FactState.CONTESTED else None
    return state, reason, tuple(_step(step, role, file) for step, role in roles)


class _Ranked(NamedTuple):
    """A fact and how well it matches."""

    history: FactHistory
    match: Match


def _ranked(file: FactFile, questioner: Questioner, asked: Asked, as_of: date | None) -> list[_Ranked]:
    """The facts that share a word with the question: the best first, among equals those that hold now, then
    the newest."""
    found = [_Ranked(each, questioner.match(asked, claims_of(each))) for each in file.histories]
    return sorted(
        (each for each in found if each.match.words),
        key=lambda each: (*(-part for part in each.match), *_recency(each.history, file, as_of)),
    )


def _recency(history: FactHistory, file: FactFile, as_of: date | None) -> tuple[int, int, str]:
    state = _state([_role(step, history, file, as_of) for step in history.steps], history)
    days = [step.since.day.toordinal() for step in history.steps if step.since is not None]
    return list(FactState).index(state), -max(days, default=0), history.steps[0].cite


def _role(step: Step, history: FactHistory, file: FactFile, as_of: date | None) -> StepRole:
    if step.standing is Standing.CONTESTED:
        return StepRole.CONTESTED
    if step.standing is Standing.PLANNED or _is_draft(step, file, as_of):
        return StepRole.PLANNED
    if as_of is not None and step.standing is not Standing.CURRENT:
        if step.since is not None and step.since.day > as_of:
            return StepRole.PLANNED
        return StepRole.NOW if step in holding(history, as_of) else StepRole.BEFORE
    judged = file.judged(step)
    older = judged is not None and judged.newer_reading is not None
    return StepRole.NOW if step.standing is Standing.CURRENT and not older else StepRole.BEFORE


def _is_draft(step: Step, file: FactFile, as_of: date | None) -> bool:
    """Whether a day in the past is asked about and the step is not committed even now."""
    if step.statement is None or as_of is None:
        return False
    return step.statement.pending and as_of < file.ground.now.utc_day


def _state(roles: Sequence[StepRole], history: FactHistory) -> FactState:
    if StepRole.CONTESTED in roles:
        return FactState.CONTESTED
    if StepRole.NOW in roles:
        return FactState.CURRENT
    if StepRole.PLANNED in roles:
        return FactState.PLANNED
    stands = any(step.statement is not None for step in history.steps)
    return FactState.ENDED if stands else FactState.REMOVED


_ORDER = (StepRole.NOW, StepRole.CONTESTED, StepRole.PLANNED, StepRole.BEFORE)


def _fact(history: FactHistory, file: FactFile, as_of: date | None) -> FactShown:
    roles = [(step, _role(step, history, file, as_of)) for step in history.steps]
    roles.sort(key=lambda each: _ORDER.index(each[1]))
    state = _state([role for _, role in roles], history)
    first = roles[0][0]
    judged = file.judged(first)
    trust = _trust(first, state, file, as_of)
    return FactShown(
        subject=fact_subject(history),
        label=history.label,
        key=history.key,
        state=state,
        reason=judged.reason if judged is not None and state is FactState.CONTESTED else None,
        status=trust.status,
        age_days=trust.age_days,
        as_of=trust.day,
        date_source=trust.source,
        volatile=trust.volatility is not None,
        volatility=trust.volatility,
        must_reverify=trust.must_reverify,
        steps=tuple(_step(step, role, file) for step, role in roles),
    )


def _step(step: Step, role: StepRole, file: FactFile) -> StepShown:
    judged, claim = file.judged(step), claim_of(step)
    return StepShown(
        role=role,
        value=step.value,
        cite=file.cite(step.cite),
        standing=step.standing,
        from_=step.since.day if step.since else None,
        to=step.until.day if step.until else None,
        provenance=claim.provenance if claim is not None else None,
        origin=file.origin(step),
        ended_by=file.ended_by(step) if role is StepRole.BEFORE else OriginShown(),
        evidence=file.evidence(step),
        same_as=judged.same_as if judged is not None else (),
        edited=step.edit is not None and step.edit.kind is EditKind.EDITED,
        closed=step.closed,
    )


def _named(history: FactHistory, file: FactFile, as_of: date | None) -> FactNamed:
    roles = [_role(step, history, file, as_of) for step in history.steps]
    first = min(zip(history.steps, roles, strict=True), key=lambda each: _ORDER.index(each[1]))[0]
    subject = fact_subject(history)
    return FactNamed(subject, history.label, first.value, file.cite(first.cite), _state(roles, history))


class _Trust(NamedTuple):
    """How far a value may be trusted."""

    status: Status | None = None
    age_days: int | None = None
    day: date | None = None
    source: str | None = None
    volatility: Volatility | None = None
    must_reverify: bool = False


def _trust(step: Step, state: FactState, file: FactFile, as_of: date | None) -> _Trust:
    """The freshness of the first step of a fact in this state."""
    if state is FactState.REMOVED:
        return _Trust()
    if as_of is not None:
        return _trust_then(step, as_of, file.ground.session.settings.freshness)
    chunk = None if step.statement is None else file.facts.chunk_of(step.statement)
    if chunk is None:
        return _Trust()
    ground = file.ground
    (candidate,) = load_candidates(ground.store, [chunk], ground.now, ground.prefer)
    question = SearchQuery("", ground.now, prefer=ground.prefer)
    shown = show_result(candidate, question, ground.session.settings.freshness, {})
    status = shown.status
    if step.standing is not None and step.standing is not Standing.CURRENT:
        status = Status(step.standing.value)
    why = volatility(shown.text) if shown.volatile else None
    return _Trust(status, shown.age_days, shown.as_of, shown.date_source, why, shown.must_reverify)


def _trust_then(step: Step, day: date, settings: FreshnessSettings) -> _Trust:
    """What a value's age was on a day, as far as it is known since when it held."""
    if step.since is None or step.since.day > day:
        return _Trust()
    age = (day - step.since.day).days
    status = Status.FRESH
    if age > settings.fresh_days:
        status = Status.STALE if age > settings.stale_days else Status.AGING
    return _Trust(status, age, step.since.day)
