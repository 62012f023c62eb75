"""Markdown to chunks: what is cited, on which lines, under which headings and list items."""

from __future__ import annotations

import pytest

from gitmem.errors import NoteError
from gitmem.notes.markdown import Chunk, ChunkKind, read_note
from tests.notes.cases import Case, load


def describe(chunk: Chunk) -> str:
    """A chunk on one line: `lines kind [headings] <parents> text`."""
    lines = f"{chunk.line}" if chunk.line == chunk.end_line else f"{chunk.line}-{chunk.end_line}"
    parents = "".join(f"<{parent}> " for parent in chunk.parents)
    path = f"[{' > '.join(chunk.heading_path)}] " if chunk.heading_path else ""
    return f"{lines} {chunk.kind.value} {path}{parents}{chunk.text}".replace("\n", "⏎").replace("\t", "→")


@pytest.mark.parametrize("case", load("chunks"), ids=lambda case: case.title)
def test_chunks(case: Case) -> None:
    """A chunk cut wrongly is cited on the wrong line or not found at all."""
    note = read_note("note.md", case.input.encode())
    found = [f"warning {each.line}: {each.text}" for each in note.warnings]
    found += [describe(chunk) for chunk in note.chunks]
    assert "\n".join(found) == case.expected


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a\nb\0c\n", "not a text (NUL byte on line 2)"),
        (b"a\nb\n\xe9\n", "not UTF-8 text (byte 0xe9 on line 3)"),
        ("\ufeffa".encode("utf-16-le"), "not UTF-8 text (it begins with a UTF-16 byte order mark)"),
        ("\ufeffa".encode("utf-16-be"), "not UTF-8 text (it begins with a UTF-16 byte order mark)"),
        ("\ufeffa".encode("utf-32-le"), "not UTF-8 text (it begins with a UTF-32 byte order mark)"),
    ],
)
def test_what_is_no_text_is_refused_by_name(data: bytes, reason: str) -> None:
    """Guessing at an encoding would index garbage; the user has to learn why the note is missing."""
    with pytest.raises(NoteError) as refused:
        read_note("note.md", data)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("data", "count"),
    [(b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\r\nb\rc", 2), (b"---\na: b\n---", 3)],
)
def test_lines_are_counted_as_git_counts_them(data: bytes, count: int) -> None:
    """Otherwise origins and lines of a note would not match one to one."""
    assert read_note("note.md", data).line_count == count


def test_twin_headings_are_told_apart_by_their_section() -> None:
    """Two sections of one name are two places, not one list."""
    note = read_note("note.md", b"# A\n\n## B\n\nx\n\n## B\n\ny\n")
    first, second = (chunk for chunk in note.chunks if chunk.kind is ChunkKind.PARAGRAPH)
    assert first.heading_path == second.heading_path == ("A", "B")
    assert first.section != second.section
    assert note.sections[second.section].lines == (1, 7)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n# Two\n", "One"),
        ("## Two\n\n# One\n", "One"),
        ("text\n", None),
        ("#\n# Named\n", "Named"),
        ("> # Quoted\n\nTitle\n=====\n", "Title"),
    ],
)
def test_the_title_is_the_first_top_heading(text: str, title: str | None) -> None:
    """The title names the subject of a note."""
    assert read_note("note.md", text.encode()).title == title


@pytest.mark.parametrize(
    "text",
    [
        ">" * 50_000 + "x",
        "[" * 50_000,
        "- " * 50_000 + "x",
        "1) " * 20_000 + "x",
        "`a``" * 50_000,
        "x <!-- " * 50_000,
        "x %% y\n" * 20_000,
        "[verified: 2020-01-01]" * 5_000,
        "{explicit}\n" * 10_000,
        "---\na: " + "[" * 30_000 + "]" * 30_000 + "\n---\nx",
        "<<<<<<< a\n" * 10_000 + ">>>>>>> b\n" * 10_000,
        " " * 500_000 + "x",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_nesting_and_repetition_is_read(text: str) -> None:
    """One hostile note must not stop the others by a full stack or by never ending."""
    note = read_note("note.md", text.encode())
    assert note.chunks


def test_a_line_of_a_million_characters_is_one_chunk() -> None:
    """Generated notes hold such lines; they stay searchable."""
    (chunk,) = read_note("note.md", b"word " * 200_000).chunks
    assert (chunk.line, chunk.end_line, len(chunk.text)) == (1, 1, 999_999)


def test_items_of_numbered_lists_are_known() -> None:
    """The third item of a list is no fact that another third item contradicts."""
    note = read_note("note.md", b"1. a\n   b\n\n   c\n2) d\n\n- e\n  1. f\n")
    assert [(each.text, each.numbered) for each in note.chunks] == [
        ("a\nb", True),
        ("c", False),
        ("d", True),
        ("e", False),
        ("f", True),
    ]


def test_the_lines_of_unresolved_merges_are_known() -> None:
    """Neither side may be served as what the note says."""
    text = (
        "---\na: b\n---\n# Boat\n\n<<<<<<< HEAD\n- a\n||||||| base\n- b\n=======\n- c\n>>>>>>> other\n\n"
        "- d\n\n<<<<<<< HEAD\n- e\n=======\n>>>>>>> other\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n"
    )
    note = read_note("note.md", text.encode())
    assert note.unmerged == ((6, 12), (16, 19))
    assert [each.line for each in note.warnings] == [6, 16]
