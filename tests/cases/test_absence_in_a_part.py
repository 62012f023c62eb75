"""A search of some notes or days says of a word that others hold that it stands elsewhere."""

from __future__ import annotations

import pytest

from gitmem import Memory
from gitmem.agents.answers import tell
from gitmem.clock import parse_instant
from tests.builder import RepoBuilder
from tests.running import NOW, Mem


@pytest.fixture
def boiler(repo: RepoBuilder) -> RepoBuilder:
    """A note of January and one of June."""
    repo.commit("2026-01-01", {"house/boiler.md": "# Boiler\n\nBoiler serviced by Anton\n"})
    repo.commit("2026-06-02", {"other.md": "# Other\n\nPainted the fence\n"})
    return repo


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--since", "2026-05-01"), "text dated from 2026-05-01"),
        (("--until", "2025-12-31"), "text dated to 2025-12-31"),
        (("--path", "other.md"), "2 notes, of which 1 matches other.md"),
        (("--path", "typo.md"), "2 notes, of which none match typo.md"),
    ],
)
def test_what_stands_outside_is_said(
    boiler: RepoBuilder, mem: Mem, options: tuple[str, ...], said: str
) -> None:
    """Lost otherwise: "history never held" of what a note says today, for a day or a slip in a path."""
    shown = mem("search", "boiler", *options)
    assert shown.code == 1
    assert "elsewhere in the notes: boiler" in shown.out and "never" not in shown.out
    assert said in " ".join(shown.out.split())
    assert [term["state"] for term in mem.search("boiler", *options).data["terms"]] == ["elsewhere"]


def test_what_stands_nowhere_is_still_proven(boiler: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: no part of the notes could ever be said to lack a word."""
    shown = mem("search", "boiler zebra", "--path", "other.md")
    assert "elsewhere in the notes: boiler" in shown.out and "nothing found for: zebra" in shown.out
    assert mem.search("zebra", "--path", "other.md").data["terms"][0]["state"] == "never-recorded"


def test_agents_are_told_to_look_elsewhere(boiler: RepoBuilder) -> None:
    """Lost otherwise: an agent says that there is no record, after it looked at one note."""
    told = tell("search", Memory(boiler.path, now=parse_instant(NOW)).search("boiler", path="other.md"))
    assert 'hold "boiler"' in told.text and "ecord" not in told.text
    both = tell("search", Memory(boiler.path, now=parse_instant(NOW)).search("boiler zebra", path="other.md"))
    assert 'hold "boiler"' in both.text and 'No record of "zebra"' in both.text
