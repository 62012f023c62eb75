"""Takes a step of the matrix in a repository of its own."""

from __future__ import annotations

from pathlib import Path

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.hooks.steps import Step
from tests.running import Mem, Ran


def arranged(step: Step, line: str, place: Path) -> Hooked:
    """A repository of its own in which the step is about to be taken, without any hook."""
    repo = RepoBuilder.create(place / "mill")
    step.arrange(repo, line)
    return Hooked(repo, Mem(repo.path, place))


def taken(step: Step, hooked: Hooked) -> Ran:
    """Takes the step; the outcome of its last command."""
    *before, last = step.commands
    for command in before:
        done = hooked.git(*command)
        assert done.code == 0, done.err
    return hooked.git(*last)
