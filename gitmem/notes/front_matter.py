"""Front matter: the YAML mapping at the very start of a note.

Every scalar stays the text that was written: no dates, numbers or truth values are made of it, and
aliases, anchors and type tags are refused, so that reading costs no more than the block is long. What is
broken warns and counts as absent. What is no mapping is not front matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from gitmem.notes.days import NoteWarning, read_day, shorten

if TYPE_CHECKING:
    from gitmem.notes.yaml_fields import Field

LARGEST_BLOCK = 64 * 1024
"""Bytes within which the block has to be closed; longer ones are text of the note."""

DATE_FIELDS = ("verified", "updated", "date")
"""The fields that date a note, the most telling first."""

_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_FIELD = re.compile(r"[ \t]*[\"']?[A-Za-z_][\w .-]{0,60}[\"']?[ \t]*:(?:[ \t]|$)")
_DURATION = re.compile(r"(\d{1,5})\s*(?:d|days?)?", re.IGNORECASE)
_YES = frozenset(("true", "yes", "on", "y", "1"))
_NO = frozenset(("false", "no", "off", "n", "0"))
_EMPTY = frozenset(("", "~", "null", "none"))


@dataclass(frozen=True, slots=True)
class FieldDay:
    """A date field of the front matter: its name, the day it holds and its 1-based line."""

    field: str
    day: date
    line: int


class FieldText(NamedTuple):
    """One value of a field: the field's name as written, the value's text, and the field's 1-based line."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What gitmem reads of a note's front matter.

    `end_line` is the line of the closing marker, 0 when the note has none; `dates` is in the order of
    `DATE_FIELDS`. `stale_after` is a day or a number of days. `fields` has every value of every field that
    holds a scalar or a list of them, in the order written; of a repeated field only the first counts.
    """

    entity: str | None = None
    aliases: tuple[str, ...] = ()
    dates: tuple[FieldDay, ...] = ()
    volatile: bool = False
    stale_after: date | int | None = None
    fields: tuple[FieldText, ...] = ()
    end_line: int = 0
    warnings: tuple[NoteWarning, ...] = ()


NO_FRONT_MATTER = FrontMatter()


def parse_front_matter(text: str) -> FrontMatter:
    """Front matter of a note's whole text (no byte order mark, line ends as `\\n`).

    Never raises: broken YAML gives one warning, and text that is no front matter gives an empty value
    with `end_line` 0.
    """
    block = _block(text)
    if block is None:
        return NO_FRONT_MATTER
    end_line = block.count("\n") + 2
    from gitmem.notes.yaml_fields import Refused, read_fields  # most notes have no front matter

    try:
        fields = read_fields(block)
    except Refused as refused:
        return _broken(block, end_line, str(refused), refused.line)
    if not fields:
        return NO_FRONT_MATTER
    return _interpret(fields, end_line)


def _block(text: str) -> str | None:
    """The lines between the markers, or None when the note does not start with a closed block."""
    opening = _OPENING.match(text)
    if not opening:
        return None
    limit = opening.end() + LARGEST_BLOCK
    closing = _CLOSING.search(text, opening.end(), limit)
    if closing is None or (closing.end() == limit < len(text) and not closing[0].endswith("\n")):
        return None  # the line that looks like a marker goes on beyond the limit
    return text[opening.end() : closing.start()]


def _broken(block: str, end_line: int, reason: str, line: int) -> FrontMatter:
    """Broken YAML is front matter if its first line is a field; otherwise it was never meant as such."""
    first = next((each for each in block.split("\n") if each.strip()), "")
    if not _FIELD.match(first):
        return NO_FRONT_MATTER
    where = min(line + 2, end_line)
    return FrontMatter(end_line=end_line, warnings=(NoteWarning(where, f"front matter not read: {reason}"),))


def _interpret(fields: list[Field], end_line: int) -> FrontMatter:
    warnings: list[NoteWarning] = []
    by_name: dict[str, Field] = {}
    repeated: dict[str, Field] = {}
    for field in fields:
        name = field.name.strip().lower()
        if name in by_name:
            repeated.setdefault(name, field)
        by_name.setdefault(name, field)
    for name, field in repeated.items():
        text = f"front matter has {shorten(name)!r} more than once; the first counts"
        warnings.append(NoteWarning(field.line, text))
    days = [_day(by_name[name], warnings) for name in DATE_FIELDS if name in by_name]
    return FrontMatter(
        entity=_text(by_name.get("entity"), warnings),
        aliases=_texts(by_name.get("aliases") or by_name.get("alias")),
        dates=tuple(day for day in days if day is not None),
        volatile=_truth(by_name.get("volatile"), warnings),
        stale_after=_limit(by_name.get("stale_after"), warnings),
        fields=tuple(_field_texts(by_name.values())),
        end_line=end_line,
        warnings=tuple(warnings),
    )


def _field_texts(fields: Iterable[Field]) -> Iterator[FieldText]:
    for field in fields:
        for value in field.values or ():
            text = " ".join(value.split())
            if text.lower() not in _EMPTY:
                yield FieldText(field.name.strip(), text, field.line)


def _single(field: Field | None, warnings: list[NoteWarning]) -> str:
    """The one value of a field, a list of one being its item; empty when there is none."""
    if field is None:
        return ""
    if field.values is None or len(field.values) > 1:
        warnings.append(NoteWarning(field.line, f"{field.name}: one value is expected here"))
        return ""
    value = field.values[0].strip() if field.values else ""
    return "" if value.lower() in _EMPTY else value


def _day(field: Field, warnings: list[NoteWarning]) -> FieldDay | None:
    value = _single(field, warnings)
    day = read_day(value)
    if value and day is None:
        warnings.append(NoteWarning(field.line, f"{field.name}: {shorten(value)!r} is not a date"))
    return FieldDay(field.name.strip().lower(), day, field.line) if day else None


def _text(field: Field | None, warnings: list[NoteWarning]) -> str | None:
    return " ".join(_single(field, warnings).split()) or None


def _texts(field: Field | None) -> tuple[str, ...]:
    values = (" ".join(value.split()) for value in (field.values or ())) if field else ()
    return tuple(value for value in values if value.lower() not in _EMPTY)


def _truth(field: Field | None, warnings: list[NoteWarning]) -> bool:
    value = _single(field, warnings)
    if field is not None and value and value.lower() not in _YES | _NO:
        warnings.append(NoteWarning(field.line, f"{field.name}: {shorten(value)!r} is not true or false"))
    return value.lower() in _YES


def _limit(field: Field | None, warnings: list[NoteWarning]) -> date | int | None:
    value = _single(field, warnings)
    duration = _DURATION.fullmatch(value)
    limit = int(duration[1]) if duration else read_day(value)
    if field is not None and value and limit is None:
        warnings.append(
            NoteWarning(field.line, f"{field.name}: {shorten(value)!r} is no date and no number of days")
        )
    return limit
