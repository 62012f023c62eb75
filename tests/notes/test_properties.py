"""What holds for every note whatsoever: nothing is lost, cited twice or cited wrongly."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.errors import NoteError
from gitmem.notes.dating import dated_lines, written_dates
from gitmem.notes.freshness import is_volatile
from gitmem.notes.markdown import ChunkKind, Note, read_note
from gitmem.notes.visible import visible

_PIECES = (
    *("a", "bé ", "word ", "\n", "\n", "\n\n", "  ", "    ", "\t", "- ", "1. ", "> ", "# ", "#", "## "),
    *(
        "```",
        "~~~",
        "`",
        "``",
        "|",
        "| a | b |\n",
        "|-|-|\n",
        "---",
        "---\n",
        "===",
        "***",
        "...\n",
        "k: v\n",
    ),
    *("<div>", "</div>", "<!--", "-->", "%%", "%%\n", "<pre>", "<![CDATA[", "]]>", "[x] ", "[^1]: ", "[^1]"),
    *("[a]: b", "[a](b)", "[[w|x]]", "~~", "~", "*", "**", "_", "\\", "&amp;", "[volatile]", "as of "),
    *("[verified: 2026-01-01]", "[until: 2026-13-01]", "{explicit, user}", "2026-08-02", "\r", "\r\n"),
    *(
        "<<<<<<< a\n",
        "=======\n",
        ">>>>>>> b\n",
        "\u2028",
        "\x0c",
        "\x0b",
        "\x85",
        "\u3000",
        "\ufeff",
        "😀",
        "İ",
    ),
)
NOTES = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)
_WORD = re.compile(r"[^\W_]")
_MARKERS = re.compile(r"(?:[ \t>]|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*")


def source_lines(text: str) -> list[str]:
    """The lines of a note as they are cited."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", " ").split("\n")


def heading_lines(note: Note, covered: set[int], count: int) -> set[int]:
    """The lines of headings; an underlined one may take several."""
    lines: set[int] = set()
    for section in note.sections:
        for line in section.lines[-1:]:
            while line <= count and line not in covered and line not in lines:
                lines.add(line)
                line += 1
    return lines


@given(NOTES)
@settings(max_examples=400, deadline=None)
def test_every_word_is_in_exactly_one_chunk_or_in_a_heading(text: str) -> None:
    """Otherwise a term could be called absent that the note holds."""
    note = read_note("note.md", text.encode())
    lines = source_lines(text)
    covered: set[int] = set()
    for chunk in note.chunks:
        span = set(range(chunk.line, chunk.end_line + 1))
        assert not span & covered
        covered |= span
    headings = heading_lines(note, covered, len(lines))
    for number, line in enumerate(lines, 1):
        marker = _MARKERS.match(line)
        if marker and _WORD.search(line, marker.end()):
            assert number in covered or number in headings


@given(NOTES)
@settings(max_examples=400, deadline=None)
def test_the_text_of_a_chunk_stands_where_it_is_cited(text: str) -> None:
    """A reader who opens `path:line` has to see what the answer showed."""
    note = read_note("note.md", text.encode())
    lines = source_lines(text)
    for chunk in note.chunks:
        assert 1 <= chunk.line <= chunk.end_line <= note.line_count
        assert chunk.text.strip()
        assert chunk.heading_path == note.sections[chunk.section].path
        if chunk.kind is not ChunkKind.HEADING:
            shown = chunk.text.split("\n")
            assert len(shown) == chunk.end_line - chunk.line + 1
            assert all(part in lines[chunk.line - 1 + index] for index, part in enumerate(shown))


@given(NOTES)
@settings(max_examples=200, deadline=None)
def test_every_chunk_can_be_judged(text: str) -> None:
    """No text may stop the rooms behind this one."""
    note = read_note("2026-01-01.md", text.encode())
    for chunk in note.chunks:
        assert written_dates(note, chunk)
        assert set(dated_lines(chunk)) <= set(range(chunk.line, chunk.end_line + 1))
        is_volatile(chunk.text, chunk.kind, False, chunk.tags)
        assert len(visible(chunk.text)) == len(chunk.text)


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_bytes_of_any_kind_are_read_or_refused(data: bytes) -> None:
    """One file that is no note must not end in a traceback."""
    try:
        note = read_note("note.md", data)
    except NoteError as refused:
        assert "\n" not in str(refused)
    else:
        assert note.line_count == data.count(b"\n") + (0 if data.endswith(b"\n") or not data else 1)


@given(NOTES)
@settings(max_examples=100, deadline=None)
def test_windows_line_ends_change_nothing(text: str) -> None:
    """The same note checked out on Windows gives the same chunks."""
    plain = text.replace("\r", "")
    assert read_note("n.md", plain.encode()) == read_note("n.md", plain.replace("\n", "\r\n").encode())
