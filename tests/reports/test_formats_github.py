"""Annotations on GitHub.

Lost otherwise: a finding at the wrong line, findings that GitHub drops without a word, or a note that gives
the runner a command.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given

from gitmem.checks.finding import Rule, Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.github import MOST, github_report
from gitmem.reports.safe import clean_line
from tests.reports.made import ANY_DIAGNOSTICS, diagnostic

KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}
OLD_COMMAND = re.compile(r"##\[[^\]]+\]")


class Command(NamedTuple):
    """A workflow command as the runner understands it."""

    name: str
    properties: dict[str, str]
    message: str


def _plain(text: str, property_: bool = False) -> str:
    codes = {"%0D": "\r", "%0A": "\n"} | ({"%3A": ":", "%2C": ","} if property_ else {})
    for code, sign in codes.items():
        text = text.replace(code, sign)
    return text.replace("%25", "%")


def commands(output: str) -> list[Command]:
    """All commands that a runner finds in the output of a step, those of the old form too."""
    found: list[Command] = []
    for line in re.split(r"\r\n|\r|\n", output):
        told = line.lstrip()
        if told.startswith("::") and "::" in told[2:]:
            head, _, message = told[2:].partition("::")
            name, _, rest = head.partition(" ")
            pairs = [pair.partition("=") for pair in rest.split(",") if pair]
            properties = {key: _plain(value, True) for key, _, value in pairs}
            found.append(Command(name, properties, _plain(message)))
        elif OLD_COMMAND.search(line):
            found.append(Command("old", {}, line))
    return found


def expected(diagnostics: Sequence[Diagnostic]) -> list[Command]:
    """The commands that are ours, what is only old at the end."""
    told: Counter[Severity] = Counter()
    ours: list[Command] = []
    for each in sorted(diagnostics, key=lambda each: each.rule in (Rule.STALE, Rule.UNDATED)):
        told[each.severity] += 1
        if told[each.severity] > MOST:
            continue
        properties = {"title": f"{each.rule.value} {clean_line(each.title)}"}
        if each.path is not None:
            properties |= {"line": str(each.line), "endLine": str(each.end_line)}
        ours.append(Command(KINDS[each.severity], properties, clean_line(each.message)))
    return ours


def test_a_finding_stands_at_its_lines() -> None:
    report = github_report([diagnostic(path="notes/a,b:c.md", line=7, message="50% of it: a, b\nand c")])
    assert report == (
        "::error file=notes/a%2Cb%3Ac.md,line=7,endLine=7,title=GM001 Contradiction%3A Orion%3A phase::"
        "50%25 of it: a, b and c"
    )


def test_what_concerns_no_note_has_no_file() -> None:
    report = github_report([diagnostic(path=None, line=None, severity=Severity.WARNING, title="gap")])
    assert report == "::warning title=GM001 gap::a message"


def test_no_finding_is_no_line() -> None:
    assert github_report([]) == ""


def test_no_more_than_github_shows_and_the_rest_is_counted() -> None:
    """GitHub would drop the eleventh of a kind, and nobody would know that there is more."""
    many = [diagnostic(severity=severity, line=line) for line in range(1, 15) for severity in Severity]
    lines = github_report(many).split("\n")
    names = Counter(command.name for command in commands("\n".join(lines)))
    assert names == {"error": 10, "warning": 10, "notice": 10}
    assert lines[-1] == "gitmem: 12 findings more (12 GM001); GitHub shows 10 of a kind"
    assert github_report(many[:33]).endswith("gitmem: 3 findings more (3 GM001); GitHub shows 10 of a kind")


def test_a_path_that_is_not_utf_8_can_be_printed() -> None:
    report = github_report([diagnostic(path="caf\udce9.md")])
    assert "file=caf\\xe9.md," in report
    report.encode("utf-8")


@given(ANY_DIAGNOSTICS)
def test_no_note_can_forge_a_command(diagnostics: list[Diagnostic]) -> None:
    """Whatever stands in notes, the runner reads our commands and no other."""
    report = github_report(diagnostics)
    report.encode("utf-8")
    read = commands(report)
    for command in read:
        command.properties.pop("file", None)
    assert read == expected(diagnostics)


def test_what_is_old_does_not_push_out_what_is_wrong() -> None:
    """Lost otherwise: GitHub shows ten of a kind, and all ten say that a price was not verified."""
    old = [diagnostic(Rule.STALE, Severity.WARNING, line=line) for line in range(1, 30)]
    missing = diagnostic(Rule.INCOMPLETE_HISTORY, Severity.WARNING, None, None)
    lines = github_report([*old, missing]).split("\n")
    assert "GM004" in lines[0]
    assert lines[-1] == "gitmem: 20 findings more (20 GM002); GitHub shows 10 of a kind"
