"""A doctor's report for people: what was looked at, what is wrong, and the cure under it."""

from __future__ import annotations

from gitmem.memory.doctor import Check, CheckStatus, DoctorReport
from gitmem.reports.layout import Paint, Style, pad, plural, wrap
from gitmem.reports.safe import clean_line

_PAINTS = {CheckStatus.OK: Paint.PLAIN, CheckStatus.WARNING: Paint.STALE, CheckStatus.PROBLEM: Paint.ALARM}


def doctor_text(report: DoctorReport, style: Style) -> str:
    """One line a check, its cure below it, and a sum of what was found."""
    names = max(len(check.name) for check in report.checks)
    lines = [line for check in report.checks for line in _check(check, names, style)]
    return "\n".join([*lines, "", _sum(report)])


def _check(check: Check, names: int, style: Style) -> list[str]:
    status = pad(check.status.value, len(CheckStatus.WARNING.value))
    indent = " " * (len(status) + names + 4)
    first, *rest = wrap(clean_line(check.message), style.width, indent)
    head = f"{style.paint(status, _PAINTS[check.status])}  {pad(check.name, names)}  "
    cure = wrap(f"cure: {clean_line(check.cure)}", style.width, indent) if check.cure else []
    return [head + first[len(indent) :], *rest, *cure]


def _sum(report: DoctorReport) -> str:
    problems = sum(check.status is CheckStatus.PROBLEM for check in report.checks)
    warnings = sum(check.status is CheckStatus.WARNING for check in report.checks)
    if not problems and not warnings:
        return "nothing found that could make answers wrong"
    found = [plural(problems, "problem")] if problems else []
    found += [plural(warnings, "warning")] if warnings else []
    return " and ".join(found)
