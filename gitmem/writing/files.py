"""Writes notes as a whole: whoever reads or crashes meanwhile finds the old text or the new one."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gitmem.errors import NoteError
from gitmem.git.repository import encode_path
from gitmem.git.snapshot import read_file

_NEW_FILE = 0o666
_UNFINISHED = re.compile(rb"write-\d+(?:-\d+)?")
_UNFINISHED_BESIDE = re.compile(rb"\.gitmem-\d+")


class NoteChange(NamedTuple):
    """A note's bytes before and after; None where there is no file."""

    path: str
    before: bytes | None
    after: bytes | None


def read_notes(top: Path, paths: list[str]) -> dict[str, bytes | None]:
    """The bytes of some notes, None for those that are not there. Raises `NoteError` for what is no file."""
    return {path: _read(top, path) for path in paths}


def apply(top: Path, changes: list[NoteChange], scratch: Path) -> None:
    """Makes the changes in their order, each as a whole and only if the notes still are as they were read.

    `scratch` is a folder for unfinished files, used by one writer at a time. All new text is on the disk
    before the first note changes, and each change before the next. Raises `NoteError` when a note was changed
    meanwhile or cannot be written; then those made before it are taken back, and nothing has changed. A
    process that is killed leaves every note as it was or as it is to be.
    """
    for change in changes:
        _require_unchanged(top, change)
    _tidy(os.fsencode(scratch), _UNFINISHED)
    work = _Work(top, scratch)
    current = ""
    try:
        for change in changes:
            current = change.path
            work.prepare(change)
        for change in changes:
            current = change.path
            _require_unchanged(top, change)
            work.make(change)
    except OSError as error:
        rest = work.take_back()
        raise NoteError(f"{current}: cannot be written ({error.strerror}){rest}") from None
    except BaseException:
        work.take_back()
        raise
    work.clear()


class _Work:
    """Changes being made: new texts that lie ready, notes changed so far, and folders made for them."""

    def __init__(self, top: Path, scratch: Path) -> None:
        self._top = top
        self._scratch = scratch
        self._ready: dict[str, bytes] = {}
        self._begun: list[NoteChange] = []
        self._folders: list[bytes] = []

    def prepare(self, change: NoteChange) -> None:
        """Writes a note's new text to the disk, not yet in the note's place."""
        if change.after is None:
            return
        place = self._place(change.path)
        _make_folders(os.path.dirname(place), self._folders)
        self._scratch.mkdir(parents=True, exist_ok=True)
        name = b"write-%d-%d" % (os.getpid(), len(self._ready))
        self._ready[change.path] = os.path.join(os.fsencode(self._scratch), name)
        _write(self._ready[change.path], change.after, _mode(place, change))

    def make(self, change: NoteChange) -> None:
        """Puts the text that lies ready in the note's place, or removes the note."""
        place = self._place(change.path)
        self._begun.append(change)
        if change.after is None:
            os.unlink(place)
        else:
            try:
                os.replace(self._ready[change.path], place)
                del self._ready[change.path]
            except OSError as error:
                if error.errno != errno.EXDEV:  # the work tree may lie on another disk than the repository
                    raise
                _replace_from_beside(place, change.after, _mode(place, change))
        _flush(os.path.dirname(place))

    def take_back(self) -> str:
        """Gives notes their old bytes again, the last one first; what could not be taken back, in words."""
        kept: list[str] = []
        for path, before, after in reversed(self._begun):
            back = _Work(self._top, self._scratch)
            change = NoteChange(path, after, before)
            try:
                if before != after and _read(self._top, path) == after:
                    back.prepare(change)
                    back.make(change)
            except (OSError, NoteError):
                kept.append(path)
            back.clear()
        self.clear()
        for folder in reversed(self._folders):
            with suppress(OSError):
                os.rmdir(folder)
        return f"; {', '.join(reversed(kept))} could not be put back and stays changed" if kept else ""

    def clear(self) -> None:
        """Removes what still lies ready."""
        for fresh in self._ready.values():
            with suppress(OSError):
                os.unlink(fresh)

    def _place(self, path: str) -> bytes:
        return os.path.join(os.fsencode(self._top), encode_path(path))


def _require_unchanged(top: Path, change: NoteChange) -> None:
    if _read(top, change.path) != change.before:
        raise NoteError(f"{change.path}: was changed by another program meanwhile; try again")


def _read(top: Path, path: str) -> bytes | None:
    place = os.path.join(os.fsencode(top), encode_path(path))
    return read_file(os.fspath(top), path) if os.path.lexists(place) else None


def _mode(place: bytes, change: NoteChange) -> int:
    """The permissions of a note after a change: those it has, or a new file's."""
    return _NEW_FILE & ~_umask() if change.before is None else stat.S_IMODE(os.stat(place).st_mode)


def _make_folders(folder: bytes, made: list[bytes]) -> None:
    """Makes a folder and those above it, on the disk before anything that stands in them."""
    if os.path.isdir(folder):
        return
    _make_folders(os.path.dirname(folder), made)
    os.mkdir(folder)
    made.append(folder)
    _flush(os.path.dirname(folder))


def _replace_from_beside(place: bytes, data: bytes, mode: int) -> None:
    """Replaces a file by one that is written in the same folder."""
    folder = os.path.dirname(place)
    _tidy(folder, _UNFINISHED_BESIDE)
    fresh = os.path.join(folder, b".gitmem-%d" % os.getpid())
    try:
        _write(fresh, data, mode)
        os.replace(fresh, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise


def _tidy(folder: bytes, name: re.Pattern[bytes]) -> None:
    """Removes unfinished files of writers that were killed; who writes now is alone."""
    with suppress(OSError):
        for each in os.listdir(folder):
            if name.fullmatch(each):
                os.unlink(os.path.join(folder, each))


def _write(place: bytes, data: bytes, mode: int) -> None:
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
    with open(descriptor, "wb") as file:
        os.fchmod(descriptor, mode)
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _flush(folder: bytes) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def as_changes(before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]) -> list[NoteChange]:
    """The changes that lead from one state of some notes to another, in the order of `after`."""
    return [
        NoteChange(path, before.get(path), data) for path, data in after.items() if before.get(path) != data
    ]
