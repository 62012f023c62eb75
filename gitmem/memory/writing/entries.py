"""Entries in notes: added, replaced, taken back and verified. Plans for one note or two, and what is said."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gitmem.clock import require_day
from gitmem.config import is_note
from gitmem.errors import NoteError, StoreError, UsageError, WriteError
from gitmem.facts.claims import claim_reader
from gitmem.memory.blame import path_spellings
from gitmem.memory.writing.frame import Frame, Planned, Reader, WriteResponse
from gitmem.memory.writing.provenance import guess_over_stated, require_tag
from gitmem.memory.writing.routing import row_for
from gitmem.writing.adding import add_entry
from gitmem.writing.entry import entry_text
from gitmem.writing.striking import Struck, strike
from gitmem.writing.target import Cite, is_target, parse_cite
from gitmem.writing.verifying import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from gitmem.memory.shown import Ground
    from gitmem.memory.writing.rivals import Rival

_LONGEST_SUBJECT = 72
_SHOWN_HASH = 8
"""Digits of a hash that are shown in a sentence."""


class Asking(NamedTuple):
    """A place that is written to, the folder that relative paths start from, and how facts are asked for."""

    frame: Frame
    folder: Path
    ground: Callable[[], AbstractContextManager[Ground]]


class Entry(NamedTuple):
    """What is to be added: words, provenance, note and day as the caller gave them."""

    texts: Sequence[str]
    provenance: str | None = None
    to: str | None = None
    day: str | None = None


class Replacing(NamedTuple):
    """Whether an older value of the same fact is struck, and whether a guess may strike what was stated."""

    wanted: bool = False
    stated: bool = False


def add_to_note(asking: Asking, entry: Entry, replacing: Replacing, *, commit: bool) -> WriteResponse:
    """Adds an entry; an older value of the same fact is named, or struck if that is wanted."""
    frame = asking.frame
    text = entry_text(entry.texts, entry.provenance)
    day = frame.now.utc_day if entry.day is None else require_day(entry.day)
    path = frame.target(_journal(frame, day) if entry.to is None else _found(asking, entry.to, new=True))
    log = path == frame.log

    def with_entry(data: bytes | None) -> tuple[bytes, int]:
        dated = entry.day is not None and (log or entry.to is not None)
        return add_entry(path, data, text, day, log=log, dated=dated)

    rivals, warnings = _rivals(asking, path, with_entry, text, needed=replacing.wanted)
    if entry.day is not None and day > frame.now.utc_day:
        warnings.append(f"{day.isoformat()} has not come yet, so the entry counts as planned")
    old = _only(rivals) if replacing.wanted and rivals else None
    if old is not None:
        frame.target(old.path)
    elif rivals:
        warnings += [f"{_named(rival)}; --supersede strikes it" for rival in rivals]
    elif replacing.wanted:
        warnings.append("no line states another value of this, so nothing was struck")

    def plan(read: Reader) -> Planned:
        if old is None:
            data, line = with_entry(read(path))
            require_tag(frame.settings, path, data, line)
            row = row_for(frame, read, path, data)
            after, places = {path: data, **row.after}, ((path, line), *row.places)
            return Planned(after, places, _subject(f"add: {text}"), (*warnings, *row.warnings))
        before, struck = read(path), _struck(frame, read, old.cite)
        data, line = with_entry(struck.data if old.path == path else before)
        require_tag(frame.settings, path, data, line)
        guessed = guess_over_stated(frame.settings, struck.text, text, meant=replacing.stated)
        row = row_for(frame, read, path, data)
        # The new line is written first: whoever is interrupted between two notes has both, not neither.
        changed = {path: data} if old.path == path else {path: data, old.path: struck.data}
        above = (
            data.count(b"\n") - struck.data.count(b"\n") if old.path == path and line <= struck.first else 0
        )
        places = ((path, line), (old.path, struck.first + above), *row.places)
        told = (*warnings, *guessed, *row.warnings)
        return Planned(
            {**changed, **row.after}, places, _subject(f"supersede: {text} (was {struck.text})"), told
        )

    return frame.write("add", plan, commit=commit)


def _journal(frame: Frame, day: date) -> str:
    """Where news of a day go: the log, or under the memory policy a note for the day."""
    if not frame.settings.policy.enabled:
        return frame.log
    from gitmem.checks.policy.places import places_of

    return f"{places_of(frame.settings).daily}/{day.isoformat()}.md"


def supersede_line(
    asking: Asking,
    cite: str,
    texts: Sequence[str],
    provenance: str | None,
    *,
    replace_stated: bool = False,
    commit: bool,
) -> WriteResponse:
    """Strikes the line at `cite` and writes what came instead below it."""
    frame, place = asking.frame, _cited(asking, cite)

    def plan(read: Reader) -> Planned:
        struck = strike(
            place.path,
            _bytes(read, place.path),
            place,
            frame.now.utc_day,
            claim_reader(frame.settings),
            successor=texts,
            provenance=provenance,
        )
        places = ((place.path, struck.new or struck.first), (place.path, struck.first))
        subject = _subject(f"supersede: {struck.entry} (was {struck.text})")
        require_tag(frame.settings, place.path, struck.data, struck.new or struck.first)
        guessed = guess_over_stated(frame.settings, struck.text, struck.entry or "", meant=replace_stated)
        warnings = (*_kept(place.path, struck), *guessed)
        return Planned({place.path: struck.data}, places, subject, warnings)

    return frame.write("supersede", plan, commit=commit)


def retract_line(asking: Asking, cite: str, *, commit: bool) -> WriteResponse:
    """Strikes the line at `cite` without a successor."""
    frame, place = asking.frame, _cited(asking, cite)

    def plan(read: Reader) -> Planned:
        day, reader = frame.now.utc_day, claim_reader(frame.settings)
        struck = strike(place.path, _bytes(read, place.path), place, day, reader)
        places = ((place.path, struck.first),)
        subject = _subject(f"retract: {struck.text}")
        return Planned({place.path: struck.data}, places, subject, _kept(place.path, struck))

    return frame.write("retract", plan, commit=commit)


def verify_line(asking: Asking, cite: str, day: str | None, *, commit: bool) -> WriteResponse:
    """Says that the line at `cite` was true on a day, today if none is given."""
    frame, place = asking.frame, _cited(asking, cite)
    when = frame.now.utc_day if day is None else require_day(day)
    if when > frame.now.utc_day:
        raise UsageError(f"{when.isoformat()} has not come yet; nothing can have been verified then")

    def plan(read: Reader) -> Planned:
        found = verify(place.path, _bytes(read, place.path), place, when, claim_reader(frame.settings))
        places = ((place.path, found.line),)
        return Planned({place.path: found.data}, places, _subject(f"verify: {found.text}"))

    return frame.write("verify", plan, commit=commit)


# Paths


def _cited(asking: Asking, text: str) -> Cite:
    """The place that a caller's cite means, its path from the top."""
    cite = parse_cite(text)
    return cite._replace(path=asking.frame.target(_found(asking, cite.path, new=False)))


def _found(asking: Asking, text: str, *, new: bool) -> str:
    """The note that a path means: from the top, from the working folder, else from the notes folder.

    With `new` it may be one that is not there yet. Raises `UsageError` when there is none.
    """
    frame = asking.frame
    spellings = path_spellings(text, os.fspath(frame.top), os.fspath(asking.folder))
    root = frame.settings.root
    if root is not None and not text.startswith(("./", "../", "/")):
        spellings.append(os.path.normpath(f"{root}/{text}"))
    spellings = [path for path in spellings if is_note(path, frame.settings)] or spellings
    for path in spellings:
        if os.path.lexists(os.path.join(os.fsencode(frame.top), path.encode("utf-8", "surrogateescape"))):
            return path
    if not new:
        raise UsageError(f"no such note: {text}")
    return next((path for path in spellings if is_target(frame.top, path, frame.settings)), spellings[0])


def _bytes(read: Reader, path: str) -> bytes:
    data = read(path)
    if data is None:
        raise NoteError(f"{path}: no such file")
    return data


# Older values


def _rivals(
    asking: Asking,
    path: str,
    with_entry: Callable[[bytes | None], tuple[bytes, int]],
    text: str,
    *,
    needed: bool,
) -> tuple[list[Rival], list[str]]:
    """The live lines that state another value of what a new entry states, and what to say of the search."""
    from gitmem.memory.writing.rivals import find_rivals
    from gitmem.writing.files import read_notes

    settings = asking.frame.settings
    if not claim_reader(settings).assertions(text, in_list=True):
        return [], []
    data, line = with_entry(read_notes(asking.frame.top, [path])[path])
    try:
        with asking.ground() as ground:
            return find_rivals(ground, path, data, line), []
    except StoreError as error:
        if needed:
            raise WriteError(str(error)) from None
        return [], [f"older values were not looked for: {error}"]


def _only(rivals: Sequence[Rival]) -> Rival:
    if len(rivals) > 1:
        places = ", ".join(_cite_of(rival) for rival in rivals)
        raise UsageError(f"several lines state another value ({places}); strike one by git mem supersede")
    return rivals[0]


def _named(rival: Rival) -> str:
    return f'{_cite_of(rival)} says "{rival.text}"'


def _cite_of(rival: Rival) -> str:
    cite = rival.cite
    return f"{cite.path}:{cite.line}" + (f"@{cite.hash[:_SHOWN_HASH]}" if cite.hash else "")


def _struck(frame: Frame, read: Reader, cite: Cite) -> Struck:
    """The note with the line at `cite` struck, what came instead standing elsewhere."""
    day, reader = frame.now.utc_day, claim_reader(frame.settings)
    return strike(cite.path, _bytes(read, cite.path), cite, day, reader, elsewhere=True)


# Words


def _kept(path: str, struck: Struck) -> tuple[str, ...]:
    if struck.nested is None:
        return ()
    first, last = struck.nested
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    return (f"{path}: what stands below it stays as it is ({lines})",)


def _subject(text: str) -> str:
    """The first line of a commit's message."""
    return text if len(text) <= _LONGEST_SUBJECT else text[: _LONGEST_SUBJECT - 1].rstrip() + "…"
