"""A date that does not exist is named and passed over, not crashed on and not guessed.

Lost otherwise: one typing error takes down the index, or a note is dated 1970 without a word.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

GIT_DAY = "2026-04-06"
BAD = [
    "2026-13-45",
    "tuesday",
    "2026-02-30",
    "0000-00-00",
    "2026-00-10",
    "20260",
    "soon",
    "{}",
    "99999-01-01",
]


def note(front: str) -> str:
    """A note with front matter whose content stands at line `front lines + 5`."""
    return f"---\n{front}\n---\n# Mill\n\n- Mill depth: 31 m\n"


@pytest.mark.parametrize(
    ("field", "value"),
    [*(("date", value) for value in BAD), ("updated", "tuesday"), ("verified", "2026-02-30")],
)
def test_named_and_passed_over(field: str, value: str, repo: RepoBuilder, mem: Mem) -> None:
    """The line is dated by git and the fault is named with file and line, once."""
    repo.commit("2025-01-01", {"other.md": "# Other\n"})
    repo.commit(GIT_DAY, {"mill.md": note(f"{field}: {value}")})
    built = mem("index")
    assert built.code == 0
    assert "Traceback" not in built.err
    assert (built.out + built.err).count("mill.md:2") == 1
    result = mem.search("mill depth").at("mill.md:6")
    assert (result["as_of"], result["date_source"]) == (GIT_DAY, "git")


def test_the_next_field_speaks(repo: RepoBuilder, mem: Mem) -> None:
    """A broken `verified:` leaves the good `updated:` standing."""
    repo.commit(GIT_DAY, {"mill.md": note("verified: 2026-02-30\nupdated: 2026-05-03")})
    result = mem.search("mill depth").at("mill.md:7")
    assert (result["as_of"], result["date_source"]) == ("2026-05-03", "front-matter:updated")


@pytest.mark.parametrize("value", ["", " ", "~", "null", '""'])
def test_an_empty_date_is_no_date(value: str, repo: RepoBuilder, mem: Mem) -> None:
    """Templates leave the field empty; nothing is wrong with that."""
    repo.commit(GIT_DAY, {"mill.md": note(f"date: {value}")})
    built = mem("index")
    assert "mill.md:2" not in built.out + built.err
    assert mem.search("mill depth").at("mill.md:6")["as_of"] == GIT_DAY


def test_a_day_without_zeros(repo: RepoBuilder, mem: Mem) -> None:
    """`2026-6-7` is that day or a fault that is named; it is nothing else."""
    repo.commit(GIT_DAY, {"mill.md": "# Mill\n\nMill roof: tin [verified: 2026-6-7]\n"})
    ran = mem("index")
    day = mem.search("mill roof").at("mill.md:3")["as_of"]
    assert day == "2026-06-07" or (day == GIT_DAY and "mill.md:3" in ran.out + ran.err)


@pytest.mark.parametrize("value", ["2026-13-45", "tuesday", "2026-02-30"])
def test_a_bad_inline_date(value: str, repo: RepoBuilder, mem: Mem) -> None:
    """The same for a tag in the text."""
    repo.commit(GIT_DAY, {"mill.md": f"# Mill\n\nMill roof: tin [verified: {value}]\n"})
    ran = mem("index")
    assert ran.code == 0
    assert "mill.md:3" in ran.out + ran.err
    assert mem.search("mill roof").at("mill.md:3")["as_of"] == GIT_DAY


def test_one_bad_note_stops_no_other(repo: RepoBuilder, mem: Mem) -> None:
    """Everything else is indexed as if the bad one were not there, and the bad one is found too."""
    repo.commit(
        GIT_DAY,
        {
            "a.md": "---\ndate: [\n---\n# A\n\nMill wheel: oak\n",
            "b.md": "---\n\tkey: {unclosed\n---\n# B\n\nMill stone: grey\n",
            "c.md": "# C\n\nMill race: deep\n",
            "d.md": "---\na: &x 1\nb: *x\nc: !!python/object:os.system [1]\n---\n# D\n\nMill door: red\n",
        },
    )
    ran = mem("index")
    assert ran.code == 0
    assert "Traceback" not in ran.err
    assert {result["path"] for result in mem.search("mill").results} == {"a.md", "b.md", "c.md", "d.md"}


def test_nothing_is_dated_1970_or_now(repo: RepoBuilder, mem: Mem) -> None:
    """Whatever is written in the field."""
    repo.commit(
        GIT_DAY, {f"m{i}.md": note(f"date: {value}") for i, value in enumerate([*BAD, "0", "-1", "1e9"])}
    )
    for result in mem.search("mill depth").results:
        assert result["as_of"] == GIT_DAY
