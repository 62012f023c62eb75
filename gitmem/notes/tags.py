"""Inline tags: what a line says about itself (`[verified: 2026-05-01]`, `[volatile]`, `[stated]`, …).

Also reads plainmem's trailing group, `{explicit, user, from 2026-08-14, supersedes KEY}`. Tags in code
and in comments do not count, and text in brackets or braces that is no tag is left alone. Only
`[verified:]` dates a line; `[from:]` and `[until:]` bound when it holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.notes.days import NoteWarning, WrittenDay, read_day, shorten
from gitmem.notes.kinds import UNTAGGED, ChunkKind
from gitmem.notes.visible import numbered, visible

_TAG = re.compile(
    r"\[(?<![!\[\\]\[)(?:(verified|until|from)[^\S\n]{0,9}:([^\[\]\n]{0,80})"
    r"|(volatile|multi|allow|stated|observed|inferred|suggested))\](?!\()",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\{([^{}\n]{1,300})\}[ \t]*$", re.MULTILINE)
_BOUND = re.compile(r"(from|until)\s+(\d{4}-\d{1,2}-\d{1,2})")
_SUPERSEDES = re.compile(r"supersedes:?\s+(\S.{0,60})", re.IGNORECASE)


class Provenance(Enum):
    """How the writer came to know, the strongest first; IMPORTED only comes from plainmem's tags."""

    STATED = "stated"
    OBSERVED = "observed"
    IMPORTED = "imported"
    INFERRED = "inferred"
    SUGGESTED = "suggested"


class Informant(Enum):
    """Who or what said it, from plainmem's tags."""

    USER = "user"
    TOOL = "tool"
    AGENT = "agent"
    DOCUMENT = "document"


_AUTHORITIES = {
    "explicit": Provenance.STATED,
    "observed": Provenance.OBSERVED,
    "imported": Provenance.IMPORTED,
    "inferred": Provenance.INFERRED,
}
_INFORMANTS = {each.value: each for each in Informant}


class InlineTags(NamedTuple):
    """The tags of one chunk.

    `verified` is newest first. Where several lines of a chunk carry bounds, `since` is the earliest
    and `until` the latest of them, so that a chunk expires with its last line. `provenance` and
    `informant` are those of the first tag that names one.
    """

    verified: tuple[WrittenDay, ...] = ()
    until: date | None = None
    since: date | None = None
    volatile: bool = False
    multi: bool = False
    allow: bool = False
    provenance: Provenance | None = None
    informant: Informant | None = None
    supersedes: tuple[str, ...] = ()
    warnings: tuple[NoteWarning, ...] = ()


NO_TAGS = InlineTags()


@dataclass(slots=True)
class _Collected:
    """Tags of a chunk while they are read."""

    verified: list[WrittenDay] = field(default_factory=list)
    until: list[date] = field(default_factory=list)
    since: list[date] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    provenances: list[Provenance] = field(default_factory=list)
    informants: list[Informant] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    warnings: list[NoteWarning] = field(default_factory=list)

    def freeze(self) -> InlineTags:
        return InlineTags(
            verified=tuple(sorted(self.verified, key=lambda each: each.day, reverse=True)),
            until=max(self.until, default=None),
            since=min(self.since, default=None),
            volatile="volatile" in self.words,
            multi="multi" in self.words,
            allow="allow" in self.words,
            provenance=self.provenances[0] if self.provenances else None,
            informant=self.informants[0] if self.informants else None,
            supersedes=tuple(self.supersedes),
            warnings=tuple(self.warnings),
        )


def inline_tags(text: str, kind: ChunkKind, line: int = 1) -> InlineTags:
    """The tags in the text of a chunk whose first line is `line`; impossible dates warn and do not count."""
    if kind in UNTAGGED or ("[" not in text and "}" not in text):
        return NO_TAGS
    if not _TAG.search(text) and not ("}" in text and _GROUP.search(text)):
        return NO_TAGS
    collected = _Collected()
    shown = visible(text)
    for match, where in numbered(_TAG, shown, line):
        _take_tag(match, where, collected)
    for match, where in numbered(_GROUP, shown, line):
        _take_group(match[1], where, collected)
    return collected.freeze()


def without_tags(text: str) -> str:
    """`text` without its tags; what only looks like one, and tags in code or in comments, stay."""
    if "[" not in text and "}" not in text:
        return text
    shown = visible(text)
    spans = [match.span() for match in _TAG.finditer(shown)]
    spans += [match.span() for match in _GROUP.finditer(shown) if _is_group(match[1])]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start].rstrip(' ')} {text[end:].lstrip(' ')}"
    return text


def _take_tag(match: re.Match[str], line: int, collected: _Collected) -> None:
    if match[3]:
        word = match[3].lower()
        if word in ("volatile", "multi", "allow"):
            collected.words.add(word)
        else:
            collected.provenances.append(Provenance(word))
        return
    name = match[1].lower()
    day = read_day(match[2])
    if day is None:
        reason = (
            f"[{name}: {shorten(match[2].strip())}] holds no date"
            if match[2].strip()
            else f"[{name}:] is empty"
        )
        collected.warnings.append(NoteWarning(line, reason))
    elif name == "verified":
        collected.verified.append(WrittenDay(day, line))
    else:
        (collected.until if name == "until" else collected.since).append(day)


def _is_group(body: str) -> bool:
    collected = _Collected()
    _take_group(body, 0, collected)
    return collected != _Collected()


def _take_group(body: str, line: int, collected: _Collected) -> None:
    """Reads plainmem's group; one item that is none of its own makes the whole group ordinary text."""
    read = _Collected()
    for item in body.split(","):
        if not _take_item(item.strip(), line, read):
            return
    lists = (read.provenances, read.informants, read.since, read.until, read.supersedes)
    if any(len(each) > 1 for each in lists):
        return
    if not read.warnings and read.since and read.until and read.until[0] < read.since[0]:
        read.warnings.append(NoteWarning(line, "'until' lies before 'from'; the tag does not count"))
    if read.warnings:
        collected.warnings += read.warnings
        return
    collected.provenances += read.provenances
    collected.informants += read.informants
    collected.since += read.since
    collected.until += read.until
    collected.supersedes += read.supersedes


def _take_item(item: str, line: int, read: _Collected) -> bool:
    word = item.lower()
    if word in _AUTHORITIES:
        read.provenances.append(_AUTHORITIES[word])
    elif word in _INFORMANTS:
        read.informants.append(_INFORMANTS[word])
    elif bound := _BOUND.fullmatch(word):
        day = read_day(bound[2])
        if day is None:
            read.warnings.append(NoteWarning(line, f"{item!r} holds no date; the tag does not count"))
        else:
            (read.since if bound[1] == "from" else read.until).append(day)
    elif supersedes := _SUPERSEDES.fullmatch(item):
        read.supersedes.append(supersedes[1].strip())
    else:
        return False
    return True
