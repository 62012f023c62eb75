"""What a repository is set up to do, read through GitPython: settings, hooks, remotes, references.

For verbs that look at a repository rather than answer from it. Reading settings and references starts
no process and runs nothing that a repository could name.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.git.unfinished import work_under_way

if TYPE_CHECKING:
    from git import Repo
    from git.config import GitConfigParser


@dataclass(frozen=True, slots=True)
class Setup:
    """How a repository is set up.

    `hooks_path` is where git looks for hooks and `hooks_configured` whether `core.hooksPath` says so;
    `hooks` are the names of those that would run. `ignore_revs` are the files that
    `blame.ignoreRevsFile` names, `missing_ignore_revs` those of them that do not exist. `branch` is None
    when HEAD is detached. `under_way` names a merge, rebase, cherry-pick or revert that is not finished.
    """

    hooks_path: Path
    hooks_configured: bool
    hooks: tuple[str, ...]
    ignore_revs: tuple[str, ...]
    missing_ignore_revs: tuple[str, ...]
    remotes: tuple[str, ...]
    branch: str | None
    under_way: str | None


def inspect_setup(top: Path | None, git_dir: Path, common_dir: Path) -> Setup:
    """The set-up of the repository whose directories these are."""
    from git import Repo

    repo = Repo(top or git_dir)
    try:
        with repo.config_reader() as settings:
            configured = _path_setting(settings, "core", "hookspath")
            ignore_revs = tuple(_path_settings(settings, "blame", "ignorerevsfile"))
        hooks_path = _within(top or git_dir, configured) if configured else common_dir / "hooks"
        missing = tuple(name for name in ignore_revs if not _within(top or git_dir, name).is_file())
        return Setup(
            hooks_path=hooks_path,
            hooks_configured=configured is not None,
            hooks=_hooks(hooks_path),
            ignore_revs=ignore_revs,
            missing_ignore_revs=missing,
            remotes=tuple(remote.name for remote in repo.remotes),
            branch=_branch(repo),
            under_way=work_under_way(git_dir),
        )
    finally:
        repo.close()


def gitpython_version() -> str:
    """The version of GitPython."""
    import git

    return git.__version__


def _branch(repo: Repo) -> str | None:
    try:
        return str(repo.head.reference.name)
    except (TypeError, ValueError):
        # Detached; GitPython says so with a TypeError, and with a ValueError where ids are SHA-256.
        return None


def _path_setting(settings: GitConfigParser, section: str, name: str) -> str | None:
    found = _path_settings(settings, section, name)
    return found[-1] if found else None


def _path_settings(settings: GitConfigParser, section: str, name: str) -> list[str]:
    if not settings.has_section(section) or not settings.has_option(section, name):
        return []
    # An empty value ends the list of those before it, as in git.
    kept: list[str] = []
    for value in settings.get_values(section, name):
        kept = [*kept, os.path.expanduser(str(value))] if str(value) else []
    return kept


def _within(folder: Path, name: str) -> Path:
    return folder / name


def _hooks(folder: Path) -> tuple[str, ...]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return ()
    return tuple(
        entry.name
        for entry in entries
        if not entry.name.endswith(".sample") and entry.is_file() and os.access(entry.path, os.X_OK)
    )
