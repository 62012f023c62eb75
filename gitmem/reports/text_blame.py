"""A blame for people: one line for each piece of a note, dates and authors in columns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gitmem.memory.blame import BlameChunk, BlameResponse
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, shorten, wrap
from gitmem.reports.safe import clean_line, clean_lines, clean_path
from gitmem.reports.standing_words import standing_words
from gitmem.reports.wording import flag_words, short_id, source_words, status_paint

_FROM_GIT = ("git", "moved")
_WIDEST_NAME = 24
_LEAST_TEXT = 12
_WIDE = 100
"""Cells of a terminal from which on the text has room beside whole names."""


def blame_text(response: BlameResponse, style: Style) -> str:
    """The pieces of a note, one a line (all their lines with `style.verbose`), and its warnings."""
    names = _names(response.chunks, style)
    rows = [_columns(chunk, names) for chunk in response.chunks]
    widths = column_widths(rows, [12, 12, 8, 12, 48])
    lines: list[str] = []
    for chunk, row in zip(response.chunks, rows, strict=True):
        used = sum(width + 2 for width in widths if width)
        note = _note(chunk, response.as_of.utc_day)
        lines += _with_text(_left(row, widths, chunk, style), used, chunk, note, style)
    path = clean_path(response.path)
    lines += [f"{path}:{each.line}: {clean_line(each.text)}" for each in response.warnings]
    return "\n".join(lines)


def _names(chunks: Sequence[BlameChunk], style: Style) -> dict[str, str]:
    """What authors are called: on a narrow terminal by their first names, where those differ."""
    authors = {clean_line(chunk.origin.author or "") for chunk in chunks}
    first = {author: author.partition(" ")[0] for author in authors}
    if style.width is None or style.width >= _WIDE or len(set(first.values())) < len(first):
        first = {author: author for author in authors}
    return {author: shorten(name, _WIDEST_NAME) for author, name in first.items()}


def _columns(chunk: BlameChunk, names: dict[str, str]) -> tuple[str, str, str, str, str]:
    day = chunk.as_of.isoformat() if chunk.as_of else _undated(chunk)
    known = chunk.as_of is not None
    age = f"{chunk.age_days}d" if known and chunk.age_days is not None else ""
    status = chunk.status.value if known or chunk.status.value != "FRESH" else ""
    return str(chunk.line), day, age, status, _source(chunk, names)


def _undated(chunk: BlameChunk) -> str:
    return chunk.date_source if chunk.date_source != "unknown" else ""


def _source(chunk: BlameChunk, names: dict[str, str]) -> str:
    origin = chunk.origin
    if origin.commit is None or (chunk.date_source not in _FROM_GIT and chunk.as_of is not None):
        return source_words(chunk.date_source) if chunk.as_of is not None else ""
    return f"{short_id(origin.commit)} {names[clean_line(origin.author or '')]}"


def _left(row: tuple[str, str, str, str, str], widths: list[int], chunk: BlameChunk, style: Style) -> str:
    line, day, age, status, source = row
    cells_of_row = [
        pad(line, widths[0], right=True),
        pad(day, widths[1]),
        pad(age, widths[2], right=True),
        style.paint(pad(status, widths[3]), status_paint(chunk.status)),
        pad(source, widths[4]),
    ]
    shown = [text for text, width in zip(cells_of_row, widths, strict=True) if width]
    return "  ".join(shown)


def _with_text(left: str, used: int, chunk: BlameChunk, note: str, style: Style) -> list[str]:
    text = clean_lines(chunk.text)
    if style.verbose:
        return [left, *(f"    {line}" for line in text), *([f"    ({note})"] if note else [])]
    first = next((line.strip() for line in text if line.strip()), "")
    rest = " …" if len([line for line in text if line.strip()]) > 1 else ""
    tail = f"   {note}" if note else ""
    room = None if style.width is None else max(_LEAST_TEXT, style.width - used - cells(rest))
    if room is None or min(cells(first), 2 * _LEAST_TEXT) + cells(tail) <= room:
        room = room and room - cells(tail)
        return [f"{left}  {shorten(first, room)}{rest}{style.paint(tail, Paint.DIM)}".rstrip()]
    lines = [f"{left}  {shorten(first, room)}{rest}".rstrip()]
    return lines + [style.paint(line, Paint.DIM) for line in wrap(note, style.width, "    ") if note]


def _note(chunk: BlameChunk, today: date) -> str:
    parts = standing_words(chunk.facts, chunk.supersedes, chunk.closed)
    parts += [f"moved here from {clean_path(chunk.moved_from)}"] if chunk.moved_from else []
    if chunk.not_after is not None and chunk.as_of is None:
        parts.append(f"{chunk.not_after.isoformat()} or older")
    parts += [flag_words(flag.day, today) for flag in chunk.flagged]
    if chunk.must_reverify:
        parts.append("check before use")
    return ", ".join(parts)
