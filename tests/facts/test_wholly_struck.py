"""A line that was struck as a whole is no present belief, though no fact can be read from it."""

from __future__ import annotations

import pytest

from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.freshness import Status
from tests.builder import RepoBuilder
from tests.running import Mem


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("~~The tests run in the cellar~~", Status.RETRACTED),
        ("~~The tests run in the cellar.~~ [stated]", Status.RETRACTED),
        ("~~We meet on Mondays~~ retracted 2026-03-01", Status.RETRACTED),
        ("~~We meet on Mondays~~ superseded 2026-03-01", Status.SUPERSEDED),
        ("~~We meet on Mondays~~ (**superseded** 2026-03-01, see log.md:4)", Status.SUPERSEDED),
        ("~~We meet on Mondays~~ see log.md", Status.SUPERSEDED),
        ("[x] ~~buy walnut planks~~ retracted 2026-03-01", Status.RETRACTED),
        ("2026-01-02: ~~fog in the harbour~~ retracted 2026-03-01", Status.RETRACTED),
        ("~~one line~~\n~~and another~~ superseded 2026-03-01", Status.SUPERSEDED),
        ("~~one line~~ superseded 2026-03-01 by what the\nclub chose", Status.SUPERSEDED),
        ("**~~all of it~~**", Status.RETRACTED),
        ("09:30 ~~fog in the harbour~~ retracted 2026-03-01", Status.RETRACTED),
        ("[stated] ~~We meet on Mondays~~", Status.RETRACTED),
        ("<del>We meet on Mondays</del> retracted", Status.RETRACTED),
        ("~~one~~ superseded 2026-03-01\n~~two~~ superseded 2026-03-01", Status.SUPERSEDED),
        ("**Seats:** ~~3~~ dropped 2026-03-01", Status.RETRACTED),
        ("`~~a~~`", None),
        ("~~3~~ 4 seats", None),
        ("We meet ~~on Mondays~~", None),
        ("~~a~~ and ~~b~~", None),
        ("~~~\ncode\n~~~", None),
        ("~one tilde~", None),
    ],
)
def test_what_is_struck_as_a_whole(text: str, status: Status | None) -> None:
    struck = wholly_struck(text)
    assert (struck and struck.status) is status
    assert struck is None or not struck.remark


def test_words_after_a_strike_that_may_say_something_new() -> None:
    """A search shows them as they are; a line that may be over is not marked again."""
    for text in (
        "~~We meet on Mondays~~ \u2014 we meet on Tuesdays",
        "~~We meet~~ (Ann left)",
        "~~We meet on Mondays~~ superseded 2026-03-01\nWe meet on Tuesdays",
    ):
        struck = wholly_struck(text)
        assert struck is not None
        assert struck.remark


def test_a_search_says_so(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: prose that was retracted is FRESH, and younger than what replaced it."""
    repo.commit("2026-01-01", {"a.md": "# Club\n\n- ~~We meet in the cellar~~ retracted 2026-01-01\n"})
    assert [result["status"] for result in mem.search("meet cellar").results] == ["RETRACTED"]
