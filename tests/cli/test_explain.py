"""`explain`: one fact with everything history knows of it.

Lost otherwise: "the budget is $55,000" without since when, instead of what, and who said so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import PlannedCommit, RepoBuilder
from tests.running import Json, Mem

BEN = "Ben Lee <b@x.example>"


def fact(mem: Mem, *arguments: str) -> Json:
    """The fact that a question finds."""
    ran = mem("explain", "--json", *arguments)
    assert ran.code == 0, ran.err
    found: Json = ran.json["fact"]
    return found


def values(found: Json) -> list[tuple[str, str, str | None, str | None]]:
    """Role, value and span of every step."""
    return [(step["role"], step["value"], step["from"], step["to"]) for step in found["steps"]]


@pytest.fixture
def budget(repo: RepoBuilder) -> RepoBuilder:
    """A budget that was replaced in place."""
    repo.commit("2025-11-02", {"orion.md": "# Orion\n\n- Budget: $40,000\n- Phase: pilot\n"}, "first plan")
    repo.commit(
        "2026-06-01",
        {"orion.md": "# Orion\n\n- Budget: $55,000\n- Phase: pilot\n"},
        "new budget",
        author=BEN,
    )
    return repo


def test_a_value_replaced_in_place(budget: RepoBuilder, mem: Mem) -> None:
    found = fact(mem, "what", "is", "the", "orion", "budget")
    assert (found["subject"], found["label"], found["state"]) == ("Orion", "Budget", "current")
    assert values(found) == [
        ("now", "$55,000", "2026-06-01", None),
        ("before", "$40,000", "2025-11-02", "2026-06-01"),
    ]
    now, before = found["steps"]
    assert now["cite"] == "orion.md:3"
    assert now["origin"]["author"] == "Ben Lee"
    assert before["cite"] == f"{budget.head}^:orion.md:3"
    assert before["ended_by"]["commit"] == budget.head
    assert before["evidence"][0]["kind"] == "replaced"
    assert (found["status"], found["age_days"], found["must_reverify"]) == ("AGING", 122, True)
    assert budget.ask("show", before["cite"].rpartition(":")[0]).split("\n")[2] == "- Budget: $40,000"


def test_the_text_has_the_answer_first(budget: RepoBuilder, mem: Mem) -> None:
    lines = mem("explain", "orion", "budget").out.split("\n")
    short = budget.head[:7]
    assert lines[0] == "Orion: Budget"
    assert lines[1].split() == [
        *("now", "$55,000", "orion.md:3", "since", "2026-06-01", "Ben", "Lee,", short, '"new', 'budget"')
    ]
    assert lines[2].split()[:6] == [
        "before",
        "$40,000",
        f"{short}^:orion.md:3",
        "2025-11-02",
        "to",
        "2026-06-01",
    ]
    assert f"replaced in place by {short}" in lines[2]
    assert lines[3] == "  AGING, 122 days · money, so check before stating it as current"


def test_a_value_that_returned(repo: RepoBuilder, mem: Mem) -> None:
    """It has the date of its return, and both its times stand in the history."""
    repo.commit("2026-08-01", {"lift.md": "# Lift\n\n- Lift status: broken\n"}, "A")
    repo.commit("2026-08-10", {"lift.md": "# Lift\n\n- Lift status: working\n"}, "B")
    repo.revert("HEAD", "2026-08-20")
    found = fact(mem, "lift", "status")
    assert values(found) == [
        ("now", "broken", "2026-08-20", None),
        ("before", "working", "2026-08-10", "2026-08-20"),
        ("before", "broken", "2026-08-01", "2026-08-10"),
    ]
    assert (found["age_days"], found["must_reverify"], found["volatility"]) == (42, True, "status")


def test_what_was_removed_is_its_own_answer(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-02-11", {"office.md": "# Office\n\n- Door code: 4417\n- Floor: 3\n"})
    gone = repo.commit("2026-06-30", {"office.md": "# Office\n\n- Floor: 3\n"}, "clean up", author=BEN)
    found = fact(mem, "door", "code")
    assert found["state"] == "removed"
    assert values(found) == [("before", "4417", "2026-02-11", "2026-06-30")]
    assert found["steps"][0]["ended_by"]["commit"] == gone
    text = mem("explain", "door", "code").out
    assert "no longer in the notes" in text
    assert f'removed by {gone[:7]}, Ben Lee "clean up"' in text


def test_struck_with_a_successor(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-03-01", {"atlas.md": "# Atlas\n\n- Sponsor: Lena Vo\n"})
    repo.commit(
        "2026-08-15",
        {
            "atlas.md": "# Atlas\n\n"
            "- ~~Sponsor: Lena Vo~~ superseded 2026-08-14 by Ray Im\n- Sponsor: Ray Im\n"
        },
    )
    found = fact(mem, "atlas", "sponsor")
    assert [(step[0], step[1]) for step in values(found)] == [("now", "Ray Im"), ("before", "Lena Vo")]
    before = found["steps"][1]
    assert (before["from"], before["to"], before["cite"]) == ("2026-03-01", "2026-08-14", "atlas.md:3")
    assert before["evidence"][0]["kind"] == "struck"


def test_two_values_that_nothing_orders_are_both_shown(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-08-01", {"a.md": "# Orion\n\n- Budget: $40,000\n"})
    repo.commit("2026-09-01", {"a.md": "# Orion\n\n- Budget: $40,000\n- Budget: $55,000\n"})
    found = fact(mem, "orion", "budget")
    assert (found["state"], found["reason"], found["status"]) == ("contested", "beside", "CONTESTED")
    assert {step["value"] for step in found["steps"] if step["role"] == "contested"} == {"$40,000", "$55,000"}
    text = mem("explain", "orion", "budget").out
    assert "either" in text
    assert "CONTESTED" in text


def test_what_held_on_a_day(budget: RepoBuilder, mem: Mem) -> None:
    found = fact(mem, "--as-of", "2025-12-31", "orion", "budget")
    assert values(found)[0][:2] == ("now", "$40,000")
    assert found["age_days"] == 59
    assert "2025-12-31   $40,000" in mem("explain", "--as-of", "2025-12-31", "orion", "budget").out


def test_what_the_notes_said_then(budget: RepoBuilder, mem: Mem) -> None:
    found = fact(mem, "--at", "HEAD^", "orion", "budget")
    assert [step["value"] for step in found["steps"]] == ["$40,000"]


def test_what_is_not_committed_yet(budget: RepoBuilder, mem: Mem) -> None:
    budget.write({"orion.md": "# Orion\n\n- Budget: $60,000\n- Phase: pilot\n"})
    found = fact(mem, "orion", "budget")
    assert [step["value"] for step in found["steps"]] == ["$60,000", "$55,000", "$40,000"]
    assert "not committed" in mem("explain", "orion", "budget").out
    assert fact(mem, "--committed", "orion", "budget")["steps"][0]["value"] == "$55,000"


def test_the_subject_decides_between_equal_keys(budget: RepoBuilder, mem: Mem) -> None:
    """And where the question names none, the others are named too."""
    budget.commit("2026-07-01", {"vega.md": "# Vega\n\n- Budget: $9,000\n"})
    assert fact(mem, "vega", "budget")["subject"] == "Vega"
    assert fact(mem, "orion", "budget")["subject"] == "Orion"
    ran = mem("explain", "--json", "budget").json
    assert {ran["fact"]["subject"], *(other["subject"] for other in ran["others"])} == {"Orion", "Vega"}
    assert "matches as well" in mem("explain", "budget").out


def test_words_that_the_fact_does_not_have_are_told(budget: RepoBuilder, mem: Mem) -> None:
    """The nearest fact is shown, but not as the answer to something else."""
    ran = mem("explain", "--json", "zzyx", "budget")
    assert ran.json["unmatched"] == ["zzyx"]
    assert mem("explain", "zzyx", "budget").out.startswith("no fact names zzyx as well; the nearest is\n")


def test_no_fact_is_exit_1_and_says_where_else_to_look(budget: RepoBuilder, mem: Mem) -> None:
    ran = mem("explain", "fax", "number")
    assert ran.code == 1
    assert "fax number" in ran.out
    assert "git mem search fax number" in ran.out
    assert "1 note" in ran.out


def test_a_moved_line_keeps_its_beginning(repo: RepoBuilder, mem: Mem) -> None:
    line = "- Canoe shed key holder: Marta Lund from the rowing club\n"
    repo.commit("2026-02-01", {"a.md": f"# Boats\n\n{line}\n- Other: thing\n"})
    repo.commit("2026-08-01", {"a.md": "# Boats\n\n- Other: thing\n", "b.md": f"# Boats\n\n{line}"})
    found = fact(mem, "canoe", "shed", "key", "holder")
    assert values(found) == [("now", "Marta Lund from the rowing club", "2026-02-01", None)]


@pytest.mark.parametrize(
    "arguments", [[], [""], ["the", "of"], ["--as-of", "2026-02-30", "budget"], ["--at", "nowhere", "budget"]]
)
def test_bad_input_is_one_line(arguments: list[str], budget: RepoBuilder, mem: Mem) -> None:
    ran = mem("explain", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_folder_without_git(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.md").write_text("# Orion\n\n- Budget: $40,000\n")
    found = fact(Mem(folder, tmp_path), "orion", "budget")
    assert values(found) == [("now", "$40,000", None, None)]


STRUCK = "# Orion\n\n- ~~Phase: pilot~~ superseded 2026-08-14\n- Phase: rollout\n"


def test_where_history_is_cut_off_nobody_is_named(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """The commit at the boundary is not the one that wrote or struck the line, only the first one known."""
    repo.commit("2026-08-14", {"orion.md": STRUCK}, "rollout", author=BEN)
    repo.commit("2026-09-01", {"other.md": "# Other\n"}, "unrelated")
    cut = repo.clone(tmp_path / "cut", depth=1)
    told = mem("explain", "orion", "phase", cwd=cut.path).out
    assert "unrelated" not in told
    assert "at least as old as this clone's first commit" in told
    found = mem("explain", "--json", "orion", "phase", cwd=cut.path).json["fact"]
    assert [step["evidence"][0]["commit"] for step in found["steps"] if step["role"] == "before"] == [None]


def test_without_git_nothing_is_called_uncommitted(mem: Mem, tmp_path: Path) -> None:
    """In a plain folder there is no commit to wait for."""
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "orion.md").write_text(STRUCK)
    told = mem("explain", "orion", "phase", cwd=folder).out
    assert "rollout" in told and "pilot" in told
    assert "not committed" not in told


def test_a_value_that_was_away_for_a_while_is_told_twice(repo: RepoBuilder, mem: Mem) -> None:
    """Between its removal and its return the notes did not hold it."""
    for day, line in (("01-01", "- Budget: $1\n"), ("03-01", ""), ("04-01", "- Budget: $1\n")):
        repo.commit(f"2026-{day}", {"orion.md": f"# Orion\n\n- Phase: pilot\n{line}"})
    repo.commit("2026-05-01", {"orion.md": "# Orion\n\n- Phase: pilot\n- Budget: $3\n"})
    assert values(fact(mem, "orion", "budget")) == [
        ("now", "$3", "2026-05-01", None),
        ("before", "$1", "2026-04-01", "2026-05-01"),
        ("before", "$1", "2026-01-01", "2026-03-01"),
    ]


def test_a_draft_held_on_no_day_in_the_past(budget: RepoBuilder, mem: Mem) -> None:
    """What is not committed yet was not believed last month."""
    budget.write({"orion.md": "# Orion\n\n- Budget: $99,000\n- Phase: pilot\n"})
    found = fact(mem, "--as-of", "2026-07-01", "orion", "budget")
    assert [step["value"] for step in found["steps"] if step["role"] == "now"] == ["$55,000"]


@pytest.mark.stress
def test_a_fact_that_changed_a_thousand_times(repo: RepoBuilder, mem: Mem) -> None:
    """A counter in a note is no reason to fail, or to say that there never was another value."""
    repo.fast_import(
        [
            PlannedCommit(1_600_000_000 + 3600 * number, {"orion.md": f"# Orion\n\n- Version: {number}.0\n"})
            for number in range(1, 1101)
        ]
    )
    found = fact(mem, "orion", "version")
    assert len(found["steps"]) == 1100
    told = mem.search("orion version", "--history").data["history"]
    assert [line["text"] for line in told[:2]] == ["Version: 1099.0", "Version: 1098.0"]
