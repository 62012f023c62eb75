"""How far a chunk may be trusted: status by age, and what has to be verified again."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from gitmem.clock import parse_instant
from gitmem.config import DatePreference, FreshnessSettings
from gitmem.errors import ConfigError
from gitmem.history.origins import UNCOMMITTED, UNDATED, UNTRACKED, Commit, LineOrigin, LineState
from gitmem.notes.dating import Dated, DateSource, WrittenDate, choose_date
from gitmem.notes.freshness import Freshness, Status, assess, compile_patterns, is_volatile
from gitmem.notes.markdown import ChunkKind, read_note
from gitmem.notes.tags import NO_TAGS, inline_tags
from tests.notes.cases import Case, load

NOW = parse_instant("2026-10-01T12:00:00Z")
SETTINGS = FreshnessSettings()


def dated(age: int | None, source: DateSource = DateSource.TAG) -> Dated:
    """A date of this age, or an unknown one."""
    claim = [] if age is None else [WrittenDate(source, None, NOW.utc_day - timedelta(days=age), 1)]
    return choose_date(claim, UNDATED, NOW, DatePreference.AUTHOR)


def judge(
    age: int | None, volatile: bool = False, tags: str = "", stale_after: date | int | None = None
) -> Freshness:
    """The freshness of a chunk of this age with these tags."""
    read = inline_tags(tags, ChunkKind.PARAGRAPH)
    return assess(dated(age), volatile, NOW, SETTINGS, read, stale_after)


@pytest.mark.parametrize("case", load("volatile"), ids=lambda case: case.title)
def test_volatile_wording(case: Case) -> None:
    """What changes quickly and is not marked is stated as current when it is not."""
    note = read_note("note.md", case.input.encode())
    marked = any(is_volatile(each.text, each.kind, False, each.tags) for each in note.chunks)
    assert marked == (case.expected == "yes")


def test_what_else_makes_text_volatile() -> None:
    """The tag and the front matter say so whatever the words are; code and headers never do by words."""
    tags = inline_tags("Gate 5 [volatile]", ChunkKind.PARAGRAPH)
    assert is_volatile("Gate 5 [volatile]", ChunkKind.PARAGRAPH, False, tags)
    assert is_volatile("Gate 5", ChunkKind.CODE, True, NO_TAGS)
    for kind in (ChunkKind.CODE, ChunkKind.TABLE_HEADER, ChunkKind.FRONT_MATTER):
        assert not is_volatile("price: $5", kind, False, NO_TAGS)
    assert is_volatile("| tea | $5 |", ChunkKind.TABLE_ROW, False, NO_TAGS)


def test_configured_patterns_are_added() -> None:
    """Each household knows other things that change."""
    patterns = compile_patterns([r"\bgate \d+", "rota"])
    assert is_volatile("Leaves from Gate 5", ChunkKind.PARAGRAPH, False, NO_TAGS, patterns)
    assert is_volatile("x" * 5000 + " rota " + "x" * 5000, ChunkKind.PARAGRAPH, False, NO_TAGS, patterns)
    assert not is_volatile("`rota`", ChunkKind.PARAGRAPH, False, NO_TAGS, patterns)
    assert is_volatile("costs", ChunkKind.PARAGRAPH, False, NO_TAGS, patterns)


@pytest.mark.parametrize("pattern", ["(", "(a+)+$", "(a|a)*b", r"(a)\1", "x" * 201, "(?:a{1,9}){1,9}"])
def test_patterns_that_are_broken_or_could_run_for_ages_are_refused(pattern: str) -> None:
    """The configuration comes with the repository, which may be hostile."""
    with pytest.raises(ConfigError, match="volatile_patterns"):
        compile_patterns([pattern])


@pytest.mark.parametrize(
    ("age", "status"),
    [
        (0, Status.FRESH),
        (90, Status.FRESH),
        (91, Status.AGING),
        (365, Status.AGING),
        (366, Status.STALE),
        (None, Status.UNKNOWN),
    ],
)
def test_status_by_age(age: int | None, status: Status) -> None:
    """The bounds are documented and include their last day."""
    assert judge(age) == Freshness(status, age, False)


@pytest.mark.parametrize(("age", "must"), [(0, False), (30, False), (31, True), (400, True), (None, True)])
def test_volatile_text_is_verified_again_after_a_month(age: int | None, must: bool) -> None:
    """An old price must not be stated as current; the status still says how old it is."""
    assert judge(age, volatile=True) == Freshness(judge(age).status, age, must)


@pytest.mark.parametrize("origin", [UNCOMMITTED, UNTRACKED])
def test_text_that_is_not_committed_is_fresh(origin: LineOrigin) -> None:
    """It was written just now."""
    found = choose_date((), origin, NOW, DatePreference.AUTHOR)
    assert assess(found, True, NOW, SETTINGS) == Freshness(Status.FRESH, 0, False)


def test_bounds_of_validity() -> None:
    """A rule that has ended or has not begun does not hold today."""
    assert judge(1, tags="x [until: 2026-09-30]").status is Status.EXPIRED
    assert judge(1, tags="x [until: 2026-10-01]").status is Status.FRESH
    assert judge(1, tags="x [from: 2026-10-02]").status is Status.PLANNED
    assert judge(1, tags="x [from: 2026-10-01]").status is Status.FRESH


def test_stale_after() -> None:
    """Whoever wrote the note knew how long it would hold."""
    assert judge(1, stale_after=date(2026, 9, 30)).status is Status.STALE
    assert judge(1, stale_after=date(2026, 10, 1)).status is Status.FRESH
    assert judge(8, stale_after=7).status is Status.STALE
    assert judge(7, stale_after=7).status is Status.FRESH
    assert judge(None, stale_after=7).status is Status.UNKNOWN


@pytest.mark.parametrize("source", [DateSource.HEADING, DateSource.FILENAME])
def test_an_entry_dated_in_the_future_is_planned(source: DateSource) -> None:
    """A heading for next month is a plan, however young its commit is."""
    commit = Commit("a" * 40, NOW, NOW)
    origin = LineOrigin(LineState.COMMITTED, commit, commit, "note.md")
    claim = [WrittenDate(source, None, date(2026, 12, 1), 1)]
    found = choose_date(claim, origin, NOW, DatePreference.AUTHOR)
    assert assess(found, False, NOW, SETTINGS).status is Status.PLANNED


def test_a_typing_error_in_a_tag_does_not_make_text_fresh() -> None:
    """2062 was written for 2026, over a commit of last year."""
    commit = Commit("a" * 40, parse_instant("2025-03-01"), parse_instant("2025-03-01"))
    origin = LineOrigin(LineState.COMMITTED, commit, commit, "note.md")
    claim = [WrittenDate(DateSource.TAG, None, date(2062, 5, 1), 1)]
    found = choose_date(claim, origin, NOW, DatePreference.AUTHOR)
    assert assess(found, False, NOW, SETTINGS) == Freshness(Status.STALE, 579, False)
