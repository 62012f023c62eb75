"""Dates of strikes: an impossible one is an error, one far from the commit only a hint."""

from __future__ import annotations

from datetime import date

from gitmem.checks.finding import Finding, ImpossibleStrike, LateStrike, Severity
from gitmem.checks.strikes import strike_dates, strikes_of
from gitmem.config import DEFAULTS
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import read_note

DAY = date(2026, 10, 1)


def claims(text: str) -> list[Claim]:
    """The claims of a note."""
    return ClaimReader(DEFAULTS).read(read_note("a.md", text.encode()))


def findings(text: str, struck: date | None = DAY) -> list[Finding]:
    """What is found where every line was struck on one day."""
    return list(strike_dates(claims(text), lambda _: struck))


def test_a_day_that_is_none() -> None:
    """Lost otherwise: nobody can tell when a value ended, and the mistake stays for ever."""
    (found,) = findings("# A\n\n- ~~Lead: Ann~~ superseded 2026-02-31\n")
    assert (found.severity, found.path, found.line) == (Severity.ERROR, "a.md", 3)
    assert isinstance(found.detail, ImpossibleStrike)


def test_a_day_far_from_the_commit() -> None:
    """Struck years late is possible, so it stops nobody."""
    (found,) = findings("# A\n\n- ~~Lead: Ann~~ superseded 2026-02-01\n")
    assert found.severity is Severity.ADVICE
    assert isinstance(found.detail, LateStrike)
    assert found.detail.struck == DAY
    assert not findings("# A\n\n- ~~Lead: Ann~~ superseded 2026-02-01\n", None)


def test_strikes_without_fault() -> None:
    """A strike needs no date at all, and examples in code are no strikes."""
    for line in (
        "- ~~Lead: Ann~~",
        "- ~~Lead: Ann~~ superseded 2026-09-28",
        "- ~~Lead: Ann~~ superseded by Bob",
        "- Lead: Ann",
        "- `~~Lead: Ann~~ superseded 2026-02-31`",
    ):
        assert not findings(f"# A\n\n{line}\n"), line


def test_a_strike_that_moved_is_the_same() -> None:
    """Whoever moves a faulty line is not stopped by it."""
    one = claims("# A\n\n- ~~Lead: Ann~~ superseded 2026-02-31\n")
    two = claims("# A\n\n## Old\n\nText\n\n- ~~**Lead:** Ann~~ superseded 2026-02-31\n")
    assert strikes_of(one) == strikes_of(two) != set()
