"""A word of the question that is written otherwise in the notes is found, and the answer says so."""

from __future__ import annotations

import pytest

from gitmem import Memory
from gitmem.agents.answers import tell
from gitmem.clock import parse_instant
from tests.builder import RepoBuilder
from tests.running import NOW, Mem

NOTES = "# Office\n\n- The colour of the door is teal\n- Jürgen Müller has the key\n"


@pytest.mark.parametrize(
    ("question", "line", "told"),
    [
        ("color of the door", 3, "color is written colour here"),
        ("Mueller key", 4, "Mueller is written muller"),
    ],
)
def test_it_is_found_and_said(repo: RepoBuilder, mem: Mem, question: str, line: int, told: str) -> None:
    """Lost otherwise: "history never held" about what stands in the notes."""
    repo.commit("2026-01-10", {"office.md": NOTES})
    shown = mem("search", question)
    assert shown.code == 0
    assert f"office.md:{line}" in shown.out and told in shown.out and "nothing found" not in shown.out


def test_history_is_searched_for_every_spelling(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: what was taken out is called never recorded by who spells it another way."""
    repo.commit("2026-01-10", {"office.md": NOTES})
    repo.commit("2026-02-10", {"office.md": "# Office\n\n- closed\n"})
    for question in ("Mueller", "color"):
        found = mem.search(question).data
        assert found["absence"] == "removed" and len(found["history"]) == 1, question
        assert found["terms"][0]["spelled"] == []


def test_a_word_that_no_spelling_holds_is_proven_absent(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: every absence would be in doubt."""
    repo.commit("2026-01-10", {"office.md": NOTES})
    found = mem.search("harbour").data
    assert (found["absence"], found["terms"][0]["state"]) == ("proven", "never-recorded")


def test_agents_are_told_too(repo: RepoBuilder) -> None:
    """Lost otherwise: an agent quotes a word that is in no note."""
    repo.commit("2026-01-10", {"office.md": NOTES})
    told = tell("search", Memory(repo.path, now=parse_instant(NOW)).search("color"))
    assert "color is written colour here." in told.text
