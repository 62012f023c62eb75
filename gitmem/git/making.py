"""Making repositories and commits, through GitPython, for the verbs that do.

What is made depends on nothing of the machine: no template, hook, signature, identity or setting of
the user takes part, and inherited `GIT_*` variables cannot lead into another repository.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.clock import Instant
from gitmem.errors import GitError, GitMissingError
from gitmem.git.calls import Git

if TYPE_CHECKING:
    from git import Actor, Repo


@dataclass(frozen=True, slots=True)
class NewCommit:
    """A commit to be made: every file of its tree, who makes it (`Name <mail>`), when, and why."""

    files: Mapping[str, bytes]
    author: str
    moment: Instant
    message: str


def build_repository(folder: Path, commits: Iterator[NewCommit]) -> list[str]:
    """Makes a repository in the empty `folder` with `commits` on branch `main`; their full ids.

    Raises `GitMissingError` when there is no git and `GitError` when git refuses.
    """
    with _sealed_environment():
        repo = _create(folder)
        try:
            return [_commit(repo, folder, commit) for commit in commits]
        finally:
            repo.close()


def commit_with_hooks(folder: Path, path: str, author: str, message: str, scripts: Path) -> tuple[int, str]:
    """Commits one path as a person does, hooks and all; git's exit code and what it and the hooks said.

    `scripts` is a folder that hooks find programs in first. `author` has the form `Name <mail>`.
    """
    name, _, mail = author.partition(" <")
    identity = {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", name), ("EMAIL", mail.rstrip(">")))
    }
    with _sealed_environment():
        paths = os.pathsep.join((os.fspath(scripts), os.environ.get("PATH", os.defpath)))
        git = Git(os.fspath(folder), {**os.environ, **identity, "PATH": paths}, options=())
        done = git.attempt("commit", "-q", "-m", message, "--", path)
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace").rstrip("\n")


def _create(folder: Path) -> Repo:
    try:
        from git import GitCommandError, GitCommandNotFound, Repo
    except ImportError as error:
        # GitPython looks for git while it is imported and says so with an ImportError of many lines.
        raise GitMissingError("git was not found; gitmem needs git 2.39 or newer on PATH") from error
    try:
        return Repo.init(folder, initial_branch="main")
    except GitCommandNotFound:
        raise GitMissingError("git was not found; gitmem needs git 2.39 or newer on PATH") from None
    except GitCommandError as error:
        raise GitError(f"git init failed: {str(error.stderr).strip()}") from None


def _commit(repo: Repo, folder: Path, commit: NewCommit) -> str:
    index = repo.index
    former = {str(path) for path, _ in index.entries}
    gone = sorted(former - commit.files.keys())
    if gone:
        index.remove(gone, working_tree=True)
    for path, data in commit.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    index.add(sorted(commit.files), write=True)
    when = f"{commit.moment.seconds} {_zone(commit.moment.offset)}"
    actor = _actor(commit.author)
    made = index.commit(
        commit.message, author=actor, committer=actor, author_date=when, commit_date=when, skip_hooks=True
    )
    return made.hexsha


def _actor(author: str) -> Actor:
    from git import Actor

    name, _, mail = author.partition(" <")
    return Actor(name, mail.rstrip(">"))


def _zone(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


@contextmanager
def _sealed_environment() -> Iterator[None]:
    """The process's environment without any of git's variables and with the user's settings off."""
    saved = {name: value for name, value in os.environ.items() if name.startswith("GIT_")}
    for name in saved:
        del os.environ[name]
    os.environ.update(
        GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", GIT_TEMPLATE_DIR="", GIT_TERMINAL_PROMPT="0"
    )
    try:
        yield
    finally:
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            del os.environ[name]
        os.environ.update(saved)
