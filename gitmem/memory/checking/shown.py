"""Findings as they are shown: with the dates and people of both sides, told by the commits behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gitmem.checks.finding import (
    CopiedNote,
    ExcusedConflict,
    Finding,
    FutureDate,
    ImpossibleStrike,
    LateStrike,
    PolicyBreach,
    Rule,
    Severity,
)
from gitmem.facts.claim import Claim
from gitmem.facts.severity import Alarm
from gitmem.index.response import AbsenceReason, CommitPerson
from gitmem.index.scope import Scope
from gitmem.memory.checking.findings import FindingShown
from gitmem.memory.shown import Ground, naming, show_statement, subject_of


class Shown:
    """Some findings about the notes of `ground`; people are asked for once, for all of them."""

    def __init__(self, ground: Ground, findings: Sequence[Finding]) -> None:
        self._ground = ground
        self._findings = findings
        alarms = [alarm for each in findings if (alarm := _alarm_of(each)) is not None]
        self._people: Mapping[str, CommitPerson] = ground.people(
            side.said for alarm in alarms for side in (alarm.first, alarm.second)
        )

    def findings(self) -> Iterator[FindingShown]:
        """Each of them as it is shown, in their order."""
        return map(self._show, self._findings)

    def _show(self, finding: Finding) -> FindingShown:
        rule, severity, path, line, end_line, detail = finding
        alarm = _alarm_of(finding)
        if alarm is not None:
            claim = naming((alarm.first.claim, alarm.second.claim))
            return FindingShown(
                rule,
                severity,
                path,
                line,
                end_line,
                subject=subject_of(claim),
                label=claim.label,
                pair_rule=alarm.rule,
                reason=alarm.reason,
                newer=alarm.newer,
                excused=isinstance(detail, ExcusedConflict),
                sides=tuple(
                    show_statement(side, self._ground, self._people) for side in (alarm.first, alarm.second)
                ),
            )
        shown = FindingShown(rule, severity, path, line, end_line)
        return _with_detail(shown, finding)


def _alarm_of(finding: Finding) -> Alarm | None:
    detail = finding.detail
    if isinstance(detail, ExcusedConflict):
        return detail.alarm
    return detail if isinstance(detail, Alarm) else None


def _with_detail(shown: FindingShown, finding: Finding) -> FindingShown:
    from dataclasses import fields, replace

    detail = finding.detail
    if isinstance(detail, ImpossibleStrike):
        strike = detail.claim.strike
        written = strike.bad_day if strike is not None else None
        return replace(shown, text=_struck_text(detail.claim), written=written)
    if isinstance(detail, LateStrike):
        strike = detail.claim.strike
        day = strike.day.isoformat() if strike is not None and strike.day is not None else None
        return replace(shown, text=_struck_text(detail.claim), written=day, struck=detail.struck)
    if isinstance(detail, CopiedNote):
        return replace(shown, original=detail.original)
    if isinstance(detail, PolicyBreach):
        return replace(shown, **{each.name: getattr(detail, each.name) for each in fields(detail)})
    if isinstance(detail, FutureDate):
        return replace(shown, text=detail.text, written=detail.day.isoformat())
    return shown


def _struck_text(claim: Claim) -> str:
    return f"~~{claim.label}: {claim.value}~~"


def missing_history(reasons: Iterable[AbsenceReason]) -> list[FindingShown]:
    """The one finding that history is incomplete, where some of the reasons say so."""
    gaps = tuple(each for each in reasons if each in _GAPS)
    return (
        [FindingShown(Rule.INCOMPLETE_HISTORY, Severity.WARNING, None, None, None, gaps=gaps)] if gaps else []
    )


_GAPS = (AbsenceReason.SHALLOW, AbsenceReason.PARTIAL_CLONE, AbsenceReason.NO_GIT)


def within(findings: Iterable[FindingShown], path: str | None) -> list[FindingShown]:
    """The findings with a place that matches the glob `path`."""
    scope = Scope(path)
    return [
        each
        for each in findings
        if any(scope.holds_path(place) for place in (each.path or "", *(side.path for side in each.sides)))
    ]
