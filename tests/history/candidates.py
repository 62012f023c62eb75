"""Asks the history room for edit candidates the way an index does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gitmem.config import DEFAULTS
from gitmem.git.repository import Repository
from gitmem.history.edit_log import EditCandidate, EditLog
from gitmem.history.opening import Wanted, open_worktree
from tests.builder import RepoBuilder


@contextmanager
def edit_log(repo: RepoBuilder) -> Iterator[EditLog]:
    """The log of HEAD and the work tree, with history brought up to date."""
    with open_worktree(Repository.open(repo.path), DEFAULTS, Wanted()) as notes:
        log = notes.edits
        assert log is not None
        yield log


def candidates(repo: RepoBuilder, number: int = 0) -> list[EditCandidate]:
    """All candidates of commits after a number."""
    with edit_log(repo) as log:
        return list(log.since(number))


def pending(repo: RepoBuilder) -> list[EditCandidate]:
    """The candidates that no commit holds yet."""
    with edit_log(repo) as log:
        return list(log.pending())
