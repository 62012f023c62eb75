"""A rotation as text: what each archive took in."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from gitmem.reports.layout import Paint, Style, plural
from gitmem.reports.safe import clean_line
from gitmem.reports.wording import short_id

if TYPE_CHECKING:
    from gitmem.memory.writing.rotate import RotateResponse
    from gitmem.writing.rotating import MovedDay


def rotate_text(response: RotateResponse, style: Style) -> str:
    """A line for each archive, its first place ahead, and one for the commit."""
    if not response.moved:
        return f"{clean_line(response.log)} has no day before {response.before}"
    lines = [_archive(list(days)) for _, days in groupby(response.moved, lambda each: each.archive)]
    if response.write.commit is not None:
        lines.append(style.paint(f"committed as {short_id(response.write.commit)}", Paint.DIM))
    return "\n".join(lines)


def _archive(moved: list[MovedDay]) -> str:
    days = sorted({each.day for each in moved})
    span = str(days[0]) if len(days) == 1 else f"{plural(len(days), 'day')}, {days[0]} to {days[-1]}"
    known = sorted({each.day for each in moved if each.known})
    there = f"; it had {', '.join(map(str, known))} already" if known else ""
    return f"{clean_line(moved[0].archive)}:{moved[0].archive_line}  {span}{there}"
