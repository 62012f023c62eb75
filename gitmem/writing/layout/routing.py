"""The routing index: tables that say which note to open for what, and no facts. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitmem.config import Settings
from gitmem.notes.kinds import ChunkKind

HEADER = ("| name | file | triggers |", "|---|---|---|")
"""The first lines of every table of the index."""

TITLE = "# Memory index"
_PROSE = (
    "Which note to open for what. Facts stand in the notes and never here, and a row changes in the same "
    "commit as its note. Every day with news has a note of its own, named by its date."
)
_LONGEST_NAME = 60
_MARKUP = re.compile(r"[\s|\\]+")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the policy has what, as paths relative to the repository's top.

    `prefix` is the notes folder with its slash, empty for the whole repository; `folders` hold what is
    known of people, projects and decisions, `context` the rest; `daily`, around them, has the daily notes.
    """

    prefix: str
    index: str
    folders: tuple[str, ...]
    context: str
    daily: str
    characters: int

    @property
    def all_folders(self) -> tuple[str, ...]:
        """The folders that have a table each."""
        return tuple(dict.fromkeys((*self.folders, self.context)))

    def shown(self, path: str) -> str:
        """A path as rows name it: relative to the notes folder."""
        return path.removeprefix(self.prefix)


class Route(NamedTuple):
    """A row: the name of what the note is about, the note, and words that lead to it."""

    name: str
    path: str
    triggers: tuple[str, ...] = ()


def places_of(settings: Settings) -> Places:
    """The places that the settings name."""
    policy = settings.policy
    prefix = "" if settings.root is None else f"{settings.root}/"
    around = posixpath.commonpath([*policy.folders, policy.context]) or "daily"
    return Places(
        prefix=prefix,
        index=prefix + policy.index,
        folders=tuple(prefix + folder for folder in policy.folders),
        context=prefix + policy.context,
        daily=prefix + around,
        characters=policy.index_characters,
    )


def table_title(folder: str) -> str:
    """The heading of the table of a folder."""
    return folder.rpartition("/")[2].replace("-", " ").capitalize()


def index_lines(
    places: Places, routes: Mapping[str, Sequence[Route]] | None = None, *, triggers: bool = True
) -> list[tuple[str, list[str]]]:
    """The tables by their headings: each heading's text and the lines below it."""
    routes = routes or {}
    return [
        (
            table_title(folder),
            ["", *HEADER, *(_row(places, each, triggers) for each in routes.get(folder, ())), ""],
        )
        for folder in places.all_folders
    ]


def empty_index(places: Places) -> bytes:
    """An index of no notes yet."""
    lines = [TITLE, "", _PROSE, ""]
    for title, table in index_lines(places):
        lines += [f"## {title}", *table]
    return ("\n".join(lines[:-1]) + "\n").encode("utf-8")


def opening(titled: bool) -> list[str]:
    """What an index begins with, with its title unless it has one."""
    return ["", _PROSE, ""] if titled else [TITLE, "", _PROSE, ""]


def is_index(path: str, data: bytes) -> bool:
    """Whether a note is a routing index: one of its tables has these columns. Raises `NoteError`."""
    from gitmem.notes.markdown import read_note

    heads = (chunk.text for chunk in read_note(path, data).chunks if chunk.kind is ChunkKind.TABLE_HEADER)
    return any(_cells(head) == _cells(HEADER[0]) for head in heads)


def cell(text: str) -> str:
    """A text as the cell of a row: one line, without what ends a cell."""
    plain = _MARKUP.sub(" ", text.replace("|", "/")).strip()
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - 1].rstrip() + "…"


def _row(places: Places, route: Route, triggers: bool) -> str:
    words = _joined(route.triggers) if triggers else ""
    return f"| {cell(route.name)} | {places.shown(route.path)} | {words} |"


def _joined(triggers: Iterable[str]) -> str:
    return ", ".join(filter(None, map(cell, triggers)))


def _cells(row: str) -> list[str]:
    return [each.strip().casefold() for each in row.strip().strip("|").split("|")]
