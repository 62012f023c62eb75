"""What `git mem hook` judges and tells where git or a framework says little about what is going on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

MILL = "# Mill\n\n- Owner: Ann\n"
TWO = "# Mill\n\n- Owner: Ann\n- Owner: Bo\n"


@pytest.fixture
def pushing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The framework's pre-push stage for a branch of which the other side has nothing."""
    monkeypatch.setenv("PRE_COMMIT_REMOTE_NAME", "origin")
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/main")


@pytest.mark.usefixtures("pushing")
def test_a_first_push_is_judged_by_what_is_pushed(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: a line that nobody pushes stops the push, or its cure on disk lets it pass."""
    repo.commit("2026-01-01", {"mill.md": MILL})
    repo.write({"mill.md": TWO})
    assert mem("hook", "check").code == 0
    repo.commit("2026-01-02", {"mill.md": TWO})
    repo.write({"mill.md": MILL})
    assert mem("hook", "check").code == 1


@pytest.mark.usefixtures("pushing")
def test_another_branch_than_the_one_here_is_pushed(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`git push origin side` from main."""
    repo.commit("2026-01-01", {"mill.md": MILL})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"mill.md": TWO})
    repo.switch("main")
    assert mem("hook", "check").code == 0
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/side")
    assert mem("hook", "check").code == 1


@pytest.mark.parametrize("folder", ["rebase-merge", "rebase-apply"])
def test_a_rebase_is_told_from_where_it_began(folder: str, repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: a reset in one of its steps makes git forget that in ORIG_HEAD."""
    began = repo.commit("2026-01-01", {"mill.md": MILL})
    repo.commit("2026-01-02", {"mill.md": TWO})
    repo.git("update-ref", "ORIG_HEAD", repo.head)
    assert mem("hook", "post-rewrite", "rebase").err == ""
    (repo.git_path / folder).mkdir()
    (repo.git_path / folder / "orig-head").write_text(f"{began}\n")
    told = mem("hook", "post-rewrite", "rebase")
    assert told.code == 0
    assert "mill.md:4" in told.err


def test_steps_of_a_rebase_that_stopped_are_not_told_one_by_one(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: every amended step of a long rebase waits for the index."""
    repo.commit("2026-01-01", {"mill.md": MILL})
    (repo.git_path / "rebase-merge").mkdir()
    assert mem("hook", "post-rewrite", "amend").code == 0
    assert not (repo.git_path / "gitmem").exists()


def test_a_shallow_clone_may_be_pushed_from(repo: RepoBuilder, tmp_path: Path) -> None:
    """A range is judged as far as it is known, and what is missing is told; the gate is the CI job."""
    repo.commit("2026-01-01", {"mill.md": MILL})
    repo.commit("2026-01-02", {"log.md": "# Log\n"})
    repo.commit("2026-01-03", {"log.md": "# Log\n\nMore.\n"})
    mem = Mem(repo.clone(tmp_path / "cut", depth=2).path, tmp_path)
    ran = mem("check", "HEAD~1..HEAD")
    assert (ran.code, ran.out.count("--unshallow") + ran.err.count("--unshallow")) == (4, 1)
