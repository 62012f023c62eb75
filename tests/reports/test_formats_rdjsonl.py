"""Diagnostics for reviewdog. Lost otherwise: reviewdog stops at the first line it cannot read."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from jsonschema import Draft202012Validator

from gitmem.checks.finding import Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.rdjsonl import rdjsonl_report
from tests.reports.made import ANY_DIAGNOSTICS, diagnostic

POSITION = {
    "type": "object",
    "required": ["line"],
    "additionalProperties": False,
    "properties": {"line": {"type": "integer", "minimum": 1}},
}
RULES = Draft202012Validator(
    {
        "type": "object",
        "required": ["message", "location", "severity", "source", "code"],
        # A field that a release of reviewdog does not know is an error there.
        "additionalProperties": False,
        "properties": {
            "message": {"type": "string"},
            "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
            "source": {"const": {"name": "gitmem"}},
            "code": {
                "type": "object",
                "required": ["value"],
                "additionalProperties": False,
                "properties": {"value": {"type": "string", "pattern": "^GM[0-9]{3}$"}},
            },
            "location": {
                "type": "object",
                "required": ["path"],
                "additionalProperties": False,
                "properties": {
                    "path": {"type": "string", "minLength": 1},
                    "range": {
                        "type": "object",
                        "required": ["start", "end"],
                        "additionalProperties": False,
                        "properties": {"start": POSITION, "end": POSITION},
                    },
                },
            },
        },
    }
)
"""What the project documents of its format, as far as gitmem uses it."""


def objects(diagnostics: list[Diagnostic]) -> list[dict[str, Any]]:
    """The lines, read again as a strict parser would."""
    text = rdjsonl_report(diagnostics)
    assert text.isascii()
    found = [json.loads(line) for line in text.splitlines()]
    for each in found:
        json.dumps(each, ensure_ascii=False).encode("utf-8")
        RULES.validate(each)
    return found


def test_a_line() -> None:
    (each,) = objects([diagnostic(path="a.md", line=7, severity=Severity.ADVICE)])
    assert each["location"] == {"path": "a.md", "range": {"start": {"line": 7}, "end": {"line": 7}}}
    assert (each["severity"], each["code"]["value"]) == ("INFO", "GM001")


def test_nothing_found_is_not_even_an_empty_line() -> None:
    assert rdjsonl_report([]) == ""


def test_what_concerns_no_note_has_no_lines() -> None:
    (each,) = objects([diagnostic(path=None, line=None)])
    assert each["location"] == {"path": ".gitmem.toml"}


@given(ANY_DIAGNOSTICS)
def test_any_note_gives_one_legal_line_a_finding(diagnostics: list[Diagnostic]) -> None:
    assert len(objects(diagnostics)) == len(diagnostics)
