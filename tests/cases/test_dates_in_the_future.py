"""A mistyped year must not make a line young for ever.

Lost otherwise: "2062" for "2026", and the line wins against everything until 2062.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present
from tests.running import Json, Mem

LINE = "Furnace fitter: Nia Bell"
PLACES = {
    "tag": (f"# Furnace\n\n- {LINE} [verified: 2062-05-01]\n", "f.md", 3),
    "front-matter": (f"---\nupdated: 2062-05-01\n---\n# Furnace\n\n- {LINE}\n", "f.md", 6),
    "heading": (f"# Furnace\n\n## 2062-05-01\n\n- {LINE}\n", "f.md", 5),
    "filename": (f"# Furnace\n\n- {LINE}\n", "daily/2062-05-01.md", 3),
    "text": (f"# Furnace\n\n- {LINE}, as of 2062-05-01\n", "f.md", 3),
}


def assert_not_young(result: Json) -> None:
    """Neither fresh nor of negative age nor dated after now."""
    assert result["status"] != "FRESH"
    assert result["age_days"] is None or result["age_days"] >= 0
    assert result["as_of"] is None or result["as_of"] <= "2026-10-01"


@pytest.mark.parametrize("place", PLACES)
def test_never_fresh(place: str, repo: RepoBuilder, mem: Mem) -> None:
    """Wherever the future date is written, the old line stays old."""
    content, path, line = PLACES[place]
    repo.commit("2025-03-04", {path: content})
    assert_not_young(mem.search("furnace fitter").at(f"{path}:{line}"))


@pytest.mark.parametrize("place", [place for place in PLACES if place != "text"])
def test_the_typing_error_is_named(place: str, repo: RepoBuilder, mem: Mem) -> None:
    """Somebody has to hear of it: file, and the word future."""
    content, path, _ = PLACES[place]
    repo.commit("2025-03-04", {path: content})
    ran = mem("blame", path)
    told = ran.out + ran.err
    assert "future" in told
    assert "2062-05-01" in told


def test_the_next_source_speaks(repo: RepoBuilder, mem: Mem) -> None:
    """A bad tag below a good heading: the heading dates the line."""
    repo.commit("2025-03-04", {"f.md": f"# Furnace\n\n## 2026-08-01\n\n- {LINE} [verified: 2062-05-01]\n"})
    result = mem.search("furnace fitter").at("f.md:5")
    assert result["as_of"] in (None, "2026-08-01")
    assert result["age_days"] in (None, 61)


def test_a_commit_from_the_future(repo: RepoBuilder, mem: Mem) -> None:
    """A wrong clock on one machine is the same fault in git's own dates."""
    repo.commit("2025-03-04", {"a.md": "# A\n"})
    repo.commit("2062-05-01", {"f.md": f"# Furnace\n\n- {LINE}\n"})
    assert_not_young(mem.search("furnace fitter").at("f.md:3"))


def test_a_commit_from_the_epoch(repo: RepoBuilder, mem: Mem) -> None:
    """Second zero means that somebody had no clock; the line is not fifty-six years old for certain."""
    repo.commit("2025-03-04", {"a.md": "# A\n"})
    repo.commit(0, {"f.md": f"# Furnace\n\n- {LINE}\n"})
    result = mem.search("furnace fitter").at("f.md:3")
    assert (result["status"], result["as_of"], result["age_days"]) == ("UNKNOWN", None, None)


@pytest.mark.parametrize("wrong", ["2062-05-01", 0], ids=["future", "epoch"])
@pytest.mark.parametrize("preferred", ["author", "committer"])
def test_only_one_clock_was_wrong(preferred: str, wrong: str | int, repo: RepoBuilder, mem: Mem) -> None:
    """The other date of the commit speaks, with low confidence, whichever is preferred."""
    repo.commit("2025-03-04", {"a.md": "# A\n"})
    dates: tuple[str | int, str | int] = (
        (wrong, "2026-02-02") if preferred == "author" else ("2026-02-02", wrong)
    )
    repo.commit(dates[0], {"f.md": f"# Furnace\n\n- {LINE}\n"}, committer_date=dates[1])
    ran = mem("--date-by", preferred, "search", "--json", "furnace fitter")
    result = next(result for result in ran.json["results"] if result["cite"] == "f.md:3")
    assert (result["as_of"], result["date_confidence"]) == ("2026-02-02", "low")


def test_today_and_later(repo: RepoBuilder, mem: Mem) -> None:
    """It is tomorrow already in the east of the world, so one day is allowed for; more is a mistake."""
    lines = "Furnace oil: low [verified: 2026-10-02]\n\nFurnace gas: low [verified: 2026-10-03]\n"
    repo.commit("2025-03-04", {"f.md": f"# F\n\n{lines}"})
    answer = mem.search("furnace")
    assert (answer.at("f.md:3")["status"], answer.at("f.md:3")["age_days"]) == ("FRESH", 0)
    assert_not_young(answer.at("f.md:5"))


def test_a_future_date_does_not_win_the_order(repo: RepoBuilder, mem: Mem) -> None:
    """Two lines say the same thing; the mistyped one does not come first because of its year."""
    repo.commit("2025-03-04", {"old.md": f"# Furnace\n\n- {LINE} [verified: 2062-05-01]\n"})
    repo.commit("2026-08-09", {"new.md": "# Furnace\n\n- Furnace fitter: Tom Gray [verified: 2026-08-09]\n"})
    assert mem.search("furnace fitter").cites[0] == "new.md:3"


FITTER = "- Furnace fitter: Tom Gray\n"
DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["furnace fitter"]\n'}


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("place", ["tag", "front-matter"])
def test_a_future_date_makes_nothing_current(place: str, declared: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The entry of August is not hidden by a line that was last seen in 2062."""
    content, path, line = PLACES[place]
    repo.commit("2025-03-04", {path: content, **(DECLARED if declared else {})})
    repo.commit("2026-08-09", {"log.md": f"# Log\n\n## 2026-08-09\n\n{FITTER}"})
    found = {result["cite"]: result for result in mem.search("furnace fitter").results}
    assert found["log.md:5"]["status"] in ("FRESH", "CONTESTED")
    assert_not_young(found[f"{path}:{line}"])
    assert "Tom Gray" in present(mem, "furnace fitter")


@pytest.mark.parametrize("place", ["tag", "front-matter"])
def test_the_mistake_is_work_to_do(place: str, repo: RepoBuilder, mem: Mem) -> None:
    """`stale` ends with 1 and names the file, the line and the date."""
    content, path, _ = PLACES[place]
    repo.commit("2025-03-04", {path: content})
    ran = mem("stale", "--json")
    assert ran.code == 1
    reasons = [reason for item in ran.json["items"] for reason in item["reasons"]]
    told = [(reason["kind"], reason["date"]) for reason in reasons if reason["date"]]
    assert told == [("future-date", "2062-05-01")]
    assert reasons[0]["place"].startswith(f"{path}:")


def test_an_entry_of_a_day_to_come_is_a_plan(repo: RepoBuilder, mem: Mem) -> None:
    """A heading may well speak of next month: not yet, and the present value stays."""
    repo.commit("2026-03-04", {"furnace.md": "# Furnace\n\n- Owner: Nia Bell\n", **DECLARED})
    repo.commit("2026-09-04", {"log.md": "# Log\n\n## 2026-11-01\n\n- Furnace owner: Tom Gray\n"})
    answer = mem.search("furnace owner")
    assert answer.at("log.md:5")["status"] == "PLANNED"
    assert answer.at("furnace.md:3")["status"] == "AGING"
    assert present(mem, "furnace owner") == ["Nia Bell"]
    assert conflicts(mem) == []
    assert (
        mem.search("furnace owner", now="2026-11-02T12:00:00Z").at("furnace.md:3")["status"] == "SUPERSEDED"
    )


def test_a_commit_from_the_future_orders_by_its_place(repo: RepoBuilder, mem: Mem) -> None:
    """A wrong clock does not decide; who knew whom does."""
    repo.commit("2062-05-01", {"furnace.md": "# Furnace\n\n- Owner: Nia Bell\n"})
    repo.commit("2026-08-09", {"furnace.md": "# Furnace\n\n- Owner: Tom Gray\n"})
    assert present(mem, "furnace owner") == ["Tom Gray"]
