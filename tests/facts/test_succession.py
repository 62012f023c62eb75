"""What is current and what is not: small histories with the judgement on every line of their last state."""

from __future__ import annotations

import pytest

from gitmem.config import DatePreference
from gitmem.facts.standing import Conflict, Evidence, Judged
from gitmem.facts.succession import Verdict, judge
from tests.facts.small_history import SmallHistory
from tests.notes.cases import Case, load

CASES = load("../../facts/fixtures/succession")


def verdict_on(history: SmallHistory) -> Verdict:
    return judge(
        history.statements,
        history.edits,
        order=history.known,
        subjects=history.known,
        now=history.now,
        prefer=DatePreference.AUTHOR,
        as_of=history.as_of,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_judgement_on_every_line_is_the_expected_one(case: Case) -> None:
    """A wrong line here is a fact hidden, or a fact served that no longer holds."""
    history = SmallHistory(case.input)
    verdict = verdict_on(history)
    shown = [_judged(each, history) for each in verdict.judged]
    shown += [_conflict(each) for each in verdict.conflicts]
    assert "\n".join(shown) == case.expected


def _judged(judged: Judged, history: SmallHistory) -> str:
    """A judgement as fixtures write it."""
    claim = judged.statement.claim
    parts = [f"{claim.cite} {claim.value}: {judged.standing.value}"]
    parts += [f"by {cite}" for cite in judged.superseded_by]
    parts += [f"over {cite}" for cite in judged.supersedes]
    parts += [f"newer {judged.newer_reading}"] if judged.newer_reading else []
    parts += [f"against {cite}" for cite in judged.contested_with]
    parts += [judged.reason.value] if judged.reason else []
    parts += [f"same {cite}" for cite in judged.same_as]
    parts += ["closed"] if judged.closed else []
    if judged.since or judged.until:
        parts.append(f"{judged.since or '?'} to {judged.until or 'now'}")
    parts += [_evidence(each, history) for each in judged.evidence]
    return ", ".join(parts)


def _evidence(evidence: Evidence, history: SmallHistory) -> str:
    place = evidence.place or ""
    for oid, name in history.names.items():
        place = place.replace(oid, name)
    commit = history.names[evidence.commit] if evidence.commit else None
    return " ".join(str(part) for part in (evidence.kind.value, commit, evidence.day, place) if part)


def _conflict(conflict: Conflict) -> str:
    first, second = conflict.first.claim.cite, conflict.second.claim.cite
    return f"conflict {first} {second}: {conflict.reason.value}, {conflict.rule.value}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_order_of_lines_and_edits_changes_nothing(case: Case) -> None:
    """Two machines that read the notes in another order have to agree on every line."""
    history = SmallHistory(case.input)
    expected = verdict_on(history)
    history.statements.reverse()
    history.edits.reverse()
    assert verdict_on(history) == expected
