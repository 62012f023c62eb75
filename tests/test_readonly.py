"""Reading leaves no trace but gitmem's own files.

Lost otherwise: a search changes what is committed next, or an agent in a sandbox gets no answer.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

READING = [
    ["search", "ferry"],
    ["search", "--json", "zzyx"],
    ["search", "--committed", "ferry"],
    ["blame", "ferry.md"],
    ["blame", "--json", "deep/note.md"],
    ["annotate", "--rerank", "ferry.md:3", "untracked.md"],
    ["explain", "ferry", "bell"],
    ["explain", "--at", "HEAD", "ferry", "bell"],
    ["history", "ferry"],
    ["conflicts"],
    ["conflicts", "--all"],
    ["stale", "--all"],
    ["stats"],
    ["stats", "--json"],
    ["doctor"],
    ["index"],
    ["index", "--rebuild"],
    ["index", "--strict-blame"],
    ["help"],
    ["completion", "bash"],
]


@pytest.fixture(autouse=True)
def busy(repo: RepoBuilder) -> None:
    """Something committed, staged, edited and untracked, and an index file git would like to refresh."""
    repo.commit(
        "2026-01-01", {"ferry.md": "# Ferry\n\n- Ferry bell: brass\n", "deep/note.md": "- Ferry rope: new\n"}
    )
    repo.branch("other")
    repo.tag("v1")
    repo.commit("2026-02-01", {"ferry.md": "# Ferry\n\n- Ferry bell: steel\n"})
    repo.stage({"staged.md": "- Ferry mate: Åsa\n"})
    repo.write({"deep/note.md": "- Ferry rope: old\n", "untracked.md": "- Ferry cat: grey\n"})
    os.utime(repo.path / "ferry.md", (1_700_000_000, 1_700_000_000))


def picture(repo: RepoBuilder) -> dict[str, object]:
    """Everything that belongs to somebody else: files with their times, the index file, references."""
    seen: dict[str, object] = {}
    for path in sorted(repo.path.rglob("*")):
        name = path.relative_to(repo.path).as_posix()
        if name.startswith(".git/gitmem") or name == ".git":
            continue
        facts = path.lstat()
        content = hashlib.sha1(path.read_bytes()).hexdigest() if path.is_file() else ""
        times = facts.st_mtime_ns if path.is_file() or not name.startswith(".git") else 0
        seen[name] = (facts.st_mode, facts.st_size if path.is_file() else 0, times, content)
    return seen


@pytest.mark.parametrize("verb", READING, ids=" ".join)
@pytest.mark.representatives(6)
def test_nothing_of_others_changes(verb: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """Work tree, index, references, configuration and hooks are byte for byte what they were."""
    before = picture(repo)
    ran = mem(*verb)
    assert ran.code in (0, 1), ran.err
    assert picture(repo) == before


def test_git_sees_no_difference(repo: RepoBuilder, mem: Mem) -> None:
    """`git status` says the same before and after everything that reads."""
    status = repo.git("--no-optional-locks", "status", "--porcelain", "--ignored")
    for verb in READING:
        mem(*verb)
    assert repo.git("--no-optional-locks", "status", "--porcelain", "--ignored") == status


def test_a_linked_worktree_writes_to_its_own_and_the_common_folder(repo: RepoBuilder, tmp_path: Path) -> None:
    """Nothing else appears, in either of them."""
    linked = repo.worktree(tmp_path / "linked", "third")
    before, files = picture(repo), sorted(linked.path.rglob("*"))
    Mem(linked.path, tmp_path)("search", "ferry")
    allowed = (".git/gitmem/", ".git/worktrees/linked/gitmem")
    after = {name: facts for name, facts in picture(repo).items() if not name.startswith(allowed)}
    assert after == before
    assert sorted(linked.path.rglob("*")) == files


@contextmanager
def locked(*tops: Path) -> Iterator[None]:
    """Nothing below `tops` may be written."""
    folders = [
        folder for top in tops for folder in (top, *(path for path in top.rglob("*") if path.is_dir()))
    ]
    for folder in folders:
        folder.chmod(0o555)
    try:
        yield
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_read_only_git_directory_still_answers(repo: RepoBuilder, mem: Mem) -> None:
    """Some agent sandboxes mount `.git` read-only; the cache goes to the user's folder."""
    with locked(repo.git_path):
        ran = mem.process("search", "--json", "ferry", "bell", bound=True)
    assert ran.code == 0, ran.err
    assert [result["as_of"] for result in ran.json["results"] if result["cite"] == "ferry.md:3"] == [
        "2026-02-01"
    ]
    assert not (repo.git_path / "gitmem").exists()
    assert any(Path(os.environ["XDG_CACHE_HOME"]).rglob("*"))


def test_nowhere_to_write_at_all(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """No cache anywhere: one line and a documented code, or an answer; never a traceback."""
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    homeless = {"XDG_CACHE_HOME": str(nowhere), "HOME": str(nowhere)}
    with locked(repo.git_path, nowhere):
        ran = mem.process("search", "ferry", environment=homeless, bound=True)
    assert ran.code in (0, 2, 3)
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) <= 1


def test_an_index_that_turned_read_only(repo: RepoBuilder, mem: Mem) -> None:
    """The index was built, then its folder was locked: the answer comes, and what is out of date is named."""
    mem.search("ferry")
    repo.write({"late.md": "- Ferry flag: blue\n"})
    with locked(repo.git_path):
        ran = mem.process("search", "--json", "ferry", "bell", bound=True)
    assert ran.code == 0, ran.err
    assert "Traceback" not in ran.err
    found = {result["path"] for result in ran.json["results"]}
    assert "ferry.md" in found
    assert "late.md" in found | {skip["path"] for skip in ran.json["skipped"]} or "late.md" in ran.err


def test_an_unreadable_note_is_named(repo: RepoBuilder, mem: Mem) -> None:
    """One note nobody may read stops no other, and absence is no longer proven."""
    (repo.path / "untracked.md").chmod(0)
    found = mem.process("search", "--json", "ferry", bound=True)
    absent = mem.process("search", "--json", "zzyx", bound=True)
    (repo.path / "untracked.md").chmod(0o644)
    assert found.code == 0, found.err
    assert [skip["path"] for skip in found.json["skipped"]] == ["untracked.md"]
    assert (absent.code, absent.json["absence_reasons"]) == (4, ["skipped-notes"])


def test_the_home_folder_stays_empty(mem: Mem) -> None:
    """With a writable git directory nothing is written anywhere else."""
    for verb in READING:
        mem(*verb)
    assert list(Path(os.environ["HOME"]).rglob("*")) == []
