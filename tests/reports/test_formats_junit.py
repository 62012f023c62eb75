"""JUnit reports.

Lost otherwise: a report that no parser takes because of one sign in a note, or a job red for a warning.
"""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hypothesis import given
from junitparser import JUnitXml

from gitmem.checks.finding import Rule, Severity
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.junit import junit_report
from tests.reports.made import ANY_DIAGNOSTICS, diagnostic

ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"name", "classname", "time", "file"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "system-out": set[str](),
}
INSIDE = {
    "testsuites": ["testsuite"],
    "testsuite": ["testcase"],
    "testcase": ["failure", "error", "system-out"],
    "failure": [],
    "error": [],
    "system-out": [],
}
"""Elements and attributes that all readers of the format know, in the order they know."""


def report(diagnostics: list[Diagnostic]) -> Element:
    """A report that is well-formed, of known elements only, and whose counts are right."""
    text = junit_report(diagnostics, "check")
    assert text.isascii()
    root = ElementTree.fromstring(text)
    _check(root)
    cases = root.findall("testsuite/testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    for element in (root, *root.findall("testsuite")):
        counts = (element.get("tests"), element.get("failures"), element.get("errors"))
        assert counts == (str(len(cases)), str(len(failed)), str(len(root.findall(".//error"))))
    (suite,) = JUnitXml.fromstring(text.encode())
    assert (suite.tests, suite.failures, len(list(suite))) == (len(cases), len(failed), len(cases))
    return root


def _check(element: Element) -> None:
    assert set(element.attrib) <= ATTRIBUTES[element.tag]
    tags = [child.tag for child in element]
    assert all(tag in INSIDE[element.tag] for tag in tags)
    if element.tag == "testcase":
        assert tags == sorted(tags, key=INSIDE["testcase"].index)
    for child in element:
        _check(child)


def test_a_case_for_every_note() -> None:
    """Errors fail their note; warnings and advice are only told."""
    root = report(
        [
            diagnostic(path="a.md", line=3, message="two phases"),
            diagnostic(path="b.md", line=1, severity=Severity.WARNING, rule=Rule.STALE, message="old"),
            diagnostic(path="a.md", line=9, message="two owners"),
            diagnostic(path="a.md", line=4, severity=Severity.ADVICE, message="perhaps"),
            diagnostic(path=None, line=None, severity=Severity.WARNING, message="shallow"),
        ]
    )
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert list(cases) == ["a.md", "b.md", "all notes"]
    failure = cases["a.md"].find("failure")
    assert failure is not None
    assert failure.get("message") == "Contradiction: Orion: phase, and 1 error more"
    assert failure.text == "a.md:3: GM001 error: two phases\na.md:9: GM001 error: two owners"
    assert cases["a.md"].findtext("system-out") == "a.md:4: GM001 advice: perhaps"
    assert cases["b.md"].find("failure") is None
    assert cases["b.md"].findtext("system-out") == "b.md:1: GM002 warning: old"
    assert cases["all notes"].findtext("system-out") == "GM001 warning: shallow"


def test_nothing_found_is_one_case_that_passes() -> None:
    """Readers take an empty report for a fault of the job."""
    root = report([])
    assert [case.get("name") for case in root.iter("testcase")] == ["all notes"]


def test_signs_that_xml_cannot_say() -> None:
    root = report([diagnostic(path="a\ufffe\x01.md", message="\x00 \uffff \ud800 ]]> <b> & é")])
    assert root.findtext(".//failure") == (
        "a\ufffd\\x01.md:3: GM001 error:  \ufffd \\xed\\xa0\\x80 ]]> <b> & é"
    )


@given(ANY_DIAGNOSTICS)
def test_any_note_gives_a_report_that_can_be_read(diagnostics: list[Diagnostic]) -> None:
    root = report(diagnostics)
    errors = {each.path for each in diagnostics if each.severity is Severity.ERROR}
    assert len(root.findall(".//failure")) == len(errors)
    assert len(root.findall(".//testcase")) == (len({each.path for each in diagnostics}) or 1)
