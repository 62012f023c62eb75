"""A merge that keeps both sides leaves two values in one note, and no marker.

Lost otherwise: whichever line stands lower is the truth, dated by the merge.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, explained, present
from tests.hooks.hooked import Hooked
from tests.running import Mem


def both_sides(repo: RepoBuilder, label: str = "Status", shape: str = "- {}: {}\n") -> None:
    """`idle`, then `leased` on a branch and `sold` on main, joined without a question."""
    repo.commit(
        "2026-07-02",
        {".gitattributes": "*.md merge=union\n", "barge.md": "# Barge\n\n" + shape.format(label, "idle")},
    )
    repo.switch("side", new=True)
    repo.commit("2026-08-09", {"barge.md": "# Barge\n\n" + shape.format(label, "leased")})
    repo.switch("main")
    repo.commit("2026-08-13", {"barge.md": "# Barge\n\n" + shape.format(label, "sold")})
    repo.merge("side", "2026-09-02")


@pytest.mark.parametrize("shape", ["- {}: {}\n", "- **{}:** {}\n", "* {}: {}\n"])
@pytest.mark.parametrize("label", ["Status", "Owner", "Location"])
def test_both_are_shown_and_neither_wins(label: str, shape: str, repo: RepoBuilder, mem: Mem) -> None:
    """Each line with its own day and commit, and a conflict that names both."""
    both_sides(repo, label, shape)
    found = {
        result["text"].rpartition(" ")[2].strip("*"): result
        for result in mem.search(f"barge {label}").results
    }
    assert (found["leased"]["as_of"], found["sold"]["as_of"]) == ("2026-08-09", "2026-08-13")
    assert {found["leased"]["status"], found["sold"]["status"]} == {"CONTESTED"}
    assert found["leased"]["contested_with"] == [found["sold"]["cite"]]
    assert conflicts(mem) == [["barge.md:3", "barge.md:4"]]
    assert sorted(present(mem, f"barge {label}")) == ["leased", "sold"]


def test_what_was_before_both(repo: RepoBuilder, mem: Mem) -> None:
    """The value that both sides replaced is the history of both."""
    both_sides(repo)
    steps = explained(mem, "barge status")["steps"]
    assert [step["value"] for step in steps if step["role"] == "before"].count("idle") >= 1


def test_undeclared_keys_are_not_hidden(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody said that a boat has one colour; both stay, with their days."""
    both_sides(repo, "Colour")
    found = {result["text"]: result for result in mem.search("barge colour").results}
    assert found["Colour: leased"]["as_of"] == "2026-08-09"
    assert found["Colour: sold"]["as_of"] == "2026-08-13"
    assert not {"SUPERSEDED", "RETRACTED"} & {result["status"] for result in found.values()}


def test_two_notes_that_meet(repo: RepoBuilder, mem: Mem) -> None:
    """The branch wrote it in a list of plans, main in the boat's note: a clean merge, two values."""
    repo.commit("2026-07-02", {"barge.md": "# Barge\n\nLong and low.\n", "plans.md": "# Plans\n\nSome.\n"})
    repo.switch("side", new=True)
    repo.commit("2026-08-09", {"plans.md": "# Plans\n\nSome.\n\n- Barge owner: Ned Lowe\n"})
    repo.switch("main")
    repo.commit("2026-08-13", {"barge.md": "# Barge\n\nLong and low.\n\n- Owner: Vera Holt\n"})
    repo.merge("side", "2026-09-02")
    assert conflicts(mem) == [["barge.md:5", "plans.md:5"]]
    fact = explained(mem, "barge owner")
    assert (fact["state"], fact["reason"]) == ("contested", "concurrent")


def test_settled_by_a_strike(repo: RepoBuilder, mem: Mem) -> None:
    """Striking one line is the answer."""
    both_sides(repo)
    text = (repo.path / "barge.md").read_text()
    repo.commit("2026-09-05", {"barge.md": text.replace("- Status: leased", "- ~~Status: leased~~")})
    assert conflicts(mem) == []
    assert present(mem, "barge status") == ["sold"]


@pytest.mark.parametrize("label", ["Status", "Owner"])
def test_the_hook_is_not_silent(label: str, hooked: Hooked) -> None:
    """git sees nothing to resolve; the merge is stopped by the two lines it has put beside each other."""
    repo = hooked.repo
    shape = f"# Barge\n\n- {label}: "
    repo.commit("2024-03-02", {".gitattributes": "*.md merge=union\n", "barge.md": shape + "idle\n"})
    repo.switch("side", new=True)
    repo.commit("2024-04-09", {"barge.md": shape + "leased\n"})
    repo.switch("main")
    repo.commit("2024-04-13", {"barge.md": shape + "sold\n"})
    done = hooked.git("merge", "-q", "--no-edit", "side")
    assert done.code != 0
    assert all(part in done.err for part in ("barge.md:3", "barge.md:4", "leased", "sold"))
    repo.stage({"barge.md": f"# Barge\n\n- {label}: sold\n- ~~{label}: leased~~\n"})
    settled = hooked.git("commit", "-q", "--no-edit")
    assert (settled.code, settled.err) == (0, "")
