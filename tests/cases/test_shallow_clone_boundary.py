"""In a clone whose history is cut, the cut must not pass for the day everything was written.

Lost otherwise: a CI job or an agent in a shallow clone takes two-year-old text for news.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Json, Mem

DAYS = ("2024-11-05", "2025-04-02", "2026-09-12")


@pytest.fixture
def whole(repo: RepoBuilder) -> RepoBuilder:
    """Three notes, written far apart."""
    repo.commit(DAYS[0], {"kiln.md": "# Kiln\n\n- Kiln keeper: Asa Brook\n"}, "kiln")
    repo.commit(DAYS[1], {"loom.md": "# Loom\n\n- Loom keeper: Fay Reed\n"}, "loom")
    repo.commit(DAYS[2], {"wheel.md": "# Wheel\n\n- Wheel keeper: Jon Pike\n"}, "wheel")
    return repo


def cut(whole: RepoBuilder, tmp_path: Path, depth: int) -> tuple[RepoBuilder, Mem]:
    """A shallow clone and its command line."""
    clone = whole.clone(tmp_path / f"cut{depth}", depth=depth)
    return clone, Mem(clone.path, tmp_path)


def dated(result: Json) -> tuple[str | None, str]:
    """Date and status of a result."""
    return result["as_of"], result["status"]


def test_nothing_is_dated_by_the_boundary(whole: RepoBuilder, tmp_path: Path) -> None:
    """Every line of a depth-1 clone is at least this old, and nothing more is known."""
    _, mem = cut(whole, tmp_path, 1)
    answer = mem.search("keeper")
    assert len(answer.results) == 3
    for result in answer.results:
        assert dated(result) == (None, "UNKNOWN")
        assert result["age_days"] is None
        assert result["date_source"] == "unknown"
        assert result["origin"]["boundary"] is True
    assert answer.data["history_complete"] is False


def test_the_cause_and_the_cure_are_named_once(whole: RepoBuilder, tmp_path: Path) -> None:
    """One warning on stderr, however many lines are concerned; the answer itself stays clean."""
    _, mem = cut(whole, tmp_path, 1)
    answer = mem.search("keeper")
    assert answer.code == 0
    assert "shallow" in answer.err
    assert answer.err.count("git fetch --unshallow") == 1
    assert answer.err.count("fetch-depth: 0") == 1


def test_commits_above_the_boundary_keep_their_dates(whole: RepoBuilder, tmp_path: Path) -> None:
    """Only what lies on the boundary is unknown."""
    _, mem = cut(whole, tmp_path, 2)
    answer = mem.search("keeper")
    assert dated(answer.at("wheel.md:3")) == (DAYS[2], "FRESH")
    assert dated(answer.at("loom.md:3")) == (None, "UNKNOWN")
    assert dated(answer.at("kiln.md:3")) == (None, "UNKNOWN")


def test_written_dates_speak_in_a_shallow_clone(repo: RepoBuilder, tmp_path: Path) -> None:
    """A tag or a dated heading does not depend on history."""
    repo.commit("2025-01-01", {"a.md": "# Oven\n\nOven door: oak [verified: 2026-09-01]\n"})
    repo.commit("2025-01-02", {"b.md": "# Log\n\n## 2026-08-20\n\n- Oven floor: brick\n"})
    _, mem = cut(repo, tmp_path, 1)
    answer = mem.search("oven")
    assert dated(answer.at("a.md:3")) == ("2026-09-01", "FRESH")
    assert dated(answer.at("b.md:5")) == ("2026-08-20", "FRESH")


def test_absence_cannot_be_proven(whole: RepoBuilder, tmp_path: Path) -> None:
    """Text that was deleted below the cut would be missed, so "there is no record" may not be said."""
    _, mem = cut(whole, tmp_path, 1)
    answer = mem.search("furnace")
    assert answer.code == 4
    assert (answer.data["no_match"], answer.data["absence"]) == (True, "unproven")
    assert answer.data["absence_reasons"] == ["shallow"]


def test_no_boundary_date_survives_the_cure(whole: RepoBuilder, tmp_path: Path) -> None:
    """After the history is fetched every line has its own date, and nothing cached stays behind."""
    clone, mem = cut(whole, tmp_path, 1)
    mem.search("keeper")
    clone.unshallow()
    answer = mem.search("keeper")
    assert dated(answer.at("kiln.md:3")) == (DAYS[0], "STALE")
    assert dated(answer.at("loom.md:3")) == (DAYS[1], "STALE")
    assert dated(answer.at("wheel.md:3")) == (DAYS[2], "FRESH")
    assert "shallow" not in answer.err
    assert mem.search("furnace").code == 1


def test_deepening_moves_the_boundary(whole: RepoBuilder, tmp_path: Path) -> None:
    """A fetch that brings one more commit brings one more date, with HEAD where it was."""
    clone, mem = cut(whole, tmp_path, 1)
    mem.search("keeper")
    clone.git("fetch", "-q", "--deepen=1")
    answer = mem.search("keeper")
    assert dated(answer.at("wheel.md:3")) == (DAYS[2], "FRESH")
    assert dated(answer.at("kiln.md:3")) == (None, "UNKNOWN")


def test_cutting_a_whole_clone_again_forgets_what_is_gone(whole: RepoBuilder, tmp_path: Path) -> None:
    """`git fetch --depth` shortens a history too; dates that cannot be shown any more are not claimed."""
    clone, mem = cut(whole, tmp_path, 3)
    assert dated(mem.search("keeper").at("loom.md:3")) == (DAYS[1], "STALE")
    clone.git("fetch", "-q", "--depth=1")
    assert dated(mem.search("keeper").at("loom.md:3")) == (None, "UNKNOWN")


def test_a_true_root_is_no_boundary(whole: RepoBuilder, mem: Mem) -> None:
    """git blame marks both alike; in a whole repository the first commit has a real date."""
    assert dated(mem.search("keeper").at("kiln.md:3")) == (DAYS[0], "STALE")
    assert mem.search("keeper").at("kiln.md:3")["origin"]["boundary"] is False


def test_new_work_in_a_shallow_clone_is_dated(whole: RepoBuilder, tmp_path: Path) -> None:
    """People commit in shallow clones; their own lines are known to the day."""
    clone, mem = cut(whole, tmp_path, 1)
    clone.commit("2026-09-20", {"kiln.md": "# Kiln\n\n- Kiln keeper: Asa Brook\n- Kiln heat: 900 C\n"})
    answer = mem.search("kiln")
    assert dated(answer.at("kiln.md:4")) == ("2026-09-20", "FRESH")
    assert dated(answer.at("kiln.md:3")) == (None, "UNKNOWN")
