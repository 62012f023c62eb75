"""The routing index: tables that say which note to open for what, and no facts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gitmem.checks.policy.places import Places
from gitmem.notes.kinds import ChunkKind

HEADER = ("| name | file | triggers |", "|---|---|---|")
"""The first lines of every table of the index."""

TITLE = "# Memory index"
_PROSE = (
    "Which note to open for what. Facts stand in the notes and never here, and a row changes in the same "
    "commit as its note. Every day with news has a note of its own, named by its date."
)
_LONGEST_NAME = 60
_MOST_TRIGGERS = 6
_MARKUP = re.compile(r"[\s|\\]+")
_LABEL = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[[ xX]\] )?\**([^\W\d_][\w '/-]{0,29}?)\**:\**\s+\S")
"""The key of a line `key: value`, with or without a list mark."""


class Route(NamedTuple):
    """A row: the name of what the note is about, the note, and words that lead to it."""

    name: str
    path: str
    triggers: tuple[str, ...] = ()


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
            ["", *HEADER, *(row_of(places, each, triggers=triggers) for each in routes.get(folder, ())), ""],
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
    return any(cells(head) == cells(HEADER[0]) for head in heads)


def cell(text: str) -> str:
    """A text as the cell of a row: one line, without what ends a cell."""
    plain = _MARKUP.sub(" ", text.replace("|", "/")).strip()
    return plain if len(plain) <= _LONGEST_NAME else plain[: _LONGEST_NAME - 1].rstrip() + "…"


def triggers_of(texts: Iterable[str]) -> tuple[str, ...]:
    """What leads to a note with some lines: their keys, which say what it tells, not what is true."""
    labels = map(_LABEL.match, texts)
    found = dict.fromkeys(label[1].strip().casefold() for label in labels if label)
    return tuple(found)[:_MOST_TRIGGERS]


def row_of(places: Places, route: Route, *, triggers: bool = True) -> str:
    """The row of a note."""
    words = _joined(route.triggers) if triggers else ""
    return f"| {cell(route.name)} | {places.shown(route.path)} | {words} |"


def _joined(triggers: Iterable[str]) -> str:
    return ", ".join(filter(None, map(cell, triggers)))


def cells(row: str) -> list[str]:
    """The cells of a row, for comparing."""
    return [each.strip().casefold() for each in row.strip().strip("|").split("|")]
