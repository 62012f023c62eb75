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
