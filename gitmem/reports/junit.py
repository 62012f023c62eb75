"""Diagnostics as a JUnit report: every note is a test case, and it fails when it has an error.

Warnings and advice stand in the output of their case, since they fail nothing. A note without a finding is
not named; without any finding there is one case that passes, because an empty report counts as a fault
where these are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from gitmem.checks.finding import Rule, Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.layout import plural
from gitmem.reports.safe import bare_path, clean_line

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot say, not even escaped."""

_ALL_NOTES = "all notes"


def junit_report(diagnostics: Sequence[Diagnostic], verb: str) -> str:
    """The report of `git mem VERB`, in ASCII."""
    cases: dict[str | None, list[Diagnostic]] = {}
    for each in diagnostics:
        cases.setdefault(each.path, []).append(each)
    failed = sum(any(map(_fails, found)) for found in cases.values())
    unproven = sum(map(_proves_nothing, diagnostics))
    counts = {"tests": str(len(cases) or 1), "failures": str(failed), "errors": str(unproven), "skipped": "0"}
    root = Element("testsuites", {"name": "gitmem", **counts, "time": "0"})
    suite = SubElement(root, "testsuite", {"name": f"gitmem {verb}", **counts, "time": "0"})
    for path, found in cases.items():
        _case(suite, verb, path, found)
    if not cases:
        _case(suite, verb, None, ())
    ElementTree.indent(root)
    # References instead of letters: then no encoding on the way can damage them.
    body: bytes = ElementTree.tostring(root, encoding="us-ascii")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _body(body)


def _body(document: bytes) -> str:
    """The document without a declaration that names ASCII, which some readers do not know."""
    text = document.decode("ascii")
    return text.partition("?>")[2].lstrip() if text.startswith("<?xml") else text


def _case(suite: Element, verb: str, path: str | None, found: Sequence[Diagnostic]) -> None:
    attributes = {"classname": f"gitmem.{verb}", "name": _legal(bare_path(path)) if path else _ALL_NOTES}
    if path:
        attributes["file"] = attributes["name"]
    case = SubElement(suite, "testcase", {**attributes, "time": "0"})
    errors = [each for each in found if _fails(each)]
    if errors:
        message = _legal(clean_line(errors[0].title))
        if len(errors) > 1:
            message = f"{message}, and {plural(len(errors) - 1, 'error')} more"
        failure = SubElement(case, "failure", {"message": message, "type": errors[0].rule.value})
        failure.text = _lines(errors)
    for each in filter(_proves_nothing, found):
        message = _legal(clean_line(each.title))
        SubElement(case, "error", {"message": message, "type": each.rule.value}).text = _lines([each])
    others = [each for each in found if not _fails(each) and not _proves_nothing(each)]
    if others:
        SubElement(case, "system-out").text = _lines(others)


def _proves_nothing(diagnostic: Diagnostic) -> bool:
    """Whether it tells that nothing was proven: nobody may read that as passed."""
    return diagnostic.rule is Rule.INCOMPLETE_HISTORY and not _fails(diagnostic)


def _fails(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.ERROR


def _lines(diagnostics: Iterable[Diagnostic]) -> str:
    return "\n".join(map(_line, diagnostics))


def _line(diagnostic: Diagnostic) -> str:
    place = ""
    if diagnostic.path is not None:
        place = bare_path(diagnostic.path)
        place += f":{diagnostic.line}: " if diagnostic.line is not None else ": "
    told = f"{diagnostic.rule.value} {diagnostic.severity.value}: {clean_line(diagnostic.message)}"
    return _legal(place + told)


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
