"""Inline tags: what a line says about itself, and what only looks like it."""

from __future__ import annotations

import pytest

from gitmem.notes.kinds import UNTAGGED, ChunkKind
from gitmem.notes.markdown import read_note
from gitmem.notes.tags import NO_TAGS, InlineTags, inline_tags
from tests.notes.cases import Case, load


def describe(tags: InlineTags) -> str:
    """What was read, one value a line; `none` when nothing was."""
    lines = [f"verified {each.day} on line {each.line}" for each in tags.verified]
    lines += [f"from {tags.since}"] if tags.since else []
    lines += [f"until {tags.until}"] if tags.until else []
    lines += [name for name in ("volatile", "multi", "allow") if getattr(tags, name)]
    lines += [f"provenance {tags.provenance.value}"] if tags.provenance else []
    lines += [f"informant {tags.informant.value}"] if tags.informant else []
    lines += [f"supersedes {key}" for key in tags.supersedes]
    lines += [f"warning {each.line}: {each.text}" for each in tags.warnings]
    return "\n".join(lines) or "none"


@pytest.mark.parametrize("case", load("tags"), ids=lambda case: case.title)
def test_tags(case: Case) -> None:
    """A tag taken from an example dates or retires a line that says nothing of the kind."""
    assert describe(inline_tags(case.input, ChunkKind.PARAGRAPH)) == case.expected


@pytest.mark.parametrize("kind", sorted(UNTAGGED, key=lambda kind: kind.value))
def test_code_and_machinery_carry_no_tags(kind: ChunkKind) -> None:
    """A page that explains tags must not be dated by its examples."""
    assert inline_tags("x [verified: 2020-01-01] [volatile]", kind) is NO_TAGS


def test_an_impossible_tag_is_named_with_the_line_of_the_note() -> None:
    """The user has to find the typing error."""
    note = read_note("note.md", b"---\nentity: x\n---\n\n# A\n\n- one\n- two [verified: 2026-13-01]\n")
    assert [(each.line, each.text) for each in note.warnings] == [(8, "[verified: 2026-13-01] holds no date")]
