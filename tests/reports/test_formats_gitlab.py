"""Code quality reports of GitLab.

Lost otherwise: a report that GitLab passes over, or findings that come back as new after every edit above.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from gitmem.checks.finding import Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.diagnostics import check_diagnostics
from gitmem.reports.gitlab import gitlab_report
from tests.reports.made import ANY_DIAGNOSTICS, INCOMPLETE, check_of, contradiction, diagnostic, statement

RULES = Draft202012Validator(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string"},
                "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 1},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "minLength": 1, "not": {"pattern": "^(/|[.]/)"}},
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {"begin": {"type": "integer", "minimum": 1}},
                        },
                    },
                },
            },
        },
    }
)
"""What GitLab documents of its format."""


def issues(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[dict[str, Any]]:
    """The report, read again; legal for GitLab and for parsers that take no lone surrogate."""
    text = gitlab_report(diagnostics)
    found: list[dict[str, Any]] = json.loads(text)
    json.dumps(found, ensure_ascii=False).encode("utf-8")
    RULES.validate(found)
    assert text.isascii()
    assert "\n" not in text
    return found


def test_an_issue() -> None:
    (issue,) = issues([diagnostic(path="notes/a.md", line=7, severity=Severity.WARNING)])
    assert issue["location"] == {"path": "notes/a.md", "lines": {"begin": 7, "end": 7}}
    assert (issue["check_name"], issue["severity"]) == ("GM001", "minor")
    assert issue["description"] == "a message"


def test_nothing_found_is_an_empty_list() -> None:
    """GitLab compares with it; a file that is missing would hide what was solved."""
    assert issues([]) == []


def test_what_concerns_no_note_points_at_the_configuration() -> None:
    (issue,) = issues(check_diagnostics(check_of(INCOMPLETE)))
    assert issue["location"] == {"path": ".gitmem.toml", "lines": {"begin": 1, "end": 1}}


def _phases(path: str, shift: int, *values: str) -> tuple[Diagnostic, ...]:
    sides = (statement(path, 3 + shift + at, "Phase", value) for at, value in enumerate(values))
    return check_diagnostics(check_of(contradiction(*sides)))


def test_a_fingerprint_stays_when_lines_come_above() -> None:
    """Else every edit at the top of a note would open all its findings again."""
    before, after = (
        issues(_phases("a.md", 0, "pilot", "rollout")),
        issues(_phases("a.md", 9, "pilot", "rollout")),
    )
    assert before[0]["fingerprint"] == after[0]["fingerprint"]
    assert before[0]["location"] != after[0]["location"]


@pytest.mark.parametrize(
    "other", [_phases("b.md", 0, "pilot", "rollout"), _phases("a.md", 0, "pilot", "closed")]
)
def test_another_note_or_value_is_another_finding(other: tuple[Diagnostic, ...]) -> None:
    ours = issues(_phases("a.md", 0, "pilot", "rollout"))
    assert ours[0]["fingerprint"] != issues(other)[0]["fingerprint"]


def test_findings_that_are_alike_have_fingerprints_of_their_own() -> None:
    """GitLab shows one finding of a fingerprint only."""
    found = issues([diagnostic(line=3), diagnostic(line=9), diagnostic(line=12, identity=("other",))])
    assert len({issue["fingerprint"] for issue in found}) == 3
    assert found == issues([diagnostic(line=3), diagnostic(line=9), diagnostic(line=12, identity=("other",))])


def test_the_bounds_of_texts_count() -> None:
    """Else a key that ends with the beginning of a value would pass for another fact."""
    one, other = (issues([diagnostic(identity=identity)])[0] for identity in (("ab", "c"), ("a", "bc")))
    assert one["fingerprint"] != other["fingerprint"]


@given(ANY_DIAGNOSTICS)
def test_any_note_gives_a_legal_report(diagnostics: list[Diagnostic]) -> None:
    found = issues(diagnostics)
    assert len(found) == len(diagnostics)
    assert len({issue["fingerprint"] for issue in found}) == len(found)
