"""Work in progress is found, marked, and given no date of the past.

Lost otherwise: the line written a minute ago is missing, dated 1970, or stops the whole run.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, timeline
from tests.running import Mem

BENCH = "# Bench\n\n- Bench number: 31\n- Bench phone: 5550177\n"


@pytest.fixture(autouse=True)
def committed(repo: RepoBuilder) -> None:
    """One note of November 2025."""
    repo.commit("2025-11-06", {"bench.md": BENCH})


def test_an_edited_line_is_uncommitted_and_its_neighbour_is_not(repo: RepoBuilder, mem: Mem) -> None:
    """Only what changed is new."""
    repo.write({"bench.md": BENCH.replace("31", "48")})
    answer = mem.search("bench number phone")
    edited, kept = answer.at("bench.md:3"), answer.at("bench.md:4")
    assert edited["text"] == "Bench number: 48"
    assert (edited["date_source"], edited["status"]) == ("uncommitted", "FRESH")
    assert (edited["as_of"], edited["age_days"]) == (None, 0)
    assert (kept["date_source"], kept["as_of"], kept["status"]) == ("git", "2025-11-06", "AGING")
    assert answer.code == 0


def test_an_untracked_note_says_so(repo: RepoBuilder, mem: Mem) -> None:
    """git does not know the note; it is no reason to leave it out or to invent a date."""
    repo.write({"spare-key.md": "# Spare key\n\n- Spare key: under the pot\n"})
    assert mem("index").code == 0
    result = mem.search("spare pot").at("spare-key.md:3")
    assert (result["date_source"], result["as_of"]) == ("untracked", None)
    assert (result["status"], result["age_days"]) == ("FRESH", 0)


def test_a_staged_note_is_uncommitted(repo: RepoBuilder, mem: Mem) -> None:
    """Staged means on its way, not dated."""
    repo.stage({"spare-key.md": "# Spare key\n\n- Spare key: under the pot\n"})
    result = mem.search("spare pot").at("spare-key.md:3")
    assert (result["date_source"], result["as_of"]) == ("uncommitted", None)


def test_the_work_tree_wins_over_the_index(repo: RepoBuilder, mem: Mem) -> None:
    """Staged once, edited again: the answer is what the file says."""
    repo.stage({"bench.md": BENCH.replace("31", "48")})
    repo.write({"bench.md": BENCH.replace("31", "52")})
    answer = mem.search("bench number")
    assert answer.at("bench.md:3")["text"] == "Bench number: 52"
    assert answer.at("bench.md:3")["date_source"] == "uncommitted"


def test_lines_above_do_not_shift_dates(repo: RepoBuilder, mem: Mem) -> None:
    """A line written at the top moves the others down and changes nothing else about them."""
    repo.write({"bench.md": "# Bench\n\n- Bench lamp: left\n- Bench number: 31\n- Bench phone: 5550177\n"})
    answer = mem.search("bench lamp number phone")
    sources = [answer.at(f"bench.md:{line}")["date_source"] for line in (3, 4, 5)]
    assert sources == ["uncommitted", "git", "git"]


def test_removed_text_is_gone_at_once(repo: RepoBuilder, mem: Mem) -> None:
    """A deleted line or note is not answered from what was committed."""
    repo.write({"bench.md": "# Bench\n\n- Bench phone: 5550177\n"})
    assert mem.search("31").data["no_match"] is True
    repo.write({"bench.md": None})
    assert mem.search("5550177").data["results"] == []


def test_the_committed_text_can_be_asked_for(repo: RepoBuilder, mem: Mem) -> None:
    """A script that must not see drafts reads the commit."""
    repo.write({"bench.md": BENCH.replace("31", "48"), "new.md": "# New\n\nBench paint: blue\n"})
    answer = mem.search("bench number paint", "--committed")
    assert answer.at("bench.md:3")["text"] == "Bench number: 31"
    assert all(result["date_source"] == "git" for result in answer.results)
    assert all(result["path"] == "bench.md" for result in answer.results)


def test_undoing_an_edit_brings_the_date_back(repo: RepoBuilder, mem: Mem) -> None:
    """What was learned about the draft does not stick to the line."""
    repo.write({"bench.md": BENCH.replace("31", "48")})
    mem.search("bench")
    repo.write({"bench.md": BENCH})
    result = mem.search("bench number").at("bench.md:3")
    assert (result["date_source"], result["as_of"]) == ("git", "2025-11-06")


def test_committing_dates_the_line(repo: RepoBuilder, mem: Mem) -> None:
    """The next question after the commit gives the commit's date, without rebuilding."""
    repo.write({"bench.md": BENCH.replace("31", "48")})
    mem.search("bench")
    repo.commit("2026-09-29", {"bench.md": BENCH.replace("31", "48")})
    result = mem.search("bench number").at("bench.md:3")
    assert (result["date_source"], result["as_of"], result["age_days"]) == ("git", "2026-09-29", 2)


def test_ignored_notes_stay_out(repo: RepoBuilder, mem: Mem) -> None:
    """What git is told to ignore is not memory."""
    repo.write({".gitignore": "drafts/\n", "drafts/x.md": "Bench secret: no\n"})
    assert mem.search("secret").data["results"] == []


def test_same_size_and_second(repo: RepoBuilder, mem: Mem) -> None:
    """An edit that changes neither size nor second of the file is seen all the same."""
    for number in ("41", "42", "43", "44"):
        repo.write({"bench.md": BENCH.replace("31", number)})
        assert mem.search("bench number").at("bench.md:3")["text"] == f"Bench number: {number}"


DECLARED = '[facts]\nsingle_valued = ["bench number"]\n'


@pytest.mark.parametrize("staged", [True, False], ids=["staged", "unstaged"])
@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
def test_the_draft_is_the_present_value(declared: bool, staged: bool, repo: RepoBuilder, mem: Mem) -> None:
    """What was just typed holds; what it replaced is told with its day and where git has it."""
    if declared:
        repo.commit("2025-11-07", {".gitmem.toml": DECLARED})
    draft = {"bench.md": BENCH.replace("31", "48")}
    if staged:
        repo.stage(draft)
    else:
        repo.write(draft)
    steps = timeline(mem, "bench number")
    assert [step[:2] for step in steps] == [("now", "48"), ("before", "31")]
    assert steps[1][2] == "2025-11-06"
    former = mem("explain", "--json", "bench", "number").json["fact"]["steps"][1]
    assert former["cite"] in ("HEAD:bench.md:3", f"{repo.head}:bench.md:3")
    assert conflicts(mem) == []
    assert mem("stale").code in (0, 1)


def test_the_commit_still_says_what_it_said(repo: RepoBuilder, mem: Mem) -> None:
    """Asked about HEAD, the draft does not exist."""
    repo.write({"bench.md": BENCH.replace("31", "48")})
    assert present(mem, "bench number", "--committed") == ["31"]
    assert present(mem, "bench number", "--at", "HEAD") == ["31"]


def test_an_untracked_note_comes_after_every_commit(repo: RepoBuilder, mem: Mem) -> None:
    """A new note that names the bench's owner is newer than what is committed."""
    repo.commit("2026-02-02", {"bench.md": f"{BENCH}- Owner: Vera Holt\n"})
    repo.write({"plans.md": "# Plans\n\n- Bench owner: Ned Lowe\n"})
    answer = mem.search("bench owner")
    assert answer.at("bench.md:5")["status"] == "SUPERSEDED"
    assert answer.at("plans.md:3")["status"] == "FRESH"
    assert conflicts(mem) == []


def test_two_drafts_are_not_ordered(repo: RepoBuilder, mem: Mem) -> None:
    """Neither of two untracked notes is the newer one: both are shown, as open."""
    repo.write(
        {"dinghy.md": "# Dinghy\n\n- Owner: Vera Holt\n", "plans.md": "# Plans\n\n- Dinghy owner: Ned Lowe\n"}
    )
    assert conflicts(mem) == [["dinghy.md:3", "plans.md:3"]]
