"""Notes under construction: every line is known by what it is, wherever it is moved, until it goes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from bench.importing import Import, Signature
from bench.quality.names import WRITERS
from bench.quality.queries import Gold

FIRST_DAY = date(2024, 5, 6)
_ZONES = ("+0200", "+0200", "+0100", "+0000", "-0500")
_EIGHT = 8 * 3600
_LATEST = 15 * 3600
"""Commits of a day end so long after eight that the day is the same in every zone and by every clock."""


@dataclass(slots=True, eq=False)
class Row:
    """A line of a note; once it is gone `path` and `text` say where it last stood, and how."""

    text: str
    path: str
    stands: bool = True

    def gold(self) -> Gold:
        """The line as an answer."""
        return Gold(self.path, self.text, in_history=not self.stands)


class Notebook:
    """The notes as they are on the main line, and the commits that made them so."""

    def __init__(self, out: Import, chance: random.Random) -> None:
        self._out = out
        self._chance = chance
        self.notes: dict[str, list[Row]] = {}
        self._changed: dict[str, None] = {}
        self.day = 0
        self._seconds = 0
        self.mark = 0

    @property
    def today(self) -> date:
        """The day that it is."""
        return day_of(self.day)

    def turn_to(self, day: int) -> None:
        """Another day begins."""
        if day != self.day:
            self.day, self._seconds = day, 0

    # --- lines --------------------------------------------------------------------------------------------

    def write(self, path: str, texts: Iterable[str]) -> list[Row]:
        """A new note; its lines."""
        rows = [Row(text, path) for text in texts]
        self.notes[path] = rows
        self._changed[path] = None
        return rows

    def append(self, path: str, *texts: str) -> Row:
        """Lines at the end of a note; the last of them."""
        rows = [Row(text, path) for text in texts]
        self.notes[path].extend(rows)
        self._changed[path] = None
        return rows[-1]

    def replace(self, row: Row, *texts: str) -> Row:
        """Other lines in a line's place; the last of them."""
        lines, rows = self.notes[row.path], [Row(text, row.path) for text in texts]
        at = lines.index(row)
        lines[at : at + 1] = rows
        row.stands = False
        self._changed[row.path] = None
        return rows[-1]

    def reword(self, row: Row, text: str) -> None:
        """The same line, written otherwise: struck, tagged or formatted."""
        row.text = text
        self._changed[row.path] = None

    def insert_after(self, row: Row, text: str) -> Row:
        """A line below another."""
        lines, made = self.notes[row.path], Row(text, row.path)
        lines.insert(lines.index(row) + 1, made)
        self._changed[row.path] = None
        return made

    def remove(self, row: Row, heading: str = "") -> None:
        """A line goes, with the heading that stands over nothing else."""
        lines = self.notes[row.path]
        at = lines.index(row)
        first = at - 2 if heading else at
        assert not heading or lines[first].text == heading
        for gone in lines[first : at + 1]:
            gone.stands = False
        del lines[first : at + 1]
        self._changed[row.path] = None

    def take_to_end(self, row: Row, heading: str) -> None:
        """A line goes to the end of its note, below a heading."""
        lines = self.notes[row.path]
        lines.remove(row)
        lines += [Row("", row.path), Row(heading, row.path), Row("", row.path), row]
        self._changed[row.path] = None

    def move_row(self, row: Row, below: Row) -> None:
        """A line goes below a line of another note."""
        self.notes[row.path].remove(row)
        self._changed[row.path] = None
        lines = self.notes[below.path]
        lines.insert(lines.index(below) + 1, row)
        row.path = below.path
        self._changed[row.path] = None

    def move(self, path: str, new: str) -> None:
        """A note gets another name."""
        rows = self.notes.pop(path)
        for row in rows:
            row.path = new
        self.notes[new] = rows
        self._changed[path] = self._changed[new] = None

    def delete(self, path: str) -> None:
        """A note goes."""
        for row in self.notes.pop(path):
            row.stands = False
        self._changed[path] = None

    # --- commits ------------------------------------------------------------------------------------------

    def commit(self, message: str, *, clock: int = 0) -> None:
        """What changed, on the main line; one time in twelve by a branch of its own that is merged.

        `clock` is how many seconds the author's clock was wrong.
        """
        if self.mark and self._chance.random() < 1 / 12:
            side = self._save("side-work", (self.mark,), self._changed, message, clock)
            self.mark = self._save("main", (self.mark, side), self._changed, f"Merge: {message}", 0)
        else:
            self.mark = self._save("main", (self.mark,), self._changed, message, clock)
        self._changed.clear()

    def commit_apart(self, ours: Sequence[str], theirs: Sequence[str], message: str) -> None:
        """What changed, by two branches that know nothing of each other, and their merge."""
        start = self.mark
        main = self._save("main", (start,), ours, message, 0)
        side = self._save("side-desk", (start,), theirs, message, 0)
        self.mark = self._save("main", (main, side), theirs, "Merge branch 'desk'", 0)
        for path in (*ours, *theirs):
            self._changed.pop(path, None)

    def _save(
        self, branch: str, parents: Sequence[int], paths: Iterable[str], message: str, clock: int
    ) -> int:
        self._seconds = min(self._seconds + self._chance.randint(40, 900), _LATEST)
        moment = datetime.combine(self.today, datetime.min.time(), UTC) + timedelta(
            seconds=_EIGHT + self._seconds
        )
        committed = int(moment.timestamp())
        name, mail = self._chance.choice(WRITERS)
        authored = committed - self._chance.choice((0, 0, 0, 1, 30, 240)) + clock
        signed = Signature(name, mail, authored, committed, self._chance.choice(_ZONES))
        contents = {path: self._content(path) for path in paths}
        known = tuple(parent for parent in parents if parent)
        return self._out.commit(branch, known, contents, message, signed=signed)

    def _content(self, path: str) -> bytes | None:
        rows = self.notes.get(path)
        return None if rows is None else "".join(f"{row.text}\n" for row in rows).encode()


def day_of(day: int) -> date:
    """The date of a day that is counted from the first."""
    return FIRST_DAY + timedelta(days=day)
