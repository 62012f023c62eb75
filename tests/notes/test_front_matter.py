"""Front matter: which block is one, what is read of it, and what is said about the rest."""

from __future__ import annotations

import pytest

from gitmem.notes.front_matter import LARGEST_BLOCK, FrontMatter, parse_front_matter
from gitmem.notes.markdown import ChunkKind, read_note
from tests.notes.cases import Case, load


def describe(front: FrontMatter) -> str:
    """What was read, one value a line."""
    lines = [f"ends on line {front.end_line}" if front.end_line else "no front matter"]
    lines += [f"entity {front.entity}"] if front.entity is not None else []
    lines += [f"alias {alias}" for alias in front.aliases]
    lines += [f"{each.field} {each.day} on line {each.line}" for each in front.dates]
    lines += ["volatile"] if front.volatile else []
    lines += [f"stale_after {front.stale_after}"] if front.stale_after is not None else []
    return "\n".join([*lines, *(f"warning {each.line}: {each.text}" for each in front.warnings)])


@pytest.mark.parametrize("case", load("front_matter"), ids=lambda case: case.title)
def test_front_matter(case: Case) -> None:
    """A date read wrongly makes a whole note fresh or stale; a block taken wrongly eats its text."""
    assert describe(parse_front_matter(case.input)) == case.expected


def test_a_block_longer_than_the_limit_is_text() -> None:
    """A note that merely begins with a rule must not be swallowed by YAML."""
    text = "---\n" + "a: b\n" * (LARGEST_BLOCK // 5 + 1) + "---\n"
    assert parse_front_matter(text).end_line == 0


@pytest.mark.parametrize(
    "text",
    [
        "---\nentity: Orion: two\nowner: Ada\n---\n- Budget: 4\n",
        "---\na: &b 1\nowner: Ada\n---\n- Budget: 4\n",
        "---\nupdated: tuesday\nowner: Ada\n---\n- Budget: 4\n",
    ],
)
def test_a_bad_block_stays_searchable_and_the_note_is_read(text: str) -> None:
    """One slip in the block must not hide the note or the block itself."""
    note = read_note("note.md", text.encode())
    block, item = note.chunks
    assert (block.kind, block.line, block.end_line) == (ChunkKind.FRONT_MATTER, 1, 4)
    assert "owner: Ada" in block.text
    assert (item.kind, item.line, item.text) == (ChunkKind.LIST_ITEM, 5, "Budget: 4")
    assert len(note.warnings) == 1


def test_every_field_of_yaml_may_be_there() -> None:
    """Obsidian, Jekyll and Hugo write fields of their own; they are none of our business."""
    text = "---\ntitle: 2026-05-26\ntags: [a, 2024]\ndraft: no\nweight: 1_000\n? complex\n: key\n---\n"
    front = parse_front_matter(text)
    assert (front.end_line, front.dates, front.warnings) == (8, (), ())


def test_the_texts_of_all_flat_fields_are_kept() -> None:
    """The configuration may declare any field a fact; its value has to be what was written."""
    text = "---\nStatus: on  hold\nlikes: [tea, ~, rye]\nnested:\n  a: b\nempty:\nstatus: twice\n---\n"
    assert parse_front_matter(text).fields == (
        ("Status", "on hold", 2),
        ("likes", "tea", 3),
        ("likes", "rye", 3),
    )
