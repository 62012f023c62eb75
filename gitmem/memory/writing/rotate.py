"""Rotation of the log: which days are old, where they went, and the write that moves them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from gitmem.config import is_note
from gitmem.errors import NoteError, UsageError
from gitmem.git.repository import decode_path
from gitmem.git.snapshot import FolderSnapshot
from gitmem.memory.shown import FLAT
from gitmem.memory.writing.frame import Planned, Reader, WriteResponse
from gitmem.writing.rotating import MovedDay, archives_wanted, rotated
from gitmem.writing.strays import Stray, strays_of

if TYPE_CHECKING:
    from gitmem.memory.writing.frame import Frame


@dataclass(frozen=True, slots=True)
class RotateResponse:
    """What a rotation moved: the days of `log` that lie before `before`, in order."""

    write: WriteResponse = field(metadata=FLAT)
    log: str
    before: date
    moved: tuple[MovedDay, ...]


def rotate_log(frame: Frame, keep_days: int, *, commit: bool) -> RotateResponse:
    """Moves the sections of days that are more than `keep_days` old into the archives of their months.

    Raises `UsageError` for a number of days that is none, and where a note may not be written.
    """
    if keep_days < 0:
        raise UsageError(f"keep-days is a number of days from 0, not {keep_days}")
    log = frame.target(frame.log)
    before = date.fromordinal(max(frame.now.utc_day.toordinal() - keep_days, 1))
    moved: list[MovedDay] = []

    def plan(read: Reader) -> Planned:
        data = read(log) or b""
        archives = [frame.target(path) for path in archives_wanted(log, data, before)]
        if not archives:
            return Planned({}, (), "")
        notes = {path: read(path) for path in [*archives, log]}
        result = rotated(log, notes, before)
        if commit:
            _require_committed(frame, [path for path in archives if result.notes[path] == notes[path]])
        moved.extend(result.moved)
        texts = {**dict(_texts(frame, read)), **result.notes}
        warnings = tuple(map(_told, strays_of(texts, log, result.moved)))
        places = tuple((each.archive, each.archive_line) for each in result.moved)
        return Planned(result.notes, places, _subject(log, result.moved), warnings)

    write = frame.write("rotate", plan, commit=commit)
    return RotateResponse(write, log, before, tuple(moved))


def _texts(frame: Frame, read: Reader) -> Iterator[tuple[str, bytes | None]]:
    """The notes of the place as they lie on the disk; none that cannot be read."""
    repository = frame.place.repository
    if repository is None:
        paths = list(FolderSnapshot(frame.top).entries())
    else:
        listed = repository.files.ask("ls-files", "-z", "--full-name", "-c", "-o", "--exclude-standard")
        paths = [decode_path(path) for path in listed.split(b"\0") if path]
    for path in sorted({path for path in paths if is_note(path, frame.settings)}):
        try:
            yield path, read(path)
        except NoteError:
            continue


def _told(stray: Stray) -> str:
    where = f"{stray.path}:{stray.line} links to {stray.target}"
    return f"{where}, a day that is in {stray.archive} now"


def _require_committed(frame: Frame, archives: list[str]) -> None:
    """Raises `UsageError` when archives that have the days already are not committed as they are.

    A commit of the log alone would leave those days in no commit's notes.
    """
    from gitmem.git.committing import commit_obstacle

    repository = frame.place.repository
    if repository is not None and archives and (obstacle := commit_obstacle(repository, archives, ())):
        raise UsageError(
            f"--commit: {obstacle}; a rotation was cut off, so rotate without --commit and commit both notes"
        )


def _subject(log: str, moved: tuple[MovedDay, ...]) -> str:
    """The first line of the commit's message."""
    days = sorted({each.day for each in moved})
    if len(days) == 1:
        return f"Archive {days[0]} of {log}"
    return f"Archive {len(days)} days of {log}: {days[0]} to {days[-1]}"
