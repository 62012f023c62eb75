"""Columns, colours and line breaks of text for people.

Widths count terminal cells: wide characters take two, combining ones none. Colour only marks standing
and everything reads without it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Paint(Enum):
    """What a piece of text stands for; the value is the ANSI sequence that marks it."""

    PLAIN = ""
    DIM = "2"
    STALE = "2;33"
    ALARM = "31"
    STRONG = "1"


_SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")
_ONE_CELL_EACH = re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2015\u2018-\u201f\u2022\u2026]*")
"""Latin letters and the signs that this program writes, of which each takes one cell."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text is laid out: `width` in cells (None: never break lines), colour, and how much is said."""

    width: int | None = None
    color: bool = False
    verbose: bool = False

    def paint(self, text: str, paint: Paint) -> str:
        """`text` marked as `paint`, if colours are on."""
        if not self.color or paint is Paint.PLAIN or not text.strip():
            return text
        return f"\x1b[{paint.value}m{text}\x1b[0m"

    def cells(self, painted: str) -> int:
        """Terminal cells of text that may hold sequences of `paint`."""
        return cells(_SEQUENCE.sub("", painted) if self.color else painted)


def cells(text: str) -> int:
    """Terminal cells that `text` takes."""
    if text.isascii() or _ONE_CELL_EACH.fullmatch(text):
        return len(text)
    from wcwidth import wcswidth, wcwidth  # only here: its tables take longer to load than most answers

    whole = wcswidth(text)  # knows characters that join, such as those of a family or a flag
    return whole if whole >= 0 else sum(max(0, wcwidth(character)) for character in text)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` filled with spaces to `width` cells, aligned left or `right`."""
    fill = " " * max(0, width - cells(text))
    return fill + text if right else text + fill


def column_widths(rows: Sequence[Sequence[str]], limits: Sequence[int]) -> list[int]:
    """The width of each column: its widest text, but no text over its limit counts."""
    return [
        max((cells(row[column]) for row in rows if cells(row[column]) <= limit), default=0)
        for column, limit in enumerate(limits)
    ]


def wrap(text: str, width: int | None, indent: str = "") -> list[str]:
    """`text` as lines of at most `width` cells, each after `indent`; words longer than that are split."""
    if width is None or cells(text) + len(indent) <= width:
        return [indent + text]
    room = max(10, width - len(indent))
    lead = text[: len(text) - len(text.lstrip(" "))][: room // 2]
    lines: list[str] = []
    current = lead
    for word in text.strip(" ").split(" "):
        joined = f"{current} {word}" if current.strip() else current + word
        if cells(joined) <= room:
            current = joined
            continue
        if current.strip():
            lines.append(current)
        *full, current = _split(lead + word, room)
        lines.extend(full)
    return [indent + line for line in [*lines, current]]


def flow(parts: Sequence[str], width: int | None) -> list[str]:
    """`parts` with a dot between them, as lines of at most `width` cells that end between parts."""
    lines: list[str] = []
    for part in parts:
        if lines and (width is None or cells(f"{lines[-1]} · {part}") <= width):
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return [piece for line in lines for piece in wrap(line, width)]


def _split(word: str, room: int) -> list[str]:
    pieces = [""]
    for character in word:
        if cells(pieces[-1] + character) > room:
            pieces.append("")
        pieces[-1] += character
    return pieces


def shorten(text: str, width: int | None) -> str:
    """`text` cut to `width` cells, the cut marked by an ellipsis."""
    if width is None or cells(text) <= width:
        return text
    kept = ""
    for character in text:
        if cells(kept + character) > width - 1:
            break
        kept += character
    return kept.rstrip() + "…"


def plural(count: int, noun: str) -> str:
    """`1 note`, `2 notes`, `3 entries`, `1,204 matches`."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{count:,} {noun[:-1]}ies"
    return f"{count:,} {noun}{'es' if noun.endswith(('ch', 's')) else 's'}"


def beside(left: str, right: str, style: Style) -> list[str]:
    """Two parts of a row on one line, or the second below the first where the terminal is too narrow."""
    if style.width is None or style.cells(left) + cells(right) + 3 <= style.width:
        return [f"{left}   {right}".rstrip()]
    return [left.rstrip(), *wrap(right, style.width, " " * 6)]
