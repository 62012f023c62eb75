"""Few of the ways to move a branch run a hook; a search must not answer from before the move.

Lost otherwise: after a pull, a switch or a reset the old value is given out as the present one.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder, stamp
from tests.hooks.hooked import DAY, Hooked

NOW = f"{DAY}T12:00:00Z"
OLD, NEW = "# Dairy\n\n- Manager: Ivo Kern\n", "# Dairy\n\n- Manager: Jara Lund\n"


@pytest.fixture
def pulled_from(hooked: Hooked) -> Hooked:
    """A colleague has pushed a new manager; here lies one commit of one's own, and an index."""
    repo = hooked.repo
    repo.commit("2024-02-01", {"dairy.md": OLD})
    origin = repo.clone(repo.path.parent / "origin.git", bare=True)
    mate = origin.clone(repo.path.parent / "mate")
    mate.commit("2024-03-01", {"dairy.md": NEW})
    mate.git("push", "-q", "origin", "main")
    repo.git("remote", "add", "origin", "../origin.git")
    repo.git("fetch", "-q", "origin")
    repo.git("branch", "-q", "--set-upstream-to=origin/main", "main")
    repo.branch("old")
    repo.commit("2024-03-02", {"forge.md": "# Forge\n\n- Manager: Kal Brandt\n"})
    assert hooked.ask("index").code == 0
    return hooked


def manager(hooked: Hooked, of: str = "dairy") -> list[str]:
    """What a search gives; nothing when there is no such note."""
    results = hooked.mem.search(f"{of} manager", now=NOW).results
    return [r["text"].removeprefix("Manager: ") for r in results if r["path"] == f"{of}.md"]


@pytest.mark.parametrize("with_hooks", [True, False], ids=["hooks", "no-hooks"])
def test_pull_rebase_then_there_and_back(with_hooks: bool, pulled_from: Hooked) -> None:
    """Each answer is the one of the branch that is checked out."""
    hooked = pulled_from
    if not with_hooks:
        hooked.repo.config("core.hooksPath", "/dev/null")
    done = hooked.git("pull", "-q", "--rebase")
    assert (done.code, done.err) == (0, "")
    assert (manager(hooked), manager(hooked, "forge")) == (["Jara Lund"], ["Kal Brandt"])
    hooked.repo.switch("old")
    assert (manager(hooked), manager(hooked, "forge")) == (["Ivo Kern"], [])
    assert hooked.mem.search("kal brandt", now=NOW).code == 1
    hooked.repo.switch("main")
    assert manager(hooked) == ["Jara Lund"]


MOVES = {
    "reset": (("reset", "-q", "--hard", "origin/main"),),
    "checkout-of-a-file": (("checkout", "-q", "origin/main", "--", "dairy.md"),),
    "detach": (("checkout", "-q", "--detach", "origin/main"),),
    "restore": (("restore", "--source=origin/main", "dairy.md"),),
    "cherry-pick": (("cherry-pick", "origin/main"),),
    "merge": (("merge", "-q", "--no-edit", "origin/main"),),
    "squash": (("merge", "-q", "--squash", "origin/main"),),
    "stash": (
        ("checkout", "-q", "origin/main", "--", "dairy.md"),
        ("stash", "push", "-q"),
        ("stash", "pop", "-q"),
    ),
}


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.representatives(3)
def test_any_other_move(move: str, pulled_from: Hooked) -> None:
    """With the index built before it, and no search between the commands."""
    for command in MOVES[move]:
        done = pulled_from.git(*command)
        assert done.code == 0, done.err
    assert manager(pulled_from) == ["Jara Lund"]


def test_a_mailed_patch(pulled_from: Hooked) -> None:
    """`git am` runs no hook of ours."""
    patch = pulled_from.repo.git("format-patch", "--stdout", "-1", "origin/main")
    done = pulled_from.git("am", "-q", stdin=patch)
    assert done.code == 0, done.err
    assert manager(pulled_from) == ["Jara Lund"]


def test_the_hook_has_done_the_work(pulled_from: Hooked) -> None:
    """After post-rewrite nothing is left for the search to do: the stored index is already the new one."""
    pulled_from.git("pull", "-q", "--rebase")
    state = _index_files(pulled_from.repo)
    assert manager(pulled_from) == ["Jara Lund"]
    assert _index_files(pulled_from.repo) == state


def _index_files(repo: RepoBuilder) -> dict[str, bytes]:
    folder = repo.git_path / "gitmem"
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def test_a_long_rebase_is_one_change(pulled_from: Hooked) -> None:
    """Twenty commits are replayed; `git-mem` is called once, at the end."""
    repo = pulled_from.repo
    for number in range(20):
        date = int(stamp("2024-03-03").split()[0]) + number
        repo.commit(date, {f"n{number}.md": f"# Topic {number}\n\nText.\n"})
    calls = repo.path.parent / "calls"
    script = pulled_from.mem.script()
    script.rename(script.with_name("real"))
    script.write_text(f'#!/bin/sh\necho "$@" >> {calls}\nexec {script.with_name("real")} "$@"\n')
    script.chmod(0o755)
    done = pulled_from.git("pull", "-q", "--rebase")
    assert (done.code, done.err) == (0, "")
    assert calls.read_text().splitlines() == ["hook post-rewrite rebase"]
