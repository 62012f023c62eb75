"""Text from notes, made harmless and short for a page, and the words of its columns."""

from __future__ import annotations

from datetime import date

from gitmem.index.response import OriginShown
from gitmem.memory.explain import FactState, StepRole, StepShown
from gitmem.memory.page.values import ChangeKind
from gitmem.reports.safe import bare_path, legal_text, uncontrolled
from gitmem.reports.wording import short_id

LONGEST = 400
"""Characters of a value that a page shows; a page is for looking, and `git mem explain` tells all."""

STATE_WORDS = {
    FactState.CURRENT: "current",
    FactState.CONTESTED: "contested",
    FactState.PLANNED: "planned",
    FactState.ENDED: "ended",
    FactState.REMOVED: "removed",
}
ROLE_WORDS = {
    StepRole.NOW: "now",
    StepRole.CONTESTED: "contested",
    StepRole.PLANNED: "planned",
    StepRole.BEFORE: "before",
}
CHANGE_WORDS = {
    ChangeKind.NEW: "new",
    ChangeKind.CHANGED: "changed",
    ChangeKind.CONTESTED: "contested",
    ChangeKind.ENDED: "ended",
}


def page_text(text: str, longest: int = LONGEST) -> str:
    """`text` on one line, without controls and escape sequences, cut with an ellipsis."""
    if len(text) <= longest and text.isascii() and text.isprintable():
        return text.strip()
    plain = len(text) <= longest and text.isascii() and text.isprintable()
    if plain and "  " not in text and text.strip() == text:
        return text  # as nearly all text is
    line = " ".join(legal_text(uncontrolled(text[: 4 * longest])).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def page_cite(cite: str) -> str:
    """A cite with the id of a commit short."""
    head, colon, rest = cite.partition(":")
    oid = head.rstrip("^")
    if colon and len(oid) in (40, 64) and not set(oid) - set("0123456789abcdef"):
        cite = f"{short_id(oid)}{head[len(oid) :]}:{rest}"
    return page_text(bare_path(cite))


def commit_words(origin: OriginShown) -> str:
    """Who made a commit and what it says."""
    if origin.commit is None:
        return ""
    if origin.boundary:
        return "at least as old as this clone's first commit"
    named = ", ".join(part for part in (page_text(origin.author or "", 80), short_id(origin.commit)) if part)
    return f"{named} “{page_text(origin.summary, 100)}”" if origin.summary else named


def held_from_to(step: StepShown) -> str:
    """From when to when a value held."""
    begun, ended = _day(step.from_), _day(step.to)
    if step.role in (StepRole.NOW, StepRole.CONTESTED):
        return f"since {begun}" if begun else "since an unknown day"
    if begun and ended:
        return f"{begun} to {ended}"
    if ended:
        return f"until {ended}"
    return f"from {begun}" if begun else ""


def _day(day: date | None) -> str:
    return day.isoformat() if day is not None else ""
