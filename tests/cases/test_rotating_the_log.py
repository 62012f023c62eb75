"""`rotate`: what a log said stays said once, on its day, however often and however badly it is rotated.

Lost otherwise: the first half of a month, overwritten by the archive of the second half, with the log
already emptied of both; or the same entry counted twice; or an old value that is the newest by its new date.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, ended, present
from tests.hooks.hooked import Hooked
from tests.running import Mem

MAY = "archive/log-2026-05.md"
DAYS = {
    5: "## 2026-05-05\n\n- Seal count: 12\n",
    12: "## 2026-05-12\n\n- Seal count: 17\n\nTwo of them on the north skerry,\ncounted from the boat.\n",
    19: "## 2026-05-19\n\n- Seal count: 15\n",
    28: "## 2026-09-28\n\n- Seal count: 31\n",
}
CONFIG = {".gitmem.toml": '[facts]\nsingle_valued = ["seal count"]\n'}


def log(*days: int) -> str:
    """A log with some of the days."""
    return "# Log\n\n" + "\n".join(DAYS[day] for day in days)


def archive(*days: int) -> str:
    """The archive of May with some of the days."""
    return "# Log archive 2026-05\n\n" + "\n".join(DAYS[day] for day in days)


def named(repo: RepoBuilder) -> None:
    """Lets git know who commits here."""
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")


def read(repo: RepoBuilder, path: str) -> str:
    """A note as it lies on the disk."""
    return (repo.path / path).read_bytes().decode()


def rotate(mem: Mem, *options: str, now: str = "2026-10-01T12:00:00Z") -> str:
    """Rotates; what it printed."""
    ran = mem("rotate", *options, now=now)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize("kept", [(), (5,), (5, 12), (12,), (5, 12, 19)], ids=str)
def test_a_second_rotation_in_a_month_keeps_the_first(
    kept: tuple[int, ...], repo: RepoBuilder, mem: Mem
) -> None:
    """The archive may have none, some or all of what is to go there; days that are in both are one day."""
    before = {"log.md": log(5, 12, 19, 28)} | ({MAY: archive(*kept)} if kept else {})
    repo.commit("2026-09-28", CONFIG | before)
    rotate(mem)
    assert (read(repo, MAY), read(repo, "log.md")) == (archive(5, 12, 19), log(28))
    assert rotate(mem) == "log.md has no day before 2026-09-17\n"
    assert (read(repo, MAY), read(repo, "log.md")) == (archive(5, 12, 19), log(28))
    assert present(mem, "seal count") == ["31"]
    assert conflicts(mem) == []


def test_rotating_week_by_week_is_rotating_once(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-28", CONFIG | {"log.md": log(5, 12, 19, 28)})
    for day in ("2026-05-20", "2026-05-27", "2026-06-10"):
        rotate(mem, now=day)
    assert (read(repo, MAY), read(repo, "log.md")) == (archive(5, 12, 19), log(28))


def test_entries_that_came_late_join_their_month(repo: RepoBuilder, mem: Mem) -> None:
    """An older day that is written down after its neighbours were archived goes between them."""
    repo.commit("2026-09-28", CONFIG | {"log.md": log(12, 28), MAY: archive(5, 19)})
    rotate(mem)
    assert (read(repo, MAY), read(repo, "log.md")) == (archive(5, 12, 19), log(28))


@pytest.mark.parametrize("commit", [False, True], ids=["work tree", "commit"])
def test_the_newest_value_stays_the_newest(commit: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Old values keep their dates, are superseded, and did not end on the day of the rotation."""
    repo.commit("2026-09-28", CONFIG | {"seal.md": "# Seal\n\nGrey seals.\n", "log.md": log(5, 28)})
    named(repo)
    rotate(mem, *(["--commit"] if commit else []))
    answer = mem.search("seal count")
    assert answer.at(f"{MAY}:5")["as_of"] == "2026-05-05"
    assert answer.at("log.md:5")["as_of"] == "2026-09-28"
    assert present(mem, "seal count") == ["31"]
    assert conflicts(mem) == []
    assert all(step[2] != "2026-10-01" for step in ended(mem, "seal", "count"))
    assert mem.search("seal count 12").data["history"] == []


def test_blame_tells_where_the_lines_of_a_committed_rotation_came_from(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-05-12", {"log.md": log(5, 12)})
    named(repo)
    rotate(mem, "--commit")
    chunks = {chunk["line"]: chunk for chunk in mem.chunks(MAY)}
    assert [chunks[line]["as_of"] for line in (5, 9, 11)] == ["2026-05-05", "2026-05-12", "2026-05-12"]
    assert {chunks[line]["moved_from"] for line in (9, 11)} == {"log.md"}


def test_an_old_lead_does_not_come_back(hooked: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hook lets the rotation pass, and the lead of autumn is the lead."""
    spring, autumn = (
        f"## 2024-{month}\n\n- Vega project lead: {lead}\n"
        for month, lead in (("02-03", "Hanne Ruud"), ("09-22", "Olav Moe"))
    )
    hooked.commits(
        {"vega.md": "# Vega\n\nA survey.\n", "log.md": f"# Log\n\n{spring}\n{autumn}"}, "2024-09-22"
    )
    named(hooked.repo)
    monkeypatch.setenv("PATH", hooked.environment["PATH"])
    ran = hooked.mem("rotate", "--commit", now="2024-10-01")
    assert (ran.code, ran.err) == (0, "")
    assert hooked.repo.ask("status", "--porcelain") == ""
    old, new = "archive/log-2024-02.md:5", "log.md:5"
    mem = hooked.mem
    found = mem.search("vega project lead", now="2024-10-01")
    assert (found.at(old)["status"], found.at(new)["status"]) == ("SUPERSEDED", "FRESH")
    assert (found.at(old)["as_of"], found.at(new)["as_of"]) == ("2024-02-03", "2024-09-22")
    assert conflicts(mem) == []
    assert hooked.ask("check", "--all").code == 0
    assert mem.search("Hanne Ruud", now="2024-10-01").data["history"] == []
