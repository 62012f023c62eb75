"""Reads a folder of notes to be imported. Nothing in it is changed and no link is followed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from gitmem.config import DEFAULTS
from gitmem.config import is_note as may_be_note
from gitmem.errors import NoteError, UsageError
from gitmem.git.repository import decode_path
from gitmem.git.snapshot import read_file
from gitmem.writing.imports.plan import LeftOut, LeftOutReason, Source


def read_source(folder: Path, is_note: Callable[[str], bool]) -> Source:
    """The notes below a folder by their path in it, and what is not read. Raises `UsageError` when there is
    no such folder."""
    if not folder.is_dir():
        raise UsageError(f"{'not a folder' if folder.exists() else 'no such folder'}: {folder}")
    notes: dict[str, bytes] = {}
    left_out: list[LeftOut] = []
    _read_below(os.fspath(folder.resolve()), "", is_note, notes, left_out)
    return Source(notes, tuple(sorted(left_out)))


def _read_below(
    top: str, start: str, is_note: Callable[[str], bool], notes: dict[str, bytes], left_out: list[LeftOut]
) -> None:
    waiting = [start]
    while waiting:
        below = waiting.pop()
        try:
            entries = sorted(
                os.scandir(os.path.join(os.fsencode(top), os.fsencode(below))), key=lambda e: e.name
            )
        except OSError:
            left_out.append(LeftOut(f"{below}/", LeftOutReason.UNREADABLE))
            continue
        for entry in entries:
            name = decode_path(entry.name)
            path = f"{below}/{name}" if below else name
            if entry.is_symlink():
                left_out.append(LeftOut(path, LeftOutReason.LINK))
            elif not entry.is_dir():
                _read_one(top, path, is_note, notes, left_out)
            elif may_be_note(f"{path}/note.md", DEFAULTS):
                waiting.append(path)
            else:
                left_out.append(LeftOut(f"{path}/", LeftOutReason.HIDDEN))


def _read_one(
    top: str, path: str, is_note: Callable[[str], bool], notes: dict[str, bytes], left_out: list[LeftOut]
) -> None:
    if not is_note(path):
        left_out.append(LeftOut(path, LeftOutReason.NOT_A_NOTE))
        return
    try:
        notes[path] = read_file(top, path)
    except NoteError:
        left_out.append(LeftOut(path, LeftOutReason.UNREADABLE))
