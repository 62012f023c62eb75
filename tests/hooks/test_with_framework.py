"""The same doors watched by pre-commit, with the hooks this project offers.

Lost otherwise: the framework skips the hook, hides what it says, or gives it another view of the commit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.framework import Framework
from tests.hooks.hooked import Hooked, footprint
from tests.hooks.steps import CONTRADICTION, HARMLESS, LINES, OWNED, STEPS, Heard, Step, ahead, staged
from tests.hooks.taking import arranged, taken
from tests.running import Mem

COVERED = {
    "commit-all",
    "commit-by-path",
    "commit-staged-not-on-disk",
    "commit-on-disk-not-staged",
    "amend",
    "merge-fast-forward",
    "merge",
    "merge-then-commit",
    "merge-squash",
    "rebase",
    "pull-rebase",
}
WATCHED = [step for step in STEPS if step.name in COVERED]


QUIET = {"commit-by-path", "commit-on-disk-not-staged", "merge", "merge-squash", "pull-rebase"}


@pytest.mark.stress
@pytest.mark.parametrize("step", [step for step in WATCHED if step.name in QUIET], ids=str)
def test_a_harmless_change_passes(step: Step, tmp_path: Path, framework: Framework) -> None:
    """And the repository is what it would be without hooks."""
    ours = framework.install(arranged(step, HARMLESS, tmp_path / "ours"))
    bare = arranged(step, HARMLESS, tmp_path / "bare")
    done, plain = taken(step, ours), taken(step, bare)
    assert done.code == plain.code == 0, done.err
    assert "1 contradiction" not in done.err + done.out
    assert "no files to check" not in done.err + done.out
    assert footprint(ours.repo, objects=False) == footprint(bare.repo, objects=False)


@pytest.mark.parametrize("step", WATCHED, ids=str)
@pytest.mark.representatives(3)
def test_a_contradiction_is_heard(step: Step, tmp_path: Path, framework: Framework) -> None:
    """Stopped where it can be, told where it cannot."""
    ours = framework.install(arranged(step, CONTRADICTION, tmp_path / "ours"))
    bare = arranged(step, CONTRADICTION, tmp_path / "bare")
    stopped = step.heard is Heard.STOPPED
    if stopped:
        bare.refuse()
    done, plain = taken(step, ours), taken(step, bare)
    assert (done.code != 0) == stopped
    assert done.code == plain.code
    heard = done.err + done.out
    assert all(cite in heard for cite in LINES) == (step.heard is not Heard.NOTHING)
    assert footprint(ours.repo, objects=False) == footprint(bare.repo, objects=False)


@pytest.fixture
def configured(hooked: Hooked, framework: Framework) -> Hooked:
    """The framework's configuration is in the repository, as it is in a pipeline."""
    hooked.repo.commit("2024-02-01", {".pre-commit-config.yaml": framework.configuration()})
    return hooked


def test_a_pipeline_with_nothing_staged(configured: Hooked, framework: Framework) -> None:
    """`run --all-files` judges what is committed, not the empty difference; then it is settled."""
    repo = configured.repo
    ahead(repo, CONTRADICTION)
    repo.switch("side")
    ran = framework.run(repo.path, "run", "--all-files")
    assert ran.code == 1
    assert all(cite in ran.out for cite in LINES)
    repo.commit("2024-05-02", {"mill.md": OWNED})
    assert framework.run(repo.path, "run", "--all-files").code == 0


@pytest.mark.stress
def test_a_pipeline_that_looks_at_everything_else(configured: Hooked, framework: Framework) -> None:
    """No note is in the list of files; the notes are judged all the same."""
    ahead(configured.repo, CONTRADICTION)
    configured.repo.switch("side")
    configured.repo.commit("2024-05-01", {"a.py": "pass\n"})
    assert framework.run(configured.repo.path, "run", "--files", "a.py").code == 1
    assert framework.run(configured.repo.path, "run").code == 1


@pytest.mark.stress
def test_staged_and_run_by_hand(configured: Hooked, framework: Framework) -> None:
    """Before the commit: the staged contradiction is found with and without a list of files."""
    staged(configured.repo, CONTRADICTION)
    before = footprint(configured.repo, objects=False)
    for options in ((), ("--all-files",), ("--files", "mill.md"), ("gitmem-check",)):
        ran = framework.run(configured.repo.path, "run", *options)
        assert ran.code == 1
        assert all(cite in ran.out for cite in LINES)
    assert footprint(configured.repo, objects=False) == before


@pytest.mark.stress
@pytest.mark.parametrize("stage", ["manual", "pre-merge-commit"])
def test_other_stages_by_hand(stage: str, configured: Hooked, framework: Framework) -> None:
    """The same judgement under another name."""
    ahead(configured.repo, CONTRADICTION)
    configured.repo.switch("side")
    ran = framework.run(configured.repo.path, "run", "--all-files", "--hook-stage", stage)
    assert ran.code == 1
    configured.repo.commit("2024-05-02", {"mill.md": OWNED})
    ran = framework.run(configured.repo.path, "run", "--all-files", "--hook-stage", stage)
    assert ran.code == 0, ran.out


@pytest.mark.parametrize("stage", ["post-merge", "post-rewrite", "manual"])
@pytest.mark.representatives(1)
def test_the_index_by_hand(stage: str, configured: Hooked, framework: Framework) -> None:
    """It refreshes, and never fails."""
    configured.repo.commit("2024-03-01", {"mill.md": OWNED + CONTRADICTION})
    options = ("--hook-stage", stage, *(("--is-squash-merge", "0") if stage == "post-merge" else ()))
    options += ("--rewrite-command", "rebase") if stage == "post-rewrite" else ()
    ran = framework.run(configured.repo.path, "run", "gitmem-index", *options)
    assert ran.code == 0, ran.out
    assert "Passed" in ran.out
    assert (configured.repo.git_path / "gitmem").is_dir()


@pytest.mark.parametrize("line", [CONTRADICTION, HARMLESS], ids=["bad", "good"])
@pytest.mark.representatives(1)
def test_a_push(line: str, hooked: Hooked, framework: Framework) -> None:
    """The commits that are pushed are judged, not the branch that is checked out."""
    repo = hooked.repo
    ahead(repo, line)
    origin = repo.clone(repo.path.parent / "origin.git", bare=True)
    origin.git("update-ref", "refs/heads/side", repo.rev("main"))
    repo.git("remote", "add", "origin", "../origin.git")
    repo.git("fetch", "-q", "origin")
    framework.install(hooked, ("pre-push",))
    done = hooked.git("push", "-q", "origin", "side")
    assert (done.code != 0) == (line is CONTRADICTION)
    assert all(cite in done.out + done.err for cite in LINES) == (line is CONTRADICTION)
    assert (origin.rev("side") == repo.rev("side")) == (line is HARMLESS)


@pytest.mark.stress
def test_a_branch_that_is_rewritten_and_deleted(hooked: Hooked, framework: Framework) -> None:
    """The cure may be pushed over the contradiction, and a branch may go."""
    repo = hooked.repo
    ahead(repo, CONTRADICTION)
    origin = repo.clone(repo.path.parent / "origin.git", bare=True)
    repo.git("remote", "add", "origin", "../origin.git")
    repo.git("fetch", "-q", "origin")
    framework.install(hooked, ("pre-push",))
    repo.switch("side")
    repo.amend("2024-05-01", {"mill.md": OWNED + HARMLESS})
    done = hooked.git("push", "-q", "--force", "origin", "side")
    assert done.code == 0, done.out + done.err
    assert origin.rev("side") == repo.head
    assert hooked.git("push", "-q", "--delete", "origin", "side").code == 0


@pytest.mark.stress
@pytest.mark.parametrize("stage", ["pre-commit", "pre-push"])
def test_a_range_of_commits(stage: str, configured: Hooked, framework: Framework) -> None:
    """`--from-ref` and `--to-ref`, as pipelines call it for a branch: what the branch brings is judged."""
    repo = configured.repo
    ahead(repo, CONTRADICTION)
    refs = ("--from-ref", "main", "--to-ref", "side", "--hook-stage", stage)
    assert framework.run(repo.path, "run", *refs).code == 1
    assert framework.run(repo.path, "run", *refs[:3], "main", *refs[4:]).code == 0
    repo.switch("side")
    repo.switch("later", new=True)
    repo.commit("2024-05-01", {"other.md": "# Other\n"})
    assert framework.run(repo.path, "run", "--from-ref", "side", "--to-ref", "later").code == 0


@pytest.mark.stress
@pytest.mark.parametrize("line", [CONTRADICTION, HARMLESS], ids=["bad", "good"])
def test_a_first_push(line: str, hooked: Hooked, framework: Framework) -> None:
    """A branch that the other side does not know, and a repository that it does not know."""
    repo = hooked.repo
    ahead(repo, line)
    origin = RepoBuilder.create(repo.path.parent / "origin.git", bare=True)
    repo.git("remote", "add", "origin", "../origin.git")
    framework.install(hooked, ("pre-push",))
    for branch in ("main", "side"):
        done = hooked.git("push", "-q", "origin", branch)
    assert origin.rev("main") == repo.rev("main")
    assert (done.code != 0) == (line is CONTRADICTION)


@pytest.mark.stress
def test_in_a_linked_work_tree(tmp_path: Path, framework: Framework) -> None:
    """git sets more variables there, and the framework passes them on."""
    repo = RepoBuilder.create(tmp_path / "main")
    repo.commit("2024-03-01", {"mill.md": OWNED})
    tree = repo.worktree(tmp_path / "linked", "side")
    hooked = framework.install(Hooked(tree, Mem(tree.path, tmp_path)))
    index = (repo.git_path / "index").read_bytes()
    assert hooked.commit({"mill.md": OWNED + CONTRADICTION}).code == 1
    assert hooked.commit({"mill.md": OWNED + HARMLESS}).code == 0
    assert (repo.git_path / "index").read_bytes() == index
    assert repo.run("fsck").returncode == 0


def test_a_commit_that_only_deletes(hooked: Hooked, framework: Framework) -> None:
    """There is no file to hand over, and the hook runs."""
    hooked.repo.commit("2024-03-01", {"mill.md": OWNED, "other.md": "# Other\n"})
    framework.install(hooked)
    hooked.repo.stage({"other.md": None})
    done = hooked.git("commit", "-m", "gone")
    assert done.code == 0
    assert "no files to check" not in done.out + done.err


@pytest.mark.stress
def test_the_first_commit(hooked: Hooked, framework: Framework) -> None:
    """There is no HEAD to compare with, for the framework and for us."""
    framework.install(hooked)
    stopped = hooked.commit({"mill.md": OWNED, "log.md": "# Log\n\n- Mill owner: Bo Fry\n"})
    assert stopped.code == 1
    assert "log.md:3" in stopped.err + stopped.out
    assert hooked.commit({"log.md": "# Log\n\n- Mill door: red\n"}).code == 0


@pytest.mark.stress
def test_tried_before_it_is_configured(repo: RepoBuilder, framework: Framework) -> None:
    """`pre-commit try-repo` is how people look at a hook for the first time."""
    ahead(repo, CONTRADICTION)
    repo.switch("side")
    ran = framework.run(
        repo.path, "try-repo", str(framework.source), "gitmem-check", "--all-files", "--verbose"
    )
    assert ran.code == 1, ran.err
    assert all(cite in ran.out for cite in LINES)
