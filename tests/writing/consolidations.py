"""What the tests of consolidation share: grounds made of bytes alone, and the lines that must not be lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date

from gitmem.checks.policy.places import places_of
from gitmem.clock import parse_instant
from gitmem.config import DEFAULTS, DatePreference
from gitmem.facts.claims import ClaimReader
from gitmem.history.origins import Commit, LineOrigin, LineState
from gitmem.writing.consolidation.plan import Grounds, consolidate
from gitmem.writing.consolidation.sameness import Judging
from gitmem.writing.consolidation.values import Consolidation, DatedNote

TODAY = date(2026, 11, 30)
EDGE = date(2026, 9, 1)
_READER = ClaimReader(DEFAULTS)
PLACES = places_of(DEFAULTS)
MARK = re.compile(rb"~~(.+)~~ superseded \d{4}-\d\d-\d\d, see (?:.+:|line )\d+( \{[^{}]*\})?([ \t]*)\r?\Z")


def origin(day: str, oid: str = "1") -> LineOrigin:
    """A line that was committed on a day."""
    commit = Commit(oid * 40, parse_instant(day), parse_instant(day))
    return LineOrigin(LineState.COMMITTED, commit, commit, "x.md")


def dated(path: str, data: bytes, days: Mapping[int, str] | None = None) -> DatedNote:
    """A note whose lines are of one day, but for those in `days`."""
    base, known = origin("2026-01-01"), days or {}
    count = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    lines = [origin(known[n], "2") if n in known else base for n in range(1, count + 1)]
    return DatedNote(path, data, lambda: lines)


def grounds(
    notes: Mapping[str, bytes],
    days: Mapping[str, Mapping[int, str]] | None = None,
    touched: Mapping[str, date] | None = None,
) -> Grounds:
    """Notes by path, the days of their lines, and when context notes were touched."""
    return Grounds(
        notes={path: dated(path, data, (days or {}).get(path)) for path, data in notes.items()},
        log="log.md",
        places=PLACES,
        touched=touched or {},
        judging=Judging(_READER, DatePreference.AUTHOR, lambda older, stays: False),
        today=TODAY,
        edge=EDGE,
        blocked=lambda path: None,
        taken=lambda path: path in notes,
    )


def consolidated(notes: Mapping[str, bytes], found: Consolidation) -> dict[str, bytes]:
    """All notes after the change."""
    merged: dict[str, bytes | None] = {**notes, **found.after}
    return {path: data for path, data in merged.items() if data is not None}


def again(notes: Mapping[str, bytes]) -> Consolidation:
    """The proposals for notes that were consolidated already."""
    return consolidate(grounds(notes))


def unmarked(line: bytes) -> bytes:
    """A line without the mark that a merge puts on it."""
    found = MARK.search(line)
    return line if found is None else line[: found.start()] + found[1] + (found[2] or b"") + (found[3] or b"")


def said(notes: Mapping[str, bytes]) -> Counter[bytes]:
    """The lines of all notes that say something, marks and line endings aside."""
    lines = (line.removesuffix(b"\r") for data in notes.values() for line in data.split(b"\n"))
    return Counter(unmarked(line.removeprefix(b"\xef\xbb\xbf")) for line in lines if line.strip())
