"""A line that was struck as a whole is no present belief, though no fact can be read from it."""

from __future__ import annotations

import pytest

from gitmem.notes.freshness import Status
from gitmem.notes.strikes import struck_status
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
        ("**~~all of it~~**", Status.RETRACTED),
        ("~~3~~ 4 seats", None),
        ("We meet ~~on Mondays~~", None),
        ("~~a~~ and ~~b~~", None),
        ("~~~\ncode\n~~~", None),
        ("~one tilde~", None),
    ],
)
def test_what_is_struck_as_a_whole(text: str, status: Status | None) -> None:
    assert struck_status(text) is status


def test_a_search_says_so(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: prose that was retracted is FRESH, and younger than what replaced it."""
    repo.commit("2026-01-01", {"a.md": "# Club\n\n- ~~We meet in the cellar~~ retracted 2026-01-01\n"})
    assert [result["status"] for result in mem.search("meet cellar").results] == ["RETRACTED"]
