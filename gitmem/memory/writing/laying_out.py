"""`init`: lays out settings and the memory policy, and divides a flat memory; nothing there is replaced."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gitmem.checks.policy.places import Places, places_of
from gitmem.config import CONFIG_NAME, Settings, load_settings
from gitmem.errors import NoteError, UsageError
from gitmem.git.repository import encode_path
from gitmem.memory.writing.frame import Frame, Planned, Reader, WriteResponse
from gitmem.memory.writing.routing import rows_here
from gitmem.notes.links import from_note, relative_links
from gitmem.notes.markdown import read_note
from gitmem.writing.layout.instructions import INSTRUCTIONS
from gitmem.writing.layout.migrating import Migration, MovedLine, plan_migration
from gitmem.writing.layout.plan import Layout, has_policy, plan_policy, plan_settings
from gitmem.writing.layout.routing import is_index


@dataclass(frozen=True, slots=True)
class InitResponse:
    """What was laid out.

    `kept` names what was there already and stays as it is; `moved` has every line of a flat memory with its
    new place, in order.
    """

    write: WriteResponse = field(metadata={"flat": True})
    policy: bool
    kept: tuple[str, ...]
    moved: tuple[MovedLine, ...]


class _Laid(NamedTuple):
    """What a plan found out, for the response."""

    kept: tuple[str, ...]
    moved: tuple[MovedLine, ...]


def lay_out(frame: Frame, *, policy: bool, commit: bool) -> InitResponse:
    """Writes what `init` lays out and is not there yet."""
    laid: list[_Laid] = []

    def plan(read: Reader) -> Planned:
        planned, found = _plan(frame, read, policy=policy)
        laid.append(found)
        return planned

    written = frame.write("init", plan, commit=commit)
    return InitResponse(written, policy, laid[-1].kept, laid[-1].moved)


def _plan(frame: Frame, read: Reader, *, policy: bool) -> tuple[Planned, _Laid]:
    before = read(CONFIG_NAME)
    _same_root(frame, before)
    after = plan_settings(before, frame.settings.root, policy=policy)
    kept = [CONFIG_NAME] if after == before else []
    files: dict[str, bytes | None] = {}
    moved: tuple[MovedLine, ...] = ()
    cited: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()
    if policy:
        places = places_of(frame.settings)
        migration = _migration(frame, places, read)
        layout = _layout(frame, places, read, migration)
        files = {**migration.files, **layout.files}
        moved, kept = migration.moved, [*kept, *layout.kept]
        warnings = (*migration.warnings, *layout.warnings, *_switched_off(before, frame.settings))
        _check(frame, [path for path in files if path.endswith(".md") and path != INSTRUCTIONS])
        rows = rows_here(frame, read, files.get(places.index) or read(places.index) or b"", files)
        files.update(rows.after)
        kept = [each for each in kept if each not in rows.after]
        cited, warnings = rows.places, (*warnings, *rows.warnings)
    files[CONFIG_NAME] = after
    subject = "Lay out the memory policy" if policy else "Add the settings of gitmem"
    return Planned(files, cited, subject, warnings), _Laid(tuple(kept), moved)


def _migration(frame: Frame, places: Places, read: Reader) -> Migration:
    """The flat memory divided; nothing where there is none."""
    flat = read(places.index)
    try:
        if flat is None or is_index(places.index, flat):
            return Migration({}, (), ())
        read_note(places.index, flat)
    except NoteError as error:
        raise NoteError(f"{places.index}: {error}") from None
    targets = set(relative_links(flat.decode("utf-8")))
    linked = frozenset(each for each in targets if _leads_to_a_file(frame.top, places.index, each))
    return plan_migration(flat, places, read, linked)


def _leads_to_a_file(top: Path, note: str, target: str) -> bool:
    path = from_note(note, target)
    return path.split("/")[0] != ".." and os.path.isfile(os.path.join(os.fsencode(top), encode_path(path)))


def _layout(frame: Frame, places: Places, read: Reader, migration: Migration) -> Layout:
    """What is missing besides the notes of a migration."""

    def held(folder: str) -> tuple[str, ...]:
        new = [path.rpartition("/")[2] for path in migration.files if path.rpartition("/")[0] == folder]
        return (*_names_in(frame.top, folder), *new)

    def reading(path: str) -> bytes | None:
        return migration.files.get(path) or read(path)

    link = os.path.islink(frame.top / INSTRUCTIONS)
    layout = plan_policy(places, frame.now.day, reading, held, instructed=not link)
    # What the migration itself has just filled or divided is not kept as it was.
    kept = tuple(each for each in layout.kept if not migration.files or _stays(frame.top, each, places))
    told = (f"{INSTRUCTIONS} is a symbolic link and stays as it is; it lacks gitmem's block",) if link else ()
    return layout._replace(kept=kept, warnings=told)


def _stays(top: Path, path: str, places: Places) -> bool:
    return path != places.index and (path == INSTRUCTIONS or bool(_names_in(top, path)))


def _names_in(top: Path, folder: str) -> tuple[str, ...]:
    """The names in a folder. Raises `UsageError` for what is no folder."""
    place = os.path.join(os.fsencode(top), encode_path(folder))
    if os.path.islink(place) or (os.path.lexists(place) and not os.path.isdir(place)):
        raise UsageError(f"{folder} is {'a symbolic link' if os.path.islink(place) else 'no folder'}")
    return tuple(map(os.fsdecode, sorted(os.listdir(place)))) if os.path.isdir(place) else ()


def _check(frame: Frame, paths: list[str]) -> None:
    for path in paths:
        frame.target(path)


def _same_root(frame: Frame, before: bytes | None) -> None:
    """Raises `UsageError` where the settings name another notes folder than the caller."""
    if before is not None and frame.place.rooted:
        own = load_settings(before).root
        if own != frame.place.root:
            said = "the whole repository" if own is None else repr(own)
            raise UsageError(f"{CONFIG_NAME} has the notes in {said}, --root elsewhere; nothing was written")


def _switched_off(before: bytes | None, settings: Settings) -> tuple[str, ...]:
    """What to say where the settings have the policy's table and do not enable it."""
    if before is None or not has_policy(before) or settings.policy.enabled:
        return ()
    return (f"{CONFIG_NAME} has a [policy] that is not enabled, so its rules do not count",)
