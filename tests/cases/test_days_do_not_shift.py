"""A day that somebody wrote is that day, wherever the computer stands.

Lost otherwise: "3 July" is shown as 2 July west of Greenwich, and a fact turns stale a day early.
"""

from __future__ import annotations

import time

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu"]
NOTE = (
    "---\nupdated: 2026-07-03\n---\n# Canoe\n\n- Canoe rack: 14\n\n"
    "Canoe colour: teal [verified: 2026-07-02]\n\n## 2026-07-04\n\n- Canoe dock: North pier\n"
)


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The computer's own time zone."""
    name: str = request.param
    monkeypatch.setenv("TZ", name)
    time.tzset()
    return name


def test_written_days_and_ages(zone: str, repo: RepoBuilder, mem: Mem) -> None:
    """Front matter, tag and heading give their day; ages are counted in UTC days up to --now."""
    repo.commit("2026-09-30T23:30:00Z", {"canoe.md": NOTE})
    answer = mem.search("canoe")
    expected = {
        "canoe.md:6": ("2026-07-03", 90, "FRESH", "front-matter:updated"),
        "canoe.md:8": ("2026-07-02", 91, "AGING", "tag"),
        "canoe.md:12": ("2026-07-04", 89, "FRESH", "heading"),
    }
    for cite, wanted in expected.items():
        result = answer.at(cite)
        assert (result["as_of"], result["age_days"], result["status"], result["date_source"]) == wanted


@pytest.mark.parametrize(
    ("moment", "day", "age"),
    [
        ("2026-09-30T23:30:00+00:00", "2026-09-30", 1),
        ("2026-10-01T01:30:00+14:00", "2026-10-01", 0),
        ("2026-09-29T13:30:00-11:00", "2026-09-29", 2),
    ],
)
def test_commits_show_the_day_of_their_own_zone(
    moment: str, day: str, age: int, zone: str, repo: RepoBuilder, mem: Mem
) -> None:
    """The day is the author's, not the reader's; nothing is ever younger than today."""
    repo.commit(moment, {"canoe.md": "# Canoe\n\n- Canoe rack: 14\n"})
    result = mem.search("canoe rack").at("canoe.md:3")
    assert result["as_of"] == day
    assert result["age_days"] == age


def test_limits_include_their_day(zone: str, repo: RepoBuilder, mem: Mem) -> None:
    """--since and --until take the whole day they name."""
    repo.commit("2026-09-30T23:30:00Z", {"canoe.md": NOTE})
    assert mem.search("canoe", "--since", "2026-07-04").cites == ["canoe.md:12"]
    assert mem.search("canoe", "--until", "2026-07-02").cites == ["canoe.md:8"]
    both = mem.search("canoe", "--since", "2026-07-03", "--until", "2026-07-03")
    assert [cite for cite in both.cites if cite != "canoe.md:2"] == ["canoe.md:6"]


@pytest.mark.parametrize(
    ("now", "age"),
    [
        ("2026-10-01", 1),
        ("2026-10-01T00:00:00Z", 1),
        ("2026-10-01T23:59:59Z", 1),
        ("2026-10-02T00:30:00+02:00", 1),
    ],
)
def test_now_is_an_instant_not_a_local_time(
    now: str, age: int, zone: str, repo: RepoBuilder, mem: Mem
) -> None:
    """The same --now gives the same age everywhere."""
    repo.commit("2026-09-30T12:00:00Z", {"canoe.md": "# Canoe\n\n- Canoe rack: 14\n"})
    assert mem.search("canoe rack", now=now).at("canoe.md:3")["age_days"] == age


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "2026-02-30", "01.10.2026", ""])
@pytest.mark.parametrize("option", ["--since", "--until"])
def test_a_malformed_day_is_refused(option: str, text: str, repo: RepoBuilder, mem: Mem) -> None:
    """One line naming what was written, exit 2; never a guess."""
    repo.commit("2026-09-30", {"canoe.md": NOTE})
    ran = mem("search", option, text, "canoe")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()[-1:]) == 1
    assert not text or text in ran.err
