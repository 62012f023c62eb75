"""`import`: copies the notes of another memory, byte for byte, under a folder of this one."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from gitmem.config import CONFIG_NAME, is_import, is_note
from gitmem.errors import UsageError
from gitmem.git.snapshot import read_file
from gitmem.memory.writing.frame import Frame, Planned, Reader, WriteResponse
from gitmem.writing.imports.naming import glob_of, with_imports, without_date
from gitmem.writing.imports.plan import (
    Import,
    LeftOut,
    Source,
    SourceKind,
    digest,
    kind_of,
    of_memory,
    plan_import,
)
from gitmem.writing.imports.sources import read_source
from gitmem.writing.layout.homes import stem_of
from gitmem.writing.target import checked_target


@dataclass(frozen=True, slots=True)
class ImportResponse:
    """What was imported, from what kind of memory, into which folder.

    `notes` and `bytes` count what the source holds of the memory and `digest` is a SHA-256 over it;
    `digest_here` is the same over the notes as they lie here now, so both are equal when nothing was lost.
    `present` were here already, `left_out` was not imported.
    """

    write: WriteResponse = field(metadata={"flat": True})
    kind: SourceKind
    folder: str
    notes: int
    bytes: int
    digest: str
    digest_here: str
    present: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def import_folder(
    frame: Frame, source: Path, kind: SourceKind | None, folder: str | None, *, commit: bool
) -> ImportResponse:
    """Copies the notes in `source` under `folder`, relative to the top. Raises `UsageError` when there are
    none, when one of them would replace another note, or when one folder lies in the other."""
    target = _folder(frame, source, folder)
    found: list[tuple[SourceKind, Source, Import]] = []

    def plan(read: Reader) -> Planned:
        whole = read_source(source, lambda path: is_note(f"{target}/{path}", frame.settings))
        whose = kind or kind_of(whole)
        chosen = of_memory(whole, whose)
        if not chosen.notes:
            raise UsageError(f"{source} holds no notes to import ({len(chosen.left_out)} other files)")
        planned = plan_import(chosen, target, read)
        for path in planned.files:
            frame.target(path)
        found.append((whose, chosen, planned))
        count = len(planned.files)
        subject = f"Import {count} note{'s' if count != 1 else ''} from {source.resolve().name or 'a folder'}"
        named, warnings = _named(frame, planned, read)
        # A write that is killed may leave notes behind, and none of them may be without its name.
        return Planned({**named, **planned.files}, (), subject, (*planned.warnings, *warnings))

    written = frame.write("import", plan, commit=commit)
    whose, chosen, planned = found[-1]
    return ImportResponse(
        write=written,
        kind=whose,
        folder=target,
        notes=len(chosen.notes),
        bytes=sum(map(len, chosen.notes.values())),
        digest=chosen.digest,
        digest_here=digest({path: _here(frame.top, target, path) for path in chosen.notes}),
        present=planned.present,
        left_out=chosen.left_out,
    )


def _named(frame: Frame, planned: Import, read: Reader) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The settings file where it has to name notes that have no date of their own, and what to say where it
    cannot."""
    undated = without_date(planned.files, frame.now)
    unnamed = [path for path in undated if not is_import(path, frame.settings)]
    if not unnamed:
        return {}, ()
    after = with_imports(read(CONFIG_NAME), unnamed, frame.settings)
    if after is not None:
        return {CONFIG_NAME: after}, ()
    return {}, (
        f"{CONFIG_NAME} could not be changed; add {glob_of(unnamed[0])!r} and the like to [dates] imports, "
        f"or lines of {len(unnamed)} notes will count as written on the day of their commit",
    )


def _here(top: Path, folder: str, path: str) -> bytes:
    return read_file(os.fspath(top), f"{folder}/{path}")


def _folder(frame: Frame, source: Path, folder: str | None) -> str:
    """The folder for the notes: the one that was asked for, else one named after the source."""
    if folder is None:
        root = "" if frame.settings.root is None else f"{frame.settings.root}/"
        folder = f"{root}imported/{stem_of(source.resolve().name)}"
    target = folder.rstrip("/")
    checked_target(frame.top, f"{target}/note.md", frame.settings)
    here, there = (frame.top / target).resolve(), source.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise UsageError(f"{source} and {target} lie in each other; --to names another folder")
    return target
