"""Rotation: whole days of a log move into an archive for each month, each once. Pure."""

from __future__ import annotations

import codecs
import posixpath
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate, pairwise, zip_longest
from typing import NamedTuple

from gitmem.errors import NoteError
from gitmem.history.first_said import without_ascents
from gitmem.notes.headings import heading_day
from gitmem.notes.links import one_folder_deeper
from gitmem.notes.markdown import read_note
from gitmem.writing.heading_lines import heading_lines
from gitmem.writing.text import NoteText

ARCHIVE = "archive"
"""The folder of the archives, beside the log."""

_DAY_DEPTH = 2


class _Part(NamedTuple):
    """Lines of a note up to its next heading of the first two levels; `day` if their own heading is one."""

    day: date | None
    lines: tuple[bytes, ...]

    @property
    def said(self) -> tuple[bytes, ...]:
        """What a reader sees of it: no line endings, no empty lines, links from whatever folder."""
        return tuple(without_ascents(text) for line in self.lines if (text := line.rstrip()))

    @property
    def body(self) -> list[bytes]:
        """Its lines without the empty ones at its end."""
        return _trimmed(self.lines)


class MovedDay(NamedTuple):
    """A section that leaves the log: its day, its lines there, and where the archive has it.

    `known` tells that the archive had its lines already.
    """

    day: date
    line: int
    end_line: int
    archive: str
    archive_line: int
    known: bool


class Rotated(NamedTuple):
    """The notes after a rotation, archives first and the log last, and what moved, in order of day."""

    notes: dict[str, bytes | None]
    moved: tuple[MovedDay, ...]


def archive_of(log: str, day: date) -> str:
    """The path of the archive that a day of the log at path `log` belongs to."""
    name = f"{posixpath.splitext(posixpath.basename(log))[0]}-{_month(day)}.md"
    return posixpath.join(posixpath.dirname(log), ARCHIVE, name)


def _month(day: date) -> str:
    return day.isoformat()[:7]


def archives_wanted(log: str, data: bytes, before: date) -> list[str]:
    """The archives that the days of a log which lie before `before` belong to, in order.

    Raises `NoteError` for a log that is no text or has an unresolved merge.
    """
    return sorted(_by_archive(log, _parts(log, data), before))


def rotated(log: str, notes: Mapping[str, bytes | None], before: date) -> Rotated:
    """The notes after all sections of days before `before` have moved from the log to their archives.

    `notes` has the bytes of the log and of every archive that `archives_wanted` names, None for one that is
    to be made. What an archive has already, from a rotation that was cut off, is not written twice, so
    rotation may end after any of the notes and be done again with the same end. Raises `NoteError` when a
    note cannot be read, or a section would not be the section of its day where it is put.
    """
    data = notes[log] or b""
    parts, ending = _parts(log, data), NoteText.of(data).ending
    firsts = list(accumulate((len(part.lines) for part in parts), initial=1))
    after: dict[str, bytes | None] = {}
    moved: list[MovedDay] = []
    for path, places in sorted(_by_archive(log, parts, before).items()):
        archive = _archived(path, notes[path], [_deeper(parts[place]) for place in places], ending)
        after[path] = archive.data
        for place, line, known in zip(places, archive.lines, archive.known, strict=True):
            day, first = parts[place].day, firsts[place]
            assert day is not None
            moved.append(MovedDay(day, first, first + len(parts[place].body) - 1, path, line, known))
    after[log] = _without(log, data, parts, before, ending)
    return Rotated(after, tuple(moved))


def _deeper(part: _Part) -> _Part:
    """A section as the archives have it, which lie in a folder beside the log."""
    text = b"".join(part.lines).decode("utf-8", "surrogateescape")
    moved = one_folder_deeper(text).encode("utf-8", "surrogateescape")
    return _Part(part.day, NoteText.of(moved).lines)


def _by_archive(log: str, parts: Sequence[_Part], before: date) -> dict[str, list[int]]:
    """The archives that are needed, each with the places of its parts in order of day."""
    found: dict[str, list[int]] = {}
    old = [(part.day, place) for place, part in enumerate(parts) if part.day and part.day < before]
    for day, place in sorted(old):
        found.setdefault(archive_of(log, day), []).append(place)
    return found


def _without(log: str, data: bytes, parts: Sequence[_Part], before: date, ending: bytes) -> bytes:
    """The log without its old days; its mark, its line endings and how it ends stay."""
    kept = [part for part in parts if part.day is None or part.day >= before]
    lines: list[bytes] = []
    cut = False
    for part in parts:
        if part.day is not None and part.day < before:
            cut = True
            continue
        # An underlined heading would go on with the text above it once nothing stands between them.
        heading = heading_lines(part.lines, 0)
        if cut and lines and lines[-1].strip() and (heading is None or heading.drawn):
            lines.append(ending)
        lines += part.lines
        cut = False
    if kept[-1:] != list(parts[-1:]):
        lines = _ended(_trimmed(lines), data)
    after = _mark(data) + b"".join(lines)
    _require(log, after, kept)
    return after


class _Archived(NamedTuple):
    """An archive after it took sections in, the line of each in it, and which of them it had already."""

    data: bytes
    lines: list[int]
    known: list[bool]


def _archived(path: str, before: bytes | None, sections: Sequence[_Part], ending: bytes) -> _Archived:
    """An archive with sections, given in order of day; `ending` is what lines of a new one end with."""
    data = before or b""
    parts = _parts(path, data)
    is_new = not data[len(_mark(data)) :].strip()
    if is_new:
        parts = [_titled(sections[0], ending)]
    elif b"\n" in data:
        ending = NoteText.of(data).ending
    partners = _partners(sections, parts)
    merged = _merged(sections, partners, parts)
    lines, firsts = _laid_out(merged.parts, merged.fresh, ending, convert=not is_new)
    if merged.fresh[-1]:
        lines = _ended(lines, data)
    after = _mark(data) + b"".join(lines)
    _require(path, after, merged.parts)
    known = [partner is not None for partner in partners]
    return _Archived(after, [firsts[place] for place in merged.places], known)


def _titled(section: _Part, ending: bytes) -> _Part:
    """The beginning of a new archive, whose first section is given."""
    assert section.day is not None
    return _Part(None, (f"# Log archive {_month(section.day)}".encode() + ending, ending))


class _Merged(NamedTuple):
    """The parts of an archive, which of them are new, and the place of each section that was to go there."""

    parts: list[_Part]
    fresh: list[bool]
    places: list[int]


def _merged(sections: Sequence[_Part], partners: Sequence[int | None], parts: Sequence[_Part]) -> _Merged:
    """An archive's parts and sections put together; a section that says more replaces its partner."""
    pool, order = [*parts, *sections], list(range(len(parts)))
    fresh = [False] * len(parts) + [True] * len(sections)
    where: list[int] = []
    falling = _is_falling(parts)
    for number, (section, partner) in enumerate(zip(sections, partners, strict=True), len(parts)):
        if partner is None:
            assert section.day is not None
            order.insert(_rank(section.day, [pool[each].day for each in order], falling=falling), number)
        elif len(section.said) > len(pool[partner].said):
            pool[partner], fresh[partner] = section, True
        where.append(number if partner is None else partner)
    spots = {each: place for place, each in enumerate(order)}
    merged = [pool[each] for each in order]
    return _Merged(merged, [fresh[each] for each in order], [spots[each] for each in where])


def _partners(sections: Sequence[_Part], parts: Sequence[_Part]) -> list[int | None]:
    """For each section the part of the archive that is the same section, as its place there.

    It is if both have the same lines; or else if one begins with all lines of the other, because an entry
    was added to a day after a rotation that was cut off, or while the archive was read.
    """
    free = sorted(range(len(parts)), key=lambda place: -len(parts[place].said))
    found: list[int | None] = [None] * len(sections)
    for same in (_equal, _begins, _continues):
        for number, section in enumerate(sections):
            if found[number] is None:
                fits = (place for place in free if same(section, parts[place]))
                found[number] = next(fits, None)
                free = [place for place in free if place != found[number]]
    return found


def _equal(section: _Part, part: _Part) -> bool:
    return section.day == part.day and section.said == part.said


def _begins(section: _Part, part: _Part) -> bool:
    return section.day == part.day and part.said[: len(section.said)] == section.said


def _continues(section: _Part, part: _Part) -> bool:
    return _begins(part, section)


def _rank(day: date, days: Sequence[date | None], *, falling: bool) -> int:
    """Where a section of `day` goes among parts of `days`: below its own day, in the order they have."""
    dated = [place for place, each in enumerate(days) if each is not None]
    before = [place for place in dated if (each := days[place]) and (each >= day if falling else each <= day)]
    if before:
        return before[-1] + 1
    return dated[0] if dated else len(days)


def _is_falling(parts: Sequence[_Part]) -> bool:
    """Whether an archive has its newest day first."""
    days = [part.day for part in parts if part.day is not None]
    return sum((later < earlier) - (later > earlier) for earlier, later in pairwise(days)) > 0


def _laid_out(
    parts: Sequence[_Part], fresh: Sequence[bool], ending: bytes, *, convert: bool
) -> tuple[list[bytes], list[int]]:
    """The lines of parts below each other, and the number of the first line of each.

    A fresh part stands between empty lines, and with `convert` its lines end with `ending`.
    """
    lines: list[bytes] = []
    firsts: list[int] = []
    for place, (part, is_fresh) in enumerate(zip(parts, fresh, strict=True)):
        if lines and not lines[-1].endswith(b"\n"):
            lines[-1] += ending
        if lines and lines[-1].strip() and (is_fresh or fresh[place - 1]):
            lines.append(ending)
        firsts.append(len(lines) + 1)
        lines += [_closed(line, ending, convert) for line in part.body] if is_fresh else part.lines
    return lines, firsts


def _closed(line: bytes, ending: bytes, convert: bool) -> bytes:
    return _bare(line) + ending if convert or not line.endswith(b"\n") else line


def _ended(lines: list[bytes], old: bytes) -> list[bytes]:
    """Lines of which the last one ends as `old` ended."""
    if lines and old.strip() and not old.endswith(b"\n"):
        return [*lines[:-1], _bare(lines[-1])]
    return lines


def _trimmed(lines: Sequence[bytes]) -> list[bytes]:
    """Lines without the empty ones at their end."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return list(lines[:end])


def _require(path: str, data: bytes, parts: Sequence[_Part]) -> None:
    """Raises `NoteError` unless a note that was put together is read as the parts it was made of."""
    expected = [(part.day, part.said) for part in parts if part.said]
    found = [(part.day, part.said) for part in _parts(path, data) if part.said]
    if found != expected:
        pairs = zip_longest(expected, found)
        day = next((want[0] for want, got in pairs if want and want != got), None)
        raise NoteError(
            f"{path}: {f'the section of {day}' if day else 'its text'} leaves a code fence, comment or HTML "
            "block open, which would swallow the day below it; close it first"
        )


def _bare(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _mark(data: bytes) -> bytes:
    """The byte order marks that a note begins with."""
    rest = data
    while rest.startswith(codecs.BOM_UTF8):
        rest = rest[len(codecs.BOM_UTF8) :]
    return data[: len(data) - len(rest)]


def _parts(path: str, data: bytes) -> list[_Part]:
    """A note taken apart at its headings of the first two levels; together its lines without the mark."""
    try:
        note = read_note(path, data)
    except NoteError as error:
        raise NoteError(f"{path}: {error}") from None
    if note.unmerged:
        raise NoteError(f"{path}:{note.unmerged[0][0]}: an unresolved merge; resolve it first")
    lines = NoteText.of(data[len(_mark(data)) :]).lines
    starts: list[tuple[int, date | None]] = [(0, None)]
    for section in note.sections:
        start = section.lines[-1] - 1 if section.lines else 0
        heading = heading_lines(lines, start) if section.lines and start >= starts[-1][0] else None
        if heading is not None and (depth := heading.level) <= _DAY_DEPTH:
            day = heading_day(section.path[-1]) if depth == _DAY_DEPTH else None
            starts.append((start, day))
    ends = [start for start, _ in starts[1:]] + [len(lines)]
    parts = [_Part(day, lines[start:end]) for (start, day), end in zip(starts, ends, strict=True)]
    return [part for part in parts if part.lines]
