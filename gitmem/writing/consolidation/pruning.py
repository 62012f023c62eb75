"""Old notes of the context folder: moved to the archive as they are, unless others point at them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import unquote

from gitmem.notes.days import find_days
from gitmem.writing.consolidation.values import KeptNote, KeptReason

_LINK = re.compile(
    r"\]\(\s*<?(?![a-z][a-z0-9+.-]*:|#|/)[^)\s]|^\s*\[[^\]\n]+\]:\s*(?![a-z]+:)\S", re.I | re.M
)


class Pruned(NamedTuple):
    """Which notes move where (`moves`, old path to new), and which old ones stay, and why.

    `new_index` is the routing index afterwards, None where it names none of them.
    """

    moves: dict[str, str]
    new_index: bytes | None
    kept: tuple[KeptNote, ...]


class Room(NamedTuple):
    """Where notes lie, as paths from the repository's top.

    `prefix` is the notes folder with its slash (empty: all), `context` the folder that is pruned, `archive`
    where its notes go, `routing` the routing index.
    """

    prefix: str
    context: str
    archive: str
    routing: str

    def target(self, path: str) -> str:
        """Where a note of the context folder goes."""
        return self.archive + path.removeprefix(self.context)


def prune(
    old: Mapping[str, date],
    notes: Mapping[str, bytes],
    room: Room,
    blocked: Callable[[str, str], KeptReason | None],
) -> Pruned:
    """Moves for the notes in `old` (path: the day each was last touched).

    `notes` has the bytes of all notes; `blocked` tells why a note (the first path) cannot move to the second.
    """
    moves: dict[str, str] = {}
    kept: list[KeptNote] = []
    texts = {path: data.decode("utf-8", "surrogateescape") for path, data in notes.items()}
    index = texts.get(room.routing, "")
    for path in sorted(old):
        target = room.target(path)
        found = _reason(path, texts, room)
        if found is None and (reason := blocked(path, target)) is not None:
            found = KeptNote(path, reason)
        if found is not None:
            kept.append(found)
            continue
        moves[path] = target
        index = _shown(room, moves[path]).join(_named_in_full(room, path).split(index))
    data = index.encode("utf-8", "surrogateescape")
    return Pruned(moves, data if data != notes.get(room.routing, b"") else None, tuple(kept))


def newest_day(path: str, data: bytes) -> date | None:
    """The newest day that a note names anywhere, its own name included; None when it names none."""
    text = f"{path}\n{data.decode('utf-8', 'surrogateescape')}"
    return max((each.day for each in find_days(text)), default=None)


def _reason(path: str, texts: Mapping[str, str], room: Room) -> KeptNote | None:
    """Why an old note stays: its own links would break, or another note's would."""
    if _LINK.search(texts[path]):
        return KeptNote(path, KeptReason.LINKS)
    by = next(_naming(path, texts, room), None)
    return None if by is None else KeptNote(path, KeptReason.NAMED, by)


def _naming(path: str, texts: Mapping[str, str], room: Room) -> Iterator[str]:
    """The notes that name a note; the routing index does not count where its path can be changed there."""
    name = path.rpartition("/")[2]
    stem = re.escape(name.rpartition(".")[0])
    named = re.compile(
        rf"(?<![\w.-]){re.escape(name)}(?![\w-])|\[\[[^\[\]|#]*(?<![\w.-]){stem}\s*[\]|#]|/{stem}(?![\w.-])",
        re.I,
    )
    for other, text in texts.items():
        if other == path or (other == room.target(path) and text == texts[path]):
            continue
        if other == room.routing:
            text = _named_in_full(room, path).sub("", text)
        if named.search(text) or ("%" in text and named.search(unquote(text))):
            yield other


def _named_in_full(room: Room, path: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w./%-]){re.escape(_shown(room, path))}(?![\w/%-])")


def _shown(room: Room, path: str) -> str:
    return path.removeprefix(room.prefix)
