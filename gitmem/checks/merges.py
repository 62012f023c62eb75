"""Merge markers that were left in a note, wherever they stand but in code.

Other than the reader of notes, which must not take markers in HTML for structure, this also looks into HTML
blocks and front matter: git puts its markers there as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitmem.checks.finding import Finding, Rule, Severity, UnresolvedMerge
from gitmem.errors import NoteError


def left_markers(path: str, data: bytes) -> Iterator[Finding]:
    """A finding for each unresolved merge in the bytes of a note, from its first marker to its last.

    None for what is no text: such notes are named as skipped.
    """
    if b"<<<<<<<" not in data or b">>>>>>>" not in data:
        return
    try:
        merges = list(_merges(path, data))
    except NoteError:
        return
    for first, last in merges:
        detail = UnresolvedMerge(first, last)
        yield Finding(Rule.MERGE_MARKERS, Severity.ERROR, path, first, last, detail)


def _merges(path: str, data: bytes) -> Iterator[tuple[int, int]]:
    """The first and last line of each."""
    from gitmem.notes.blocks import code_spans  # the parsers are rarely needed
    from gitmem.notes.markdown import read_note
    from gitmem.notes.markers import merge_markers

    before = read_note(path, data).front_matter.end_line
    content = data.replace(b"\r\n", b"\n").replace(b"\r", b" ")
    body = content.split(b"\n", before)[-1] if before else content
    offset = len(content) - len(body)
    code = [(start + offset, end + offset) for start, end in code_spans(body, html=False)]
    for region in merge_markers(content, code):
        first, last = (content.count(b"\n", 0, marker[0]) + 1 for marker in (region[0], region[-1]))
        yield first, last
