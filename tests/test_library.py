"""What `from gitmem import Memory` promises to programs."""

from __future__ import annotations

import runpy
from datetime import date
from pathlib import Path

import pytest

from gitmem import Memory
from gitmem.cli.demo import build_demo
from gitmem.clock import parse_instant
from gitmem.config import DatePreference
from gitmem.errors import RootError, UsageError
from tests.builder import RepoBuilder
from tests.running import NOW, PROJECT


@pytest.fixture
def memory(repo: RepoBuilder) -> Memory:
    repo.commit("2026-09-01", {"tea.md": "# Tea\n\n- Kettle: copper\n- Kettle price: $40\n"})
    return Memory(repo.path, now=parse_instant(NOW))


def test_a_search_gives_typed_results(memory: Memory) -> None:
    response = memory.search("copper kettle", k=1)
    assert not response.no_match
    (result,) = response.results
    assert (result.cite, result.as_of, result.age_days) == ("tea.md:3", date(2026, 9, 1), 30)
    assert result.origin is not None
    assert result.origin.author == "Iris Vale"


def test_a_blame_gives_the_pieces_of_a_note(memory: Memory) -> None:
    assert [chunk.line for chunk in memory.blame("tea.md").chunks] == [3, 4]
    assert [chunk.text for chunk in memory.blame("tea.md:4").chunks] == ["Kettle price: $40"]


@pytest.mark.parametrize("place", ["none.md", "tea.md:x", "tea.md:99", "../tea.md", ""])
def test_a_place_that_is_not_there_is_a_usage_error(memory: Memory, place: str) -> None:
    with pytest.raises(UsageError):
        memory.blame(place)


def test_refresh_and_stats_count(memory: Memory) -> None:
    report = memory.refresh()
    assert (report.files_indexed, report.chunks_indexed, report.rebuilt) == (1, 2, True)
    assert not memory.refresh().rebuilt
    assert memory.refresh(rebuild=True).rebuilt
    stats = memory.stats()
    assert stats.chunks_by_status == {"FRESH": 2}
    assert (stats.oldest, stats.newest) == (date(2026, 9, 1), date(2026, 9, 1))


def test_an_answer_is_current_without_being_told(memory: Memory, repo: RepoBuilder) -> None:
    assert memory.search("saucer").no_match
    repo.write({"new.md": "- Saucer: white\n"})
    assert memory.search("saucer").results[0].date_source == "untracked"
    repo.commit("2026-09-02", {"new.md": "- Saucer: white\n"})
    assert memory.search("saucer").results[0].as_of == date(2026, 9, 2)


def test_the_preferred_date_can_be_chosen(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"a.md": "- Kettle\n"}, committer_date="2026-02-02")
    memory = Memory(repo.path, now=parse_instant(NOW), prefer=DatePreference.COMMITTER)
    assert memory.search("kettle").results[0].as_of == date(2026, 2, 2)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RootError):
        Memory(tmp_path / "none")


def test_the_example_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build_demo(tmp_path)
    example = runpy.run_path(str(PROJECT / "examples" / "library.py"))
    assert "9:00 to 17:00" in example["answer"](str(tmp_path), "workshop opening hours")
    assert example["answer"](str(tmp_path), "fax") == "nothing about 'fax': proven"
    assert "12: uncommitted" in example["dates"](str(tmp_path), "places.md")


def test_the_story_is_told(tmp_path: Path) -> None:
    """Each way of changing a fact is told with its evidence, on both axes of time, and can be proven."""
    story = runpy.run_path(str(PROJECT / "examples" / "story.py"))
    folder = tmp_path / "orion"
    folder.mkdir()
    story["build"](folder)
    told = list(story["tell"](folder))
    shown = "\n".join(" ".join(line.split()) for line in told)
    assert "FRESH log.md:5 Orion project lead: Ines Falk" in shown
    assert "SUPERSEDED orion.md:6 Project lead: Sam Okafor by log.md:5" in shown
    assert [line.split()[1] for line in told if line.startswith(("  now", "  before"))] == [
        *("Ines", "Sam", "Kai", "Dana")
    ]
    for kind in ("written-dates", "struck", "replaced"):
        assert kind in shown
    assert "by all we know today? Kai Moss" in shown.replace("\n", " ")
    assert "2025-11-30: Dana Whit 2026-03-01: Kai Moss 2026-05-01: Sam Okafor" in shown.replace("\n", " ")
    assert "changed Project lead: Dana Whit (972a956:orion.md:5) -> Sam Okafor" in shown
    assert told[-1] == "  asked again in another clone: the same"


test_the_example_runs = pytest.mark.wall_clock(test_the_example_runs)
