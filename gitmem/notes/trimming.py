"""From the source of a block to its text: indent, quote marks and empty edges go, line ends stay.

Every function keeps one line of text for one line of source, so that places inside a text can be cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(r"[^\W_]")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t\n]|$)")
_QUOTE_MARKS = re.compile(r"[ \t]*(?:>[ \t]?)+")
_DEFINITION = re.compile(r"[ \t]*\[")


def leftovers(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """Groups of neighbouring lines with words, each definition for itself, with their line numbers."""
    group: list[str] = []
    start = first
    for line, text in enumerate([*lines, ""], first):
        marker = _BULLET.match(text)
        blank = not _WORD.search(text, marker.end() if marker else 0)
        if group and (blank or _DEFINITION.match(text)):
            yield start, "\n".join(group)
            group = []
        if not blank:
            start = start if group else line
            group.append(text.strip())


def dedent(line: str, indent: int) -> str:
    """`line` without up to `indent` characters of leading space."""
    head = line[:indent]
    return line[indent:] if head.isspace() or not head else line.lstrip(" \t")


def trim_lines(text: str) -> tuple[str, int]:
    """`text` without white space around its lines and without empty first ones, and how many those were."""
    trimmed = "\n".join([each.strip() for each in text.split("\n")])
    rest = trimmed.lstrip("\n")
    return rest.rstrip("\n"), len(trimmed) - len(rest)


def unquote(line: str) -> str:
    """`line` without its quote marks; a lazy continuation has none."""
    marks = _QUOTE_MARKS.match(line)
    return (line[marks.end() :] if marks else line).rstrip()
