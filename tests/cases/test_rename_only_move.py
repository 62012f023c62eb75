"""Filing a note elsewhere does not make it new.

Lost otherwise: tidying folders turns every old fact into a fresh one.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

NOTE = "# Mira Solberg\n\n- Employer: Tarn Optics\n- Town: Vikholm\n- Post: lens grinder\n"


def move_folder(repo: RepoBuilder) -> str:
    """The folder gets another name."""
    repo.git("mv", "inbox", "people")
    repo.commit("2026-09-10")
    return "people/mira.md"


def move_up(repo: RepoBuilder) -> str:
    """The note goes to the top."""
    repo.move("inbox/mira.md", "mira.md")
    repo.commit("2026-09-10")
    return "mira.md"


def move_twice(repo: RepoBuilder) -> str:
    """Two moves in two commits."""
    repo.move("inbox/mira.md", "a/mira.md")
    repo.commit("2026-09-10")
    repo.move("a/mira.md", "b/c/mira-solberg.md")
    repo.commit("2026-09-20")
    return "b/c/mira-solberg.md"


def move_there_and_back(repo: RepoBuilder) -> str:
    """Out and home again."""
    repo.move("inbox/mira.md", "a/mira.md")
    repo.commit("2026-09-10")
    repo.move("a/mira.md", "inbox/mira.md")
    repo.commit("2026-09-20")
    return "inbox/mira.md"


def change_case_only(repo: RepoBuilder) -> str:
    """Only a capital letter."""
    repo.move("inbox/mira.md", "inbox/Mira.md")
    repo.commit("2026-09-10")
    return "inbox/Mira.md"


def move_on_a_branch(repo: RepoBuilder) -> str:
    """Moved on a branch while main goes on, then merged."""
    repo.switch("tidy", new=True)
    repo.move("inbox/mira.md", "people/mira.md")
    repo.commit("2026-09-10")
    repo.switch("main")
    repo.commit("2026-09-11", {"other.md": "# Other\n"})
    repo.merge("tidy", "2026-09-12")
    return "people/mira.md"


def move_a_whole_shelf(repo: RepoBuilder) -> str:
    """Many notes move at once, some of them nearly alike."""
    repo.commit("2025-02-02", {f"inbox/n{i}.md": NOTE.replace("Mira", f"Person {i}") for i in range(8)})
    repo.git("mv", "inbox", "shelf")
    repo.commit("2026-09-10")
    return "shelf/mira.md"


MOVES = [
    move_folder,
    move_up,
    move_twice,
    move_there_and_back,
    change_case_only,
    move_on_a_branch,
    move_a_whole_shelf,
]


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.__name__)
def test_a_moved_note_keeps_its_dates(
    move: Callable[[RepoBuilder], str], repo: RepoBuilder, mem: Mem
) -> None:
    """All lines stay as old as they are, built in one go or learned step by step."""
    repo.commit("2025-02-01", {"inbox/mira.md": NOTE})
    mem.search("Vikholm")
    path = move(repo)

    def dates() -> list[tuple[str, str, str]]:
        answer = mem.search("Mira employer town post Vikholm lens")
        found = [answer.at(f"{path}:{line}") for line in (3, 4, 5)]
        return [(result["as_of"], result["status"], result["date_source"]) for result in found]

    stepwise = dates()
    assert stepwise == [("2025-02-01", "STALE", "git")] * 3
    assert mem("index", "--rebuild").code == 0
    assert dates() == stepwise


def test_moved_and_edited_in_one_commit(repo: RepoBuilder, mem: Mem) -> None:
    """The line that was edited on the way is new, the others are not."""
    repo.commit("2025-02-01", {"inbox/mira.md": NOTE})
    repo.stage({"inbox/mira.md": None, "people/mira.md": NOTE.replace("Vikholm", "Osby")})
    repo.commit("2026-09-10")
    answer = mem.search("employer town post")
    assert answer.at("people/mira.md:3")["as_of"] == "2025-02-01"
    assert answer.at("people/mira.md:4")["as_of"] == "2026-09-10"
    assert answer.at("people/mira.md:5")["as_of"] == "2025-02-01"


def test_moved_but_not_committed(repo: RepoBuilder, mem: Mem) -> None:
    """Until it is committed the note at its new place is work in progress, and found only there."""
    repo.commit("2025-02-01", {"inbox/mira.md": NOTE})
    repo.move("inbox/mira.md", "people/mira.md")
    answer = mem.search("Vikholm")
    assert [result["path"] for result in answer.results] == ["people/mira.md"]
    assert answer.results[0]["date_source"] in {"uncommitted", "git", "moved"}


def test_a_move_that_was_undone_leaves_no_trace(repo: RepoBuilder, mem: Mem) -> None:
    """Reset and revert bring the old path back with the old dates."""
    repo.commit("2025-02-01", {"inbox/mira.md": NOTE})
    repo.move("inbox/mira.md", "people/mira.md")
    moved = repo.commit("2026-09-10")
    mem.search("Vikholm")
    repo.revert(moved, "2026-09-11")
    assert mem.search("Vikholm").at("inbox/mira.md:4")["as_of"] == "2025-02-01"
    repo.reset("HEAD~2")
    assert mem.search("Vikholm").at("inbox/mira.md:4")["as_of"] == "2025-02-01"
