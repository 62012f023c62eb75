"""Diagnostics in the form that reviewdog reads: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gitmem.checks.finding import Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.fingerprints import MEMORY_PATH
from gitmem.reports.safe import clean_line, legal_text

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.ADVICE: "INFO"}


def rdjsonl_report(diagnostics: Sequence[Diagnostic]) -> str:
    """One object a line; empty without findings. Ranges are whole lines."""
    return "\n".join(json.dumps(_diagnostic(each)) for each in diagnostics)


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    # Both places of a contradiction stand in the message: not every release of reviewdog knows related
    # places, and one that does not refuses the line.
    return {
        "message": clean_line(diagnostic.message),
        "location": _location(diagnostic.path, diagnostic.line, diagnostic.end_line),
        "severity": _SEVERITIES[diagnostic.severity],
        "source": {"name": "gitmem"},
        "code": {"value": diagnostic.rule.value},
    }


def _location(path: str | None, line: int | None, end_line: int | None) -> dict[str, object]:
    location: dict[str, object] = {"path": MEMORY_PATH if path is None else legal_text(path)}
    if line is not None:
        location["range"] = {"start": {"line": line}, "end": {"line": max(line, end_line or line)}}
    return location
