"""Inside a hook git has set variables that point at one repository; not every question is about that one.

Lost otherwise: a search in one repository is answered from another, or a hook in a linked work tree reads
or damages the wrong index.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import DAY, Hooked, footprint
from tests.running import Mem, Ran

NOW = f"{DAY}T12:00:00Z"


@pytest.fixture
def linked(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> Hooked:
    """A linked work tree of `repo` in which another mate is staged."""
    repo.commit("2024-02-01", {"brig.md": "# Brig\n\n- Owner: Odd Moen\n"})
    tree = repo.worktree(tmp_path / "linked", "side")
    tree.stage({"brig.md": "# Brig\n\n- Owner: Pia Ness\n"})
    return Hooked(tree, Mem(tree.path, tmp_path)).copy_hooks()


@pytest.fixture
def other(tmp_path: Path) -> RepoBuilder:
    """A repository that has nothing to do with it."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2024-01-01", {"brig.md": "# Brig\n\n- Owner: Zoe Falk\n"})
    return other


def owners(ran: Ran) -> list[str]:
    """The owners that a search has found."""
    assert ran.code == 0, ran.err
    return [result["text"].removeprefix("Owner: ") for result in ran.json["results"]]


def test_the_hooks_are_shared(linked: Hooked, repo: RepoBuilder) -> None:
    """Put there from the linked tree, they work in both, each on its own index."""
    main = Hooked(repo, Mem(repo.path, repo.path.parent))
    for hooked, line in ((linked, "- Owner: Una Berg\n"), (main, "- Owner: Tor Dahl\n")):
        text = "# Brig\n\n- Owner: Odd Moen\n"
        done = hooked.commit({"brig.md": text + line})
        assert done.code == 1
        assert line.strip("- \n").partition(": ")[2] in done.err
        hooked.commits({"brig.md": text.replace("Owner", "Master")})


def test_a_commit_in_the_linked_tree_touches_nothing_else(
    linked: Hooked, repo: RepoBuilder, other: RepoBuilder
) -> None:
    """The main tree's index and files, and another repository, are what they were."""
    index = (repo.git_path / "index").read_bytes()
    before = footprint(other)
    done = linked.git("commit", "-q", "-m", "owner")
    assert (done.code, done.err) == (0, "")
    assert linked.repo.ask("show", "HEAD:brig.md").endswith("Pia Ness")
    assert (repo.git_path / "index").read_bytes() == index
    assert repo.ask("status", "--porcelain") == ""
    assert repo.run("fsck").returncode == 0
    assert footprint(other) == before


@pytest.mark.parametrize("option", ["--root", "-C"])
def test_a_folder_that_is_named_beats_what_is_inherited(
    option: str, linked: Hooked, repo: RepoBuilder, other: RepoBuilder
) -> None:
    """As a script does that a hook of one repository runs over another one."""
    foreign = {"GIT_DIR": str(linked.repo.git_path), "GIT_INDEX_FILE": str(repo.git_path / "index")}
    foreign["GIT_WORK_TREE"] = str(linked.repo.path)
    foreign["GIT_OBJECT_DIRECTORY"] = str(repo.git_path / "objects")
    before = footprint(repo)
    ran = linked.mem.process(
        option, str(other.path), "search", "--json", "brig owner", environment=foreign, now=NOW
    )
    assert owners(ran) == ["Zoe Falk"]
    checked = linked.mem.process(option, str(other.path), "check", "--staged", environment=foreign, now=NOW)
    assert (checked.code, checked.err) == (0, "")
    assert footprint(repo) == before
    assert not (repo.git_path / "gitmem").exists()


def test_the_staged_text_of_the_other_repository(
    linked: Hooked, repo: RepoBuilder, other: RepoBuilder
) -> None:
    """Its index is judged, not the one the variable names."""
    other.stage({"brig.md": "# Brig\n\n- Owner: Zoe Falk\n- Owner: Max Lie\n"})
    foreign = {"GIT_DIR": str(linked.repo.git_path), "GIT_INDEX_FILE": str(repo.git_path / "index")}
    for option in ("--root", "-C"):
        ran = linked.mem.process(option, str(other.path), "check", "--staged", environment=foreign, now=NOW)
        assert ran.code == 1, ran.err
        assert "Max Lie" in ran.out


def test_every_work_tree_has_its_own_answers(linked: Hooked, repo: RepoBuilder) -> None:
    """The same question in both, one after the other and again."""
    for _ in range(2):
        for tree, owner in ((repo, "Odd Moen"), (linked.repo, "Pia Ness")):
            mem = Mem(tree.path, repo.path.parent)
            assert owners(mem("search", "--json", "brig owner", now=NOW)) == [owner]


def test_hooks_below_a_folder_of_the_work_tree(hooked: Hooked) -> None:
    """`git -C deep/folder commit` runs hooks at the top, with a prefix in the environment."""
    hooked.repo.commit("2024-02-01", {"deep/folder/brig.md": "# Brig\n\n- Owner: Odd Moen\n"})
    hooked.repo.stage({"deep/folder/brig.md": "# Brig\n\n- Owner: Odd Moen\n- Owner: Pia Ness\n"})
    done = hooked.git("-C", "deep/folder", "commit", "-q", "-m", "x")
    assert done.code == 1
    assert "deep/folder/brig.md:4" in done.err
