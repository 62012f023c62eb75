"""What to look at again, for people: by note and author, the oldest first, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gitmem.memory.stale import StaleItem, StaleKind, StaleReason, StaleResponse
from gitmem.reports.fact_words import searched_words, short_place, volatile_words
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, plural, shorten, wrap
from gitmem.reports.safe import clean_line, clean_lines, clean_path
from gitmem.reports.wording import age_words, source_words, status_paint

SHOWN_ITEMS = 100
"""Items that are shown unless everything is asked for; the oldest ones come first."""

_INDENT = "  "
_LIMITS = (44, 48, 12)
_LEAST_TEXT = 20


def stale_text(response: StaleResponse, style: Style) -> str:
    """All items, and how to say that something is still true."""
    if not response.items:
        return "\n".join(["nothing to check again", *wrap(searched_words(response.answer), style.width)])
    today = response.answer.searched_at.utc_day
    blocks = [f"{plural(len(response.items), 'fact')} to check again"]
    shown = response.items if style.verbose else response.items[:SHOWN_ITEMS]
    blocks += ["\n".join(_group(name, items, today, style)) for name, items in _groups(shown).items()]
    if len(shown) < len(response.items):
        blocks.append(f"… and {len(response.items) - len(shown):,} more (git mem -v stale shows all)")
    cure = f"still true?  add [verified: {today.isoformat()}] to the line"
    change = "changed?  strike it and write the new value beside it"
    joined = f"{cure}      {change}"
    fits = style.width is None or cells(joined) <= style.width
    advice = [joined] if fits else [line for text in (cure, change) for line in wrap(text, style.width)]
    blocks.append("\n".join(advice))
    blocks.append("\n".join(wrap(searched_words(response.answer), style.width)))
    return "\n\n".join(blocks)


def _groups(shown: Sequence[StaleItem]) -> dict[str, list[StaleItem]]:
    """Items by note and author, in the order of their oldest one."""
    groups: dict[str, list[StaleItem]] = {}
    for item in shown:
        author = clean_line(item.origin.author or "")
        name = " · ".join(part for part in (clean_path(item.path), author) if part)
        groups.setdefault(name, []).append(item)
    return groups


def _group(name: str, items: list[StaleItem], today: date, style: Style) -> list[str]:
    rows = [(f"{clean_path(item.path)}:{item.line}", _first(item), _age(item)) for item in items]
    widths = column_widths(rows, _LIMITS)
    lines = [style.paint(line, Paint.STRONG) for line in wrap(name, style.width)]
    for item, (cite, text, age) in zip(items, rows, strict=True):
        why = "; ".join(_reason(reason, item, today) for reason in item.reasons)
        lines += _row(item, (cite, text, age), widths, why, style)
    return lines


def _row(item: StaleItem, row: tuple[str, str, str], widths: list[int], why: str, style: Style) -> list[str]:
    cite, text, age = row
    left = f"{_INDENT}{pad(cite, widths[0])}  "
    right = f"  {pad(age, widths[2], right=True)}   {why}" if widths[2] else f"   {why}"
    paint = status_paint(item.status)
    if style.width is None:
        return [left + style.paint(pad(text, widths[1]), paint) + right]
    room = style.width - cells(left) - cells(right)
    if room >= min(cells(text), _LEAST_TEXT):
        shown = pad(shorten(text, room), min(widths[1], room))
        return [left + style.paint(shown, paint) + right]
    lines = [left.rstrip(), _INDENT * 2 + style.paint(shorten(text, style.width - 2 * len(_INDENT)), paint)]
    return lines + wrap(", ".join(part for part in (age, why) if part), style.width, _INDENT * 2)


def _first(item: StaleItem) -> str:
    lines = [line.strip() for line in clean_lines(item.text) if line.strip()]
    return (lines[0] if lines else "") + (" …" if len(lines) > 1 else "")


def _age(item: StaleItem) -> str:
    if item.as_of is None:
        return "" if item.age_days is None else "uncommitted"
    return age_words(item.age_days)


def _reason(reason: StaleReason, item: StaleItem, today: date) -> str:
    later = f" from {reason.due.isoformat()}" if reason.due is not None and reason.due > today else ""
    if reason.kind is StaleKind.VOLATILE and reason.volatility is not None:
        return volatile_words(reason.volatility) + later
    if reason.kind is StaleKind.FUTURE_DATE and reason.date is not None:
        return f"date in the future: {reason.date.isoformat()} ({_source(reason, item)})"
    if reason.kind is StaleKind.UNTIL:
        return ("ends" if later else "its [until:] has passed") + later
    if reason.kind is StaleKind.STALE_AFTER:
        return ("stale_after" if later else "past its stale_after") + later
    return "old" + later


def _source(reason: StaleReason, item: StaleItem) -> str:
    name = reason.date_source or ""
    if name.startswith("git"):
        return "date of its commit"
    place = short_place(reason.place) if reason.place and reason.place != item.cite else ""
    return ", ".join(part for part in (source_words(name), place) if part)
