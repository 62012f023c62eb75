"""Repositories are arranged in many ways, and people's settings change what git prints.

Lost otherwise: the hook works where it was written, and elsewhere stops everything or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.hooks.steps import COMMIT, CONTRADICTION, HARMLESS, OWNED
from tests.running import Mem

pytestmark = pytest.mark.stress

TASTES = {
    "color.ui": "always",
    "core.quotePath": "true",
    "diff.external": "false",
    "diff.ignoreSubmodules": "all",
    "diff.noprefix": "true",
    "diff.renames": "copies",
    "grep.fullName": "false",
    "grep.lineNumber": "true",
    "grep.patternType": "perl",
    "status.short": "true",
    "status.showUntrackedFiles": "no",
}


def tastes(repo: RepoBuilder) -> None:
    """Settings of git, as people have them."""
    for name, value in TASTES.items():
        repo.config(name, value)


def line_ends(repo: RepoBuilder) -> None:
    """The work tree has other line ends than the index."""
    repo.config("core.autocrlf", "true")


def split_index(repo: RepoBuilder) -> None:
    """The index is in two files."""
    repo.git("update-index", "--split-index")


def intent_to_add(repo: RepoBuilder) -> None:
    """A note is announced, not added."""
    repo.write({"later.md": "# Later\n\n- Mill owner: Cleo Ruud\n"})
    repo.git("add", "-N", "later.md")


def sparse(repo: RepoBuilder) -> None:
    """Some notes are not on disk."""
    repo.sparse("/*", "!/far/")


def unwatched(repo: RepoBuilder) -> None:
    """git is told not to look at a file that has changed."""
    repo.git("update-index", "--assume-unchanged", "far/away.md")
    repo.write({"far/away.md": "# Away\n\n- Mill owner: Cleo Ruud\n"})


def own_notes_folder(repo: RepoBuilder) -> None:
    """Only a folder counts, and what is there is no Markdown by its name."""
    repo.commit("2024-03-02", {".gitmem.toml": 'include = ["**/*.txt", "mill.md"]\n'})


def detached(repo: RepoBuilder) -> None:
    """No branch is checked out."""
    repo.detach("HEAD")


def tracked_symlink(repo: RepoBuilder) -> None:
    """Another name for the note."""
    (repo.path / "link.md").symlink_to("mill.md")
    repo.git("add", "link.md")


ARRANGEMENTS: dict[str, Callable[[RepoBuilder], None]] = {
    "tastes": tastes,
    "line-ends": line_ends,
    "split-index": split_index,
    "intent-to-add": intent_to_add,
    "sparse": sparse,
    "unwatched": unwatched,
    "own-notes-folder": own_notes_folder,
    "detached": detached,
    "symlink": tracked_symlink,
}


def tried(hooked: Hooked) -> None:
    """A contradiction is stopped, a harmless line passes."""
    hooked.repo.stage({"mill.md": OWNED + CONTRADICTION})
    stopped = hooked.git(*COMMIT)
    assert stopped.code == 1
    assert "gitmem: 1 contradiction, commit stopped" in stopped.err
    assert "mill.md:9" in stopped.err
    hooked.repo.stage({"mill.md": OWNED + HARMLESS})
    passed = hooked.git(*COMMIT)
    assert passed.code == 0, passed.err
    assert "gitmem" not in passed.err


START = {"mill.md": OWNED, "far/away.md": "# Away\n\nFar.\n"}


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_repository_arranged_otherwise(arrangement: str, hooked: Hooked) -> None:
    """Whatever is set or checked out."""
    hooked.repo.commit("2024-03-01", START)
    ARRANGEMENTS[arrangement](hooked.repo)
    tried(hooked)


def test_sha256(tmp_path: Path) -> None:
    """Longer ids."""
    repo = RepoBuilder.create(tmp_path / "repo", object_format="sha256")
    repo.commit("2024-03-01", START)
    tried(Hooked(repo, Mem(repo.path, tmp_path)).copy_hooks())


@pytest.mark.parametrize("name", ["a b'c\"d$e mølle", "-x"])
def test_folders_of_any_name(name: str, tmp_path: Path) -> None:
    """The repository itself lies somewhere odd."""
    repo = RepoBuilder.create(tmp_path / name)
    repo.commit("2024-03-01", START)
    tried(Hooked(repo, Mem(repo.path, tmp_path)).copy_hooks())


def test_a_submodule(repo: RepoBuilder, tmp_path: Path) -> None:
    """Its git directory lies in the other repository, which is not touched and not judged."""
    inner = RepoBuilder.create(tmp_path / "inner")
    inner.commit("2024-03-01", START)
    repo.commit("2024-03-02", {"mill.md": OWNED})
    repo.submodule(inner, "part")
    repo.commit("2024-03-03")
    before = (repo.git_path / "index").read_bytes()
    part = RepoBuilder(repo.path / "part")
    tried(Hooked(part, Mem(part.path, tmp_path)).copy_hooks())
    assert (repo.git_path / "index").read_bytes() == before


def test_around_a_submodule(hooked: Hooked, tmp_path: Path) -> None:
    """Committing another state of a submodule reads none of its notes."""
    inner = RepoBuilder.create(tmp_path / "inner")
    inner.commit("2024-03-01", START)
    hooked.repo.commit("2024-03-02", {"mill.md": OWNED})
    hooked.repo.submodule(inner, "part")
    hooked.repo.commit("2024-03-03")
    part = RepoBuilder(hooked.repo.path / "part")
    part.commit("2024-04-01", {"mill.md": OWNED + CONTRADICTION, "x.md": "# X\n\n- Mill owner: Dan\n"})
    hooked.repo.git("add", "part")
    done = hooked.git(*COMMIT)
    assert (done.code, done.err) == (0, "")
    tried(hooked)


@pytest.mark.parametrize("variable", ["GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS"])
def test_other_rules_for_patterns(variable: str, hooked: Hooked) -> None:
    """Editors and scripts set these for a whole session."""
    hooked.repo.commit("2024-03-01", START)
    hooked.environment |= {variable: "1"}
    tried(hooked)


def test_a_shallow_clone(repo: RepoBuilder, tmp_path: Path) -> None:
    """Cut history: what is new here is known all the same."""
    repo.commit("2024-03-01", START)
    repo.commit("2024-03-02", {"mill.md": OWNED, "more.md": "# More\n"})
    cut = repo.clone(tmp_path / "cut", depth=1)
    tried(Hooked(cut, Mem(cut.path, tmp_path)).copy_hooks())


def test_a_git_directory_elsewhere(repo: RepoBuilder, tmp_path: Path) -> None:
    """`--git-dir` and `--work-tree`, as for dot files in a home folder."""
    repo.commit("2024-03-01", START)
    hooked = Hooked(repo, Mem(repo.path, tmp_path)).copy_hooks()
    place = tmp_path / "elsewhere.git"
    repo.git_path.rename(place)
    around = ("--git-dir", str(place), "--work-tree", str(repo.path))
    for line, code in ((CONTRADICTION, 1), (HARMLESS, 0)):
        repo.write({"mill.md": OWNED + line})
        done = hooked.git(*around, "commit", "-q", "-a", "-m", "change")
        assert done.code == code, done.err
        assert ("mill.md:9" in done.err) == (code == 1)


def test_nothing_leaves_the_settings_of_git(hooked: Hooked) -> None:
    """No call of ours writes configuration, or makes git write the index of the person."""
    hooked.repo.commit("2024-03-01", START)
    config = (hooked.repo.git_path / "config").read_bytes()
    tried(hooked)
    assert (hooked.repo.git_path / "config").read_bytes() == config
    assert sorted(path.name for path in hooked.hooks.iterdir()) == [
        "post-merge",
        "post-rewrite",
        "pre-commit",
        "pre-merge-commit",
    ]
