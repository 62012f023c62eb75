"""Symbolic links, pipes and devices where notes and settings are expected: not followed, not waited for.

Lost otherwise: a stranger's repository reads a file of the user into an answer, writes over one, or hangs.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gitmem.config import DEFAULTS
from gitmem.errors import UsageError
from gitmem.writing.target import checked_target
from tests.builder import RepoBuilder
from tests.running import Mem

SECRET = "- Secret word: xyzzy\n"
OLD_LOG = "# Log\n\n## 2025-01-01\n\n- Lab cat: grey\n\n## 2026-09-30\n\n- Lab cat: black\n"
VERBS = (
    *(["search", "--json", "secret"], ["check", "--all"], ["check", "--staged"], ["prime"], ["doctor"]),
    *(
        ["add", "Lab dog: brown"],
        ["add", "--to", "f/new.md", "Lab dog: red"],
        ["rotate"],
        ["init", "--policy"],
    ),
    *(["consolidate"], ["setup", "agents"], ["hook", "post-rewrite", "rebase"]),
)


def linked(path: str, target: str) -> Callable[[Path], None]:
    """A symbolic link in the work tree."""
    return lambda top: (top / path).symlink_to(target)


def piped(path: str) -> Callable[[Path], None]:
    """A named pipe that nobody writes to."""
    return lambda top: os.mkfifo(top / path)


HARD = {
    "note": linked("log.md", "../secret.md"),
    "folder": linked("f", "../outside"),
    "archive": linked("archive", "../outside"),
    "memory": linked("MEMORY.md", "../secret.md"),
    "agents": linked("AGENTS.md", "../secret.md"),
    "settings": linked(".gitmem.toml", "../settings.toml"),
    "endless settings": linked(".gitmem.toml", "/dev/zero"),
    "endless note": linked("log.md", "/dev/zero"),
    "loop": linked("log.md", "log.md"),
    "folder loop": linked("f", "."),
    "note pipe": piped("log.md"),
    "memory pipe": piped("MEMORY.md"),
    "agents pipe": piped("AGENTS.md"),
    "settings pipe": piped(".gitmem.toml"),
    "merge pipe": piped(".git/MERGE_HEAD"),
    "rebase pipe": lambda top: (
        (top / ".git/rebase-merge").mkdir(),
        piped(".git/rebase-merge/orig-head")(top),
    ),
    "framework pipe": piped(".pre-commit-config.yaml"),
    "stores": linked(".git/gitmem", "../../outside"),
}

QUICK = ("note", "folder", "memory", "endless settings", "note pipe", "merge pipe", "rebase pipe", "stores")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.stress) for name in HARD]
)
@pytest.mark.representatives(3)
def test_nothing_outside_is_read_or_written_and_nothing_hangs(
    name: str, repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Each in a repository that is otherwise in order; a hang ends the run by its own time limit."""
    tmp_path.joinpath("secret.md").write_text(SECRET)
    tmp_path.joinpath("settings.toml").write_text('language = "none"\n')
    tmp_path.joinpath("outside").mkdir()
    tmp_path.joinpath("outside/x.md").write_text(SECRET)
    notes = {"a.md": "# A\n\n- Lab head: Ute\n"}
    if name not in ("note", "endless note", "loop", "note pipe"):
        notes["log.md"] = OLD_LOG
    repo.commit("2026-01-01", notes)
    HARD[name](repo.path)
    if name in ("note", "folder", "memory", "settings"):
        repo.git("add", "-A")
    for verb in VERBS:
        ran = mem(*verb)
        assert "xyzzy" not in ran.out + ran.err, verb
        assert "internal error" not in ran.err, (verb, ran.err)
    assert tmp_path.joinpath("secret.md").read_text() == SECRET
    assert tmp_path.joinpath("outside/x.md").read_text() == SECRET
    assert os.listdir(tmp_path / "outside") == ["x.md"]


def test_a_folder_that_became_a_link_is_not_followed(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """git still lists the paths below it, and reading them by name would leave the repository."""
    tmp_path.joinpath("outside").mkdir()
    tmp_path.joinpath("outside/x.md").write_text(SECRET)
    repo.commit("2026-01-01", {"f/x.md": "- Lab head: Ute\n"})
    repo.path.joinpath("f/x.md").unlink()
    repo.path.joinpath("f").rmdir()
    repo.path.joinpath("f").symlink_to("../outside")
    for verb in (["search", "--json", "secret"], ["blame", "f/x.md"], ["stale"]):
        assert "xyzzy" not in mem(*verb).out
    assert mem("add", "--to", "f/x.md", "Lab dog: brown").code == 2
    assert tmp_path.joinpath("outside/x.md").read_text() == SECRET


@pytest.mark.parametrize("path", ["log.md", "f/x.md", "f/new.md", "f/deep/new.md"])
def test_no_write_begins_behind_a_link(path: str, tmp_path: Path) -> None:
    """Asked before anything is read or made, so that no later guard has to hold alone."""
    tmp_path.joinpath("outside").mkdir()
    tmp_path.joinpath("outside/x.md").write_text(SECRET)
    tmp_path.joinpath("top").mkdir()
    tmp_path.joinpath("top/f").symlink_to("../outside")
    tmp_path.joinpath("top/log.md").symlink_to("../outside/x.md")
    with pytest.raises(UsageError, match="symbolic link"):
        checked_target(tmp_path / "top", path, DEFAULTS)


def test_a_linked_settings_file_that_is_staged_is_named(repo: RepoBuilder, mem: Mem) -> None:
    """The bytes of a link are a path; as settings they would switch checks off."""
    repo.commit("2026-01-01", {"a.md": "- Lab head: Ute\n"})
    repo.path.joinpath(".gitmem.toml").symlink_to('exclude=["**"]')
    repo.git("add", "-A")
    ran = mem("check", "--staged")
    assert (ran.code, ran.err) == (2, "git-mem: .gitmem.toml: symbolic link\n")


def test_what_is_imported_is_no_link(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A memory of somebody else, taken over, brings no file of the user along."""
    tmp_path.joinpath("secret.md").write_text(SECRET)
    source = tmp_path / "source"
    source.mkdir()
    source.joinpath("a.md").write_text("- Lab head: Ute\n")
    source.joinpath("b.md").symlink_to("../secret.md")
    os.mkfifo(source / "c.md")
    repo.commit("2026-01-01", {"z.md": "- Lab bell: brass\n"})
    mem("import", str(source))
    assert "xyzzy" not in "".join(path.read_text() for path in repo.path.rglob("*.md") if path.is_file())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_somebody_else_is_refused_in_gits_words(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """git's check of ownership stands, and gitmem never makes an exception from it."""
    repo.commit("2026-01-01", {"a.md": "- Lab head: Ute\n"})
    for path in (repo.path, *repo.path.rglob("*")):
        os.chown(path, 12345, 12345)
    monkeypatch.delenv("SUDO_UID", raising=False)
    settings = tmp_path / "gitconfig"
    settings.write_text("")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    for verb in (
        ["search", "lab"],
        ["check"],
        ["stale"],
        ["index"],
        ["add", "Lab dog: brown"],
        ["blame", "a.md"],
    ):
        ran = mem(*verb)
        assert (ran.code, ran.raw) == (2, b"")
        assert "dubious ownership" in ran.err
    assert settings.read_text() == ""
    assert not repo.path.joinpath(".git/gitmem").exists()
    assert repo.path.joinpath("a.md").read_text() == "- Lab head: Ute\n"


def test_no_file_of_the_program_names_the_exception() -> None:
    """`safe.directory` is the user's to set."""
    room = Path(__file__).parents[2] / "gitmem"
    named = [path.name for path in room.rglob("*.py") if '"safe.directory' in path.read_text()]
    assert named == []
