"""Properties of reading a note: nothing is lost, cited twice or wrongly; what it claims stands in it."""

from __future__ import annotations

import re

from bench.fuzz.seeds import notes
from bench.fuzz.target import Target, refusal
from gitmem.config import DEFAULTS
from gitmem.errors import NoteError
from gitmem.facts.claims import ClaimReader
from gitmem.notes.dating import dated_lines, written_dates
from gitmem.notes.freshness import is_volatile
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note
from gitmem.notes.visible import visible

_WORD = re.compile(r"[^\W_]")
_MARKERS = re.compile(r"(?:[ \t>]|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*")
_READER = ClaimReader(DEFAULTS)
_PATH = "2026-01-01 note.md"


def check_note(data: bytes) -> None:
    """Everything that holds for a note, or it is refused in one line."""
    try:
        note = read_note(_PATH, data)
    except NoteError as refused:
        refusal(refused)
        return
    lines = source_lines(data.decode("utf-8"))
    assert note.line_count == data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    covered = chunks_are_cited(note, lines)
    nothing_is_lost(note, lines, covered)
    sections_are_ordered(note)
    warnings_have_places(note)
    chunks_can_be_judged(note)
    claims_stand_in_the_note(note)
    windows_changes_nothing(data, note)


def source_lines(text: str) -> list[str]:
    """The lines of a note as they are cited."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", " ").split("\n")


def chunks_are_cited(note: Note, lines: list[str]) -> set[int]:
    """The text of a chunk stands where it is cited, and no line is in two; the lines that are in one."""
    last = 0
    covered: set[int] = set()
    for chunk in note.chunks:
        assert last < chunk.line <= chunk.end_line <= note.line_count
        last = chunk.end_line
        covered.update(range(chunk.line, chunk.end_line + 1))
        assert chunk.text.strip()
        assert chunk.heading_path == note.sections[chunk.section].path
        if chunk.kind is not ChunkKind.HEADING:
            shown = chunk.text.split("\n")
            assert len(shown) == chunk.end_line - chunk.line + 1
            assert all(part in lines[chunk.line - 1 + index] for index, part in enumerate(shown))
    return covered


def nothing_is_lost(note: Note, lines: list[str], covered: set[int]) -> None:
    """Every word is in a chunk or in a heading; else a term could be called absent that the note holds."""
    headings = _heading_lines(note, covered, len(lines))
    for number, line in enumerate(lines, 1):
        if number not in covered and number not in headings:
            marker = _MARKERS.match(line)
            assert not _WORD.search(line, marker.end() if marker else 0), line


def _heading_lines(note: Note, covered: set[int], count: int) -> set[int]:
    """The lines of headings; an underlined one may take several."""
    lines: set[int] = set()
    for section in note.sections:
        for line in section.lines[-1:]:
            while line <= count and line not in covered and line not in lines:
                lines.add(line)
                line += 1
    return lines


def sections_are_ordered(note: Note) -> None:
    """Headings come in the order of their lines, and a section begins before its chunks."""
    for section in note.sections:
        assert len(section.path) == len(section.lines)
        assert list(section.lines) == sorted(set(section.lines))
        assert all(1 <= line <= note.line_count for line in section.lines)
        assert all(title and "\n" not in title for title in section.path)
        assert section.dated is None or section.dated.line in section.lines
    order = [chunk.section for chunk in note.chunks]
    assert order == sorted(order)
    for chunk in note.chunks:
        assert all(line <= chunk.line for line in note.sections[chunk.section].lines)
    unmerged = [line for first_and_last in note.unmerged for line in first_and_last]
    assert unmerged == sorted(set(unmerged))
    assert all(1 <= line <= note.line_count for line in unmerged)


def warnings_have_places(note: Note) -> None:
    """A warning is one line about a line of the note."""
    for warning in note.warnings:
        assert 1 <= warning.line <= note.line_count
        assert "\n" not in warning.text


def chunks_can_be_judged(note: Note) -> None:
    """No text may stop the rooms behind this one."""
    for chunk in note.chunks:
        dates = written_dates(note, chunk)
        assert dates
        assert all(0 <= each.line <= note.line_count for each in dates)
        assert set(dated_lines(chunk)) <= set(range(chunk.line, chunk.end_line + 1))
        is_volatile(chunk.text, chunk.kind, False, chunk.tags)
        assert len(visible(chunk.text)) == len(chunk.text)


def claims_stand_in_the_note(note: Note) -> None:
    """A claim is cited where its chunk is, in order, and the same whatever the reader has read before."""
    claims = _READER.read(note)
    assert claims == _READER.read(note)
    reader = ClaimReader(DEFAULTS)
    reader.of_chunks(reader.frame(note), note.chunks[::-1], note.sections)
    assert claims == reader.read(note)
    for claim in claims:
        chunk = note.chunks[claim.chunk]
        assert chunk.line <= claim.line <= claim.end_line <= chunk.end_line
        assert claim.norm and claim.value.strip() and claim.label.strip()
        assert "\n" not in claim.label + claim.value


def windows_changes_nothing(data: bytes, note: Note) -> None:
    """The same note checked out on Windows gives the same chunks."""
    if b"\r" not in data:
        assert read_note(_PATH, data.replace(b"\n", b"\r\n")) == note


_TEXTS = (
    *("a", "bé ", "word ", "\n", "\n", "\n\n", "  ", "    ", "\t", "- ", "1. ", "> ", "# ", "#", "## "),
    *("```", "~~~", "`", "``", "|", "| a | b |\n", "|-|-|\n", "---", "---\n", "===", "***", "...\n"),
    *("k: v\n", "Lead: Ada", "is now ", "moved from 3 to 4", "~~Lead: Bo~~ superseded 2026-01-02"),
    *("<div>", "</div>", "<!--", "-->", "%%", "%%\n", "<pre>", "<![CDATA[", "]]>", "[x] ", "[^1]: ", "[^1]"),
    *("[a]: b", "[a](b)", "[[w|x]]", "~~", "~", "*", "**", "_", "\\", "&amp;", "[volatile]", "as of "),
    *("[verified: 2026-01-01]", "[until: 2026-13-01]", "{explicit, user}", "2026-08-02", "\r", "\r\n"),
    *("<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "\u2028", "\x0c", "\x0b", "\x85", "\u3000"),
    *("\x1c", "\ufeff", "😀", "İ", "<del>", "</del>", "→", "$3"),
    *(" | ", ": ", "(", ")", "[", "]", ",", ";", ". "),
)
WORDS = tuple(text.encode() for text in _TEXTS)

MARKDOWN = Target(
    "markdown",
    "spans, order and text of chunks, sections, dates and claims of a note",
    check_note,
    WORDS,
    notes,
)
