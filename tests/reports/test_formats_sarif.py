"""SARIF logs.

Lost otherwise: code scanning refuses a whole log for one result that it does not like.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from sarif_kit.validate import validation_errors

import gitmem
from gitmem.checks.finding import Rule, Severity
from gitmem.reports import sarif
from gitmem.reports.diagnostic import Diagnostic, Place
from gitmem.reports.diagnostics import check_diagnostics
from gitmem.reports.sarif import sarif_report
from tests.reports.made import ANY_DIAGNOSTICS, INCOMPLETE, check_of, contradiction, diagnostic, statement

Json = dict[str, Any]


def run_of(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...], verb: str = "check") -> Json:
    """The one run of a log that its schema and code scanning accept."""
    text = sarif_report(diagnostics, verb)
    log: Json = json.loads(text)
    assert text.isascii()
    json.dumps(log, ensure_ascii=False).encode("utf-8")
    assert not validation_errors(log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri), uri
            assert location["physicalLocation"]["region"]["startLine"] >= 1
    found: Json = run
    return found


def test_every_rule_tells_what_it_is_and_what_to_do() -> None:
    """Code scanning shows these texts, and refuses a rule without them."""
    driver = run_of([])["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("gitmem", gitmem.__version__)
    assert [rule["id"] for rule in driver["rules"]] == [rule.value for rule in Rule]
    for rule in driver["rules"]:
        texts = [rule[name]["text"] for name in ("shortDescription", "fullDescription", "help")]
        assert all(0 < len(text) <= 1024 for text in texts)
        assert rule["help"]["markdown"]
        assert re.fullmatch(r"([A-Z][a-z]+)+", rule["name"])
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
        assert rule["properties"]["problem.severity"] in ("error", "warning", "recommendation")


def test_a_result_with_both_places() -> None:
    sides = statement("a b.md", 3, "Phase", "pilot"), statement("notes/é.md", 9, "Phase", "rollout")
    (result,) = run_of(check_diagnostics(check_of(contradiction(*sides))))["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "endLine": 3},
    }
    (related,) = result["relatedLocations"]
    assert (related["id"], related["message"]["text"]) == (1, "Phase: rollout")
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "notes/%C3%A9.md"
    assert (result["level"], list(result["partialFingerprints"])) == ("error", ["gitmemFinding/v1"])


def test_runs_of_different_verbs_are_told_apart() -> None:
    """Else the report of one would close the alerts of the other."""
    ids = {run_of([], verb)["automationDetails"]["id"] for verb in ("check", "stale")}
    assert ids == {"gitmem/check/", "gitmem/stale/"}


def test_what_concerns_no_note_has_a_file_all_the_same() -> None:
    """One result without a file, and code scanning refuses the whole log."""
    (result,) = run_of(check_diagnostics(check_of(INCOMPLETE)))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == ".gitmem.toml"


@pytest.mark.parametrize("path", ["caf\udce9.md", "a#b?c.md", "a:b.md", "100%.md", "李.md", "a\nb.md"])
def test_a_path_comes_back_from_its_uri(path: str) -> None:
    (result,) = run_of([diagnostic(path=path)])["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote_to_bytes(uri) == path.encode("utf-8", "surrogateescape")


def test_a_note_makes_no_link_in_a_message() -> None:
    """`[words](target)` is a link in a plain message of SARIF."""
    (result,) = run_of([diagnostic(message="see [this](https://evil.example)")])["results"]
    assert "](" not in result["message"]["text"]


def test_more_results_than_a_service_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gravest are kept, and what is left out is told."""
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    found = [diagnostic(severity=Severity.WARNING), diagnostic(severity=Severity.ADVICE), diagnostic()]
    run = run_of(found)
    assert [result["level"] for result in run["results"]] == ["error", "warning"]
    (told,) = run["invocations"][0]["toolExecutionNotifications"]
    assert told["message"]["text"].startswith("1 finding more")


def test_many_related_places_are_cut() -> None:
    places = tuple(Place("b.md", line, line, "x") for line in range(1, 2000))
    base = diagnostic()
    each = Diagnostic(base.rule, base.severity, "a.md", 1, 1, "t", "m", places)
    (result,) = run_of([each])["results"]
    assert len(result["relatedLocations"]) == 100


@settings(max_examples=50)
@given(ANY_DIAGNOSTICS)
def test_any_note_gives_a_legal_log(diagnostics: list[Diagnostic]) -> None:
    run = run_of(diagnostics)
    assert len(run["results"]) == len(diagnostics)
    again = run_of(diagnostics)
    assert run == again
