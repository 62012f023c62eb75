"""git knows which of two edits of one day came last.

Lost otherwise: morning and afternoon are called a contradiction.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, explained, live, present, timeline
from tests.running import Mem

DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["booth number", "door code"]\n'}
SHAPES = ["- Booth number: {}\n", "**Booth number:** {}\n", "Booth number: {}\n", "The booth number is {}.\n"]


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_afternoon_wins(shape: str, declared: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Replaced in place at three o'clock; what stood at nine is history of that day."""
    extra = DECLARED if declared else {}
    repo.commit("2026-09-11T09:00:00Z", {"booth.md": f"# Booth\n\n{shape.format(3)}", **extra})
    last = repo.commit("2026-09-11T15:00:00Z", {"booth.md": f"# Booth\n\n{shape.format(8)}"})
    repo.commit("2026-09-11T17:00:00Z", {"fair.md": f"# Fair\n\n{shape.format(9)}"})
    assert conflicts(mem) == []
    assert live(mem, "booth number") == ["booth.md:3", "fair.md:3"]
    if shape.startswith("The"):
        return
    steps = timeline(mem, "booth number")
    assert ("before", "3", "2026-09-11", "2026-09-11") in steps
    fact = explained(mem, "booth number")
    former = next(step for step in fact["steps"] if step["value"] == "3")
    assert former["ended_by"]["commit"] == last
    assert former["cite"] == f"{last}^:booth.md:3"
    assert former["origin"]["author_time"].startswith("2026-09-11T09:00")
    assert former["ended_by"]["author_time"].startswith("2026-09-11T15:00")


def test_a_note_of_another_subject_has_its_own(repo: RepoBuilder, mem: Mem) -> None:
    """The fair writes down its own booth number; the booth's note is not touched by it."""
    repo.commit("2026-09-11", {"booth.md": "# Booth\n\n- Booth number: 3\n", **DECLARED})
    repo.commit("2026-09-12", {"fair.md": "# Fair\n\n- Booth number: 9\n"})
    assert live(mem, "booth number") == ["booth.md:3", "fair.md:3"]
    assert conflicts(mem) == []


def test_many_edits_on_one_day(repo: RepoBuilder, mem: Mem) -> None:
    """Five codes in one day: the last is the code, the others follow in their order."""
    codes = ["4417", "9032", "1285", "7761", "5508"]
    repo.commit("2026-09-01", {**DECLARED})
    for hour, code in enumerate(codes):
        repo.commit(f"2026-09-11T{hour + 9:02}:00:00Z", {"gate.md": f"# Gate\n\n- Door code: {code}\n"})
    assert [step[1] for step in timeline(mem, "gate door code")] == codes[::-1]


def test_entries_of_one_day_beside_a_note(repo: RepoBuilder, mem: Mem) -> None:
    """Two entries under one day's heading are shown both; nothing is hidden by the clock."""
    log = "# Log\n\n## 2026-09-11\n\n- Gate door code: 4417\n"
    repo.commit("2026-09-11T09:00:00Z", {"log.md": log, **DECLARED})
    repo.commit("2026-09-11T15:00:00Z", {"log.md": f"{log}- Gate door code: 9032\n"})
    shown = {result["cite"]: result["status"] for result in mem.search("gate door code").results}
    assert set(shown) == {"log.md:5", "log.md:6"}
    assert not {"SUPERSEDED", "RETRACTED"} & set(shown.values())


@pytest.mark.parametrize("minutes", [0, 1])
def test_clocks_do_not_decide(minutes: int, repo: RepoBuilder, mem: Mem) -> None:
    """The second edit was made on a machine whose clock was behind: still the second."""
    repo.commit("2026-09-11T15:00:00Z", {"gate.md": "# Gate\n\n- Door code: 4417\n", **DECLARED})
    repo.commit(f"2026-09-11T09:{minutes:02}:00Z", {"gate.md": "# Gate\n\n- Door code: 9032\n"})
    assert present(mem, "gate door code") == ["9032"]
