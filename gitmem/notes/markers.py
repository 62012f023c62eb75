"""Lines that would mislead a Markdown parser, found so that they can be blanked before parsing.

Merge markers: `=======` makes a heading of the line above it and `>>>>>>>` a quote. Obsidian's
`%% … %%` blocks: headings and list items in them are commented out. Neither is looked for in code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

_MERGE = re.compile(rb"^(<{7}|\|{7}|={7}|>{7})(?: [^\n]*)?[ ]*$", re.MULTILINE)
_COMMENT = re.compile(rb"^[^\n]*%%[^\n]*$", re.MULTILINE)
Span = tuple[int, int]


def may_mislead(body: bytes) -> bool:
    """Whether looking for markers is worth a parse of the note."""
    return b"%%" in body or (b"<<<<<<< " in body and b">>>>>>> " in body)


def merge_markers(body: bytes, code: Sequence[Span]) -> list[list[Span]]:
    """The marker lines of each unresolved merge in `body`; a region needs its start and its end."""
    regions: list[list[Span]] = []
    region: list[Span] = []
    for match in _MERGE.finditer(body):
        mark = match[1][:1]
        if _within(match.start(), code):
            continue
        if mark == b"<":
            region = [match.span()]
        elif region:
            region.append(match.span())
            if mark == b">":
                regions.append(region)
                region = []
    return regions


def comment_blocks(body: bytes, code: Sequence[Span]) -> list[Span]:
    """The `%%` comments that span lines: from a line that begins with `%%` to one that ends with it."""
    blocks: list[Span] = []
    start: int | None = None
    for match in _COMMENT.finditer(body):
        line = match[0].strip()
        if line.count(b"%%") % 2 == 0 or _within(match.start(), code):
            continue
        if start is None:
            start = match.start() if line.startswith(b"%%") else None
        elif line.endswith(b"%%"):
            blocks.append((start, match.end()))
            start = None
    return blocks


def blank(body: bytes, spans: Sequence[Span]) -> bytes:
    """`body` with the spans turned into spaces, every byte and line keeping its place."""
    kept: list[bytes] = []
    position = 0
    for start, end in sorted(spans):
        if end > position:
            start = max(start, position)
            kept += body[position:start], re.sub(rb"[^\n]", b" ", body[start:end])
            position = end
    kept.append(body[position:])
    return b"".join(kept)


def _within(position: int, spans: Sequence[Span]) -> bool:
    index = bisect_right(spans, (position, 1 << 62)) - 1
    return index >= 0 and position < spans[index][1]
