"""Old notes of the context folder: moved to the archive as they are, unless others point at them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import unquote

from gitmem.checks.policy.places import Places
from gitmem.notes.days import find_days
from gitmem.notes.links import relative_links
from gitmem.writing.consolidation.values import KeptNote, KeptReason
from gitmem.writing.rotating import ARCHIVE


class Pruned(NamedTuple):
    """Which notes move where (`moves`, old path to new), and which old ones stay, and why.

    `new_index` is the routing index afterwards, None where it names none of them.
    """

    moves: dict[str, str]
    new_index: bytes | None
    kept: tuple[KeptNote, ...]


def prune(
    old: Mapping[str, date],
    notes: Mapping[str, bytes],
    places: Places,
    blocked: Callable[[str, str], KeptReason | None],
) -> Pruned:
    """Moves for the notes in `old` (path: the day each was last touched).

    `notes` has the bytes of all notes; `blocked` tells why a note (the first path) cannot move to the second.
    """
    moves: dict[str, str] = {}
    kept: list[KeptNote] = []
    texts = {path: data.decode("utf-8", "surrogateescape") for path, data in notes.items()}
    index = texts.get(places.index, "")
    for path in sorted(old):
        target = _target(places, path)
        found = _reason(path, texts, places)
        if found is None and (reason := blocked(path, target)) is not None:
            found = KeptNote(path, reason)
        if found is not None:
            kept.append(found)
            continue
        moves[path] = target
        index = places.shown(moves[path]).join(_named_in_full(places, path).split(index))
    data = index.encode("utf-8", "surrogateescape")
    return Pruned(moves, data if data != notes.get(places.index, b"") else None, tuple(kept))


def newest_day(path: str, data: bytes) -> date | None:
    """The newest day that a note names anywhere, its own name included; None when it names none."""
    text = f"{path}\n{data.decode('utf-8', 'surrogateescape')}"
    return max((each.day for each in find_days(text)), default=None)


def _reason(path: str, texts: Mapping[str, str], places: Places) -> KeptNote | None:
    """Why an old note stays: its own links would break, or another note's would."""
    if relative_links(texts[path]):
        return KeptNote(path, KeptReason.LINKS)
    by = next(_naming(path, texts, places), None)
    return None if by is None else KeptNote(path, KeptReason.NAMED, by)


def _naming(path: str, texts: Mapping[str, str], places: Places) -> Iterator[str]:
    """The notes that name a note; the routing index does not count where its path can be changed there."""
    name = path.rpartition("/")[2]
    stem = re.escape(name.rpartition(".")[0])
    named = re.compile(
        rf"(?<![\w.-]){re.escape(name)}(?![\w-])|\[\[[^\[\]|#]*(?<![\w.-]){stem}\s*[\]|#]|/{stem}(?![\w.-])",
        re.I,
    )
    for other, text in texts.items():
        if other == path or (other == _target(places, path) and text == texts[path]):
            continue
        if other == places.index:
            text = _named_in_full(places, path).sub("", text)
        if named.search(text) or ("%" in text and named.search(unquote(text))):
            yield other


def _named_in_full(places: Places, path: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w./%-]){re.escape(places.shown(path))}(?![\w/%-])")


def _target(places: Places, path: str) -> str:
    """Where a note of the context folder goes."""
    folder = f"{places.prefix}{ARCHIVE}/{places.context.rpartition('/')[2]}"
    return folder + path.removeprefix(places.context)
