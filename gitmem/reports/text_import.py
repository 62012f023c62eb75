"""What an import brought, as text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gitmem.config import CONFIG_NAME
from gitmem.reports.layout import Paint, Style, plural
from gitmem.reports.safe import clean_path
from gitmem.reports.wording import short_id
from gitmem.writing.imports.plan import LeftOutReason

if TYPE_CHECKING:
    from gitmem.memory.writing.importing import ImportResponse

_MOST_NAMED = 5


def import_text(response: ImportResponse, style: Style) -> str:
    """How much was imported to where with its digest, and what was left out; with `-v` every file of it."""
    new = sum(each.path != CONFIG_NAME for each in response.write.changes)
    lines = [f"imported {plural(new, 'note')} to {clean_path(response.folder)} ({response.kind.value})"]
    if response.present:
        lines.append(f"{plural(len(response.present), 'note')} {_were(response.present)} here already")
    same = "the same here" if response.digest == response.digest_here else "NOT the same here"
    lines.append(f"{plural(response.bytes, 'byte')}, sha256 {response.digest[:16]}, {same}")
    if new < len(response.write.changes):
        lines.append(f"notes without a date of their own are now named in {CONFIG_NAME} ([dates] imports)")
    if response.left_out:
        lines.append(_left_out(response, style))
    if response.write.commit is not None:
        lines.append(style.paint(f"committed as {short_id(response.write.commit)}", Paint.DIM))
    return "\n".join(lines)


def _were(things: tuple[str, ...]) -> str:
    return "was" if len(things) == 1 else "were"


def _left_out(response: ImportResponse, style: Style) -> str:
    counts = Counter(each.reason for each in response.left_out)
    words = ", ".join(f"{_words(reason)} ({count})" for reason, count in counts.items())
    named = response.left_out if style.verbose else response.left_out[:_MOST_NAMED]
    more = len(response.left_out) - len(named)
    names = ", ".join(clean_path(each.path) for each in named) + (f" and {more} more" if more else "")
    return f"left out: {words}: {names}"


def _words(reason: LeftOutReason) -> str:
    return reason.value
