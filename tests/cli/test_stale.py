"""`stale`: what a memory asks to be looked at again, and what it leaves in peace.

Lost otherwise: a price of last year is quoted as today's, or so much is listed that nobody reads the list.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Json, Mem


def items(mem: Mem, *options: str) -> list[Json]:
    """What is listed, oldest first; the exit code must agree."""
    ran = mem("stale", "--json", *options)
    assert ran.code == (1 if ran.json["items"] else 0), ran.err
    found: list[Json] = ran.json["items"]
    return found


def cites(mem: Mem, *options: str) -> list[str]:
    """Where the listed items stand."""
    return [item["cite"] for item in items(mem, *options)]


def test_what_changes_quickly_is_due_after_its_window(repo: RepoBuilder, mem: Mem) -> None:
    """Old first, with the reason in words; what was verified lately, or never changes, is left out."""
    lines = [
        "# Shop",
        "",
        "- Rent: $900",
        "- Status: open",
        "- Sign: green",
        "- Tea: $3 [verified: 2026-09-20]",
    ]
    repo.commit("2026-06-01", {"shop.md": "\n".join([*lines, ""])})
    repo.commit(
        "2026-07-01", {"hours.md": "# Pool\n\nOpens 7:00 on weekdays\n"}, author="Ben Lee <b@x.example>"
    )
    found = items(mem)
    assert [item["cite"] for item in found] == ["shop.md:3", "shop.md:4", "hours.md:3"]
    assert [item["reasons"][0]["volatility"] for item in found] == ["money", "status", "opening-hours"]
    assert [item["age_days"] for item in found] == [122, 122, 92]
    assert found[0]["reasons"][0]["due"] == "2026-07-02"
    text = mem("stale").out
    assert text.startswith("3 facts to check again\n\nshop.md · Iris Vale\n")
    assert "hours.md · Ben Lee" in text
    assert text.index("Rent: $900") < text.index("Opens 7:00")
    assert "opening hours" in text
    assert "git mem verify shop.md:3 " in text


def test_nothing_due_is_exit_0(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-20", {"a.md": "# Shop\n\n- Rent: $900\n- Sign: green\n"})
    ran = mem("stale")
    assert (ran.code, ran.out.split("\n")[0]) == (0, "nothing to check again")


def test_bounds_that_have_passed(repo: RepoBuilder, mem: Mem) -> None:
    """The last day of `[until:]` and of `stale_after` is still good."""
    repo.commit(
        "2026-09-20",
        {
            "until.md": "- Detour: over the bridge [until: 2026-09-30]\n- Permit: A7 [until: 2026-10-01]\n",
            "note.md": "---\nstale_after: 2026-09-30\n---\n- Menu: soup\n",
            "days.md": "---\nstale_after: 5\n---\n- Rota: Ann\n",
            "good.md": "---\nstale_after: 2026-10-01\n---\n- Lamp: on\n",
        },
    )
    found = {item["cite"]: [reason["kind"] for reason in item["reasons"]] for item in items(mem)}
    assert found == {"until.md:1": ["until"], "note.md:4": ["stale-after"], "days.md:4": ["stale-after"]}


def test_a_date_in_the_future_is_told_with_its_place(repo: RepoBuilder, mem: Mem) -> None:
    """A mistyped year would keep a line young for ever; a plan under the day it is for is no mistake."""
    tagged = "- Boiler engineer: Tess Wain [verified: 2062-05-01]\n"
    dated = "---\nupdated: 2062-05-02\n---\n- Key: blue\n- Lock: red\n"
    planned = "# Log\n\n## 2026-12-24\n\n- Party: at Ann's\n"
    repo.commit("2026-09-01", {"boiler.md": tagged, "note.md": dated, "log.md": planned})
    found = items(mem)
    reasons = [
        (item["path"], reason["date"], reason["place"]) for item in found for reason in item["reasons"]
    ]
    assert reasons == [("boiler.md", "2062-05-01", "boiler.md:1"), ("note.md", "2062-05-02", "note.md:2")]
    text = mem("stale").out
    assert "date in the future: 2062-05-01 (verified tag)" in text
    assert "note.md:2" in text


def test_a_commit_of_a_wrong_clock(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2062-05-01", {"a.md": "- Lamp: on\n- Lock: red\n"}, committer_date="2026-09-01")
    (item,) = items(mem)
    assert (item["cite"], item["reasons"][0]["date_source"]) == ("a.md:1", "git:author")


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("- ~~Rent: $900~~ superseded 2026-07-01", False),
        ("- ~~Opens 7:00 on weekdays~~", False),
        ("- ~~Rent: $900~~ superseded 2026-07-01\n- Rent: $950", True),
        ("- [x] Pay deposit: $900", False),
        ("- [ ] Pay deposit: $900", True),
        ("Rent was ~~lower~~ $900 for a while", True),
    ],
)
def test_what_nobody_believes_any_more_needs_no_check(
    line: str, listed: bool, repo: RepoBuilder, mem: Mem
) -> None:
    repo.commit("2026-06-01", {"a.md": f"# Shop\n\n{line}\n"})
    assert bool(items(mem)) is listed


def test_a_superseded_line_elsewhere_needs_no_check(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-03-01", {"shop.md": "# Shop\n\n- Rent: $900\n"})
    repo.commit("2026-08-01", {"log.md": "# Log\n\n## 2026-08-01\n\n- Shop rent: $950\n"})
    repo.write({".gitmem.toml": '[facts]\nsingle_valued = ["rent"]\n'})
    assert cites(mem) == ["log.md:5"]


def test_a_look_ahead(repo: RepoBuilder, mem: Mem) -> None:
    """With its day, so that a calendar can be made of it."""
    repo.commit("2026-09-11", {"a.md": "- Rent: $900\n- Permit: A7 [until: 2026-10-04]\n"})
    assert items(mem) == []
    assert items(mem, "--within", "3") == []
    found = {item["cite"]: item["reasons"][0]["due"] for item in items(mem, "--within", "10")}
    assert found == {"a.md:1": "2026-10-12", "a.md:2": "2026-10-05"} or found == {"a.md:2": "2026-10-05"}
    assert "ends from 2026-10-05" in mem("stale", "--within", "10").out


def test_everything_old_only_when_it_is_asked_for(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2025-01-01", {"a.md": "- Sign: green\n"})
    assert cites(mem) == []
    assert cites(mem, "--all") == ["a.md:1"]


def test_only_some_notes(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-06-01", {"a.md": "- Rent: $900\n", "deep/b.md": "- Rent: $800\n"})
    assert cites(mem, "--path", "deep/**") == ["deep/b.md:1"]


def test_an_incomplete_history_is_never_green(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2026-09-20", {"a.md": "- Sign: green\n"})
    repo.commit("2026-09-21", {"b.md": "- Lamp: on\n"})
    clone = repo.clone(tmp_path / "shallow", depth=1)
    ran = Mem(clone.path, tmp_path)("stale")
    assert ran.code == 4
    assert "shallow" in ran.out


@pytest.mark.parametrize(
    "arguments", [["--within", "-1"], ["--within", "x"], ["--path", "../*"], ["--format", "x"]]
)
def test_bad_input_is_one_line(arguments: list[str], repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-20", {"a.md": "- Sign: green\n"})
    ran = mem("stale", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_form_can_be_named(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-06-01", {"a.md": "- Rent: $900\n"})
    assert mem("stale", "--format", "json").raw == mem("stale", "--json").raw
