"""Provenance under the memory policy: lines that do not say how they came to be known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.lines import SAYING, Line
from gitmem.checks.policy.places import Places
from gitmem.facts.claim import Claim
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.links import without_links
from gitmem.notes.visible import visible

_POINTER = re.compile(
    r"!?\[\[[^\[\]]+\]\]|<?https?://[^\s>]+>?"
    r"|(?<![^\s\])>])[^\s\])>]\S{0,300}\.md(?:#\S{0,300})?(?=$|[\s,;.)])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]")
_LEADING = re.compile(r"(?:\b(?:see|also|and|in|cf|compare|details?|more)\b|[\W_])+", re.IGNORECASE)


def untagged(places: Places, lines: Iterable[Line]) -> Iterator[Finding]:
    """A finding for each line of the folders that says something without saying how it is known."""
    for line in lines:
        if places.in_folders(line.path) and _needs_tag(line):
            detail = PolicyBreach(Breach.UNTAGGED, line.words)
            yield Finding(Rule.PROVENANCE, Severity.ERROR, line.path, line.line, line.end_line, detail)


def bare_strikes(places: Places, lines: Iterable[Line]) -> Iterator[Finding]:
    """Advice about each struck line of the folders that says neither when it ended nor what came instead."""
    for line in lines:
        struck = line.struck and bool(line.claims) and places.in_folders(line.path)
        if struck and not any(map(_tells_end, line.claims)):
            detail = PolicyBreach(Breach.BARE_STRIKE, line.words)
            yield Finding(Rule.STRIKE_DATE, Severity.ADVICE, line.path, line.line, line.end_line, detail)


def _tells_end(claim: Claim) -> bool:
    strike = claim.strike
    return strike is not None and any((strike.day, strike.successor, strike.bad_day))


def _needs_tag(line: Line) -> bool:
    if line.kind not in SAYING or line.provenance is not None or line.struck or line.label:
        return False
    if line.kind is ChunkKind.PARAGRAPH and line.parents:
        return False  # goes on with what its list item says
    return bool(_WORD.search(visible(line.text))) and not is_pointer(line.text)


def is_pointer(text: str) -> bool:
    """Whether a text says nothing but where to look."""
    shown = visible(text)
    beside = without_links(shown)
    rest, pointers = _POINTER.subn(" ", beside)
    return bool(pointers or beside != shown) and not _LEADING.sub("", rest)
