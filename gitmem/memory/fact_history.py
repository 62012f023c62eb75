"""Values that hold no more under a key: replaced, struck and removed, with the commit that ended each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from gitmem.facts.claim import Claim, KeyWords
from gitmem.facts.edit import EditKind
from gitmem.facts.standing import Evidence, Standing
from gitmem.facts.timeline import FactHistory, Step
from gitmem.index.response import OriginShown
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.memory.fact_file import FactFile
from gitmem.memory.questioner import Questioner
from gitmem.memory.shown import FLAT, Answered, Ground, answered, claims_of, fact_subject


class Ending(Enum):
    """How a value ended; the value is the name in JSON."""

    REPLACED = "replaced"
    """Another value took its place."""
    EDITED = "edited"
    """Other words took its place, which may mean the same."""
    STRUCK = "struck"
    REMOVED = "removed"
    """Nothing took its place."""
    SUPERSEDED = "superseded"
    """It still stands in the notes, and something newer says otherwise."""
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class EndedValue:
    """A value that holds no more; `cite` is where it last stood, and `now` the present value if any."""

    subject: str
    label: str
    value: str
    cite: str
    ending: Ending
    from_: date | None
    to: date | None
    origin: OriginShown
    ended_by: OriginShown
    evidence: tuple[Evidence, ...]
    now: str | None
    now_cite: str | None


@dataclass(frozen=True, slots=True)
class HistoryResponse:
    """The values that ended under the words of `key`: facts by name, within a fact the newest end first.

    `facts` counts the facts that have these words in their key, with or without a former value.
    """

    answer: Answered = field(metadata=FLAT)
    key: str
    facts: int
    values: tuple[EndedValue, ...]


def find_former(ground: Ground, key: str) -> HistoryResponse:
    """The former values of every fact that has all words of `key` in its key, subject or headings.

    Raises `UsageError` for a key without a word.
    """
    questioner = Questioner(ground.session.settings.language)
    terms = questioner.read(key).terms
    answer, facts = answered(ground), ground.facts()
    keys = _keys(facts, terms)
    if not keys:
        return HistoryResponse(answer, key, 0, ())
    file = FactFile(ground, facts, facts.related(keys))
    named = [
        each for each in file.histories if any(_has(claim, terms, questioner) for claim in claims_of(each))
    ]
    ended = [each for each in named if any(_ending(step) is not None for step in each.steps)]
    values = tuple(value for history in file.open(ended) for value in _values(history, file))
    return HistoryResponse(answer, key, len(named), values)


def _keys(facts: SnapshotFacts, terms: frozenset[str]) -> list[KeyWords]:
    """The keys that hold all the words; where there is none, those the words hold, as headings may have
    the rest."""
    return [key for key in facts.sharing(terms) if terms.issubset(key)] or facts.with_words(terms)


def _has(claim: Claim, terms: frozenset[str], questioner: Questioner) -> bool:
    words = {word for key in claim.keys for word in key}
    return terms <= questioner.around(claim) and not terms.isdisjoint(words)


def _values(history: FactHistory, file: FactFile) -> Iterator[EndedValue]:
    live = next((step for step in history.steps if step.standing in _LIVE), None)
    ended = [(step, ending) for step in history.steps if (ending := _ending(step)) is not None]
    ended.sort(key=lambda each: each[0].until.day if each[0].until else date.max, reverse=True)
    for step, ending in ended:
        yield EndedValue(
            subject=fact_subject(history),
            label=history.label,
            value=step.value,
            cite=file.cite(step.cite),
            ending=ending,
            from_=step.since.day if step.since else None,
            to=step.until.day if step.until else None,
            origin=file.origin(step),
            ended_by=file.ended_by(step),
            evidence=file.evidence(step),
            now=live.value if live is not None else None,
            now_cite=live.cite if live is not None else None,
        )


_LIVE = (Standing.CURRENT, Standing.CONTESTED)
_EDITS = {
    EditKind.REPLACED: Ending.REPLACED,
    EditKind.STRUCK: Ending.STRUCK,
    EditKind.REMOVED: Ending.REMOVED,
    EditKind.EDITED: Ending.EDITED,
}
_STANDINGS = {
    Standing.SUPERSEDED: Ending.SUPERSEDED,
    Standing.RETRACTED: Ending.SUPERSEDED,
    Standing.EXPIRED: Ending.EXPIRED,
}


def _ending(step: Step) -> Ending | None:
    """How a step ended; None when it holds or is to come."""
    if step.edit is not None:
        return _EDITS.get(step.edit.kind)
    if step.statement is None or step.standing is None or step.standing not in _STANDINGS:
        return None
    return Ending.STRUCK if step.statement.claim.strike is not None else _STANDINGS[step.standing]
