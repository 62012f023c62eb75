"""Former values for people: by fact, each with its span and the commit that ended it."""

from __future__ import annotations

from collections.abc import Sequence

from gitmem.memory.fact_history import EndedValue, Ending, HistoryResponse
from gitmem.reports.fact_words import (
    evidence_words,
    held_words,
    name_lines,
    person_words,
    searched_words,
    short_place,
    value_words,
)
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, plural, wrap
from gitmem.reports.safe import clean_line

_INDENT = "  "
_LIMITS = (30, 44, 24)
_ENDINGS = {
    Ending.REPLACED: "replaced",
    Ending.EDITED: "edited in place",
    Ending.STRUCK: "struck",
    Ending.REMOVED: "removed",
    Ending.SUPERSEDED: "superseded",
    Ending.EXPIRED: "past its [until:]",
}


def history_text(response: HistoryResponse, style: Style) -> str:
    """All former values, or that there are none."""
    footer = wrap(searched_words(response.answer), style.width)
    key = clean_line(response.key)
    if not response.values:
        known = f"of {plural(response.facts, 'fact')} none has one" if response.facts else ""
        first = f"no former value under: {key}" + (f" ({known})" if known else "")
        return "\n".join([*wrap(first, style.width), *footer])
    groups: dict[tuple[str, str], list[EndedValue]] = {}
    for value in response.values:
        groups.setdefault((value.subject, value.label), []).append(value)
    blocks = [f"{plural(len(response.values), 'former value')} under: {key}"]
    blocks += ["\n".join(_fact(name, values, style)) for name, values in groups.items()]
    blocks.append("\n".join(style.paint(line, Paint.DIM) for line in footer))
    return "\n\n".join(blocks)


def _fact(name: tuple[str, str], values: Sequence[EndedValue], style: Style) -> list[str]:
    rows = [_columns(value, style) for value in values]
    widths = column_widths(rows, _LIMITS)
    lines = name_lines(*name, style)
    now = values[0].now
    if now is not None:
        place = short_place(values[0].now_cite or "")
        lines += wrap(f"now {value_words(now, style)}, {place}", style.width, _INDENT)
    for value, row in zip(values, rows, strict=True):
        lines += _value(value, row, widths, style)
    return lines


def _columns(value: EndedValue, style: Style) -> tuple[str, str, str]:
    return (
        value_words(value.value, style),
        short_place(value.cite),
        held_words(value.from_, value.to, value.origin, value.ended_by, over=True),
    )


def _value(value: EndedValue, row: tuple[str, str, str], widths: list[int], style: Style) -> list[str]:
    text, cite, span = row
    how = _ENDINGS[value.ending]
    if value.ending is Ending.SUPERSEDED:
        how = ", ".join(dict.fromkeys(evidence_words(each) for each in value.evidence)) or how
    elif value.ended_by.commit is not None:
        how += f" by {person_words(value.ended_by)}"
    left = f"{_INDENT}{pad(text, widths[0])}   {style.paint(pad(cite, widths[1]), Paint.STRONG)}"
    right = f"{pad(span, widths[2])}   {how}"
    if style.width is None or style.cells(left) + cells(right) + 3 <= style.width:
        return [f"{left}   {right}"]
    rest = ", ".join(part for part in (span, how) if part)
    return [left.rstrip(), *wrap(rest, style.width, _INDENT * 2)]
