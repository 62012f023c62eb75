"""`conflicts`: two live values of one fact that nothing orders, and silence about everything else.

Lost otherwise: a contradiction is answered with whichever line comes first, or false alarms teach people
to look away.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Json, Mem


def conflicts(mem: Mem, *options: str) -> list[Json]:
    """What is listed; the exit code must agree."""
    ran = mem("conflicts", "--json", *options)
    assert ran.code == (1 if ran.json["conflicts"] else 0), ran.err
    found: list[Json] = ran.json["conflicts"]
    return found


@pytest.fixture
def two_branches(repo: RepoBuilder) -> RepoBuilder:
    """Two branches that each name a caretaker, in different notes, and merge cleanly."""
    repo.commit("2026-09-01", {"hall.md": "# Hall\n\nThe hall.\n", "log.md": "# Log\n"})
    repo.switch("side", new=True)
    hall = "# Hall\n\nThe hall.\n\n- Maintainer: Ann\n"
    repo.commit("2026-09-05", {"hall.md": hall}, "ann it is", author="Ann Ash <a@x.example>")
    repo.switch("main")
    log = "# Log\n\n## 2026-09-05\n\n- Hall maintainer: Bob\n"
    repo.commit("2026-09-05", {"log.md": log}, "bob it is", author="Bob Birk <b@x.example>")
    repo.merge("side", "2026-09-06")
    return repo


def test_two_branches_that_do_not_know_each_other(two_branches: RepoBuilder, mem: Mem) -> None:
    (found,) = conflicts(mem)
    assert [side["cite"] for side in found["sides"]] == ["hall.md:5", "log.md:5"]
    assert [side["value"] for side in found["sides"]] == ["Ann", "Bob"]
    assert found["sides"][0]["origin"]["author"] == "Ann Ash"
    assert found["sides"][0]["origin"]["commit"] == two_branches.rev("side")
    assert found["reasons"] == ["concurrent"]
    ran = mem("conflicts")
    assert ran.code == 1
    assert ran.out.startswith("1 contradiction\n\nHall: Maintainer\n")
    for words in (
        "Ann Ash",
        "Bob Birk",
        two_branches.rev("side")[:7],
        "hall.md:5",
        "log.md:5",
        '"ann it is"',
    ):
        assert words in ran.out
    assert "neither commit knows the other, so nothing says which is true" in ran.out
    assert "[multi]" in ran.out
    assert "facts.multi_valued" in ran.out
    assert "git mem retract hall.md:5\n" in ran.out


@pytest.mark.parametrize(
    "answer",
    [
        "- ~~Maintainer: Ann~~ superseded 2026-09-07\n",
        "- Maintainer: Ann [multi]\n",
        "- Maintainer: Ann [allow]\n",
        "- Maintainer: Bob\n",
    ],
    ids=["strike", "multi", "allow", "agree"],
)
def test_the_advice_helps(answer: str, two_branches: RepoBuilder, mem: Mem) -> None:
    two_branches.write({"hall.md": f"# Hall\n\nThe hall.\n\n{answer}"})
    assert conflicts(mem) == []


def test_the_configuration_can_allow_several_values(two_branches: RepoBuilder, mem: Mem) -> None:
    two_branches.write({".gitmem.toml": '[facts]\nmulti_valued = ["maintainer"]\n'})
    assert conflicts(mem) == []


def test_the_notes_of_another_day_are_judged_by_themselves(two_branches: RepoBuilder, mem: Mem) -> None:
    assert conflicts(mem, "--at", "side") == []
    assert len(conflicts(mem, "--at", "main")) == 1
    two_branches.write({"hall.md": "# Hall\n"})
    assert conflicts(mem) == []
    assert len(conflicts(mem, "--committed")) == 1


def test_one_commit_that_says_both(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-01", {"a.md": "# Orion\n\n- Budget: $40,000\n- Budget: $55,000\n"})
    (found,) = conflicts(mem)
    assert [side["value"] for side in found["sides"]] == ["$40,000", "$55,000"]


def test_a_line_added_beside_another_does_not_replace_it(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-08-01", {"a.md": "# Orion\n\n- Budget: $40,000\n"})
    repo.commit("2026-09-01", {"a.md": "# Orion\n\n- Budget: $40,000\n- Budget: $55,000\n"})
    (found,) = conflicts(mem)
    assert found["reasons"] == ["beside"]


def test_what_evidence_orders_is_no_conflict(repo: RepoBuilder, mem: Mem) -> None:
    """It is told on request, with the evidence and with the line that was left standing."""
    repo.commit("2026-08-01", {"orion.md": "# Orion\n\n- Project lead: Dana Whit\n"})
    repo.commit("2026-08-14", {"log.md": "# Log\n\n## 2026-08-14\n\n- Orion project lead: Sam Okafor\n"})
    assert conflicts(mem) == []
    ran = mem("conflicts", "--all", "--json")
    assert ran.code == 0
    (resolved,) = ran.json["resolved"]
    assert (resolved["older"]["cite"], resolved["newer"]["cite"]) == ("orion.md:3", "log.md:5")
    assert resolved["evidence"]
    assert resolved["struck"] is False
    text = mem("conflicts", "--all").out
    assert "log.md:5 came after" in text
    assert "the older line is not struck" in text


def test_markers_of_a_merge(repo: RepoBuilder, mem: Mem) -> None:
    markers = "<<<<<<< HEAD\n- Boat keeper: Ulf\n=======\n- Boat keeper: Vera\n>>>>>>> other\n"
    repo.commit("2026-09-10", {"boat.md": f"# Boat\n\n{markers}"})
    (found,) = conflicts(mem)
    assert found["reasons"] == ["unmerged"]
    assert [side["line"] for side in found["sides"]] == [4, 6]
    assert "merge markers" in mem("conflicts").out


def test_values_meant_side_by_side(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-06-01", {"a.md": "# Mira\n\n- Likes: climbing\n- Likes: chess\n- Likes: rye bread\n"})
    repo.commit("2026-08-01", {"a.md": "# Mira\n\n- Likes: chess\n- Likes: rye bread\n- Likes: rowing\n"})
    assert conflicts(mem) == []
    assert mem("conflicts").out.startswith("no contradiction found\n")


def test_what_is_looked_at_for_speed_misses_nothing(two_branches: RepoBuilder, mem: Mem) -> None:
    """`conflicts` reads only lines that may contradict each other, `--all` reads every fact."""
    twice = "# Orion\n\n- Budget: $40,000\n- Budget: $55,000\n- Note: long\n- ~~Phase: one~~\n- Phase: two\n"
    tagged = "# Vega\n\n- Door paint: red [stated]\n- Door paint: blue [stated]\n"
    meant = "# Mira\n\n- Likes: chess\n- Likes: rowing\n- Likes: bread\n- Email: a@x.example [multi]\n"
    notes = {"orion.md": twice, "vega.md": tagged, "mira.md": meant + "- Email: b@x.example\n"}
    two_branches.commit("2026-09-10", notes)
    found = conflicts(mem)
    assert found == conflicts(mem, "--all")
    assert {each["sides"][0]["path"] for each in found} == {"hall.md", "orion.md", "vega.md"}


def test_only_some_notes(two_branches: RepoBuilder, mem: Mem) -> None:
    """A conflict counts when one of its sides is asked about."""
    assert len(conflicts(mem, "--path", "log.md")) == 1
    assert conflicts(mem, "--path", "deep/**") == []


def test_an_incomplete_history_is_never_green(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2026-09-20", {"a.md": "- Sign: green\n"})
    repo.commit("2026-09-21", {"b.md": "- Lamp: on\n"})
    clone = repo.clone(tmp_path / "shallow", depth=1)
    ran = Mem(clone.path, tmp_path)("conflicts")
    assert ran.code == 4
    assert "shallow" in ran.out


@pytest.mark.parametrize("arguments", [["--path", "../*"], ["--at", "nowhere"], ["--format", "x"], ["extra"]])
def test_bad_input_is_one_line(arguments: list[str], repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-20", {"a.md": "- Sign: green\n"})
    ran = mem("conflicts", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_form_can_be_named(two_branches: RepoBuilder, mem: Mem) -> None:
    assert mem("conflicts", "--format", "json").raw == mem("conflicts", "--json").raw


def test_a_note_that_cannot_be_read_proves_nothing(repo: RepoBuilder, mem: Mem) -> None:
    """A CI job must not turn green on a note that nobody could look into."""
    repo.commit("2026-02-01", {"orion.md": b"# Orion\n\n- Phase: pilot\xe9\n- Phase: rollout\n"})
    assert mem("conflicts").code == 4
    assert mem("stale").code == 4


def test_a_deleted_note_is_no_unreadable_one(repo: RepoBuilder, mem: Mem) -> None:
    """What was deleted without git is gone, and that is known."""
    repo.commit("2026-02-01", {"orion.md": "# Orion\n\n- Phase: pilot\n", "log.md": "# Log\n"})
    (repo.path / "log.md").unlink()
    assert mem("conflicts").code == 0
    assert mem.search("fax").data["absence"] == "proven"


def test_the_older_side_is_the_one_to_strike(repo: RepoBuilder, mem: Mem) -> None:
    """Advice that is pasted must not retire the newer value."""
    both = "# Orion\n\n- Phase: pilot\n- Phase: rollout\n"
    repo.commit("2026-02-01", {"orion.md": "# Orion\n\n- Phase: rollout\n"})
    repo.commit("2026-03-01", {"orion.md": both})
    assert "git mem retract orion.md:4\n" in mem("conflicts").out


def test_between_merge_markers_nothing_is_to_be_struck(repo: RepoBuilder, mem: Mem) -> None:
    """The markers have to go, whichever side stays."""
    marked = "# Orion\n\n<<<<<<< HEAD\n- Phase: pilot\n=======\n- Phase: rollout\n>>>>>>> other\n"
    repo.commit("2026-02-01", {"orion.md": marked})
    told = mem("conflicts").out
    assert "remove the markers" in told
    assert "[multi]" not in told
