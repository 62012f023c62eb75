"""Which of two statements is the newer one; a wrong answer makes an old value the current one."""

from __future__ import annotations

import pytest

from gitmem.config import DatePreference
from gitmem.facts.claim import Statement
from gitmem.facts.judging.order import Chronology, Ordered, position
from gitmem.facts.standing import ConflictReason, EvidenceKind
from gitmem.history.origins import Commit
from gitmem.notes.tags import Provenance
from gitmem.notes.written import DateSource
from tests.facts.statements import NOW, Order, claim, commit, said, tag

OLD = commit("old", "2026-01-01")
NEW = commit("new", "2026-06-01")
SIDE = commit("side", "2026-05-01")
EARLY = commit("early", "2025-01-01")
CUT = commit("cut", "2026-01-01", boundary=True)
ORDER = Chronology(Order({"new": {"old"}, "side": {"old"}, "early": {"old", "new"}}))

Found = tuple[str, list[EvidenceKind]] | ConflictReason


def stated(by: Commit | None, verified: str | None = None, how: Provenance | None = None) -> Statement:
    """One of two lines that are compared."""
    dates = (tag(verified),) if verified else ()
    return said(claim("a.md:1", "lead", "x")._replace(written=dates, provenance=how), by)


def newer(first: Statement, second: Statement, *, ancestry: bool = True) -> Found:
    """Which is the newer, with its evidence; asked both ways round, which must not matter."""
    places = [position(each, NOW, DatePreference.AUTHOR) for each in (first, second)]
    found = ORDER.compare(first, places[0], second, places[1], ancestry=ancestry)
    turned = ORDER.compare(second, places[1], first, places[0], ancestry=ancestry)
    if isinstance(found, ConflictReason):
        assert turned is found
        return found
    assert isinstance(turned, Ordered)
    assert (turned.first_newer, turned.evidence) == (not found.first_newer, found.evidence)
    return "first" if found.first_newer else "second", [each.kind for each in found.evidence]


WRITTEN, ANCESTRY = EvidenceKind.WRITTEN, EvidenceKind.ANCESTRY


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # Two written dates, whatever the commits say.
        (stated(OLD, "2026-03-02"), stated(NEW, "2026-03-01"), ("first", [WRITTEN])),
        (stated(CUT, "2026-03-02"), stated(CUT, "2026-03-01"), ("first", [WRITTEN])),
        # One day, or none: the commits.
        (stated(NEW, "2026-03-01"), stated(OLD, "2026-03-01"), ("first", [ANCESTRY])),
        (stated(NEW), stated(OLD), ("first", [ANCESTRY])),
        # Ancestry, although the clock of the younger commit ran behind.
        (stated(EARLY), stated(OLD), ("first", [ANCESTRY])),
        # One written date: on or before the day of the other's commit the commit is newer.
        (stated(OLD, "2026-06-01"), stated(NEW), ("second", [ANCESTRY, WRITTEN])),
        (stated(OLD, "2026-06-02"), stated(NEW), ("first", [WRITTEN])),
        (stated(NEW, "2025-12-31"), stated(OLD), ("second", [ANCESTRY, WRITTEN])),
        (stated(SIDE, "2026-09-01"), stated(NEW), ConflictReason.CONCURRENT),
        (stated(NEW, "2026-09-01"), stated(NEW), ConflictReason.SIMULTANEOUS),
        # A date in the future is none.
        (stated(OLD, "2062-05-01"), stated(NEW, "2026-05-01"), ("second", [WRITTEN])),
        (stated(OLD, "2026-10-02"), stated(NEW, "2026-05-01"), ("first", [WRITTEN])),
        # Nothing decides.
        (stated(SIDE), stated(NEW), ConflictReason.CONCURRENT),
        (stated(NEW), stated(NEW), ConflictReason.SIMULTANEOUS),
        (stated(CUT), stated(NEW), ConflictReason.UNKNOWN),
        (stated(CUT), stated(CUT), ConflictReason.UNKNOWN),
        (stated(CUT, "2026-03-01"), stated(NEW, "2026-03-01"), ConflictReason.SAME_DAY),
        # Not committed comes after every commit, also after one that is cut off.
        (stated(None), stated(NEW), ("first", [EvidenceKind.UNCOMMITTED])),
        (stated(None), stated(CUT), ("first", [EvidenceKind.UNCOMMITTED])),
        (stated(None), stated(None), ConflictReason.SIMULTANEOUS),
    ],
)
def test_the_newer_of_two(first: Statement, second: Statement, expected: Found) -> None:
    """Each row is an order that people rely on, or a guess that must not be made."""
    assert newer(first, second) == expected


def test_within_one_section_the_younger_line_was_put_beside_the_older() -> None:
    """Otherwise adding a second value would silently retire the first."""
    assert newer(stated(NEW), stated(OLD), ancestry=False) is ConflictReason.BESIDE
    assert newer(stated(NEW, "2026-03-01"), stated(OLD), ancestry=False) is ConflictReason.BESIDE
    assert newer(stated(None), stated(OLD), ancestry=False) is ConflictReason.BESIDE
    assert newer(stated(NEW), stated(SIDE), ancestry=False) is ConflictReason.CONCURRENT


STATED, OBSERVED = Provenance.STATED, Provenance.OBSERVED
INFERRED, SUGGESTED = Provenance.INFERRED, Provenance.SUGGESTED


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (stated(NEW, how=INFERRED), stated(OLD, how=STATED), ConflictReason.AUTHORITY),
        (stated(OLD, "2026-09-01", SUGGESTED), stated(NEW, "2026-08-01", STATED), ConflictReason.AUTHORITY),
        (stated(NEW, how=OBSERVED), stated(OLD, how=STATED), ("first", [ANCESTRY])),
        (stated(NEW, how=INFERRED), stated(OLD, how=OBSERVED), ("first", [ANCESTRY])),
        (stated(NEW, how=INFERRED), stated(OLD), ("first", [ANCESTRY])),
        (stated(NEW, how=INFERRED), stated(NEW, how=OBSERVED), ("second", [EvidenceKind.AUTHORITY])),
        (stated(SIDE, how=STATED), stated(NEW, how=SUGGESTED), ("first", [EvidenceKind.AUTHORITY])),
        (stated(SIDE, how=STATED), stated(NEW), ConflictReason.CONCURRENT),
        (stated(SIDE, how=STATED), stated(NEW, how=STATED), ConflictReason.CONCURRENT),
    ],
)
def test_authority_breaks_ties_and_guards_what_was_stated(
    first: Statement, second: Statement, expected: Found
) -> None:
    """An agent's guess must not replace what its user said, nor an untagged line lose to a tag."""
    assert newer(first, second) == expected


def test_a_day_named_in_the_sentence_orders_nothing() -> None:
    """ "As of March" tells when a figure was taken, not when the line was written."""
    text = tag("2026-09-01")._replace(source=DateSource.TEXT)
    old = stated(OLD)
    dated = old._replace(claim=old.claim._replace(written=(text,)))
    assert newer(dated, stated(NEW)) == ("second", [ANCESTRY])
