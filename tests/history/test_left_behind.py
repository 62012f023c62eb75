"""Text that a merge left behind was recorded once: an absence of it is never called proven.

Whoever asks "was there ever a fax?" after a merge kept the other side's note must hear yes.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

BASE = "# Office\n\n- Phone: 5550100\n- Door: green\n- Lift: slow\n"


def _branch(repo: RepoBuilder, text: str) -> None:
    repo.commit("2026-01-01", {"office.md": BASE})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"office.md": text})
    repo.switch("main")


def test_a_branch_whose_note_lost_against_ours(repo: RepoBuilder, mem: Mem) -> None:
    """The merge took our file whole, so no patch of the main line shows what went."""
    _branch(repo, BASE + "- Fax: 5550177\n")
    repo.commit("2026-01-03", {"office.md": BASE + "- Chairs: nine\n"})
    merge = repo.merge("side", "2026-01-04", resolve={"office.md": BASE + "- Chairs: nine\n"})
    answer = mem.search("fax")
    assert (answer.code, answer.data["absence"]) == (1, "removed")
    assert [line["text"] for line in answer.data["history"]] == ["- Fax: 5550177"]
    assert answer.data["history"][0]["removed_by"] == merge


def test_a_line_lost_while_a_conflict_was_resolved(repo: RepoBuilder, mem: Mem) -> None:
    """Both sides changed the note and the result is neither."""
    _branch(repo, BASE.replace("green", "blue") + "- Fax: 5550177\n")
    repo.commit("2026-01-03", {"office.md": BASE.replace("green", "red")})
    repo.merge("side", "2026-01-04", resolve={"office.md": BASE.replace("green", "white")})
    assert mem.search("fax").data["absence"] == "removed"
    assert mem.search("blue").data["absence"] == "removed"
    assert mem.search("red").data["absence"] == "removed"


@pytest.mark.parametrize("incremental", [False, True])
def test_a_merge_that_lost_nothing(repo: RepoBuilder, mem: Mem, incremental: bool) -> None:
    """What one side removed was removed there, and the merge is not blamed for it."""
    _branch(repo, BASE + "- Fax: 5550177\n")
    gone = repo.commit("2026-01-03", {"office.md": BASE.replace("- Lift: slow\n", "")})
    if incremental:
        assert mem.search("door").code == 0
    repo.merge(
        "side", "2026-01-04", resolve={"office.md": BASE.replace("- Lift: slow\n", "- Fax: 5550177\n")}
    )
    answer = mem.search("lift")
    assert answer.data["absence"] == "removed"
    assert [line["removed_by"] for line in answer.data["history"]] == [gone]
    assert mem.search("fax").code == 0


def test_a_new_note_that_the_merge_left_out(repo: RepoBuilder, mem: Mem) -> None:
    """With "ours" the main line never had the note, so that none of its commits could take it away."""
    repo.commit("2026-01-01", {"office.md": BASE})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"fax.md": "# Fax\n\n- Fax: 5550177\n"})
    repo.switch("main")
    repo.commit("2026-01-03", {"office.md": BASE + "- Chairs: nine\n"})
    merge = repo.merge("side", "2026-01-04", resolve={"fax.md": None})
    answer = mem.search("5550177")
    assert (answer.code, answer.data["absence"]) == (1, "removed")
    assert [line["removed_by"] for line in answer.data["history"]] == [merge]


@pytest.mark.parametrize("gone", ["a line", "the note"])
def test_what_both_sides_had_and_the_merge_took_out(repo: RepoBuilder, mem: Mem, gone: str) -> None:
    """Neither branch removed it, so only the merge can say so; it is told once."""
    repo.commit("2026-01-01", {"office.md": BASE, "lamp.md": "# Lamp\n\n- Lamp: brass\n"})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"b.md": "# B\n\nb\n"})
    repo.switch("main")
    repo.commit("2026-01-03", {"c.md": "# C\n\nc\n"})
    change = {"office.md": BASE.replace("- Lift: slow\n", "")} if gone == "a line" else {"lamp.md": None}
    merge = repo.merge("side", "2026-01-04", resolve=change)
    answer = mem.search("lift" if gone == "a line" else "brass")
    assert (answer.code, answer.data["absence"]) == (1, "removed")
    assert [line["removed_by"] for line in answer.data["history"]] == [merge]


def test_a_note_that_one_side_took_away(repo: RepoBuilder, mem: Mem) -> None:
    """Its own commit is told, and not the merge that kept it away."""
    repo.commit("2026-01-01", {"office.md": BASE, "lamp.md": "# Lamp\n\n- Lamp: brass\n"})
    repo.switch("side", new=True)
    gone = repo.commit("2026-01-02", {"lamp.md": None})
    repo.switch("main")
    repo.commit("2026-01-03", {"c.md": "# C\n\nc\n"})
    repo.merge("side", "2026-01-04")
    assert [line["removed_by"] for line in mem.search("brass").data["history"]] == [gone]
