"""Copies that synchronising tools leave beside a note, told by the name and by what stands in them.

A name alone proves nothing ("Plan 2.md" may be a second plan): the original has to lie beside the copy and
most of the lines of both have to be equal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gitmem.checks.finding import CopiedNote, Finding, Rule, Severity

_CERTAIN, _LIKELY = 0.5, 0.8
"""Shares of equal lines from which a note is a copy: under a name that only a tool gives, under any other."""

_MARKS = (
    # Dropbox, Nextcloud, ownCloud: "Plan (Ann's conflicted copy 2026-08-14).md"; translated by some.
    (
        r" ?\([^()]*\b(?:conflicted copy|case conflict|copie en conflit|konflikt\w*|copia en conflicto)\b"
        r"[^()]*\)",
        _CERTAIN,
    ),
    # Syncthing: "Plan.sync-conflict-20260814-093000-ABCDEFG.md"
    (r"\.sync-conflict-\d{8}-\d{6}(?:-\w+)?", _CERTAIN),
    # Seafile: "Plan (SFConflict ann@x.example 2026-08-14-09-30-00).md"
    (r" ?\(SFConflict [^()]*\)", _CERTAIN),
    # Nextcloud's desktop client of old: "Plan_conflict-20260814-093000.md"
    (r"[ _.-]conflict[ _-]?(?:copy[ _-]?)?\d{6,}[-\d]*", _CERTAIN),
    # Obsidian, iCloud, OneDrive and file managers
    (r"[ _-]?\((?:conflict|copy|kopie|copie|\d{1,2})\)", _LIKELY),
    (r"(?: - |[ _-])(?:conflict|copy|kopie|copie)(?:[ _-]?\(?\d{1,2}\)?)?", _LIKELY),
    (r"[ ]\d{1,2}", _LIKELY),
    # OneDrive: "Plan-LAPTOP7.md"
    (r"-(?:laptop|desktop|pc|macbook|imac)[\w-]*", _LIKELY),
)
_PATTERNS = tuple((re.compile(rf"(.+?){mark}", re.IGNORECASE), least) for mark, least in _MARKS)


class Original(NamedTuple):
    """A path that a note may be a copy of, and the share of equal lines that would prove it."""

    path: str
    least: float


def originals_of(path: str) -> Iterator[Original]:
    """What a note may be a copy of by its name, the most certain first; they need not exist."""
    folder, slash, name = path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    seen: set[str] = set()
    for pattern, least in _PATTERNS:
        found = pattern.fullmatch(stem)
        if found is not None and found[1].strip():
            original = f"{folder}{slash}{found[1].rstrip()}{dot}{suffix}"
            if original not in seen:
                seen.add(original)
                yield Original(original, least)


def share_of_lines(one: bytes, two: bytes) -> float:
    """How many of the lines of the longer of two notes stand in the other too, blank ones aside: 0 to 1."""
    first, second = (
        Counter(line.strip() for line in text.splitlines() if line.strip()) for text in (one, two)
    )
    longer = max(first.total(), second.total())
    return (first & second).total() / longer if longer else 0.0


def copied_note(path: str, original: Original, copy: bytes, beside: bytes) -> Finding | None:
    """The finding that a note is a copy of the one beside it; None when they differ too much."""
    share = share_of_lines(copy, beside)
    if share < original.least or not share:
        return None
    return Finding(Rule.COPY, Severity.WARNING, path, 1, 1, CopiedNote(original.path, round(share, 2)))
