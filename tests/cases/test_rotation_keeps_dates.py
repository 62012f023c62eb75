"""Text that is moved into an archive is as old as before.

Lost otherwise: the oldest entry of a log becomes the newest the day the log is rotated.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, ended, present, statuses
from tests.hooks.hooked import Hooked
from tests.running import Mem

SPRING = "- Vela skipper is Hanne Ruud since the spring meeting\n"
SUMMER = "- Vela skipper is Olav Moe since the summer meeting\n"


def test_dated_days_go_to_the_archive(repo: RepoBuilder, mem: Mem) -> None:
    """The heading that is moved along dates the line, FRESH nowhere by the move."""
    repo.commit("2026-03-02", {"log.md": f"# Log\n\n## 2026-03-02\n\n{SPRING}"})
    repo.commit("2026-08-13", {"log.md": f"# Log\n\n## 2026-03-02\n\n{SPRING}\n## 2026-08-13\n\n{SUMMER}"})
    repo.commit(
        "2026-09-26",
        {
            "log.md": f"# Log\n\n## 2026-08-13\n\n{SUMMER}",
            "archive/log-2026-03.md": f"# Log 2026-03\n\n## 2026-03-02\n\n{SPRING}",
        },
    )
    answer = mem.search("vela skipper")
    old, new = answer.at("archive/log-2026-03.md:5"), answer.at("log.md:5")
    assert (old["as_of"], old["date_source"], old["status"]) == ("2026-03-02", "heading", "AGING")
    assert (new["as_of"], new["status"]) == ("2026-08-13", "FRESH")


def test_undated_lines_keep_the_day_they_were_first_said(repo: RepoBuilder, mem: Mem) -> None:
    """Without any heading the move itself is recognised, and the place it came from named."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}"})
    repo.commit("2026-08-13", {"log.md": f"# Log\n\n{SPRING}{SUMMER}"})
    repo.commit("2026-09-26", {"log.md": f"# Log\n\n{SUMMER}", "archive.md": f"# Archive\n\n{SPRING}"})
    result = mem.search("vela spring").at("archive.md:3")
    assert (result["as_of"], result["date_source"]) == ("2025-03-02", "moved")
    assert (result["moved_from"], result["status"]) == ("log.md", "STALE")
    assert mem.search("vela summer").at("log.md:3")["date_source"] == "git"


def test_the_commit_that_moved_it_is_still_known(repo: RepoBuilder, mem: Mem) -> None:
    """The blame of the move is not thrown away: `origin` says who put the line where it is."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}{SUMMER}"})
    moved = repo.commit(
        "2026-09-26", {"log.md": f"# Log\n\n{SUMMER}", "archive.md": f"# Archive\n\n{SPRING}"}
    )
    origin = mem.search("vela spring").at("archive.md:3")["origin"]
    assert origin["commit"] in {moved, repo.rev("HEAD~1")}


def test_a_note_that_is_split(repo: RepoBuilder, mem: Mem) -> None:
    """Half of a note becomes a note of its own."""
    people = "".join(f"- The watch keeper of pier {i} is person number {i * 3}\n" for i in range(6))
    boats = "".join(f"- The mooring rope of boat {i} was bought in year {i * 3}\n" for i in range(6))
    repo.commit("2025-03-02", {"harbour.md": f"# Harbour\n\n{people}\n## Boats\n\n{boats}"})
    repo.commit("2026-09-26", {"harbour.md": f"# Harbour\n\n{people}", "boats.md": f"# Boats\n\n{boats}"})
    answer = mem.search("mooring rope watch keeper")
    assert {result["as_of"] for result in answer.results} == {"2025-03-02"}


def test_a_log_that_is_rotated_again_and_again(repo: RepoBuilder, mem: Mem) -> None:
    """From the log to the month, from the month to the year: still the first day."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}"})
    repo.commit("2025-08-13", {"log.md": f"# Log\n\n{SUMMER}", "month.md": f"# Month\n\n{SPRING}"})
    repo.commit("2026-09-26", {"month.md": "# Month\n\nNothing here.\n", "year.md": f"# Year\n\n{SPRING}"})
    assert mem.search("vela spring").at("year.md:3")["as_of"] == "2025-03-02"


def test_a_copy_is_new_text(repo: RepoBuilder, mem: Mem) -> None:
    """Said again in a second place while the first stays: that is a new statement."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}"})
    repo.commit("2026-09-26", {"copy.md": f"# Copy\n\n{SPRING}"})
    answer = mem.search("vela spring")
    assert answer.at("log.md:3")["as_of"] == "2025-03-02"
    assert (answer.at("copy.md:3")["as_of"], answer.at("copy.md:3")["moved_from"]) == ("2026-09-26", None)


def test_short_lines_are_no_evidence_of_a_move(repo: RepoBuilder, mem: Mem) -> None:
    """`- yes` disappears here and appears there every day."""
    repo.commit("2025-03-02", {"a.md": "# A\n\n- yes\n\nVela wind is strong in autumn.\n"})
    repo.commit(
        "2026-09-26", {"a.md": "# A\n\nVela wind is strong in autumn.\n", "b.md": "# Vela\n\n- yes\n"}
    )
    assert mem.search("vela yes").at("b.md:3")["as_of"] == "2026-09-26"


def test_moved_and_changed_is_new(repo: RepoBuilder, mem: Mem) -> None:
    """A moved line that says something else was said on the day of the move."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}{SUMMER}"})
    changed = SPRING.replace("Hanne Ruud", "Ingrid Vik")
    repo.commit("2026-09-26", {"log.md": f"# Log\n\n{SUMMER}", "archive.md": f"# Archive\n\n{changed}"})
    assert mem.search("vela spring").at("archive.md:3")["as_of"] == "2026-09-26"


def test_the_archived_line_is_not_reported_as_removed(repo: RepoBuilder, mem: Mem) -> None:
    """It still stands in the notes; only its place has changed."""
    repo.commit("2025-03-02", {"log.md": f"# Log\n\n{SPRING}"})
    repo.commit("2026-09-26", {"log.md": f"# Log\n\n{SUMMER}", "archive.md": f"# Archive\n\n{SPRING}"})
    answer = mem.search("Hanne Ruud")
    assert (answer.data["no_match"], answer.data["absence"]) == (False, None)


DAYS = ("## 2026-03-02\n\n- Vela skipper: Hanne Ruud\n", "## 2026-08-13\n\n- Vela skipper: Olav Moe\n")
SKIPPER = {".gitmem.toml": '[facts]\nsingle_valued = ["skipper"]\n', "vela.md": "# Vela\n\nA cutter.\n"}


def rotated(repo: RepoBuilder, archive: str) -> None:
    """Two entries in a log; the older one goes to the archive."""
    repo.commit("2026-03-01", SKIPPER)
    repo.commit("2026-08-13", {"log.md": "# Log\n\n" + "\n".join(DAYS)})
    repo.commit("2026-09-26", {"log.md": f"# Log\n\n{DAYS[1]}", archive: f"# Log archive\n\n{DAYS[0]}"})


ARCHIVES = ["archive/log-2026-03.md", "old/log.md", "log-archive.md"]


@pytest.mark.parametrize("archive", ARCHIVES)
def test_the_archived_value_does_not_come_back(archive: str, repo: RepoBuilder, mem: Mem) -> None:
    """The newer entry holds, though the older one was moved after it."""
    rotated(repo, archive)
    assert present(mem, "vela skipper") == ["Olav Moe"]
    found = statuses(mem, "vela skipper")
    assert (found["log.md:5"], found[f"{archive}:5"]) == ("FRESH", "SUPERSEDED")
    assert conflicts(mem) == []


@pytest.mark.parametrize("archive", ARCHIVES)
def test_moving_ends_nothing(archive: str, repo: RepoBuilder, mem: Mem) -> None:
    """The value ended when the next skipper came, not on the day of the rotation."""
    rotated(repo, archive)
    found = ended(mem, "vela", "skipper")
    assert [(value, ending) for value, ending, _ in found] == [("Hanne Ruud", "superseded")]
    assert found[0][2] != "2026-09-26"
    answer = mem.search("Hanne Ruud skipper")
    assert answer.data["history"] == []


def test_undated_lines_that_moved_are_not_newer(repo: RepoBuilder, mem: Mem) -> None:
    """The boat's own line was moved from one note to another; the plan of June is still the newer one."""
    repo.commit("2026-03-01", {"vela.md": "# Vela\n\n- Project lead: Hanne Ruud\n\nA cutter.\n"})
    repo.commit("2026-06-01", {"plans.md": "# Plans\n\n- Vela project lead: Olav Moe\n"})
    moved = "---\nentity: Vela\n---\n\n- Project lead: Hanne Ruud\n"
    repo.commit("2026-09-26", {"vela.md": "# Vela\n\nA cutter.\n", "crew/vela.md": moved})
    assert present(mem, "vela project lead") == ["Olav Moe"]
    assert statuses(mem, "vela project lead")["crew/vela.md:5"] == "SUPERSEDED"


def test_the_rotation_may_be_committed(hooked: Hooked) -> None:
    """A line that moves is no second value of its fact."""
    hooked.commits(SKIPPER, "2024-03-01")
    days = tuple(day.replace("2026", "2024") for day in DAYS)
    hooked.commits({"log.md": "# Log\n\n" + "\n".join(days)}, "2024-08-13")
    hooked.commits(
        {"log.md": f"# Log\n\n{days[1]}", ARCHIVES[0]: f"# Log archive\n\n{days[0]}"}, "2024-09-26"
    )
    assert hooked.ask("check", "--all").code == 0
