"""The same notes at different moments: a commit, the index that is being committed, the work tree, a folder.

A hook that reads the wrong index approves text that is not being committed, and refuses text that is.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gitmem.git.objects import Objects
from gitmem.git.repository import Repository
from gitmem.git.snapshot import CommitSnapshot, FolderSnapshot, Skipped, Snapshot, skipped_notes
from gitmem.git.worktree import WorktreeSnapshot, find_deviations, find_staged, index_checksum
from tests.builder import RepoBuilder, Symlink

WHO = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}

HOOK = """#!{python}
import os
from pathlib import Path
from gitmem.git.objects import Objects
from gitmem.git.repository import Repository
from gitmem.git.worktree import WorktreeSnapshot, find_staged
repository = Repository.open(Path.cwd(), explicit=False)
with Objects(repository.objects) as objects:
    snapshot = WorktreeSnapshot(repository, objects, find_staged(repository, (), ""))
    texts = [snapshot.read(path).decode() for path in sorted(snapshot.entries())]
Path({seen!r}).write_text("".join(texts))
"""


@pytest.fixture
def changed(repo: RepoBuilder) -> RepoBuilder:
    """A note that differs in HEAD, index and work tree, one that is new in the index, one nobody knows."""
    repo.commit("2026-01-01", {"a.md": "committed\n", "gone.md": "once\n"})
    repo.stage({"a.md": "staged\n", "b.md": "new\n", "gone.md": None})
    repo.write({"a.md": "edited\n", "c.md": "unknown\n"})
    return repo


def test_each_moment_has_its_own_notes(changed: RepoBuilder) -> None:
    repository = Repository.open(changed.path)
    assert repository.head is not None
    with Objects(repository.objects) as objects:
        kinds: dict[str, Snapshot] = {
            "commit": CommitSnapshot(repository.objects, objects, repository.head),
            "index": WorktreeSnapshot(repository, objects, find_staged(repository, (), "")),
            "work tree": WorktreeSnapshot(
                repository,
                objects,
                find_deviations(repository, repository.configuration, None, index_checksum(repository)),
            ),
            "folder": FolderSnapshot(changed.path),
        }
        found = {
            name: {path: kind.read(path) for path in sorted(kind.entries())} for name, kind in kinds.items()
        }
    assert found["commit"] == {"a.md": b"committed\n", "gone.md": b"once\n"}
    assert found["index"] == {"a.md": b"staged\n", "b.md": b"new\n"}
    assert found["work tree"] == {"a.md": b"edited\n", "b.md": b"new\n", "c.md": b"unknown\n"}
    assert found["folder"] == found["work tree"]


def test_an_unmerged_note_is_ours_in_the_index(repo: RepoBuilder) -> None:
    """While a conflict is open there are three stages; reading must not fail on them."""
    repo.commit("2026-01-01", {"a.md": "base\n"})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"a.md": "theirs\n"})
    repo.switch("main")
    repo.commit("2026-01-03", {"a.md": "ours\n"})
    assert repo.run("merge", "side", environment=WHO).returncode == 1
    repository = Repository.open(repo.path)
    with Objects(repository.objects) as objects:
        snapshot = WorktreeSnapshot(repository, objects, find_staged(repository, (), ""))
        assert snapshot.read("a.md") == b"ours\n"
        assert snapshot.skipped() == (Skipped("a.md", "its merge is not resolved"),)


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        (("commit", "-m", "staged only"), "staged a\nold b\n"),
        (("commit", "-a", "-m", "all"), "edited a\nedited b\n"),
        (("commit", "-m", "by path", "--", "b.md"), "old a\nedited b\n"),
    ],
    ids=["staged", "all", "by path"],
)
@pytest.mark.parametrize("linked", [False, True], ids=["main", "linked worktree"])
def test_a_hook_reads_the_index_that_is_being_committed(
    repo: RepoBuilder, tmp_path: Path, arguments: tuple[str, ...], seen: str, linked: bool
) -> None:
    """git makes a temporary index for `-a` and for a commit by path, and names it in the environment."""
    repo.commit("2026-01-01", {"a.md": "old a\n", "b.md": "old b\n"})
    place = repo.worktree(tmp_path / "linked", "other") if linked else repo
    place.stage({"a.md": "staged a\n"})
    place.write({"a.md": "edited a\n", "b.md": "edited b\n"})
    if arguments[-1] == "b.md":
        place.write({"a.md": "edited a\n"})
    hook = repo.path / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK.format(python=sys.executable, seen=str(tmp_path / "seen")))
    hook.chmod(0o755)
    project = str(Path(__file__).resolve().parent.parent)
    environment = WHO | {"PYTHONPATH": project}
    done = place.run("-c", "core.hooksPath=" + str(hook.parent), *arguments, environment=environment)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "seen").read_text() == seen


def test_a_link_out_of_the_repository_hides_a_note(repo: RepoBuilder) -> None:
    """It is named; one that leads to a note which is read anyway says that it hides nothing."""
    outside = os.path.join("..", "elsewhere.md")
    repo.commit("2026-01-01", {"a.md": "x\n", "in.md": Symlink("a.md"), "out.md": Symlink(outside)})
    repository = Repository.open(repo.path)
    assert repository.head is not None
    with Objects(repository.objects) as objects:
        snapshot = CommitSnapshot(repository.objects, objects, repository.head)
        snapshot.entries()
        skipped = skipped_notes(snapshot, lambda path: path.endswith(".md"))
    named = {item.path: item.reason for item in skipped}
    assert named == {"in.md": "symbolic link to a note that is read", "out.md": "symbolic link"}
