"""Puts gitmem's hooks into real repositories and runs real git there, as people do.

A hook runs in a process of its own and reads the real clock, so everything here happens in 2024. What a
repository holds is compared as a `footprint`: all that belongs to git and to the person, nothing of what
belongs to gitmem.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.builder import Changes, RepoBuilder, When, clean_environment, person, stamp
from tests.running import PROJECT, Mem, Ran, obey_permissions

WORKER = "Otto Lind <otto@notes.example>"
DAY = "2024-06-01"
REFUSAL = "#!/bin/sh\nexit 1\n"
LEFT_OUT = ("gitmem", "hooks", "objects", "index", "logs")
"""Names below a git directory that are asked of git, hold times of the machine, or are gitmem's."""


def identity(date: When = DAY) -> dict[str, str]:
    """Who works here and when, for git's environment."""
    name, mail = person(WORKER)
    about: dict[str, str] = {}
    for role in ("AUTHOR", "COMMITTER"):
        about |= {
            f"GIT_{role}_NAME": name,
            f"GIT_{role}_EMAIL": mail,
            f"GIT_{role}_DATE": "@" + stamp(date),
        }
    return about


def without_git_mem(path: str) -> str:
    """A search path on which nobody finds `git-mem`."""
    return os.pathsep.join(part for part in path.split(os.pathsep) if not (Path(part) / "git-mem").exists())


class Hooked:
    """One work tree in which git runs with hooks, and with `git-mem` on the search path."""

    def __init__(self, repo: RepoBuilder, mem: Mem) -> None:
        self.repo = repo
        self.mem = mem
        path = without_git_mem(os.environ["PATH"])
        self.environment = {"PATH": f"{mem.script().parent}{os.pathsep}{path}"}

    @property
    def hooks(self) -> Path:
        """The folder git looks for hooks in."""
        return self.repo.path / self.repo.ask("rev-parse", "--git-path", "hooks")

    def copy_hooks(self) -> Hooked:
        """The shipped files, as somebody copies them."""
        shutil.copytree(PROJECT / "hooks", self.hooks, dirs_exist_ok=True)
        return self

    def refuse(self) -> Hooked:
        """Hooks that say no to every commit and nothing else: what any refusal leaves behind."""
        self.hooks.mkdir(exist_ok=True)
        for name in ("pre-commit", "pre-merge-commit"):
            (self.hooks / name).write_text(REFUSAL)
            (self.hooks / name).chmod(0o755)
        return self

    def git(
        self,
        *arguments: str,
        date: When = DAY,
        stdin: bytes | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Ran:
        """Runs git; whatever came of it, with both streams."""
        around = {**identity(date), **self.environment, **(environment or {})}
        done = self.repo.run(*arguments, stdin=stdin, environment=around)
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def run_hook(self, name: str, *arguments: str, bound: bool = False) -> Ran:
        """Runs one hook as git does; with `bound` file permissions hold even for root."""
        done = subprocess.run(
            [str(self.hooks / name), *arguments],
            cwd=self.repo.path,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=clean_environment({**identity(), **self.environment}),
            preexec_fn=obey_permissions if bound and os.geteuid() == 0 else None,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def commit(self, changes: Changes, date: When = DAY) -> Ran:
        """Stages some changes and commits them, hooks and all."""
        self.repo.stage(changes)
        return self.git("commit", "-q", "-m", "change", date=date)

    def commits(self, changes: Changes, date: When = DAY) -> None:
        """Commits some changes; no hook has anything to say."""
        done = self.commit(changes, date)
        assert (done.code, done.err) == (0, "")

    def ask(self, *arguments: str) -> Ran:
        """Runs `git-mem` here."""
        return self.mem(*arguments, cwd=self.repo.path, now=f"{DAY}T12:00:00Z")


def hooked(path: Path, scratch: Path) -> Hooked:
    """A new repository with the shipped hooks in it."""
    return Hooked(RepoBuilder.create(path), Mem(path, scratch)).copy_hooks()


Footprint = dict[str, object]


def footprint(repo: RepoBuilder, *, objects: bool = True) -> Footprint:
    """All of a repository but what gitmem keeps for itself; equal wherever the repository lies."""
    seen: Footprint = {
        "index": repo.git("ls-files", "-s", "-z"),
        "log": repo.git("reflog", "--all", "--format=%H %gd %gs"),
        "stash": repo.git("stash", "list"),
        "status": repo.git("status", "--porcelain=v2", "--branch"),
        "sound": repo.run("fsck", "--no-progress").returncode,
    }
    if objects:
        seen["objects"] = repo.git("cat-file", "--batch-all-objects", "--batch-check")
    common = (repo.path / repo.ask("rev-parse", "--git-common-dir")).resolve()
    for folder in {repo.path.resolve(), repo.git_path.resolve(), common}:
        seen.update(_files(folder, os.fsencode(repo.path.parent.resolve())))
    return seen


def _files(folder: Path, elsewhere: bytes) -> Footprint:
    """Content and rights of the files below a work tree or a git directory."""
    seen: Footprint = {}
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", *LEFT_OUT)]
        for name in names:
            path = Path(root) / name
            if name in LEFT_OUT or name == ".git":
                continue
            content = path.read_bytes().replace(elsewhere, b"") if not path.is_symlink() else b""
            seen[str(path.relative_to(folder.parent))] = (
                path.lstat().st_mode,
                hashlib.sha1(content).hexdigest(),
            )
    return seen
