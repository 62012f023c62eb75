"""Diagnostics as SARIF 2.1.0, in the part of it that code scanning services read.

Those refuse a whole log for one result without a file and a line, so what concerns the memory as a whole
points at its configuration. They compute a hash of the line themselves (`primaryLocationLineHash`) and
complain about another one, so the fingerprint given here has a name of its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

import gitmem
from gitmem.checks.finding import Rule, Severity
from gitmem.reports.diagnostic import Diagnostic, Place
from gitmem.reports.finding_words import rule_help, rule_name
from gitmem.reports.fingerprints import MEMORY_PATH, fingerprints
from gitmem.reports.layout import plural
from gitmem.reports.safe import clean_line

MOST_RESULTS = 25_000
"""Results that a service takes in one run; it refuses a file with more of them."""

_MOST_RELATED = 100
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "recommendation"}
GRAVEST = {
    Rule.CONFLICT: Severity.ERROR,
    Rule.MERGE_MARKERS: Severity.ERROR,
    Rule.STRIKE_DATE: Severity.ERROR,
    Rule.DELETED_FACT: Severity.ERROR,
    Rule.ROUTING_INDEX: Severity.ERROR,
    Rule.PROVENANCE: Severity.ERROR,
    Rule.UNPROVEN_LESSON: Severity.ERROR,
    Rule.AGENT_STRIKE: Severity.ERROR,
    Rule.ORDER: Severity.ERROR,
    Rule.AGENT_STATED: Severity.ADVICE,
}
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.ADVICE)
_RULES = tuple(Rule)

Object = dict[str, object]


def sarif_report(diagnostics: Sequence[Diagnostic], verb: str) -> str:
    """The log of one run of `git mem VERB`, in ASCII."""
    pairs = list(zip(diagnostics, fingerprints(diagnostics), strict=True))
    if len(pairs) > MOST_RESULTS:
        pairs = sorted(pairs, key=lambda pair: _ORDER.index(pair[0].severity))[:MOST_RESULTS]
    run = {
        "tool": {"driver": _driver()},
        "automationDetails": {"id": f"gitmem/{verb}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(len(diagnostics) - len(pairs))],
        "results": [_result(each, fingerprint) for each, fingerprint in pairs],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _driver() -> Object:
    return {
        "name": "gitmem",
        "version": gitmem.__version__,
        "semanticVersion": gitmem.__version__,
        "rules": [_rule(rule) for rule in _RULES],
    }


def _rule(rule: Rule) -> Object:
    severity = GRAVEST.get(rule, Severity.WARNING)
    name, cure = rule_name(rule), rule_help(rule)
    return {
        "id": rule.value,
        "name": rule.name.title().replace("_", ""),
        "shortDescription": {"text": name.capitalize()},
        "fullDescription": {"text": cure.partition(". ")[0].rstrip(".") + "."},
        "help": {"text": cure, "markdown": _as_markdown(cure)},
        "defaultConfiguration": {"level": _LEVELS[severity]},
        "properties": {
            "tags": ["memory", "notes"],
            "precision": "high",
            "problem.severity": _PROBLEMS[severity],
        },
    }


def _as_markdown(text: str) -> str:
    """Our own words, of which none is markup."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+!|~" else sign for sign in text)


def _invocation(left: int) -> Object:
    invocation: Object = {"executionSuccessful": True}
    if left:
        told = f"{plural(left, 'finding')} more were left out; a run holds {MOST_RESULTS:,} at most"
        invocation["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": told}}]
    return invocation


def _result(diagnostic: Diagnostic, fingerprint: str) -> Object:
    result: Object = {
        "ruleId": diagnostic.rule.value,
        "ruleIndex": _RULES.index(diagnostic.rule),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": _text(diagnostic.message)},
        "locations": [_location(diagnostic.path, diagnostic.line, diagnostic.end_line)],
        "partialFingerprints": {"gitmemFinding/v1": fingerprint},
    }
    if diagnostic.related:
        related = diagnostic.related[:_MOST_RELATED]
        result["relatedLocations"] = [_related(number, place) for number, place in enumerate(related, 1)]
    return result


def _related(number: int, place: Place) -> Object:
    location = _location(place.path, place.line, place.end_line)
    return {"id": number, **location, "message": {"text": _text(place.message)}}


def _text(text: str) -> str:
    """A plain message: `[words](target)` would be a link in it."""
    return clean_line(text).replace("](", "] (")


def _location(path: str | None, line: int | None, end_line: int | None) -> Object:
    physical: Object = {"artifactLocation": {"uri": _uri(path or MEMORY_PATH), "uriBaseId": "%SRCROOT%"}}
    first = max(1, line or 1)
    physical["region"] = {"startLine": first, "endLine": max(first, end_line or first)}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """A path as a relative reference: its bytes percent-encoded, those that are not UTF-8 too."""
    return quote(b"".join(map(_octets, path)), safe="/-._~")


def _octets(character: str) -> bytes:
    errors = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return character.encode("utf-8", errors)
