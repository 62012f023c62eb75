"""Commits that are more than one edited line: merges resolved by hand, deletions, first commits.

Lost otherwise: the unusual commit is the one that brings the contradiction in, or that cannot be made.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from filelock import FileLock

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked, footprint, without_git_mem
from tests.hooks.steps import COMMIT, CONTRADICTION, HARMLESS, OWNED, PLAIN, fork, staged
from tests.running import Mem

RIVAL = PLAIN.replace("- Built", "- Owner: Bo Fry\n- Built")


@pytest.fixture
def quarrel(hooked: Hooked) -> Hooked:
    """A merge in which git could not decide between two owners."""
    repo = hooked.repo
    repo.commit("2024-03-01", {"mill.md": PLAIN})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": RIVAL})
    repo.switch("main")
    repo.commit("2024-04-02", {"mill.md": OWNED})
    assert hooked.git("merge", "-q", "side").code == 1
    return hooked


BOTH = OWNED.replace("- Owner: Ada Ek\n", "- Owner: Ada Ek\n- Owner: Bo Fry\n")
STRUCK = BOTH.replace("- Owner: Ada Ek\n", "- ~~Owner: Ada Ek~~ superseded 2024-05-01\n")


@pytest.mark.parametrize("text", [BOTH, None], ids=["both-kept", "markers-kept"])
@pytest.mark.representatives(1)
def test_resolved_wrongly(text: str | None, quarrel: Hooked) -> None:
    """Both lines kept, or the markers: stopped, and the merge is still under way."""
    if text is not None:
        quarrel.repo.write({"mill.md": text})
    done = quarrel.git("commit", "-q", "-a", "--no-edit")
    assert done.code == 1
    assert "mill.md:3" in done.err
    assert (quarrel.repo.git_path / "MERGE_HEAD").exists()


@pytest.mark.parametrize("text", [OWNED, RIVAL, STRUCK, PLAIN], ids=["ours", "theirs", "struck", "neither"])
@pytest.mark.representatives(2)
def test_resolved_rightly(text: str, quarrel: Hooked) -> None:
    """One of them, the other struck, or none at all."""
    quarrel.repo.stage({"mill.md": text})
    done = quarrel.git("commit", "-q", "--no-edit")
    assert (done.code, done.err) == (0, "")
    assert quarrel.repo.ask("rev-list", "--parents", "-n1", "HEAD").count(" ") == 2


def test_what_a_parent_already_held_is_not_new(hooked: Hooked) -> None:
    """The other branch has had the two owners for long; merging it is not what made them."""
    repo = hooked.repo
    repo.commit("2024-03-01", {"mill.md": OWNED})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": OWNED + CONTRADICTION})
    repo.switch("main")
    repo.commit("2024-04-02", {"mill.md": OWNED + CONTRADICTION, "log.md": "# Log\n"})
    done = hooked.git("merge", "-q", "--no-edit", "side")
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("command", ["cherry-pick", "revert", "rebase"])
@pytest.mark.parametrize("right", [True, False], ids=["right", "wrong"])
@pytest.mark.representatives(2)
def test_continued_after_a_conflict(command: str, right: bool, hooked: Hooked) -> None:
    """Where git asks the commit hook again it is heard; after a rebase it is told at the end."""
    repo = hooked.repo
    repo.commit("2024-03-01", {"mill.md": PLAIN})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": RIVAL})
    if command == "revert":
        repo.commit("2024-04-02", {"mill.md": PLAIN})
        repo.branch("main-again")
        repo.commit("2024-04-03", {"mill.md": OWNED})
        assert hooked.git("revert", "--no-edit", "HEAD~1").code == 1
    else:
        repo.switch("main")
        repo.commit("2024-04-02", {"mill.md": OWNED})
        if command == "rebase":
            repo.switch("side")
        assert hooked.git(command, {"cherry-pick": "side", "rebase": "main"}[command]).code == 1
    repo.stage({"mill.md": STRUCK if right else BOTH})
    done = hooked.git(command, "--continue")
    assert (done.code == 0) == (right or command == "rebase")
    assert ("1 contradiction" in done.err) == (not right)


DELETED = {
    "a-note": {"other.md": None},
    "the-note-with-the-owner": {"mill.md": None},
    "the-settings": {".gitmem.toml": None},
    "all": {"other.md": None, "mill.md": None, ".gitmem.toml": None},
}


@pytest.mark.parametrize("gone", DELETED)
@pytest.mark.representatives(1)
def test_a_commit_that_only_deletes(gone: str, hooked: Hooked) -> None:
    """It passes, and the index knows that the note is gone."""
    repo = hooked.repo
    repo.commit("2024-03-01", {"mill.md": OWNED, "other.md": "# Other\n", ".gitmem.toml": "# none\n"})
    assert hooked.ask("index").code == 0
    repo.stage(DELETED[gone])
    done = hooked.git(*COMMIT)
    assert (done.code, done.err) == (0, "")


def test_deleting_the_excuse(hooked: Hooked) -> None:
    """Two owners were declared to be meant; who deletes the declaration is not stopped for old lines."""
    repo = hooked.repo
    excuse = '[facts]\nmulti_valued = ["owner"]\n'
    repo.commit("2024-03-01", {"mill.md": OWNED, ".gitmem.toml": excuse})
    hooked.commits({"mill.md": OWNED + CONTRADICTION})
    assert hooked.commit({".gitmem.toml": None}).code == 0
    assert hooked.ask("check", "--all").code == 1


def test_the_first_commit_of_an_orphan_branch(hooked: Hooked) -> None:
    """A branch without parents has nothing that was there before."""
    hooked.repo.commit("2024-03-01", {"mill.md": OWNED + CONTRADICTION})
    hooked.repo.switch("fresh", orphan=True)
    done = hooked.commit({"mill.md": OWNED, "log.md": "# Log\n\n- Mill owner: Bo Fry\n"})
    assert done.code == 1
    hooked.commits({"log.md": "# Log\n\n- Mill door: red\n"})


@pytest.mark.parametrize("line", [CONTRADICTION, HARMLESS], ids=["bad", "good"])
def test_in_a_linked_work_tree(line: str, tmp_path: Path) -> None:
    """The same hooks, an index of its own, and the main tree is as it was."""
    repo = RepoBuilder.create(tmp_path / "main")
    repo.commit("2024-03-01", {"mill.md": OWNED})
    tree = repo.worktree(tmp_path / "linked", "side")
    hooked = Hooked(tree, Mem(tree.path, tmp_path)).copy_hooks()
    before = (repo.git_path / "index").read_bytes(), repo.head
    done = hooked.commit({"mill.md": OWNED + line})
    assert done.code == (1 if line is CONTRADICTION else 0)
    assert ("mill.md:9" in done.err) == (line is CONTRADICTION)
    assert ((repo.git_path / "index").read_bytes(), repo.head) == before
    assert repo.ask("status", "--porcelain") == ""


@pytest.mark.parametrize("line", [CONTRADICTION, HARMLESS], ids=["bad", "good"])
def test_a_merge_in_a_linked_work_tree(line: str, tmp_path: Path) -> None:
    """The other parent is found there too."""
    repo = RepoBuilder.create(tmp_path / "main")
    fork(repo, line)
    tree = repo.worktree(tmp_path / "linked", "third")
    hooked = Hooked(tree, Mem(tree.path, tmp_path)).copy_hooks()
    done = hooked.git("merge", "-q", "--no-edit", "side")
    assert (done.code != 0) == (line is CONTRADICTION)


@pytest.mark.parametrize("way", ["core.hooksPath", "install-hooks"])
def test_other_ways_to_put_the_hooks_there(way: str, hooked: Hooked, tmp_path: Path) -> None:
    """A folder that git is pointed at, or the command that writes them."""
    folder = tmp_path / "shared-hooks"
    hooked.hooks.rename(folder)
    if way == "core.hooksPath":
        hooked.repo.config("core.hooksPath", str(folder))
    else:
        assert hooked.ask("install-hooks").code == 0
    staged(hooked.repo, CONTRADICTION)
    done = hooked.git(*COMMIT)
    assert done.code == 1
    assert "mill.md:9" in done.err


def test_settings_that_cannot_be_read(hooked: Hooked) -> None:
    """Nobody can judge by them: the commit is stopped by one line that names file and line."""
    hooked.repo.commit("2024-03-01", {"mill.md": OWNED})
    done = hooked.commit({".gitmem.toml": "[facts\n"})
    assert done.code != 0
    assert ".gitmem.toml" in done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) == 1


def test_settings_that_are_only_on_disk(hooked: Hooked) -> None:
    """Half written settings are no part of the commit; it is judged by the staged ones."""
    hooked.repo.commit("2024-03-01", {"mill.md": OWNED})
    hooked.repo.write({".gitmem.toml": "[facts\n"})
    assert "mill.md:9" in hooked.commit({"mill.md": OWNED + CONTRADICTION}).err
    hooked.commits({"mill.md": OWNED + HARMLESS})


def test_another_process_holds_the_locks(hooked: Hooked) -> None:
    """What is staged has just been judged: nobody waits for whoever is refreshing at the same moment."""
    staged(hooked.repo, CONTRADICTION)
    assert hooked.git(*COMMIT).code == 1
    with ExitStack() as held:
        for path in (hooked.repo.git_path / "gitmem").glob("*.lock"):
            held.enter_context(FileLock(path))
        assert "mill.md:9" in hooked.git(*COMMIT).err


def test_a_damaged_index(hooked: Hooked) -> None:
    """Files of gitmem are nonsense: the contradiction is stopped and a harmless commit is not."""
    hooked.repo.commit("2024-03-01", {"mill.md": OWNED})
    for line, code in ((CONTRADICTION, 1), (HARMLESS, 0)):
        assert hooked.ask("index", "--rebuild").code == 0
        for path in (hooked.repo.git_path / "gitmem").iterdir():
            path.write_bytes(b"nonsense\n" * 50)
        done = hooked.commit({"mill.md": OWNED + line})
        assert done.code == code, done.err
        assert ("mill.md:9" in done.err) == (code == 1)


def test_nothing_to_do_without_git_mem(hooked: Hooked) -> None:
    """Somebody who has not installed it can commit and merge."""
    hooked.mem.script().unlink()
    staged(hooked.repo, CONTRADICTION)
    hooked.environment["PATH"] = without_git_mem(hooked.environment["PATH"])
    done = hooked.git(*COMMIT)
    assert (done.code, done.err) == (0, "")


def test_by_hand_it_leaves_the_index_file_alone(hooked: Hooked) -> None:
    """`git mem hook pre-commit` and `check --staged` read git's index and never write it."""
    staged(hooked.repo, CONTRADICTION)
    index = (hooked.repo.git_path / "index").read_bytes()
    before = footprint(hooked.repo)
    for arguments in (("hook", "pre-commit"), ("hook", "check"), ("check", "--staged"), ("check", "--all")):
        assert hooked.ask(*arguments).code == 1
    assert (hooked.repo.git_path / "index").read_bytes() == index
    assert footprint(hooked.repo) == before


def test_a_hook_is_silent_between_its_lines(hooked: Hooked) -> None:
    """Nothing on standard output, and the way past it is named."""
    staged(hooked.repo, CONTRADICTION)
    done = hooked.git(*COMMIT)
    assert done.out == ""
    assert "commit stopped" in done.err
    assert "git commit --no-verify" in done.err
    assert all(name in done.err for name in ("Ada Ek", "Bo Fry", "2024-03-01", "Iris Vale"))
