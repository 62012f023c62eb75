"""A write for people: the lines that were written, each at its cite, and the commit that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitmem.reports.layout import Paint, Style
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.text_search import SHOWN_HASH
from gitmem.reports.wording import short_id

if TYPE_CHECKING:
    from gitmem.memory.writing.frame import CitedLine, WriteResponse


def write_text(response: WriteResponse, style: Style) -> str:
    """The cites of a write with their lines; a line that was not changed is told as such."""
    lines = [cite_words(cite, style) for cite in response.cites]
    if not response.changes:
        lines.append("nothing had to be changed")
    if response.commit is not None:
        lines.append(f"committed as {short_id(response.commit)}")
    return "\n".join(lines)


def cite_words(cite: CitedLine, style: Style) -> str:
    """A line that was written or marked, at its cite."""
    return f"{style.paint(cite_text(cite), Paint.STRONG)}   {clean_line(cite.text.strip())}"


def cite_text(cite: CitedLine) -> str:
    """A cite that a write may be given, with the hash that guards it."""
    shown = f"@{cite.hash[:SHOWN_HASH]}" if cite.hash is not None else ""
    return f"{clean_path(cite.path)}:{cite.line}{shown}"
