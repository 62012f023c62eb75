"""Conflicted copies are told by name and content together; a second plan is no copy of the first."""

from __future__ import annotations

import pytest

from gitmem.checks.copies import copied_note, originals_of, share_of_lines
from gitmem.checks.finding import CopiedNote, Rule, Severity

TEXT = b"# Plan\n\n- Budget: $40\n- Lead: Ann\n- Phase: pilot\n"
NAMES = [
    "Plan (Ann's conflicted copy 2026-08-14).md",
    "Plan (conflicted copy 2026-08-14 093000).md",
    "Plan (conflicted copy).md",
    "Plan (Case Conflict 1).md",
    "Plan.sync-conflict-20260814-093000-ABCDEFG.md",
    "Plan.sync-conflict-20260814-093000.md",
    "Plan (SFConflict ann@x.example 2026-08-14-09-30-00).md",
    "Plan_conflict-20260814-093000.md",
    "Plan (Conflict).md",
    "Plan (1).md",
    "Plan(12).md",
    "Plan 2.md",
    "Plan-Copy.md",
    "Plan - Copy.md",
    "Plan - Copy (2).md",
    "Plan copy.md",
    "Plan copy 3.md",
    "Plan-LAPTOP7.md",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_sync_tools_give(name: str) -> None:
    """Lost otherwise: two versions of one note stay side by side and both are found as true."""
    for folder in ("", "a folder/b/"):
        found = [each for each in originals_of(folder + name) if each.path == f"{folder}Plan.md"]
        assert found, name
        finding = copied_note(folder + name, found[0], TEXT, TEXT)
        assert finding is not None
        assert (finding.rule, finding.severity, finding.line) == (Rule.COPY, Severity.WARNING, 1)
        assert finding.detail == CopiedNote(f"{folder}Plan.md", 1.0)


@pytest.mark.parametrize("name", ["Plan.md", "2.md", "(1).md", "2026-08-14.md", "Plan2.md", "v2/Plan.md"])
def test_names_that_are_no_copies(name: str) -> None:
    """A false alarm on ordinary names teaches people to look away."""
    assert not list(originals_of(name))


def test_a_second_plan_is_no_copy() -> None:
    """Two notes that share a heading and one line are two notes."""
    other = b"# Plan\n\n- Budget: $900\n- Lead: Bob\n- Phase: rollout\n"
    (original,) = originals_of("Plan 2.md")
    assert copied_note("Plan 2.md", original, other, TEXT) is None


def test_a_name_that_only_a_tool_gives_needs_fewer_equal_lines() -> None:
    """The two versions differ, which is why the tool could not merge them."""
    edited = TEXT.replace(b"$40", b"$55").replace(b"pilot", b"rollout")
    certain, plain = "Plan (conflicted copy 2026-08-14).md", "Plan (1).md"
    assert copied_note(certain, next(originals_of(certain)), edited, TEXT) is not None
    assert copied_note(plain, next(originals_of(plain)), edited, TEXT) is None


def test_the_share_counts_lines_of_the_longer_note() -> None:
    """A stub whose few lines stand in a long note is no copy of it."""
    assert share_of_lines(b"# Plan\n", TEXT) == 0.25
    assert share_of_lines(TEXT, b"# Plan\r\n") == 0.25
    assert share_of_lines(TEXT.replace(b"\n", b"\r\n"), TEXT) == 1.0
    assert share_of_lines(b"", b"") == 0.0
    assert share_of_lines(b"\n\n", TEXT) == 0.0


def test_two_empty_notes_are_no_copies() -> None:
    """Nothing in common is nothing to merge."""
    (original,) = originals_of("Plan 2.md")
    assert copied_note("Plan 2.md", original, b"", b"") is None
