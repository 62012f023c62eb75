"""Diagnostics as workflow commands, which GitHub shows as annotations at their lines.

The runner reads a command from a line of its own, so nothing from a note may begin one: every line here is
one of ours, and what could end a property or a line is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gitmem.checks.finding import Rule, Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.layout import plural
from gitmem.reports.safe import bare_path, clean_line

MOST = 10
"""Annotations of one kind that GitHub shows of one step; it drops the others without a word."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


def github_report(diagnostics: Sequence[Diagnostic]) -> str:
    """One command a line, at most `MOST` of each kind and the weightiest of them, and a line on the rest."""
    told: Counter[Severity] = Counter()
    lines: list[str] = []
    left: Counter[Rule] = Counter()
    for each in sorted(diagnostics, key=lambda each: each.rule in _LAST):
        told[each.severity] += 1
        if told[each.severity] <= MOST:
            lines.append(_command(each))
        else:
            left[each.rule] += 1
    if left:
        rules = ", ".join(f"{count:,} {rule.value}" for rule, count in sorted(left.items(), key=_by_rule))
        more = plural(left.total(), "finding")
        lines.append(f"gitmem: {more} more ({rules}); GitHub shows {MOST} of a kind")
    return "\n".join(lines)


_LAST = (Rule.STALE, Rule.UNDATED)
"""Rules with so many findings that they would push all others out."""


def _by_rule(counted: tuple[Rule, int]) -> str:
    return counted[0].value


def _command(diagnostic: Diagnostic) -> str:
    properties: list[tuple[str, str]] = []
    if diagnostic.path is not None:
        properties.append(("file", bare_path(diagnostic.path)))
        if diagnostic.line is not None:
            properties.append(("line", str(diagnostic.line)))
            properties.append(("endLine", str(diagnostic.end_line or diagnostic.line)))
    properties.append(("title", f"{diagnostic.rule.value} {clean_line(diagnostic.title)}"))
    told = ",".join(f"{name}={_property(value)}" for name, value in properties)
    return f"::{_COMMANDS[diagnostic.severity]} {told}::{_data(clean_line(diagnostic.message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
