"""The real pre-commit with gitmem's own hooks, from a repository made of the working copy.

pre-commit builds an environment for every revision of a hook's repository. All tests of a run share one
revision and therefore one environment, whichever process comes first.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from tests.builder import RepoBuilder, clean_environment
from tests.hooks.hooked import Hooked
from tests.running import PROJECT, Ran

STAGES = ("pre-commit", "pre-merge-commit", "post-merge", "post-rewrite")
HOOKS = ("gitmem-check", "gitmem-index")


@dataclass(frozen=True, slots=True)
class Framework:
    """The working copy as a repository of hooks, and where pre-commit keeps what it builds."""

    source: Path
    revision: str
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        """What pre-commit has to find in its environment, here and inside a hook."""
        return {"PRE_COMMIT_HOME": str(self.home), "PRE_COMMIT_COLOR": "never"}

    def configuration(self, hooks: Sequence[str] = HOOKS) -> str:
        """The text of `.pre-commit-config.yaml` for these hooks."""
        entries = "".join(f"  - id: {hook}\n" for hook in hooks)
        return f"repos:\n- repo: {self.source.as_uri()}\n  rev: {self.revision}\n  hooks:\n{entries}"

    def run(self, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Ran:
        """Runs pre-commit in a folder."""
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", *arguments],
            cwd=folder,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env=clean_environment({**self.environment, **(environment or {})}),
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def install(self, hooked: Hooked, stages: Sequence[str] = STAGES, hooks: Sequence[str] = HOOKS) -> Hooked:
        """Lets pre-commit write its hooks; its configuration lies beside the work tree."""
        place = hooked.repo.path.parent / "pre-commit-config.yaml"
        place.write_text(self.configuration(hooks))
        types = [option for stage in stages for option in ("-t", stage)]
        done = self.run(hooked.repo.path, "install", "-c", str(place), *types)
        assert done.code == 0, done.err + done.out
        hooked.environment |= self.environment
        return hooked


def _copy_of_the_project(place: Path) -> RepoBuilder:
    """One commit with every file of the working copy that git does not ignore."""
    repo = RepoBuilder.create(place)
    project = RepoBuilder(PROJECT)
    listed = project.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed.returncode != 0:
        pytest.skip("the working copy is no git repository, so pre-commit cannot be pointed at it")
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    repo.commit("2024-01-01", {name: (PROJECT / name).read_bytes() for name in names if _here(name)})
    return repo


def _here(name: str) -> bool:
    return (PROJECT / name).is_file()


def built(shared: Path) -> Framework:
    """The environment of this run of the tests, built by whoever asks first."""
    home, source = shared / "pre-commit-home", shared / "hooks-source"
    with FileLock(shared / "pre-commit.lock"):
        if not (source / ".git").is_dir():
            _copy_of_the_project(source)
        framework = Framework(source, RepoBuilder(source).head, home)
        user = shared / "hooks-user"
        if not user.is_dir():
            repo = RepoBuilder.create(user)
            repo.stage({".pre-commit-config.yaml": framework.configuration()})
            done = framework.run(repo.path, "install-hooks")
            assert done.code == 0, done.out + done.err
    return framework
