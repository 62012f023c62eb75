"""`history`: values that hold no more, and the commit that ended each.

Lost otherwise: a code that was deleted by mistake, and the name of who could tell why.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Json, Mem

BEN = "Ben Lee <b@x.example>"


def former(mem: Mem, *key: str) -> list[Json]:
    """The former values under a key; the exit code must agree."""
    ran = mem("history", "--json", *key)
    assert ran.code == (0 if ran.json["values"] else 1), ran.err
    found: list[Json] = ran.json["values"]
    return found


def test_replaced_then_removed(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", {"office.md": "# Office\n\n- Door code: 1200\n- Floor: 3\n"})
    repo.commit("2026-02-11", {"office.md": "# Office\n\n- Door code: 4417\n- Floor: 3\n"}, "new code")
    gone = repo.commit("2026-06-30", {"office.md": "# Office\n\n- Floor: 3\n"}, "clean up", author=BEN)
    found = former(mem, "door", "code")
    assert [(each["value"], each["ending"]) for each in found] == [("4417", "removed"), ("1200", "replaced")]
    assert [(each["from"], each["to"]) for each in found] == [
        ("2026-02-11", "2026-06-30"),
        ("2026-01-01", "2026-02-11"),
    ]
    assert found[0]["cite"] == f"{gone}^:office.md:3"
    assert found[0]["ended_by"]["author"] == "Ben Lee"
    assert found[0]["now"] is None
    text = mem("history", "door code").out
    assert text.startswith("2 former values under: door code\n\nOffice: Door code\n")
    assert f"{gone[:7]}^:office.md:3" in text
    assert f'removed by Ben Lee, {gone[:7]} "clean up"' in text


def test_struck_values_say_where_they_stand_and_what_holds_now(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-03-01", {"atlas.md": "# Atlas\n\n- Status: paused\n"})
    repo.commit(
        "2026-08-15",
        {"atlas.md": "# Atlas\n\n- ~~Status: paused~~ superseded 2026-08-14\n- Status: active\n"},
    )
    (found,) = former(mem, "status")
    assert (found["value"], found["ending"], found["cite"]) == ("paused", "struck", "atlas.md:3")
    assert (found["from"], found["to"]) == ("2026-03-01", "2026-08-14")
    assert (found["now"], found["now_cite"]) == ("active", "atlas.md:4")
    assert "now active, atlas.md:4" in mem("history", "status").out


def test_a_rotated_line_was_not_removed(repo: RepoBuilder, mem: Mem) -> None:
    """It only went to the archive."""
    march = "## 2026-03-01\n\n- Orion project lead: Dana Whit\n"
    august = "## 2026-08-14\n\n- Orion project lead: Sam Okafor\n"
    repo.commit("2026-08-14", {"log.md": f"# Log\n\n{march}\n{august}"})
    archive = f"# Log archive 2026-03\n\n{march}"
    repo.commit("2026-09-28", {"log.md": f"# Log\n\n{august}", "archive/log-2026-03.md": archive}, "rotate")
    assert [each["ending"] for each in former(mem, "orion project lead")] in ([], ["superseded"])


def test_lines_are_paired_by_key_whatever_their_order(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2025-03-01", {"k.md": "# Kiran\n\n- Home: Fenby\n- Project: Atlas\n- Phone: 5550102\n"})
    repo.commit(
        "2026-04-01",
        {"k.md": "# Kiran\n\nMoved house.\n\n- Project: Atlas\n- Home: Electra Park\n- Phone: 5550102\n"},
    )
    repo.commit(
        "2026-08-01",
        {"k.md": "# Kiran\n\nMoved house.\n\n- Home: Electra Park\n- Phone: 5550102\n- Project: Orion\n"},
    )
    repo.commit("2026-09-01", {"k.md": "# Kiran\n\nMoved house.\n\n- Home: Electra Park\n- Project: Orion\n"})
    (home,) = former(mem, "kiran home")
    assert (home["value"], home["from"], home["to"]) == ("Fenby", "2025-03-01", "2026-04-01")
    assert (home["now"], home["ending"]) == ("Electra Park", "replaced")
    (project,) = former(mem, "project")
    assert (project["value"], project["now"]) == ("Atlas", "Orion")
    (phone,) = former(mem, "phone")
    assert (phone["value"], phone["ending"], phone["to"]) == ("5550102", "removed", "2026-09-01")


def test_a_subject_is_a_key_too(repo: RepoBuilder, mem: Mem) -> None:
    """Everything that ended of one project."""
    repo.commit("2026-01-05", {"orion.md": "# Orion\n\n- Launch date: 2026-12-01\n- Budget: $40,000\n"})
    repo.commit("2026-02-05", {"orion.md": "# Orion\n\n- Launch date: 2027-02-01\n- Budget: $40,000\n"})
    repo.commit("2026-03-01", {"log.md": "# Log\n\n## 2026-03-01\n\n- Orion budget: $45,000\n"})
    found = former(mem, "orion")
    assert {(each["subject"], each["label"], each["value"]) for each in found} == {
        ("Orion", "Launch date", "2026-12-01"),
        ("Orion", "Budget", "$40,000"),
    }


def test_nothing_ended(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-03-01", {"atlas.md": "# Atlas\n\n- Status: paused\n"})
    ran = mem("history", "status")
    assert (ran.code, ran.out.split("\n")[0]) == (
        1,
        "no former value under: status (of 1 fact none has one)",
    )
    assert mem("history", "fax").code == 1


@pytest.mark.parametrize("key", [[], [""], ["???"]])
def test_bad_input_is_one_line(key: list[str], repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-03-01", {"atlas.md": "# Atlas\n\n- Status: paused\n"})
    ran = mem("history", *key)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
