"""Entries that recur in a past month: one line for each key, above the days in the archive of the log, or in
a note of its own beside daily notes. Pure.

Only adds lines: the entries stay where they are. A summary line is no claim, and stands under the day of the
last entry that it sums up, so that it is never newer than that.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from gitmem.facts.claim import Bar, Claim, Shape, Spot
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import Note, read_note
from gitmem.notes.tags import Provenance
from gitmem.writing.text import NoteText

RECURRING = 3
"""Days of one month on which a key has to stand for its entries to be summed up."""

_SHAPES = frozenset((Shape.ITEM, Shape.LINE, Shape.BOLD))
_BARS = Bar.LONG_VALUE | Bar.URL_VALUE | Bar.NUMBERED | Bar.MACHINE | Bar.EXAMPLE | Bar.QUESTION
_BARS |= Bar.GENERIC_KEY | Bar.LONG_KEY
_MARKUP = re.compile(r"[`*~<>\[\]{}\\|#&$]|%%|__|://|[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Summary(NamedTuple):
    """A line of a summary: how many entries it sums up, and the day of the last one."""

    text: str
    entries: int
    day: date


class RolledUp(NamedTuple):
    """An archive with its summary; `lines` are where `summaries` stand in it."""

    data: bytes
    summaries: tuple[Summary, ...]
    lines: tuple[int, ...]


def roll_up(path: str, data: bytes, month: str, reader: ClaimReader) -> RolledUp | None:
    """The archive of a month (`YYYY-MM`) with a summary of the entries that recur in it, above its first day.

    None when nothing recurs, or when it has a summary. Raises `NoteError` for what is no text.
    """
    note = read_note(path, data)
    title = f"Summary {month}"
    if note.unmerged or any(section.path[-1:] == (title,) for section in note.sections):
        return None
    claims = reader.read(note)
    summaries = recurring(claims, month)
    above = _first_day(note)
    if not summaries or above is None or (above == 1 and data.startswith(BOM_UTF8)):
        return None
    text = NoteText.of(data)
    gap = [""] if above > 1 and text.line(above - 1).strip() else []
    lines, places = _told(title, summaries)
    new = text.inserted(above - 1, [line.encode("utf-8") for line in (*gap, *lines)]).data
    if not _only_adds(claims, reader.read(read_note(path, new))):
        return None
    return RolledUp(new, tuple(summaries), tuple(above + len(gap) + place for place in places))


def sum_up(path: str, claims: Sequence[Claim], month: str, reader: ClaimReader) -> RolledUp | None:
    """A note of its own at `path` that sums up the entries of a month which recur in the notes of its days.

    None when nothing recurs.
    """
    summaries = recurring(claims, month)
    lines, places = _told(f"Summary {month}", summaries)
    head = [f"# Daily notes {month}", ""]
    new = "".join(f"{line}\n" for line in (*head, *lines[:-1])).encode("utf-8")
    if not summaries or reader.read(read_note(path, new)):
        return None
    return RolledUp(new, tuple(summaries), tuple(1 + len(head) + place for place in places))


def _told(title: str, summaries: Sequence[Summary]) -> tuple[list[str], list[int]]:
    """The lines of a summary, the last one empty, and which of them tell of entries."""
    lines, places = [f"## {title}", ""], []
    for day, same in groupby(summaries, key=lambda each: each.day):
        lines += [f"### As of {day}", ""]
        for each in same:
            places.append(len(lines))
            lines.append(each.text)
        lines.append("")
    return lines, places


def _first_day(note: Note) -> int | None:
    """The line above which the summary goes: of the first dated heading, or of the one it stands under."""
    for section in note.sections:
        if section.dated is not None:
            titled = len(section.path) > 1 and section.path[0] == note.title
            return section.lines[1 if titled else 0]
    return None


def _only_adds(before: Sequence[Claim], after: Sequence[Claim]) -> bool:
    """Whether the notes say the same as before, in the same order."""
    return list(map(_meaning, before)) == list(map(_meaning, after))


def _meaning(claim: Claim) -> tuple[object, ...]:
    spot = (claim.spot.headings, claim.spot.narrowing, claim.spot.parents)
    days = tuple(each.day for each in claim.written)
    return (claim.literal, claim.norm, claim.about, claim.entry, claim.strike, claim.provenance, spot, days)


# What recurs


def recurring(claims: Sequence[Claim], month: str) -> list[Summary]:
    """A summary of each key that recurs in a month (`YYYY-MM`), by day."""
    return sorted(_summaries(claims, month), key=lambda each: each.day)


def _summaries(claims: Sequence[Claim], month: str) -> Iterator[Summary]:
    groups: defaultdict[tuple[object, ...], list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.entry.day is not None and claim.entry.day.isoformat()[:7] == month:
            groups[_key(claim)].append(claim)
    for group in groups.values():
        if all(map(_may_be_summed, group)) and len({each.provenance for each in group}) == 1:
            yield from _summed(sorted(group, key=_moment))


def _key(claim: Claim) -> tuple[object, ...]:
    spot: Spot = claim.spot
    return (claim.literal, spot.narrowing, spot.parents, claim.about)


def _moment(claim: Claim) -> tuple[date, str, int]:
    assert claim.entry.day is not None
    return (claim.entry.day, claim.entry.time or "", claim.line)


def _may_be_summed(claim: Claim) -> bool:
    held = claim.allowed or claim.many or claim.unmerged or claim.supersedes
    bound = claim.since or claim.until or claim.strike or claim.task or claim.former
    plain = not _MARKUP.search(f"{claim.label} {claim.value}")
    return claim.shape in _SHAPES and not (claim.bars & _BARS or held or bound) and plain


def _summed(group: Sequence[Claim]) -> Iterator[Summary]:
    """One line about the entries of a key in their order, if they are on days enough."""
    days = [_moment(claim)[0] for claim in group]
    provenance = group[0].provenance
    if len(set(days)) < RECURRING or provenance is Provenance.IMPORTED:
        return
    label = " > ".join((*group[-1].spot.narrowing, *group[-1].spot.parents, group[-1].label))
    told = ", ".join(_runs(group))
    tag = f" [{provenance.value}]" if provenance else ""
    text = f"- {label} in {len(group)} entries \u2014 {told}{tag}"
    if not _MARKUP.search(label):
        yield Summary(text, len(group), days[-1])


def _runs(group: Sequence[Claim]) -> Iterator[str]:
    """The values with their days; one that was said again and again has its first and last day."""
    for _, same in groupby(group, key=lambda each: each.norm):
        run = list(same)
        first, last = _moment(run[0])[0], _moment(run[-1])[0]
        days = f"{first}" if first == last else f"{first} to {last}"
        yield f"{run[0].value} ({days})"
