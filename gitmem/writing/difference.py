"""What a change did to a note, line by line, told from the bytes before and after. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from gitmem.writing.files import NoteChange
from gitmem.writing.text import NoteText


@dataclass(frozen=True, slots=True)
class AddedLine:
    """A line that was not there before, by its number now."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line whose text changed, by its number now; `before` is what it said."""

    line: int
    before: str
    text: str


@dataclass(frozen=True, slots=True)
class NoteDifference:
    """What became of a file: `created` or `removed` as a whole, and its lines; `taken` counts those that left
    it."""

    path: str
    created: bool
    removed: bool
    added: tuple[AddedLine, ...]
    changed: tuple[ChangedLine, ...]
    taken: int


def difference(change: NoteChange) -> NoteDifference:
    """What a change does to the lines of its file; a line ending alone is no change of a line."""
    old, new = _texts(change.before), _texts(change.after)
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    middle = old[first : len(old) - last], new[first : len(new) - last]
    added: list[AddedLine] = []
    changed: list[ChangedLine] = []
    taken = 0
    for olds, place, news in _blocks(*middle):
        place += first + 1
        both = min(len(olds), len(news)) if len(olds) <= len(news) else 0
        changed += [ChangedLine(place + n, olds[n], news[n]) for n in range(both)]
        added += [AddedLine(place + n, news[n]) for n in range(both, len(news))]
        taken += len(olds) - both
    return NoteDifference(
        change.path, change.before is None, change.after is None, tuple(added), tuple(changed), taken
    )


def _texts(data: bytes | None) -> list[str]:
    lines = NoteText.of(data or b"").lines
    return [line.rstrip(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape") for line in lines]


def _common(one: list[str], two: list[str]) -> int:
    """How many lines two texts begin with in common."""
    least = min(len(one), len(two))
    return next((place for place in range(least) if one[place] != two[place]), least)


def _blocks(old: list[str], new: list[str]) -> list[tuple[list[str], int, list[str]]]:
    """The blocks that differ: old lines, where the new ones begin, new lines."""
    if not old or not new:
        return [(old, 0, new)] if old or new else []
    codes = SequenceMatcher(None, old, new, autojunk=len(old) > 2000).get_opcodes()
    return [(old[a:b], c, new[c:d]) for tag, a, b, c, d in codes if tag != "equal"]
