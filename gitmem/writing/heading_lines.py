"""The lines of a heading: its signs, or the line drawn below it, tell its level. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SIGNS = re.compile(rb" {0,3}(#{1,6})(?:[ \t\r\n]|$)")
_UNDERLINE = re.compile(rb" {0,3}(?:(=+)|-+)[ \t]*\r?\n?$")


class HeadingLines(NamedTuple):
    """The level of a heading and how many lines it takes; `drawn` tells that a line below it makes it one."""

    level: int
    height: int
    drawn: bool = False


def heading_lines(lines: Sequence[bytes], at: int) -> HeadingLines | None:
    """The heading whose first line is `lines[at]`; None where it stands within a list or a quotation."""
    if found := _SIGNS.match(lines[at]):
        return HeadingLines(len(found[1]), 1)
    for below in range(at + 1, len(lines)):
        if found := _UNDERLINE.match(lines[below]):
            return HeadingLines(1 if found[1] else 2, below - at + 1, drawn=True)
        if not lines[below].strip():
            break
    return None
