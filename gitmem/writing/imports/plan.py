"""Notes of another memory become notes here: the same bytes under a folder, nothing replaced. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from gitmem.errors import NoteError, UsageError
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.links import from_note, relative_links
from gitmem.notes.markdown import read_note
from gitmem.notes.tags import Informant, inline_tags

_CLAUDE_NAMES = ("CLAUDE.md", "CLAUDE.local.md", "MEMORY.md")
_INDEX = "MEMORY.md"
_CLASHES_NAMED = 3


class SourceKind(Enum):
    """Whose notes they are, which decides what of a folder belongs to the memory."""

    CLAUDE = "claude"
    PLAINMEM = "plainmem"
    FOLDER = "folder"


class LeftOutReason(Enum):
    """Why a file or folder was not imported."""

    NOT_A_NOTE = "not a note"
    HIDDEN = "a folder that holds no notes"
    LINK = "symbolic link"
    UNREADABLE = "cannot be read"
    NOT_MEMORY = "not part of the memory"


class LeftOut(NamedTuple):
    """A file, or a folder with a slash at its end, that was not imported."""

    path: str
    reason: LeftOutReason


class Source(NamedTuple):
    """What a folder holds: its notes by their path in it, and the rest."""

    notes: dict[str, bytes]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 over all notes, their paths included, in hexadecimal."""
        return digest(self.notes)


class Import(NamedTuple):
    """The notes to be written by their path here, those that are here already, and what else to say."""

    files: dict[str, bytes]
    present: tuple[str, ...]
    warnings: tuple[str, ...]


def digest(notes: Mapping[str, bytes]) -> str:
    """SHA-256 over names, lengths and bytes: equal exactly when all notes are."""
    found = hashlib.sha256()
    for path in sorted(notes):
        name = path.encode("utf-8", "surrogateescape")
        found.update(b"%d %d\n%s%s" % (len(name), len(notes[path]), name, notes[path]))
    return found.hexdigest()


def kind_of(source: Source) -> SourceKind:
    """Whose notes a folder seems to hold."""
    if any(name in source.notes for name in _CLAUDE_NAMES):
        return SourceKind.CLAUDE
    left = any(each.path == ".plainmem/" for each in source.left_out)
    return SourceKind.PLAINMEM if left or any(map(_has_group, source.notes.values())) else SourceKind.FOLDER


def _has_group(data: bytes) -> bool:
    """Whether a line ends in plainmem's group of tags."""
    lines = (line.strip() for line in data.decode("utf-8", "replace").split("\n") if "{" in line)
    tags = (inline_tags(line, ChunkKind.PARAGRAPH) for line in lines if line.endswith("}"))
    return any(isinstance(each.informant, Informant) or each.supersedes for each in tags)


def of_memory(source: Source, kind: SourceKind) -> Source:
    """The notes that belong to a memory of this kind; the others are named among what is left out."""
    if kind is not SourceKind.CLAUDE:
        return source
    chosen = set(_linked(source.notes, (path for path in source.notes if _is_claudes(path, source.notes))))
    notes = {path: data for path, data in source.notes.items() if path in chosen}
    others = [LeftOut(path, LeftOutReason.NOT_MEMORY) for path in source.notes if path not in chosen]
    return Source(notes, (*source.left_out, *others))


def _is_claudes(path: str, notes: Mapping[str, bytes]) -> bool:
    """Whether a note is Claude Code's by its place: its own files, what lies in `memory`, topics beside an
    index."""
    if path in _CLAUDE_NAMES or path.startswith("memory/"):
        return True
    return "/" not in path and _INDEX in notes and "CLAUDE.md" not in notes


def _linked(notes: Mapping[str, bytes], first: Iterable[str]) -> Iterable[str]:
    """Notes with all those that they name, directly or through others."""
    found, open_ones = set[str](), list(first)
    while open_ones:
        path = open_ones.pop()
        if path not in found:
            found.add(path)
            targets = (*links(path, notes[path]), *_mentions(path, notes[path]))
            open_ones += [target for target in targets if target in notes]
    return found


def links(path: str, data: bytes) -> list[str]:
    """Where the relative links of a note lead, as paths from the same folder as `path`."""
    return [from_note(path, each) for each in relative_links(data.decode("utf-8", "surrogateescape"))]


def _mentions(path: str, data: bytes) -> list[str]:
    """Files that a note of Claude Code takes in with `@path`."""
    names: list[str] = re.findall(r"(?<![\w`])@([\w./-]{1,300}\.md)\b", data.decode("utf-8", "replace"))
    return [from_note(path, each) for each in names]


def plan_import(source: Source, folder: str, read: Callable[[str], bytes | None]) -> Import:
    """The notes under `folder`. Raises `UsageError` where another note has the name of one."""
    files: dict[str, bytes] = {}
    present: list[str] = []
    clashes: list[str] = []
    for path in sorted(source.notes):
        here = f"{folder}/{path}" if folder else path
        there = read(here)
        if there is None:
            files[here] = source.notes[path]
        else:
            (present if there == source.notes[path] else clashes).append(here)
    if clashes:
        named = ", ".join(clashes[:_CLASHES_NAMED]) + (", …" if len(clashes) > _CLASHES_NAMED else "")
        raise UsageError(
            f"{len(clashes)} of {len(source.notes)} notes are here already with other text ({named}); "
            "nothing was written; --to names another folder"
        )
    return Import(files, tuple(present), (*_unreadable(source), *_broken_links(source)))


def _unreadable(source: Source) -> Iterable[str]:
    """Notes that are no text, which are kept all the same."""
    for path in sorted(source.notes):
        try:
            read_note(path, source.notes[path])
        except NoteError as error:
            yield f"{path}: {error}; imported as it is, but nothing can read it"


def _broken_links(source: Source) -> Iterable[str]:
    """What links no longer find here: what lies outside the source, or was left out."""
    left = {each.path for each in source.left_out}
    for path in sorted(source.notes):
        for target in dict.fromkeys(links(path, source.notes[path])):
            if target.split("/")[0] == "..":
                yield f"{path}: links to {target}, which lies outside what was imported"
            elif target in left:
                yield f"{path}: links to {target}, which was not imported"
