"""Rewriting history gives commits a new committer date; what they say is as old as it was.

Lost otherwise: after a rebase yesterday's copy of an old fact beats the newer one.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, statuses
from tests.running import Mem

OLD = {"press.md": "# Press\n\nThe press runs on belt drive.\n"}
NEW = {"press-notes.md": "# Press\n\n- Press drive: motor\n"}


def rewritten_by_hand(repo: RepoBuilder) -> None:
    """The dates a rebase leaves, written directly."""
    repo.commit("2025-03-03", OLD, committer_date="2026-09-18")
    repo.commit("2026-05-05", NEW)


def rebased(repo: RepoBuilder) -> None:
    """A real rebase of an old branch."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.switch("old", new=True)
    repo.commit("2025-03-03", OLD)
    repo.switch("main")
    repo.commit("2026-05-05", NEW)
    repo.switch("old")
    repo.rebase("main", "2026-09-18")


def cherry_picked(repo: RepoBuilder) -> None:
    """A real cherry-pick of an old commit."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.switch("old", new=True)
    picked = repo.commit("2025-03-03", OLD)
    repo.switch("main")
    repo.commit("2026-05-05", NEW)
    repo.cherry_pick(picked, "2026-09-18")


WAYS = pytest.mark.parametrize(
    "rewrite", [rewritten_by_hand, rebased, cherry_picked], ids=lambda way: way.__name__
)


@WAYS
def test_the_author_date_counts(rewrite: object, repo: RepoBuilder, mem: Mem) -> None:
    """By default a line is as old as its text."""
    assert callable(rewrite)
    rewrite(repo)
    answer = mem.search("press drive")
    old, new = answer.at("press.md:3"), answer.at("press-notes.md:3")
    assert (old["as_of"], old["status"]) == ("2025-03-03", "STALE")
    assert (new["as_of"], new["status"]) == ("2026-05-05", "AGING")


@WAYS
def test_both_dates_are_told(rewrite: object, repo: RepoBuilder, mem: Mem) -> None:
    """A reader who wonders can see the other date without asking git."""
    assert callable(rewrite)
    rewrite(repo)
    origin = mem.search("belt drive").at("press.md:3")["origin"]
    assert origin["author_time"].startswith("2025-03-03")
    assert origin["committer_time"].startswith("2026-09-18")


@WAYS
def test_the_committer_date_counts_when_asked(rewrite: object, repo: RepoBuilder, mem: Mem) -> None:
    """Teams that date by arrival can, on the command line or for good, from the same stored history."""
    assert callable(rewrite)
    rewrite(repo)
    mem.search("drive")
    ran = mem("--date-by", "committer", "search", "--json", "belt", "drive")
    result = next(item for item in ran.json["results"] if item["cite"] == "press.md:3")
    assert (result["as_of"], result["status"]) == ("2026-09-18", "FRESH")
    repo.write({".gitmem.toml": '[dates]\nprefer = "committer"\n'})
    assert mem.search("belt drive").at("press.md:3")["as_of"] == "2026-09-18"
    ran = mem("--date-by", "author", "search", "--json", "belt", "drive")
    assert ran.json["results"][0]["as_of"] == "2025-03-03"


def test_the_text_says_which_date_is_used(repo: RepoBuilder, mem: Mem) -> None:
    """With committer dates on, a reader must not take them for the day of writing."""
    rewritten_by_hand(repo)
    assert "committer" in mem("--date-by", "committer", "search", "belt").out
    assert "committer" not in mem("search", "belt").out


def test_an_amend_keeps_the_first_date_unless_it_was_reset(repo: RepoBuilder, mem: Mem) -> None:
    """The date shown is the commit's own author date, whatever made the commit."""
    repo.commit("2025-03-03", OLD)
    mem.search("belt")
    repo.amend("2026-09-01")
    assert mem.search("belt").at("press.md:3")["as_of"] == "2026-09-01"


def test_a_squash_is_dated_by_the_squash(repo: RepoBuilder, mem: Mem) -> None:
    """The original commits are gone from this history, so nothing older can be shown."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.switch("work", new=True)
    repo.commit("2025-03-03", OLD)
    repo.commit("2025-03-04", {"press.md": "# Press\n\nThe press runs on belt drive.\n\nIt is loud.\n"})
    repo.switch("main")
    repo.squash("work", "2026-09-01")
    answer = mem.search("press loud")
    assert {result["as_of"] for result in answer.results} == {"2026-09-01"}


DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["press drive", "press oil"]\n'}
PAIRS = {
    "sentence-then-item": ("The press drive is belt.\n", "- Press drive: motor\n"),
    "item-then-item": ("- Drive: belt\n", "- Press drive: motor\n"),
    "bold-then-paragraph": ("**Drive:** belt\n", "Press drive: motor\n"),
}


@pytest.mark.parametrize("clock", ["author", "committer"])
@pytest.mark.parametrize("pair", PAIRS)
def test_an_old_fact_does_not_win_by_being_rewritten(
    pair: str, clock: str, repo: RepoBuilder, mem: Mem
) -> None:
    """Which value came after is the order of the commits, whichever clock dates the lines."""
    old, new = PAIRS[pair]
    repo.commit("2025-03-03", {"press.md": f"# Press\n\n{old}", **DECLARED}, committer_date="2026-09-18")
    repo.commit("2026-05-05", {"press-notes.md": f"# Press\n\n{new}"})
    found = mem("--date-by", clock, "search", "--json", "press", "drive").json["results"]
    standing = {result["cite"]: (result["status"], result["superseded_by"]) for result in found}
    assert standing["press.md:3"] == ("SUPERSEDED", ["press-notes.md:3"])
    assert standing["press-notes.md:3"][0] == "AGING"
    assert present(mem, "press drive") == ["motor"]
    assert conflicts(mem) == []


def test_nothing_is_hidden_where_nobody_declared_the_key(repo: RepoBuilder, mem: Mem) -> None:
    """An undeclared sentence stands against nothing; both are shown with their days."""
    repo.commit("2025-03-03", OLD, committer_date="2026-09-18")
    repo.commit("2026-05-05", NEW)
    assert statuses(mem, "press drive") == {"press.md:3": "STALE", "press-notes.md:3": "AGING"}
