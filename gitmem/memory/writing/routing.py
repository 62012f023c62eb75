"""The routing index beside a write under the memory policy: rows for the notes that lack one."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gitmem.checks.policy.places import Places, places_of
from gitmem.config import is_note
from gitmem.errors import NoteError, UsageError
from gitmem.git.repository import decode_path, encode_path
from gitmem.memory.writing.frame import Frame, Reader
from gitmem.writing.layout.routing import Route, is_index


class IndexRows(NamedTuple):
    """What is to be written beside a note: the index with its new rows, if there are any, the places of
    these, and what else there is to say."""

    after: Mapping[str, bytes | None] = {}
    places: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()


def row_for(frame: Frame, read: Reader, path: str, data: bytes) -> IndexRows:
    """The row that leads to the note `data` at `path`, where the policy wants one and there is none yet."""
    if not frame.settings.policy.enabled:
        return IndexRows()
    places = places_of(frame.settings)
    if not _wants_row(places, path) or not is_note(places.index, frame.settings):
        return IndexRows()
    try:
        return _row_for(frame, read, path, data)
    except NoteError as error:  # the index is a link, or no text: the line is written all the same
        return IndexRows(warnings=(f"no row was written: {error}",))


def _row_for(frame: Frame, read: Reader, path: str, data: bytes) -> IndexRows:
    from gitmem.writing.layout.rows import route_of, without_row

    name = places_of(frame.settings).index
    index = read(name)
    if index is not None and not without_row(frame.settings, index, [path]):
        return IndexRows()
    if index is None:
        told = f"there is no {name}, so no row was written; git mem init --policy makes it"
    elif not is_index(name, index):
        told = f"{name} has no table of name, file and triggers; write a line there that leads to {path}"
    else:
        return _rows_for(frame, index, [route_of(path, data)], {path}, dangling=False)
    return IndexRows(warnings=(told,))


def _rows_for(
    frame: Frame, index: bytes, routes: Sequence[Route], made: Collection[str], *, dangling: bool
) -> IndexRows:
    """Rows for some notes in an index with tables; with `dangling` also names those that lead to no note."""
    from gitmem.writing.layout.rows import with_rows

    places = places_of(frame.settings)
    routed = with_rows(frame.settings, index, routes, lambda path: path in made or _is_file(frame.top, path))
    told = [f"{path} has no row in {places.index}; write it by hand" for path in routed.left]
    if dangling:
        told += [
            f"{places.index}:{line} points at {name}, which is not there; take the row out"
            for line, name in routed.dangling
        ]
    if routed.data == index:
        return IndexRows(warnings=tuple(told))
    try:
        frame.target(places.index)
    except UsageError as error:
        return IndexRows(warnings=(f"no row was written: {error}",))
    rows = tuple((places.index, line) for line in routed.rows)
    return IndexRows({places.index: routed.data}, rows, tuple(told))


def rows_here(frame: Frame, read: Reader, index: bytes, made: Collection[str]) -> IndexRows:
    """Rows for all notes of the policy's folders that have none in the index, which has tables; `made` are
    the paths of those that are written with it."""
    from gitmem.writing.layout.rows import route_of, without_row

    if not is_note(places_of(frame.settings).index, frame.settings):
        return IndexRows()
    routes = []
    for path in without_row(frame.settings, index, _notes_below(frame)):
        try:
            data = read(frame.target(path))
            if data is not None:
                routes.append(route_of(path, data))
        except (UsageError, NoteError):
            continue
    return _rows_for(frame, index, routes, made, dangling=True)


def _wants_row(places: Places, path: str) -> bool:
    return path != places.index and path.startswith(tuple(f"{folder}/" for folder in places.all_folders))


def _notes_below(frame: Frame) -> list[str]:
    top = os.fsencode(frame.top)
    return sorted(
        decode_path(os.path.relpath(os.path.join(place, name), top))
        for folder in places_of(frame.settings).all_folders
        for place, _, names in os.walk(os.path.join(top, encode_path(folder)))
        for name in names
        if name.endswith(b".md")
    )


def _is_file(top: Path, path: str) -> bool:
    return os.path.isfile(os.path.join(os.fsencode(top), encode_path(path)))
