"""What of a chunk's text counts as said: code spans and comments are shown, but assert nothing.

A tag, a date or a price inside `` `code` ``, `<!-- … -->` or `%% … %%` is an example or a note to
oneself. The scan is one pass from left to right and linear in the text, whatever the text holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

_SPECIAL = re.compile(r"\\[\\`<%]|`+|<!--|%%")
_HIDDEN = re.compile(r"[^\n]")


def visible(text: str) -> str:
    """`text` with code spans and comments blanked; length and line ends stay as they are."""
    if "`" not in text and "<!--" not in text and "%%" not in text:
        return text
    scan = _Scan(text)
    kept: list[str] = []
    position = 0
    for match in _SPECIAL.finditer(text):
        if match.start() < position:
            continue
        end = scan.hidden_until(match)
        if end:
            kept += text[position : match.start()], _HIDDEN.sub(" ", text[match.start() : end])
            position = end
    kept.append(text[position:])
    return "".join(kept)


class _Scan:
    """Finds where a hidden part ends; remembers what it looked for in vain, to stay linear."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._runs: dict[int, list[int]] | None = None
        self._absent: set[str] = set()

    def hidden_until(self, match: re.Match[str]) -> int:
        """The end of the code span or comment that begins at `match`, 0 if none does."""
        mark = match[0]
        if mark[0] == "\\":
            return 0
        if mark[0] == "`":
            return self._code_end(match.end(), len(mark))
        closing = "-->" if mark == "<!--" else "%%"
        if closing in self._absent:
            return 0
        found = self.text.find(closing, match.end())
        if found < 0:
            self._absent.add(closing)
            return 0
        return found + len(closing)

    def _code_end(self, start: int, length: int) -> int:
        if self._runs is None:
            self._runs = defaultdict(list)
            for run in re.finditer("`+", self.text):
                self._runs[len(run[0])].append(run.start())
        starts = self._runs.get(length, [])
        index = bisect_left(starts, start)
        return starts[index] + length if index < len(starts) else 0


def numbered(pattern: re.Pattern[str], text: str, line: int) -> Iterator[tuple[re.Match[str], int]]:
    """The matches of `pattern` and the line each begins on, when `text` begins on `line`."""
    position = 0
    for match in pattern.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        yield match, line
