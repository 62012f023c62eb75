"""A value that went and came back is as young as its return.

Lost otherwise: the fault that is back is taken for mended, or for as old as its first time.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, ended, explained, timeline
from tests.running import Mem

FIRST, SECOND, THIRD = "2026-08-02", "2026-08-11", "2026-08-21"


def stating(shape: str, value: str) -> dict[str, str]:
    """The note with one value."""
    return {"crane.md": f"# Crane\n\n{shape.format(value)}"}


SHAPES = ["- Crane status: {}\n", "- **Status:** {}\n", "Status: {}\n", "- Rope supplier: {}\n"]


@pytest.mark.parametrize("how", ["reverted", "rewritten"])
@pytest.mark.parametrize("shape", SHAPES)
def test_there_and_back(shape: str, how: str, repo: RepoBuilder, mem: Mem) -> None:
    """Three steps in their order, whether git or a person brought the value back."""
    repo.commit(FIRST, stating(shape, "stuck"))
    middle = repo.commit(SECOND, stating(shape, "running"))
    if how == "reverted":
        repo.revert(middle, THIRD)
    else:
        repo.commit(THIRD, stating(shape, "stuck"))
    question = "crane supplier" if "supplier" in shape else "crane status"
    assert timeline(mem, question) == [
        ("now", "stuck", THIRD, None),
        ("before", "running", SECOND, THIRD),
        ("before", "stuck", FIRST, SECOND),
    ]
    assert conflicts(mem) == []


def test_it_is_to_be_looked_at_again(repo: RepoBuilder, mem: Mem) -> None:
    """A status is volatile; its age counts from the return, forty-one days ago."""
    repo.commit(FIRST, stating(SHAPES[0], "stuck"))
    repo.revert(repo.commit(SECOND, stating(SHAPES[0], "running")), THIRD)
    result = mem.search("crane status").at("crane.md:3")
    assert (result["as_of"], result["age_days"]) == (THIRD, 41)
    assert (result["volatile"], result["must_reverify"]) == (True, True)
    [item] = mem("stale", "--json").json["items"]
    assert (item["cite"], item["age_days"]) == ("crane.md:3", 41)
    fact = explained(mem, "crane status")
    assert (fact["must_reverify"], fact["age_days"]) == (True, 41)


def test_again_and_again(repo: RepoBuilder, mem: Mem) -> None:
    """Five turns are five steps."""
    days = [FIRST, SECOND, THIRD, "2026-08-30", "2026-09-09"]
    turns = ["stuck", "running", "stuck", "running", "stuck"]
    for day, value in zip(days, turns, strict=True):
        repo.commit(day, stating(SHAPES[0], value))
    assert [(step[1], step[2]) for step in timeline(mem, "crane status")] == [
        *zip(turns[::-1], days[::-1], strict=True)
    ]


def test_deleted_and_written_again(repo: RepoBuilder, mem: Mem) -> None:
    """In between nothing was known; the old time is history, the new one begins with the return."""
    repo.commit(FIRST, {"crane.md": "# Crane\n\n- Crane owner: Kai Moe\n\nA tall one.\n"})
    repo.commit(SECOND, {"crane.md": "# Crane\n\nA tall one.\n"})
    repo.commit(THIRD, {"crane.md": "# Crane\n\n- Crane owner: Kai Moe\n\nA tall one.\n"})
    assert timeline(mem, "crane owner")[0] == ("now", "Kai Moe", THIRD, None)


def test_a_strike_taken_back(repo: RepoBuilder, mem: Mem) -> None:
    """The value lives again."""
    repo.commit(FIRST, stating("- Owner: {}\n", "Kai Moe"))
    struck = repo.commit(SECOND, {"crane.md": "# Crane\n\n- ~~Owner: Kai Moe~~\n"})
    repo.revert(struck, THIRD)
    steps = timeline(mem, "crane owner")
    assert (steps[0][0], steps[0][1]) == ("now", "Kai Moe")
    assert mem.search("crane owner").at("crane.md:3")["status"] == "FRESH"


def test_asking_about_the_time_between(repo: RepoBuilder, mem: Mem) -> None:
    """On a day in the middle the middle value held."""
    repo.commit(FIRST, stating(SHAPES[0], "stuck"))
    repo.revert(repo.commit(SECOND, stating(SHAPES[0], "running")), THIRD)
    held = [step[1] for step in timeline(mem, "crane status", "--as-of", "2026-08-15") if step[0] == "now"]
    assert held == ["running"]
    assert [value for value, _, _ in ended(mem, "crane", "status")] == ["running", "stuck"]
