"""Diagnostics as a code quality report of GitLab: one JSON array."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gitmem.checks.finding import Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.fingerprints import MEMORY_PATH, fingerprints
from gitmem.reports.safe import clean_line, legal_text

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.ADVICE: "info"}


def gitlab_report(diagnostics: Sequence[Diagnostic]) -> str:
    """The report on one line; GitLab compares the fingerprints with those of the target branch."""
    pairs = zip(diagnostics, fingerprints(diagnostics), strict=True)
    return json.dumps([_issue(each, fingerprint) for each, fingerprint in pairs])


def _issue(diagnostic: Diagnostic, fingerprint: str) -> dict[str, object]:
    line = diagnostic.line or 1
    return {
        "description": clean_line(diagnostic.message),
        "check_name": diagnostic.rule.value,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {
            # GitLab drops an issue without a path.
            "path": MEMORY_PATH if diagnostic.path is None else legal_text(diagnostic.path),
            "lines": {"begin": line, "end": max(line, diagnostic.end_line or line)},
        },
    }
