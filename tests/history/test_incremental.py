"""What is learned step by step equals what is learned at once.

Lost otherwise: answers depend on when somebody last ran gitmem, and a rebuild changes the past.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.history.dating import Dater, assert_equals_blame
from tests.history.generator import Generator


def imported(seed: int, path: Path, commits: int = 24) -> tuple[RepoBuilder, list[str]]:
    """A generated history in a bare repository, and the ids of its commits."""
    repo = RepoBuilder.create(path, bare=True)
    return repo, repo.fast_import(Generator(seed).history(commits, branches=3 + seed % 2))


def point(repo: RepoBuilder, commit: str) -> None:
    """Moves HEAD's branch without touching a work tree."""
    repo.git("update-ref", "refs/heads/main", commit)


@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.representatives(2)
def test_every_first_parent_step(seed: int, tmp_path: Path) -> None:
    """As if somebody asked after every pull."""
    repo, _ = imported(seed, tmp_path / "repo")
    dater = Dater(repo)
    for commit in repo.ask("rev-list", "--reverse", "--first-parent", "main").split():
        point(repo, commit)
        assert_equals_blame(repo, dater)


@pytest.mark.parametrize("seed", range(200, 208))
@pytest.mark.representatives(2)
def test_jumping_between_any_commits(seed: int, tmp_path: Path) -> None:
    """Switches, resets and merges in any order: the answer is that of the commit HEAD is at."""
    repo, ids = imported(seed, tmp_path / "repo")
    dater = Dater(repo)
    for commit in random.Random(seed).sample(ids, 10):
        point(repo, commit)
        assert_equals_blame(repo, dater)


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(2000, 2100))
def test_jumping_for_long(seed: int, tmp_path: Path) -> None:
    """The same with longer histories and many more seeds."""
    repo, ids = imported(seed, tmp_path / "repo", commits=60)
    dater = Dater(repo)
    for commit in random.Random(seed).sample(ids, 25):
        point(repo, commit)
        assert_equals_blame(repo, dater)


@pytest.fixture
def two_branches(repo: RepoBuilder) -> RepoBuilder:
    """Main and side, three commits each, on a common base."""
    body = [f"- line {number} about the harbour\n" for number in range(12)]
    repo.commit("2025-01-01", {"a.md": "".join(body), "b.md": "- other note\n"})
    repo.switch("side", new=True)
    for step in range(3):
        body[step] = f"- side says {step}\n"
        repo.commit(f"2025-02-0{step + 1}", {"a.md": "".join(body)})
    repo.switch("main")
    body = [f"- line {number} about the harbour\n" for number in range(12)]
    for step in range(3):
        body[11 - step] = f"- main says {step}\n"
        repo.commit(f"2025-03-0{step + 1}", {"a.md": "".join(body), "c.md": f"- c {step}\n"})
    return repo


def test_after_a_rebase(two_branches: RepoBuilder) -> None:
    """The rewritten commits are named, not the ones they replace."""
    dater = Dater(two_branches)
    two_branches.switch("side")
    assert_equals_blame(two_branches, dater)
    two_branches.rebase("main", "2026-01-01")
    assert_equals_blame(two_branches, dater)


def test_after_an_amend(two_branches: RepoBuilder) -> None:
    """The last commit is another one now."""
    dater = Dater(two_branches)
    assert_equals_blame(two_branches, dater)
    two_branches.amend("2026-01-01", {"c.md": "- c amended\n"})
    assert_equals_blame(two_branches, dater)


def test_after_switching_branches(two_branches: RepoBuilder) -> None:
    """There and back, twice."""
    dater = Dater(two_branches)
    for name in ("main", "side", "main", "side"):
        two_branches.switch(name)
        assert_equals_blame(two_branches, dater)


def test_after_a_hard_reset(two_branches: RepoBuilder) -> None:
    """Back in time, and on from there in another direction."""
    dater = Dater(two_branches)
    assert_equals_blame(two_branches, dater)
    two_branches.reset("HEAD~2")
    assert_equals_blame(two_branches, dater)
    two_branches.commit("2026-01-01", {"a.md": "- all new\n"})
    assert_equals_blame(two_branches, dater)


def test_after_merging_what_was_known_apart(two_branches: RepoBuilder) -> None:
    """Both sides were learned before they met."""
    dater = Dater(two_branches)
    for name in ("side", "main"):
        two_branches.switch(name)
        assert_equals_blame(two_branches, dater)
    two_branches.merge("side", "2026-01-01")
    assert_equals_blame(two_branches, dater)


def test_after_pruning(two_branches: RepoBuilder) -> None:
    """Commits that git forgot are no longer needed either."""
    dater = Dater(two_branches)
    two_branches.switch("side")
    assert_equals_blame(two_branches, dater)
    two_branches.switch("main")
    two_branches.git("branch", "-q", "-D", "side")
    two_branches.prune()
    assert_equals_blame(two_branches, dater)
    two_branches.commit("2026-01-01", {"a.md": "- all new\n"})
    assert_equals_blame(two_branches, dater)


def test_after_packing(two_branches: RepoBuilder) -> None:
    """Loose or packed, with a commit graph or without, the answer is one."""
    dater = Dater(two_branches)
    assert_equals_blame(two_branches, dater)
    two_branches.git("gc", "-q")
    two_branches.git("commit-graph", "write", "--reachable", "--changed-paths")
    two_branches.commit("2026-01-01", {"b.md": "- other note\n- more\n"})
    assert_equals_blame(two_branches, dater)


def test_a_known_branch_with_wrong_clocks(repo: RepoBuilder) -> None:
    """git itself loses sight of what a range excludes when dates run backwards for a while."""
    repo.commit("2025-01-01", {"a.md": "- a\n"})
    repo.commit("2025-01-02", {"a.md": "- a\n- b\n"})
    repo.switch("skewed", new=True)
    for step in range(12):
        repo.commit(1_000_000 + step, {"s.md": f"- s {step}\n"})
    repo.commit("2026-01-01", {"s.md": "- s end\n"})
    dater = Dater(repo)
    assert_equals_blame(repo, dater)
    repo.switch("main")
    repo.commit("2025-06-01", {"a.md": "- a\n- b\n- c\n"})
    assert_equals_blame(repo, dater)


def test_a_store_that_was_thrown_away(two_branches: RepoBuilder) -> None:
    """Everything is learned again; nothing else is lost."""
    dater = Dater(two_branches)
    assert_equals_blame(two_branches, dater)
    dater.forget()
    assert_equals_blame(two_branches, dater)


def test_strict_and_default_do_not_mix(tmp_path: Path) -> None:
    """A repository asked in default mode first still equals blame in strict mode."""
    repo, _ = imported(104, tmp_path / "repo")
    relaxed = Dater(repo, strict=False)
    for path in relaxed.paths():
        relaxed.origins(path)
    assert_equals_blame(repo, Dater(repo))
