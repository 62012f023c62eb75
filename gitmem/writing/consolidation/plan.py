"""Consolidation: what says the same twice, recurs in past months, or was current long ago, put in order.

Plans purely, from bytes to bytes. No line is lost: lines are struck, added, or moved as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from itertools import groupby
from typing import NamedTuple

from gitmem.checks.policy.places import Places
from gitmem.clock import parse_day
from gitmem.errors import NoteError
from gitmem.notes.markdown import read_note
from gitmem.writing.consolidation.days import roll_up_days
from gitmem.writing.consolidation.merges import find_merges, mark_merges, reads_the_same
from gitmem.writing.consolidation.pruning import Pruned, prune
from gitmem.writing.consolidation.rollups import RolledUp, roll_up
from gitmem.writing.consolidation.sameness import Judging, Merge
from gitmem.writing.consolidation.values import (
    Consolidation,
    DatedNote,
    KeptReason,
    Proposal,
    ProposalKind,
)
from gitmem.writing.rotating import ARCHIVE, MovedDay, archive_of, archives_wanted, rotated
from gitmem.writing.text import NoteText

_MONTH = re.compile(r"\d{4}-\d{2}")


class Grounds(NamedTuple):
    """What is consolidated, and how: the notes by path, the log's path, where context notes lie.

    `touched` has the day on which each context note was last touched, as far as it is known. What lies before
    `edge` is old; months that do are past. `blocked` tells why no note can be written at a path, if so, and
    `taken` whether there is a file, be it a note or not. `daily` is the folder of the daily notes.
    """

    notes: Mapping[str, DatedNote]
    log: str
    places: Places
    touched: Mapping[str, date]
    judging: Judging
    today: date
    edge: date
    blocked: Callable[[str], KeptReason | None]
    taken: Callable[[str], bool]
    daily: str | None = None

    @property
    def month(self) -> date:
        """The first day of the oldest month that is not past."""
        return self.edge.replace(day=1)


def consolidate(grounds: Grounds) -> Consolidation:
    """All proposals for some notes. What cannot be read as text is passed over."""
    texts: dict[str, bytes] = {path: note.data for path, note in grounds.notes.items()}
    rolled = _roll_ups(grounds, texts)
    after: dict[str, bytes | None] = dict(rolled.after)
    merged = _merges(grounds, after, rolled.gone)
    summed = _days(grounds, texts)
    after |= {path: each.data for path, each in summed.items()}
    rolls = [*rolled.proposals, *_proposals(summed)]
    proposals = [*merged.proposals, *rolls]
    places = (*merged.places, *((each.into, each.into_line) for each in rolls if each.into_line))
    pruned = _pruned(grounds, texts, after)
    moves = pruned.moves
    proposals += [
        Proposal(ProposalKind.PRUNE, path, 0, target, 0, "", day=grounds.touched[path])
        for path, target in moves.items()
    ]
    after |= {target: texts[path] for path, target in moves.items()}
    if pruned.new_index is not None:
        after[grounds.places.index] = pruned.new_index
    after |= dict.fromkeys(moves)
    before = {path: texts.get(path) for path in after}
    return Consolidation(tuple(proposals), pruned.kept, before, after, moves, places)


def _pruned(grounds: Grounds, texts: Mapping[str, bytes], after: Mapping[str, bytes | None]) -> Pruned:
    """The moves of old context notes, leaving alone those that are marked by the same consolidation."""

    def blocked(path: str, target: str) -> KeptReason | None:
        """A note that the archive has already, from a move that was cut off, is no obstacle."""
        taken = grounds.taken(target) and texts.get(target) != texts[path]
        return KeptReason.TAKEN if taken else grounds.blocked(target)

    old = {path: day for path, day in grounds.touched.items() if day < grounds.edge and path not in after}
    now = {path: after.get(path) or data for path, data in texts.items()}
    return prune(old, now, grounds.places, blocked)


# Merges


class _Merged(NamedTuple):
    """Proposed merges, and where the struck lines stand afterwards."""

    proposals: list[Proposal]
    places: list[tuple[str, int]]


def _merges(grounds: Grounds, after: dict[str, bytes | None], gone: tuple[range, ...]) -> _Merged:
    """The merges in all notes but archives; `after`, which may hold the log already, gets the marks."""
    found = _Merged([], [])
    for path, dated in sorted(grounds.notes.items()):
        if ARCHIVE in path.split("/")[:-1]:
            continue
        before = grounds.month if path == grounds.log else None
        with suppress(NoteError):
            merges = find_merges(read_note(path, dated.data), dated, grounds.judging, before)
            if merges:
                _mark(dated, merges, grounds, after, gone, found)
    return found


def _mark(
    dated: DatedNote,
    merges: list[Merge],
    grounds: Grounds,
    after: dict[str, bytes | None],
    gone: tuple[range, ...],
    found: _Merged,
) -> None:
    """Marks a note whose merges read as they are meant: `after` gets its bytes, `found` the proposals."""
    path, text = dated.path, NoteText.of(dated.data)
    kept = after.get(path) or dated.data
    numbers = _numbers(text, NoteText.of(kept), gone if path == grounds.log else ())
    there = [Merge(numbers[merge.struck], numbers[merge.stays]) for merge in merges]
    new = mark_merges(kept, there, path, grounds.today)
    if reads_the_same(path, kept, new, there, grounds.judging.reader) and grounds.blocked(path) is None:
        after[path] = new
        found.proposals.extend(_proposal(path, merge, text) for merge in merges)
        found.places.extend((path, merge.struck) for merge in there)


def _proposal(path: str, merge: Merge, text: NoteText) -> Proposal:
    said = text.line(merge.struck).decode("utf-8", "surrogateescape")
    return Proposal(ProposalKind.MERGE, path, merge.struck, path, merge.stays, said)


def _numbers(before: NoteText, after: NoteText, gone: tuple[range, ...]) -> dict[int, int]:
    """The new numbers of the lines with words of a log of which some lines went to the archive."""
    stayed = [number for number in _filled(before) if not any(number in lines for lines in gone)]
    return dict(zip(stayed, _filled(after), strict=True))


def _filled(text: NoteText) -> list[int]:
    return [number for number, line in enumerate(text.lines, 1) if line.strip()]


# Roll-ups


class _Turned(NamedTuple):
    """The archives and the log after the days of past months have moved, and what moved."""

    texts: Mapping[str, bytes] = {}
    moved: tuple[MovedDay, ...] = ()

    @property
    def gone(self) -> tuple[range, ...]:
        """The lines that left the log."""
        return tuple(range(each.line, each.end_line + 1) for each in self.moved)

    @property
    def known(self) -> list[MovedDay]:
        """The days that their archives have already."""
        return [each for each in self.moved if each.known]


class _Rolled(NamedTuple):
    """What summaries of past months lead to: notes in the order of writing, and lines that left the log."""

    proposals: tuple[Proposal, ...]
    after: Mapping[str, bytes]
    gone: tuple[range, ...]


def _roll_ups(grounds: Grounds, texts: Mapping[str, bytes]) -> _Rolled:
    """The summaries of past months; days move only where one of their months gets a summary."""
    turned = _turned(grounds, texts)
    found = _summaries(grounds, {**texts, **turned.texts})
    if not found.keys() & turned.texts.keys() and not turned.known:
        turned = _Turned()
        found = _summaries(grounds, texts)
    after = {path: data for path, data in turned.texts.items() if path != grounds.log}
    after |= {path: rolled.data for path, rolled in found.items()}
    if grounds.log in turned.texts:
        after[grounds.log] = turned.texts[grounds.log]
    proposals = list(_proposals(found))
    for archive, days in groupby(turned.known, key=lambda each: each.archive):
        first, *others = days
        kind, day = ProposalKind.TAKE_OUT, [first, *others][-1].day
        proposals.append(Proposal(kind, grounds.log, first.line, archive, 0, "", 1 + len(others), day))
    return _Rolled(tuple(proposals), after, turned.gone)


def _proposals(found: Mapping[str, RolledUp]) -> Iterator[Proposal]:
    for path, rolled in found.items():
        for line, each in zip(rolled.lines, rolled.summaries, strict=True):
            yield Proposal(ProposalKind.ROLL_UP, path, 0, path, line, each.text, each.entries, each.day)


def _days(grounds: Grounds, texts: Mapping[str, bytes]) -> dict[str, RolledUp]:
    """The notes that sum up past months of daily notes, where one may be written."""
    if grounds.daily is None:
        return {}
    found = roll_up_days(grounds.daily, texts, grounds.month, grounds.judging.reader)
    return {path: each for path, each in found if not grounds.taken(path) and grounds.blocked(path) is None}


def _turned(grounds: Grounds, texts: Mapping[str, bytes]) -> _Turned:
    """The log and its archives as rotation leaves them; nothing where it would move nothing or may not."""
    log = texts.get(grounds.log)
    try:
        wanted = [] if log is None else archives_wanted(grounds.log, log, grounds.month)
        paths = (grounds.log, *wanted)
        if not wanted or any(map(grounds.blocked, paths)):
            return _Turned()
        if any(grounds.taken(path) and path not in texts for path in wanted):
            return _Turned()
        found = rotated(grounds.log, {path: texts.get(path) for path in paths}, grounds.month)
    except NoteError:
        return _Turned()
    return _Turned({path: data for path, data in found.notes.items() if data is not None}, found.moved)


def _summaries(grounds: Grounds, texts: Mapping[str, bytes]) -> dict[str, RolledUp]:
    """The archives that get a summary, by path."""
    found: dict[str, RolledUp] = {}
    for path, month in _archives(grounds, texts):
        with suppress(NoteError):
            rolled = roll_up(path, texts[path], month, grounds.judging.reader)
            if rolled is not None and grounds.blocked(path) is None:
                found[path] = rolled
    return found


def _archives(grounds: Grounds, texts: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The archives of past months, with their months."""
    for path in sorted(texts):
        month = path.removesuffix(".md")[-7:]
        day = parse_day(f"{month}-01") if _MONTH.fullmatch(month) else None
        if day is not None and day < grounds.month and path == archive_of(grounds.log, day):
            yield path, month
