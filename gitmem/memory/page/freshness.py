"""How old the pieces of each note are, counted by the database: a page must not read every piece."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from gitmem.config import FreshnessSettings
from gitmem.index.rows import KINDS
from gitmem.index.scope import DAY_COLUMNS
from gitmem.index.store import NOT_COMMITTED_DAY, NOTE_SHIFT, decode_path
from gitmem.memory.due import STATES_NOTHING
from gitmem.memory.page.values import AgeGroup, Freshness, NoteFreshness
from gitmem.memory.shown import Ground

AGES = (30, 90, 180, 365, 730)
"""Days up to which ages are grouped."""


class Dated(NamedTuple):
    """How many pieces of a note count for a day (by ordinal); None where no date is known."""

    path: str
    day: int | None
    pieces: int


def read_freshness(ground: Ground) -> Freshness:
    """The freshness of all notes."""
    column = DAY_COLUMNS[ground.prefer]
    left_out = ", ".join(str(KINDS.index(kind)) for kind in KINDS if kind in STATES_NOTHING)
    # Days of one note at a time: grouping all pieces would sort them, which takes twice as long.
    rows = ground.store.execute(
        f"SELECT path, (SELECT json_group_array({column}) FROM chunks WHERE kind NOT IN ({left_out})"
        f" AND chunks.id BETWEEN notes.id << {NOTE_SHIFT} AND ((notes.id + 1) << {NOTE_SHIFT}) - 1)"
        " FROM notes"
    )
    found = (
        Dated(decode_path(path), day, pieces)
        for path, days in rows
        for day, pieces in Counter(json.loads(days)).items()
    )
    return count_freshness(found, ground.now.utc_day, ground.session.settings.freshness)


def count_freshness(rows: Iterable[Dated], today: date, settings: FreshnessSettings) -> Freshness:
    """Counts by note and by age on a day; what is not committed counts as of that day."""
    notes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    newest: dict[str, int] = {}
    ages: Counter[int | None] = Counter()
    unknown = 0
    for path, day, pieces in rows:
        if day is None or day <= 0:
            notes[path]["unknown"] += pieces
            unknown += pieces
            continue
        day = today.toordinal() if day >= NOT_COMMITTED_DAY else day
        age = today.toordinal() - day
        notes[path][_status(age, settings)] += pieces
        ages[next((limit for limit in AGES if age <= limit), None)] += pieces
        newest[path] = max(newest.get(path, 0), day)
    found = [
        NoteFreshness(
            path,
            each["fresh"],
            each["aging"],
            each["stale"],
            each["unknown"],
            date.fromordinal(newest[path]) if path in newest else None,
        )
        for path, each in notes.items()
    ]
    return Freshness(
        settings.fresh_days,
        settings.stale_days,
        tuple(sorted(found, key=lambda each: (-each.stale, -each.aging, each.path))),
        tuple(AgeGroup(limit, ages[limit]) for limit in (*AGES, None)),
        unknown,
    )


def _status(age: int, settings: FreshnessSettings) -> str:
    if age <= settings.fresh_days:
        return "fresh"
    return "aging" if age <= settings.stale_days else "stale"
