"""Past months of daily notes: a note for each that sums up what recurs in them. Pure.

The daily notes stay as they are and where they are, so that what names them still finds them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date

from gitmem.errors import NoteError
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import read_note
from gitmem.writing.consolidation.rollups import RolledUp, sum_up
from gitmem.writing.layout.plan import is_daily
from gitmem.writing.rotating import ARCHIVE


def roll_up_days(
    folder: str, texts: Mapping[str, bytes], before: date, reader: ClaimReader
) -> Iterator[tuple[str, RolledUp]]:
    """The summaries of the daily notes in a folder, by path, for months that begin before a day.

    A month that has a summary gets none.
    """
    for month, paths in sorted(_months(folder, texts, before).items()):
        path = f"{folder}/{ARCHIVE}/days-{month}.md"
        if path in texts:
            continue
        with suppress(NoteError):
            claims = [claim for each in paths for claim in _claims(each, texts[each], reader)]
            rolled = sum_up(path, claims, month, reader)
            if rolled is not None:
                yield path, rolled


def _months(folder: str, texts: Mapping[str, bytes], before: date) -> dict[str, list[str]]:
    """The daily notes of past months by month, each in order of day."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(texts):
        place, _, name = path.rpartition("/")
        if place == folder and is_daily(name) and name[:7] < before.isoformat()[:7]:
            found[name[:7]].append(path)
    return found


def _claims(path: str, data: bytes, reader: ClaimReader) -> list[Claim]:
    """The claims of a daily note; none of one that is no text or whose merge is not resolved."""
    try:
        note = read_note(path, data)
    except NoteError:
        return []
    return [] if note.unmerged else reader.read(note)
