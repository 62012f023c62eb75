"""Which lines of a wrapped paragraph belong to one statement, so that none is marked by halves. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from gitmem.errors import NoteError
from gitmem.facts.claim import Claim, Shape
from gitmem.facts.reading.exclusions import is_key
from gitmem.facts.reading.pairs import find_separator, label_in
from gitmem.notes.markdown import Chunk
from gitmem.writing.text import NoteText

_BEGINNING = (Shape.LINE, Shape.BOLD)
"""Shapes of claims that begin with their line."""

_ENDED = (".", "!", "?", ":", ";", "\\", "~~", "…", "。", "！", "？")
_OPEN = re.compile(
    r"(?:,|[-–—/&+(]|\b(?:and|or|but|nor|of|the|an?|with|by|to|in|on|at|for|from|as|that|which|who|because|"
    r"until|is|are|was|were|has|have))\Z",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[.!?…][\"'”’)\]*_]*\s+[^\W_a-z]")
_MARKS = "*_\"'(“‘`["


def statement_at(
    path: str, text: NoteText, chunk: Chunk, line: int, claims: Sequence[Claim]
) -> tuple[int, int]:
    """The first and last line of the statement on a line of a paragraph in which several `claims` may stand.

    Raises `NoteError` where these lines hold more than the statement.
    """
    own = next((claim for claim in claims if claim.line <= line <= claim.end_line), None)
    first, last = (own.line, own.end_line) if own is not None else (line, line)
    texts = chunk.text.split("\n")
    begins = {claim.line - chunk.line for claim in claims if claim.shape in _BEGINNING}
    begins |= {after for after in range(1, len(texts)) if text.line(chunk.line + after - 1).endswith(b"  ")}
    begin, end = _extended(texts, first - chunk.line, last - chunk.line, begins)
    lines = chunk.line + begin, chunk.line + end
    if lines != (first, last) and _NEXT.search("\n".join(texts[begin : end + 1])):
        raise NoteError(
            f"{path}:{line} is part of a sentence that shares lines {lines[0]} to {lines[1]} with another "
            "one; strike it by hand"
        )
    return lines


def _extended(texts: Sequence[str], first: int, last: int, begins: Collection[int]) -> tuple[int, int]:
    """Lines, counted from 0, with those that run into them and those into which they run; on each of
    `begins` something new begins."""
    while first > 0 and first not in begins and _runs_on(texts[first - 1], texts[first]):
        first -= 1
    while last + 1 < len(texts) and last + 1 not in begins and _runs_on(texts[last], texts[last + 1]):
        last += 1
    return first, last


def _runs_on(before: str, after: str) -> bool:
    """Whether a line goes on with what the one before it began."""
    if before.rstrip().endswith(_ENDED) or after.startswith("~~"):
        return False
    found = find_separator(after)
    if found and is_key(label_in(after[: found[0]])) and not after[:1].islower():
        return False
    return after.lstrip(_MARKS)[:1].islower() or _OPEN.search(before.rstrip()) is not None
