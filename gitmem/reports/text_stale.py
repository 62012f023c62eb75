"""What to look at again, for people: by note and author, the oldest first, each with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gitmem.memory.due import StaleKind, StaleReason
from gitmem.memory.stale import StaleItem, StaleResponse
from gitmem.reports.fact_words import searched_words, short_place
from gitmem.reports.finding_words import first_line, stale_words
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, plural, shorten, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.ways_out import cite_words
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
    blocks = stale_blocks(response.items, response.answer.searched_at.utc_day, style)
    return "\n\n".join([*blocks, "\n".join(wrap(searched_words(response.answer), style.width))])


def stale_blocks(items: Sequence[StaleItem], today: date, style: Style) -> list[str]:
    """A count, the items by note and author, and how to say that something is still true."""
    blocks = [f"{plural(len(items), 'fact')} to check again"]
    shown = items if style.verbose else items[:SHOWN_ITEMS]
    blocks += ["\n".join(_group(names, items, today, style)) for names, items in stale_groups(shown).items()]
    if len(shown) < len(items):
        blocks.append(f"… and {len(items) - len(shown):,} more (git mem -v stale shows all)")
    place = cite_words(shown[0].path, shown[0].line)
    cure, change = f"still true?  git mem verify {place}", f'changed?  git mem supersede {place} "…"'
    joined = f"{cure}      {change}"
    fits = style.width is None or cells(joined) <= style.width
    advice = [joined] if fits else [line for text in (cure, change) for line in wrap(text, style.width)]
    return [*blocks, "\n".join(advice)]


def stale_groups(shown: Sequence[StaleItem]) -> dict[tuple[str, str], list[StaleItem]]:
    """Items by note and author, in the order of their oldest one."""
    groups: dict[tuple[str, str], list[StaleItem]] = {}
    for item in shown:
        groups.setdefault((item.path, clean_line(item.origin.author or "")), []).append(item)
    return groups


def _group(names: tuple[str, str], items: list[StaleItem], today: date, style: Style) -> list[str]:
    path, author = names
    rows = [
        (f"{clean_path(item.path)}:{item.line}", first_line(item.text), stale_age(item)) for item in items
    ]
    whys = ["; ".join(stale_why(reason, item.cite, today) for reason in item.reasons) for item in items]
    widths = column_widths(rows, _LIMITS)
    if style.width is not None:
        widths[1] = _text_width(rows, whys, widths, style.width)
    name = " · ".join(part for part in (clean_path(path), author) if part)
    lines = [style.paint(line, Paint.STRONG) for line in wrap(name, style.width)]
    for item, row, why in zip(items, rows, whys, strict=True):
        lines += _row(item, row, widths, why, style)
    return lines


def _text_width(rows: Sequence[tuple[str, str, str]], whys: list[str], widths: list[int], width: int) -> int:
    """The width of the texts on a terminal: all that is left there, for what follows to stand in columns."""
    around = len(_INDENT) + widths[0] + 2 + (widths[2] + 2 if widths[2] else 0) + 3
    return min(max(cells(text) for _, text, _ in rows), width - around - max(map(cells, whys)))


def _row(item: StaleItem, row: tuple[str, str, str], widths: list[int], why: str, style: Style) -> list[str]:
    cite, text, age = row
    left = f"{_INDENT}{pad(cite, widths[0])}  "
    right = f"  {pad(age, widths[2], right=True)}   {why}" if widths[2] else f"   {why}"
    paint = status_paint(item.status)
    if style.width is None:
        return [left + style.paint(pad(text, widths[1]), paint) + right]
    room = style.width - cells(left) - cells(right)
    if widths[1] >= _LEAST_TEXT:
        room = min(room, widths[1])
    if room >= min(cells(text), _LEAST_TEXT):
        shown = pad(shorten(text, room), max(0, min(widths[1], room)))
        return [left + style.paint(shown, paint) + right]
    lines = [left.rstrip(), _INDENT * 2 + style.paint(shorten(text, style.width - 2 * len(_INDENT)), paint)]
    return lines + wrap(", ".join(part for part in (age, why) if part), style.width, _INDENT * 2)


def stale_age(item: StaleItem) -> str:
    """How old it is, as far as that is known."""
    if item.as_of is None:
        return "" if item.age_days is None else "uncommitted"
    return age_words(item.age_days)


def stale_why(reason: StaleReason, cite: str, today: date) -> str:
    """Why the text at `cite` has to be looked at again, and from when on if that is later than `today`."""
    if reason.kind is StaleKind.FUTURE_DATE:
        return f"{stale_words(reason)} ({_source(reason, cite)})"
    if reason.due is None or reason.due <= today:
        return stale_words(reason)
    return f"{_LATER.get(reason.kind) or stale_words(reason)} from {reason.due.isoformat()}"


_LATER = {StaleKind.UNTIL: "ends", StaleKind.STALE_AFTER: "stale_after"}


def _source(reason: StaleReason, cite: str) -> str:
    name = reason.date_source or ""
    if name.startswith("git"):
        return "date of its commit"
    place = short_place(reason.place) if reason.place and reason.place != cite else ""
    return ", ".join(part for part in (source_words(name), place) if part)
