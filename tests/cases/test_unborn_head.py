"""A repository without a commit is a place to start in, not an error.

Lost otherwise: the first day with gitmem ends in "bad revision HEAD".
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.running import Mem

PUMP = {"pump.md": "# Pump\n\n- Pump maker: Orrin & Sons\n"}


@pytest.mark.parametrize("staged", [True, False], ids=["staged", "untracked"])
def test_search_before_the_first_commit(staged: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The note is found and marked as not committed."""
    if staged:
        repo.stage(PUMP)
    else:
        repo.write(PUMP)
    assert mem("index").code == 0
    answer = mem.search("pump maker")
    result = answer.at("pump.md:3")
    assert result["date_source"] == ("uncommitted" if staged else "untracked")
    assert (result["as_of"], result["status"]) == (None, "FRESH")
    assert answer.data["head"] is None
    assert answer.err == ""


def test_absence_is_proven_without_history(repo: RepoBuilder, mem: Mem) -> None:
    """There is no history, so nothing can have been deleted from it."""
    repo.stage(PUMP)
    answer = mem.search("turbine")
    assert (answer.code, answer.data["absence"]) == (1, "proven")


@pytest.mark.parametrize(
    "verb", [["stats"], ["doctor"], ["index"], ["blame", "pump.md"]], ids=lambda verb: verb[0]
)
@pytest.mark.parametrize("staged", [True, False], ids=["note", "empty"])
def test_every_verb_works(staged: bool, verb: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """Nothing that names HEAD fails, with a note or in an empty repository."""
    if staged:
        repo.stage(PUMP)
    elif verb[0] == "blame":
        pytest.skip("there is no note to blame")
    ran = mem(*verb)
    assert ran.code == 0, ran.err
    assert "HEAD" not in ran.err
    assert "Traceback" not in ran.err


def test_the_first_commit_gives_the_date(repo: RepoBuilder, mem: Mem) -> None:
    """From unborn to born without rebuilding anything."""
    repo.stage(PUMP)
    mem.search("pump")
    repo.commit("2026-09-02")
    result = mem.search("pump maker").at("pump.md:3")
    assert (result["date_source"], result["as_of"]) == ("git", "2026-09-02")


def test_an_orphan_branch_starts_anew(repo: RepoBuilder, mem: Mem) -> None:
    """Switching to a branch without commits is the same as having none."""
    repo.commit("2025-01-01", {"old.md": "# Old\n\n- Valve: brass\n"})
    mem.search("valve")
    repo.switch("fresh-start", orphan=True)
    repo.stage(PUMP)
    assert mem.search("pump maker").at("pump.md:3")["date_source"] == "uncommitted"
    assert mem.search("valve").data["results"] == []


def test_a_plain_folder_works_without_dates(tmp_path: Path) -> None:
    """No repository: everything but git's dates, said once."""
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "pump.md").write_text(PUMP["pump.md"])
    (folder / "dated.md").write_text("# Log\n\n## 2026-09-09\n\n- Pump valve: brass\n")
    mem = Mem(folder, tmp_path)
    answer = mem.search("pump maker valve")
    undated = answer.at("pump.md:3")
    assert (undated["status"], undated["as_of"], undated["date_source"]) == ("UNKNOWN", None, "unknown")
    assert answer.at("dated.md:5")["as_of"] == "2026-09-09"
    assert answer.data["head"] is None
    assert len(answer.err.splitlines()) == 1
    absent = mem.search("turbine")
    assert (absent.code, absent.data["absence"]) == (4, "unproven")
    assert absent.data["absence_reasons"] == ["no-git"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """One line that names the folder, exit 2."""
    mem = Mem(tmp_path, tmp_path)
    for arguments in (
        ["-C", str(tmp_path / "gone"), "search", "x"],
        ["--root", str(tmp_path / "gone"), "search", "x"],
    ):
        ran = mem(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1
        assert "gone" in ran.err


def test_the_first_commit_goes_through_the_hook(hooked: Hooked) -> None:
    """Nothing in the hook needs a commit to compare with."""
    hooked.commits(PUMP)
    assert hooked.repo.ask("ls-files") == "pump.md"


def test_the_first_commit_may_be_stopped_too(hooked: Hooked) -> None:
    """Two notes of the very first commit disagree and nothing says which is newer."""
    done = hooked.commit({"pump.md": "# Pump\n\n- Owner: Ida\n", "log.md": "# Log\n\n- Pump owner: Jon\n"})
    assert done.code == 1
    assert "pump.md:3" in done.err
    assert "log.md:3" in done.err
    assert hooked.repo.run("rev-parse", "--verify", "-q", "HEAD").returncode != 0
