"""Summaries in Markdown.

Lost otherwise: a note that mentions people, links or runs something in the page of whoever reads the summary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyromark
import pytest
from hypothesis import given, settings

from gitmem.checks.finding import Severity
from gitmem.facts.standing import ConflictReason
from gitmem.facts.standing import Rule as PairRule
from gitmem.memory.conflicts import ConflictShown, ConflictsResponse
from gitmem.memory.stale import StaleResponse
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.finding_words import rule_help
from gitmem.reports.markdown import (
    MOST,
    code,
    conflicts_markdown,
    findings_markdown,
    stale_markdown,
)
from gitmem.reports.safe import bare_path, clean_line
from tests.reports.made import ANSWER, ANY_DIAGNOSTICS, TEXTS, diagnostic, stale_item, statement

DIALECT = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_GFM
)
OURS = {"Heading", "Paragraph", "List", "Item", "Table", "TableHead", "TableRow", "TableCell", "Strong"}


def events(markdown: str) -> Iterator[tuple[str, Any]]:
    """What a parser makes of it: the kind of each event and what it holds."""
    for event in pyromark.events(markdown, options=DIALECT):
        yield from event.items() if isinstance(event, dict) else [(event, None)]


def spans(markdown: str) -> list[str]:
    """The code spans of a summary, in which nothing but our own elements and words stands beside them."""
    found: list[str] = []
    for kind, held in events(markdown):
        if kind == "Code":
            found.append(held)
        elif kind == "Start":
            name = held if isinstance(held, str) else next(iter(held))
            assert name in OURS, held
        else:
            assert kind in {"End", "Text", "SoftBreak", "TaskListMarker"}, (kind, held)
    return found


def words(markdown: str) -> str:
    """Everything that stands in no code span."""
    return "\n".join(held for kind, held in events(markdown) if kind == "Text")


def shown(text: str) -> str:
    """A text as a code span tells it."""
    clean = clean_line(text)
    return clean if clean.strip() else '""'


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("plain", "`plain`"),
        ("a `b` c", "``a `b` c``"),
        ("`", "`` ` ``"),
        ("``", "``` `` ```"),
        (" x ", "`  x  `"),
        ("a|b", "`a|b`"),
        ("\\", "`\\`"),
        ("", '`""`'),
        ("two\nlines", "`two lines`"),
        ("@user <b>\x1b[1m", "`@user <b>`"),
    ],
)
def test_a_code_span(text: str, span: str) -> None:
    assert code(text) == span


@given(TEXTS)
def test_any_text_is_one_code_span(text: str) -> None:
    """No tick, backslash or space ends it early or is lost."""
    assert spans(f"- {code(text)} and more") == [shown(text)]


@settings(max_examples=60)
@given(ANY_DIAGNOSTICS)
def test_no_note_is_more_than_text_in_a_summary(diagnostics: list[Diagnostic]) -> None:
    """All that a note can reach stands in code spans; the words beside them are the same for any note."""
    markdown = findings_markdown(diagnostics, "Check of the notes", ANSWER)
    markdown.encode("utf-8")
    told = spans(markdown)
    expected = [shown(each.message) for each in diagnostics]
    expected += [
        shown(f"{bare_path(each.path)}:{each.line}") for each in diagnostics if each.path is not None
    ]
    for place in (place for each in diagnostics for place in each.related):
        expected += [shown(f"{bare_path(place.path)}:{place.line}"), shown(place.message)]
    assert sorted(told) == sorted([*expected, "9999999"])


@settings(max_examples=60)
@given(ANY_DIAGNOSTICS)
def test_the_words_beside_are_ours(diagnostics: list[Diagnostic]) -> None:
    plain = [
        Diagnostic(
            each.rule, each.severity, "a.md" if each.path else None, each.line, each.end_line, "t", "m"
        )
        for each in diagnostics
    ]
    ours, any_ = (findings_markdown(each, "Check", ANSWER) for each in (plain, diagnostics))
    assert sorted(set(words(any_).split())) == sorted(set(words(ours).split()))


def test_findings_are_told_by_severity_and_rule_with_the_cure() -> None:
    found = [
        diagnostic(path="b.md", severity=Severity.WARNING, message="a warning"),
        diagnostic(path="a.md", message="an error"),
    ]
    markdown = findings_markdown(found, "Check of the notes", ANSWER)
    assert markdown.startswith(
        "## Check of the notes\n\n1 error, 1 warning\n\n### GM001 contradiction, error: 1"
    )
    assert markdown.index("`a.md:3` `an error`") < markdown.index("`b.md:3` `a warning`")
    assert rule_help(found[0].rule) in "".join(held for kind, held in events(markdown) if kind == "Text")
    assert markdown.endswith("Looked at 3 notes, commit `9999999`.")


def test_nothing_found_is_said() -> None:
    assert "\n\nNothing found.\n\n" in findings_markdown([], "Check", ANSWER)


def test_a_long_list_is_cut_and_says_so() -> None:
    """A summary that is too large is not shown at all."""
    many = [diagnostic(line=line, message="x" * 5000) for line in range(1, 1 + MOST + 7)]
    markdown = findings_markdown(many, "Check", ANSWER)
    assert "\n- and 7 more\n" in markdown
    assert len(markdown) < 100_000


def test_stale_text_by_note_and_author_with_what_to_do() -> None:
    """A list of tasks, each with its reason, so that somebody can take it and work it off."""
    items = (
        stale_item("a.md", 3, "Rent: $900 | `x`"),
        stale_item("b.md", 4, "Price: $3", author="Ben @b"),
        stale_item("a.md", 9, "Fee: $1\n  in two lines"),
    )
    markdown = stale_markdown(StaleResponse(ANSWER, None, False, 30, items))
    lines = markdown.split("\n")
    at = lines.index("### `a.md` · `Ann`")
    assert lines[at + 2] == "- [ ] `a.md:3` `` Rent: $900 | `x` `` `153 days, money`"
    assert lines[at + 3] == "- [ ] `a.md:9` `Fee: $1 …` `153 days, money`"
    assert markdown.index("`a.md` · `Ann`") < markdown.index("`b.md` · `Ben @b`")
    assert "Add `[verified: 2026-10-01]` to the line" in markdown
    assert "@b" not in words(markdown)


def test_nothing_stale_is_said() -> None:
    assert "Nothing to check again." in stale_markdown(StaleResponse(ANSWER, None, False, 30, ()))


def test_a_contradiction_with_all_its_sides() -> None:
    sides = tuple(statement("a.md", line, "Phase", value) for line, value in ((3, "pilot"), (4, "a|b `c`")))
    conflict = ConflictShown("Orion <b>", "Phase", (ConflictReason.BESIDE,), (PairRule.E,), sides)
    markdown = conflicts_markdown(ConflictsResponse(ANSWER, False, (conflict,), ()))
    assert "### `Orion <b>: Phase`" in markdown
    assert '- `pilot` · `a.md:3` · 2026-05-01 · `Ann, ccccccc "a change"`' in markdown
    assert "a|b `c`" in spans(markdown)


@given(TEXTS, TEXTS)
def test_answers_hold_any_text(one: str, two: str) -> None:
    sides = (statement(one or "a", 3, two, one, author=two), statement("b.md", 4, one, two))
    conflict = ConflictShown(one, two, (ConflictReason.BESIDE,), (PairRule.E,), sides)
    item = stale_item(one or "a", 3, two, author=one)
    spans(conflicts_markdown(ConflictsResponse(ANSWER, False, (conflict,), ())))
    spans(stale_markdown(StaleResponse(ANSWER, None, False, 30, (item,))))
