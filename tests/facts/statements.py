"""Statements without notes: for tests of single rules and for random ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime

from gitmem.clock import Instant
from gitmem.facts.claim import (
    NO_SUBJECT,
    Claim,
    Entry,
    KeyWords,
    Shape,
    Spot,
    Statement,
    Strike,
    Subject,
    SubjectSource,
    Tier,
)
from gitmem.history.origins import Commit, LineState
from gitmem.notes.written import DateSource, WrittenDate

NOW = Instant(int(datetime(2026, 10, 1, 12, tzinfo=UTC).timestamp()))
ORION = Subject("Orion", (("orion",),), SubjectSource.TITLE)


class Order:
    """The order of commits, told as the ancestors of each."""

    def __init__(self, ancestors: Mapping[str, Collection[str]]) -> None:
        self._ancestors = ancestors

    def descends(self, newer: str, older: str) -> bool:
        """See `Ancestry`."""
        return older in self._ancestors.get(newer, ())


class Subjects:
    """Notes that are about these names."""

    def __init__(self, *names: str, crowded: Collection[KeyWords] = ()) -> None:
        self._names = {tuple(sorted(name.split())) for name in names}
        self._crowded = crowded

    def knows(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        return key in self._names

    def crowded(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        return key in self._crowded


def commit(oid: str, day: str, *, committed: str | None = None, boundary: bool = False) -> Commit:
    """A commit at noon of its day."""
    return Commit(oid, noon(day), noon(committed or day), boundary=boundary)


def noon(day: str) -> Instant:
    """Noon of a day, UTC."""
    at = date.fromisoformat(day)
    return Instant(int(datetime(at.year, at.month, at.day, 12, tzinfo=UTC).timestamp()))


def tag(day: str) -> WrittenDate:
    """A `[verified:]` tag."""
    return WrittenDate(DateSource.TAG, None, date.fromisoformat(day), 1)


def claim(
    cite: str,
    label: str,
    value: str,
    *,
    about: Subject = NO_SUBJECT,
    attribute: str | None = None,
    declared: bool = True,
    section: int = 0,
    day: str | None = None,
    struck: bool = False,
) -> Claim:
    """A list item. `attribute` is the label unless told, `day` that of a dated heading above it."""
    path, _, line = cite.rpartition(":")
    key = tuple(sorted(label.split()))
    entry_day = date.fromisoformat(day) if day else None
    written = (WrittenDate(DateSource.HEADING, None, entry_day, 1),) if entry_day else ()
    return Claim(
        path=path,
        line=int(line),
        end_line=int(line),
        chunk=int(line),
        shape=Shape.ITEM,
        label=label,
        value=value,
        literal=label,
        key=key,
        attribute=tuple(sorted((attribute or label).split())),
        norm=value.casefold(),
        about=about,
        spot=Spot(section),
        entry=Entry(path, entry_day),
        tier=Tier.BUILT_IN if declared else None,
        written=written,
        strike=Strike() if struck else None,
    )


def said(what: Claim, by: Commit | None) -> Statement:
    """A claim as a commit first stated it, or as it stands uncommitted."""
    return Statement(what, LineState.COMMITTED if by else LineState.UNCOMMITTED, by)
