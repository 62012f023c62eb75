"""Responses -> diagnostics: what checks, contradictions and stale text have in common for every format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from gitmem.checks.finding import Rule, Severity
from gitmem.memory.checking.everything import stale_findings
from gitmem.memory.checking.findings import CheckResponse, FindingShown
from gitmem.memory.checking.shown import missing_history
from gitmem.memory.conflicts import ConflictShown, ConflictsResponse
from gitmem.memory.shown import StatementShown
from gitmem.memory.stale import StaleResponse
from gitmem.reports.diagnostic import Diagnostic, Place
from gitmem.reports.finding_words import finding_message, finding_title, first_line
from gitmem.reports.safe import clean_line
from gitmem.reports.text_stale import stale_why

MOST_SIGNS = 1000
"""Signs of a message; services cut longer ones, or refuse them."""


def check_diagnostics(response: CheckResponse, *, advice: bool = False) -> tuple[Diagnostic, ...]:
    """The findings of a check; advice only where it is asked for."""
    return finding_diagnostics(response.findings, advice=advice)


def finding_diagnostics(findings: Iterable[FindingShown], *, advice: bool = False) -> tuple[Diagnostic, ...]:
    """One diagnostic for each finding, in their order."""
    return tuple(
        _diagnostic(finding) for finding in findings if advice or finding.severity is not Severity.ADVICE
    )


def conflict_diagnostics(response: ConflictsResponse) -> tuple[Diagnostic, ...]:
    """One error for each contradiction, at its first side: each is one that makes the verb end with 1."""
    found = [*map(_contradiction, response.conflicts), *missing_history(response.answer.incomplete)]
    return tuple(map(_diagnostic, found))


def stale_diagnostics(response: StaleResponse) -> tuple[Diagnostic, ...]:
    """What a check would find of it, and what is due later too; all of them warnings."""
    today = response.answer.searched_at.utc_day
    found = [*stale_findings(response), *missing_history(response.answer.incomplete)]
    return tuple(_diagnostic(each, _due(each, today)) for each in found)


def _due(finding: FindingShown, today: date) -> str:
    """The message for what has to be looked at, perhaps not before a day to come."""
    if finding.rule is not Rule.STALE or all(
        each.due is None or each.due <= today for each in finding.reasons
    ):
        return finding_message(finding)
    why = "; ".join(stale_why(reason, "", today) for reason in finding.reasons)
    return f"{first_line(finding.text)}: {why}"


def _contradiction(conflict: ConflictShown) -> FindingShown:
    first = conflict.sides[0]
    return FindingShown(
        Rule.CONFLICT,
        Severity.ERROR,
        first.path,
        first.line,
        first.end_line,
        subject=conflict.subject,
        label=conflict.label,
        pair_rule=conflict.rules[0],
        reason=conflict.reasons[0],
        sides=conflict.sides,
    )


def _diagnostic(finding: FindingShown, message: str | None = None) -> Diagnostic:
    """A finding as one message, by default the one of its rule."""
    if message is None:
        message = finding_message(finding)
    return Diagnostic(
        finding.rule,
        finding.severity,
        finding.path,
        finding.line,
        finding.end_line,
        finding_title(finding),
        message if len(message) <= MOST_SIGNS else message[: MOST_SIGNS - 1] + "…",
        related=tuple(_place(side) for side in _others(finding)),
        identity=_identity(finding),
    )


def _others(finding: FindingShown) -> Sequence[StatementShown]:
    """The sides that stand somewhere else than the finding."""
    here = (finding.path, finding.line)
    return [side for side in finding.sides if (side.path, side.line) != here]


def _place(side: StatementShown) -> Place:
    words = ": ".join(part for part in (clean_line(side.label), clean_line(side.value)) if part)
    return Place(side.path, side.line, side.end_line, words)


def _identity(finding: FindingShown) -> tuple[str, ...]:
    """What tells a finding from others of its rule in its note, whatever its line and the day of the run."""
    sides = sorted((side.path, side.label, side.value) for side in finding.sides)
    return (
        finding.subject,
        finding.label,
        *(part for side in sides for part in side),
        finding.text,
        finding.written or "",
        finding.original or "",
        *((finding.breach.value, _without_line(finding.target)) if finding.breach is not None else ()),
        *(gap.value for gap in finding.gaps),
    )


def _without_line(target: str | None) -> str:
    """A place without its line and commit, which differ from run to run."""
    parts = (target or "").split(":")
    return ":".join(parts[1:-1]) if len(parts) > 2 else parts[0]
