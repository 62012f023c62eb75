"""The answer does not depend on where one stands.

Lost otherwise: `git mem` works in the top folder only, or a second index grows below it.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, Mem


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """Two notes, one deep down."""
    repo.commit(
        "2026-09-02",
        {
            "cliff.md": "# Cliff\n\n- Cliff guide: Rolf\n",
            "notes/deep/pond.md": "# Pond\n\n- Pond keeper: Sunniva\n",
        },
    )


def test_the_same_answer_from_every_folder(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Text and JSON are the same, byte for byte, with paths from the top."""
    deep = repo.path / "notes/deep"
    for form in ([], ["--json"]):
        printed = {
            "top": mem("search", *form, "keeper").raw,
            "deep": mem("search", *form, "keeper", cwd=deep).raw,
            "-C": mem("-C", str(deep), "search", *form, "keeper", cwd=tmp_path).raw,
            "-C relative": mem("-C", "notes/deep", "search", *form, "keeper").raw,
        }
        assert len(set(printed.values())) == 1, printed
    assert mem.search("keeper", cwd=deep).cites == ["notes/deep/pond.md:3"]


def test_notes_above_are_found_from_below(repo: RepoBuilder, mem: Mem) -> None:
    """The whole repository is searched, not the folder one stands in."""
    assert mem.search("guide", cwd=repo.path / "notes/deep").cites == ["cliff.md:3"]


def test_one_index_for_all_folders(repo: RepoBuilder, mem: Mem) -> None:
    """Nothing is written below the folder one stands in."""
    mem("index", cwd=repo.path / "notes/deep")
    assert sorted(path.name for path in (repo.path / "notes/deep").iterdir()) == ["pond.md"]
    assert repo.git("status", "--porcelain") == b""


@pytest.mark.parametrize("path", ["notes/deep/pond.md", "pond.md"])
def test_paths_from_the_top_or_from_here(path: str, repo: RepoBuilder, mem: Mem) -> None:
    """A path as printed works anywhere; one that exists here works too."""
    ran = mem("blame", "--json", path, cwd=repo.path / "notes/deep")
    assert ran.code == 0, ran.err
    assert ran.json["path"] == "notes/deep/pond.md"


def through_git(mem: Mem, folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """`git …` with `git-mem` on PATH."""
    environment = clean_environment({"PATH": f"{mem.script().parent}:{os.environ['PATH']}"})
    return subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, env=environment, stdin=subprocess.DEVNULL
    )


def test_as_a_git_command(repo: RepoBuilder, mem: Mem) -> None:
    """`git mem`, `git -C`, an alias, and git's own variables all lead to the same answer."""
    repo.config("alias.m", "!git-mem")
    deep = repo.path / "notes/deep"
    call = ["--now", NOW, "search", "--json", "keeper"]
    expected = mem("search", "--json", "keeper").raw
    assert through_git(mem, repo.path, "mem", *call).stdout == expected
    assert through_git(mem, deep, "mem", *call).stdout == expected
    assert through_git(mem, repo.path, "-C", str(deep), "mem", *call).stdout == expected
    assert through_git(mem, deep, "m", *call).stdout == expected
    explicit = through_git(mem, repo.path, "--git-dir=.git", "--work-tree=.", "mem", *call)
    assert (explicit.returncode, explicit.stdout) == (0, expected), explicit.stderr


def test_inherited_variables_of_another_repository(
    mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside a hook of one repository, `--root` asks about another: the hook's variables do not apply."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2026-09-02", {"tree.md": "# Tree\n\n- Tree keeper: Torunn\n"})
    monkeypatch.setenv("GIT_DIR", str(mem.cwd / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(mem.cwd))
    ran = mem("--root", str(other.path), "search", "--json", "keeper", cwd=tmp_path)
    assert [result["cite"] for result in ran.json["results"]] == ["tree.md:3"]


def test_a_notes_folder_inside_a_larger_repository(repo: RepoBuilder, mem: Mem) -> None:
    """`--root` narrows what is searched; paths still start at the top."""
    ran = mem("--root", "notes", "search", "--json", "keeper guide")
    assert [result["cite"] for result in ran.json["results"]] == ["notes/deep/pond.md:3"]
    assert ran.json["files_indexed"] == 1


def test_a_repository_inside_the_repository(repo: RepoBuilder, mem: Mem) -> None:
    """Standing in a nested repository, that one is asked."""
    inner = RepoBuilder.create(repo.path / "vendor/inner")
    inner.commit("2026-09-02", {"inner.md": "# Inner\n\n- Inner keeper: Vigdis\n"})
    assert mem.search("keeper", cwd=inner.path).cites == ["inner.md:3"]
    assert mem.search("keeper").cites == ["notes/deep/pond.md:3"]


@pytest.mark.parametrize("where", ["deep", "-C", "--root .", "worktree"])
def test_entries_go_to_the_log_at_the_top(where: str, repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """An entry from far below is not lost in a log of its own."""
    deep, top = repo.path / "notes/deep", repo.path
    if where == "worktree":
        top = repo.worktree(tmp_path / "other", "side").path
        deep = top / "notes/deep"
    before = {"-C": ["-C", str(deep)], "--root .": ["--root", str(repo.path)]}.get(where, [])
    ran = mem(*before, "add", "Pond depth: 9 m", cwd=tmp_path if before else deep)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("log.md:5@")
    assert (top / "log.md").read_text().endswith("- Pond depth: 9 m\n")
    assert [path.name for path in deep.iterdir()] == ["pond.md"]


def test_the_log_of_a_configured_notes_folder(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """With `root`, entries and paths are those of the notes folder, from wherever they are written."""
    repo.commit("2026-09-03", {".gitmem.toml": 'root = "notes"\n'})
    for folder in (repo.path, repo.path / "notes/deep", repo.path / "notes"):
        assert mem("add", "Pond depth: 9 m", cwd=folder).out.startswith("notes/log.md:")
    assert mem("add", "--to", "deep/pond.md", "Depth: 9 m").out.startswith("notes/deep/pond.md:4@")
    assert mem("add", "--to", "cliff.md", "Height: 9 m").out.startswith("notes/cliff.md:")
    assert (repo.path / "cliff.md").read_text() == "# Cliff\n\n- Cliff guide: Rolf\n"
    ran = mem("--root", str(repo.path / "notes/deep"), "add", "Pond depth: 9 m", cwd=tmp_path)
    assert ran.out.startswith("notes/deep/log.md:")


def test_writes_as_a_git_command(repo: RepoBuilder, mem: Mem) -> None:
    """An alias runs at the top, but paths are still those of where one stands."""
    repo.config("alias.m", "!git-mem")
    deep = repo.path / "notes/deep"
    done = through_git(mem, deep, "m", "--now", NOW, "supersede", "pond.md:3", "Torunn")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"notes/deep/pond.md:4@")
    done = through_git(mem, deep, "mem", "--now", NOW, "add", "--to", "./reed.md", "Height: 2 m")
    assert done.stdout.startswith(b"notes/deep/reed.md:3@"), done.stderr
