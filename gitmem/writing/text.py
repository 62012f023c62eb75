"""The lines of a note as bytes, and edits that change nothing else: endings and odd bytes stay. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

_CRLF, _LF = b"\r\n", b"\n"


class NoteText(NamedTuple):
    """A note's lines, each with its own ending, as git counts them; the last one may have none."""

    lines: tuple[bytes, ...]

    @classmethod
    def of(cls, data: bytes) -> NoteText:
        """The lines of a note's bytes."""
        return cls(tuple(_split(data)))

    @property
    def data(self) -> bytes:
        """The bytes of all lines."""
        return b"".join(self.lines)

    @property
    def ending(self) -> bytes:
        """What most of its lines end with."""
        crlf = sum(line.endswith(_CRLF) for line in self.lines)
        return _CRLF if 2 * crlf > sum(line.endswith(_LF) for line in self.lines) else _LF

    def line(self, number: int) -> bytes:
        """A line by its number, from 1, without its ending. Raises `IndexError` when there is none."""
        if not 1 <= number <= len(self.lines):
            raise IndexError(number)
        return self.lines[number - 1].rstrip(b"\n").removesuffix(b"\r")

    def replaced(self, number: int, text: bytes) -> NoteText:
        """With another text in a line, whose ending stays."""
        return self.changed({number: text})

    def changed(self, texts: Mapping[int, bytes]) -> NoteText:
        """With other texts in some lines, whose endings stay."""
        lines = list(self.lines)
        for number, text in texts.items():
            lines[number - 1] = text + lines[number - 1][len(self.line(number)) :]
        return NoteText(tuple(lines))

    def inserted(self, after: int, texts: Sequence[bytes]) -> NoteText:
        """With lines put after line `after` (0: before the first), ended as the note's lines are.

        A last line without an ending gets one, and what now is the last line has none, as before.
        """
        ending = self.ending
        new = [text + ending for text in texts]
        before, rest = list(self.lines[:after]), self.lines[after:]
        if new and not rest and before and not before[-1].endswith(_LF):
            before[-1] += ending
            new[-1] = texts[-1]
        return NoteText((*before, *new, *rest))

    def without(self, first: int, last: int) -> NoteText:
        """Without lines `first` to `last`."""
        return NoteText((*self.lines[: first - 1], *self.lines[last:]))

    def closed(self) -> NoteText:
        """With an ending of its last line, where it has none."""
        if not self.lines or self.lines[-1].endswith(_LF):
            return self
        return NoteText((*self.lines[:-1], self.lines[-1] + self.ending))


def _split(data: bytes) -> list[bytes]:
    """Lines ended by a line feed only: a form feed or a lone carriage return is text of its line."""
    parts = data.split(_LF)
    lines = [part + _LF for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines
