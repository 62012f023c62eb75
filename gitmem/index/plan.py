"""What a refresh of the index has to do, and what it did. Pure, and light enough for every search to load."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import gitmem
from gitmem.config import Settings
from gitmem.index.store import SCHEMA

if TYPE_CHECKING:
    from gitmem.history.views import NoteKey

FACTS_VERSION = 2
"""Grows when the same notes come to state other claims; then every index is built again."""

WORDS_VERSION = 4
"""Grows when the same text comes to have other terms (`gitmem.words`), to stand under others, or to change
quickly or not (`gitmem.notes.freshness`); then too."""


class RebuildReason(Enum):
    """Why an index was built from nothing."""

    MISSING = "there was none"
    ASKED = "it was asked for"
    SCHEMA = "another version of gitmem wrote it"
    RULES = "the settings or the version of gitmem changed"
    LARGE = "most notes changed"


class Plan(NamedTuple):
    """Paths by what has to be done, each in order: a `redated` note has new dates for the same content."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    redated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.added) + len(self.changed) + len(self.redated) + len(self.removed)


class NoteProblem(NamedTuple):
    """Something in a note that was not understood and passed over, for people."""

    path: str
    line: int
    text: str


class RefreshReport(NamedTuple):
    """What a refresh did, what the index holds now, and what was odd in the notes that were read."""

    plan: Plan
    rebuilt: RebuildReason | None
    notes: int
    chunks: int
    problems: tuple[NoteProblem, ...] = ()


def plan_changes(before: Mapping[str, NoteKey], now: Mapping[str, NoteKey]) -> Plan:
    """Compare two manifests of the same candidate paths."""
    common = sorted(before.keys() & now.keys())
    return Plan(
        added=tuple(sorted(now.keys() - before.keys())),
        changed=tuple(path for path in common if before[path].content != now[path].content),
        redated=tuple(
            path for path in common if before[path].content == now[path].content and before[path] != now[path]
        ),
        removed=tuple(sorted(before.keys() - now.keys())),
    )


def rules_digest(settings: Settings) -> str:
    """A digest of everything besides the notes that decides what the index holds of them."""
    files = (settings.root, settings.include, settings.exclude)
    text = (settings.language, settings.freshness.volatile_patterns, settings.facts)
    from hashlib import sha256

    rules = (gitmem.__version__, SCHEMA.version, FACTS_VERSION, WORDS_VERSION, *files, *text)
    return sha256(repr(rules).encode("utf-8", "surrogatepass")).hexdigest()
