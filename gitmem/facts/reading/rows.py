"""Rows of a table to assertions: the key is the first cell with the column's header, the value a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gitmem.facts.claim import Strike
from gitmem.facts.reading.exclusions import is_value
from gitmem.facts.reading.forms import literal, plain
from gitmem.facts.reading.struck_text import struck_spans, without
from gitmem.facts.reading.values import read_value
from gitmem.notes.visible import visible

_PLAIN_COLUMNS = frozenset(
    (
        *(
            "",
            "value",
            "values",
            "details",
            "detail",
            "description",
            "info",
            "information",
            "content",
            "answer",
        ),
        *("setting", "data", "what", "meaning", "text"),
    )
)
"""Headers that say nothing besides "this is the value"; the key is then the first cell alone."""

_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}")
_LONGEST_CELL = 60
_LONGEST_ROW = 4000


class Cell(NamedTuple):
    """One assertion of a row: the label, the column's header, the value and its strike."""

    label: str
    header: str
    value: str
    former: str | None = None
    strike: Strike | None = None


def split_row(text: str) -> list[str]:
    """The cells of a table row; an escaped pipe belongs to its cell, also within code."""
    text = text.strip()
    text = text.removeprefix("|")
    cells: list[str] = []
    start = position = 0
    while (position := text.find("|", position)) >= 0:
        first = position
        while first > start and text[first - 1] == "\\":
            first -= 1
        if (position - first) % 2 == 0:
            cells.append(text[start:position].strip())
            start = position + 1
        position += 1
    if text[start:].strip():
        cells.append(text[start:].strip())
    return cells


@lru_cache(maxsize=512)
def headers_of(text: str) -> tuple[str, ...]:
    """The headers of a table's columns as a reader sees them."""
    return tuple(plain(cell) for cell in split_row(text))


def read_row(text: str, headers: tuple[str, ...]) -> Iterator[Cell]:
    """The assertions of one row."""
    cells = split_row(text) if len(text) <= _LONGEST_ROW else []
    if len(cells) < 2:
        return
    first = plain(cells[0].replace("~~", ""))
    if not _names(cells[0], first):
        return
    for header, cell in zip(headers[1:], cells[1 : len(headers)], strict=False):
        struck = struck_spans(cell, visible(cell)) if "~~" in cell else []
        label = first if literal(header) in _PLAIN_COLUMNS else f"{first} {header}"
        if len(header) > _LONGEST_CELL:
            continue
        live = without(cell, struck) if struck else cell
        value = read_value(live)
        if struck:
            old = read_value(cell[struck[0][0] + 2 : struck[0][1] - 2])
            if is_value(old.text):
                yield Cell(label, header, old.text, None, Strike(None, value.text or None))
        if is_value(value.text):
            yield Cell(label, header, value.text, value.former)


def _names(source: str, first: str) -> bool:
    """Whether the first cell of a row names something: short, no number, no code alone, no address."""
    return (
        0 < len(first) <= _LONGEST_CELL
        and any(map(str.isalpha, first))
        and "://" not in first
        and not _STAMP.match(first)
        and bool(visible(source).strip(" *_~"))
        and "](" not in source
    )
