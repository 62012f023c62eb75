""" "Not", "never" and "no longer" in a sentence are about that sentence.

Lost otherwise: a note that adds something is read as a denial of everything near it.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import LIVE, conflicts, live, present, statuses, values
from tests.running import Mem

TANK = "# Tank\n\nThe fuel tank is full.\n\n- Tank size: 60\n"
REMARKS = [
    "Do not forget to write down the size of the fuel tank.",
    "The old pump is no longer used, so the tank is never empty.",
    "Nothing is said about the tank size: it is not up to us.",
    "The tank size is never to be guessed.",
    "We no longer sail in winter; the fuel tank does not freeze.",
]


@pytest.mark.parametrize("configured", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("remark", REMARKS)
def test_a_remark_denies_nothing(remark: str, configured: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Both facts stand, whatever else is written in the neighbourhood."""
    if configured:
        repo.commit("2026-06-01", {".gitmem.toml": '[facts]\nsingle_valued = ["tank size", "fuel tank"]\n'})
    repo.commit("2026-07-02", {"tank.md": TANK})
    repo.commit("2026-09-02", {"remarks.md": f"# Remarks\n\n{remark}\n"})
    assert {"tank.md:3", "tank.md:5"} <= set(live(mem, "fuel tank size"))
    assert conflicts(mem) == []
    assert present(mem, "tank size") == ["60"]


def test_in_the_note_itself(repo: RepoBuilder, mem: Mem) -> None:
    """The same beside the facts."""
    repo.commit("2026-07-02", {"tank.md": TANK})
    repo.commit("2026-09-02", {"tank.md": TANK + "\n" + "\n\n".join(REMARKS) + "\n"})
    assert not {"SUPERSEDED", "RETRACTED", "CONTESTED"} & set(statuses(mem, "fuel tank size").values())


@pytest.mark.parametrize(
    "sentence", ["Tern's skipper is no longer Lise Vang.", "The skipper is no longer Lise Vang."]
)
def test_a_sentence_that_ends_a_value(sentence: str, repo: RepoBuilder, mem: Mem) -> None:
    """ "X is no longer Y" names key and value: that value, and only that one, has ended."""
    repo.commit("2026-06-01", {".gitmem.toml": '[facts]\nsingle_valued = ["skipper", "berth keeper"]\n'})
    repo.commit("2026-07-02", {"tern.md": "# Tern\n\n- Skipper: Lise Vang\n- Berth keeper: Lise Vang\n"})
    repo.commit(
        "2026-09-02",
        {"tern.md": f"# Tern\n\n- Skipper: Lise Vang\n- Berth keeper: Lise Vang\n\n{sentence}\n"},
    )
    found = statuses(mem, "tern skipper berth keeper")
    assert found["tern.md:3"] in ("RETRACTED", "SUPERSEDED")
    assert found["tern.md:4"] in LIVE


def test_an_end_of_another_value_is_no_end(repo: RepoBuilder, mem: Mem) -> None:
    """That somebody else is no longer skipper says nothing about this one."""
    repo.commit("2026-06-01", {".gitmem.toml": '[facts]\nsingle_valued = ["skipper"]\n'})
    repo.commit("2026-07-02", {"tern.md": "# Tern\n\n- Skipper: Lise Vang\n"})
    repo.commit(
        "2026-09-02", {"log.md": "# Log\n\n## 2026-09-02\n\nTern's skipper is no longer Rolf Haug.\n"}
    )
    assert "tern.md:3" in live(mem, "tern skipper")


def test_an_end_is_not_told_as_a_value(repo: RepoBuilder, mem: Mem) -> None:
    """An agent that reads "old pump: used" has been told the opposite of what the note says."""
    repo.commit("2026-07-02", {"tank.md": "# Tank\n\nThe old pump is no longer used.\n"})
    assert values(mem, "old pump", "old pump") == ["no longer used"]
