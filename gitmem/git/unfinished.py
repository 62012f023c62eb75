"""Work that git has begun and not ended: merges, rebases and their like, told by files in its directory.

A merge that has not stopped leaves no file while its pre-merge-commit hook runs: there git names the
other parents in variables only (`GITHEAD_<id>`), and while post-merge runs the file of a finished merge is
still there.
"""

from __future__ import annotations

import os
from pathlib import Path

from gitmem.git.repository import Repository, bytes_in_git

UNDER_WAY = (
    ("MERGE_HEAD", "a merge"),
    ("rebase-merge", "a rebase"),
    ("rebase-apply", "a rebase"),
    ("CHERRY_PICK_HEAD", "a cherry-pick"),
    ("REVERT_HEAD", "a revert"),
)
"""Names in the git directory that stand for work that was begun and not ended."""


def work_under_way(git_dir: Path) -> str | None:
    """The merge, rebase, cherry-pick or revert that is not finished; None when there is none."""
    return next((what for name, what in UNDER_WAY if (git_dir / name).exists()), None)


_NAMED = "GITHEAD_"
_DIGITS = set("0123456789abcdef")


def merge_parents(repository: Repository) -> tuple[str, ...]:
    """Full ids of the commits that a merge under way is bringing in, without those that HEAD has already."""
    named = [name.removeprefix(_NAMED) for name in os.environ if name.startswith(_NAMED)]
    named += bytes_in_git(repository.git_dir / "MERGE_HEAD").decode("ascii", "replace").split()
    width = len(repository.head or "")
    known = (oid for oid in dict.fromkeys(named) if len(oid) == width and set(oid) <= _DIGITS)
    return tuple(oid for oid in known if _is_missing_from_head(repository, oid))


def _is_missing_from_head(repository: Repository, oid: str) -> bool:
    """Whether a commit is no ancestor of HEAD: git answers 1; for a commit that is not here 128."""
    return repository.objects.attempt("merge-base", "--is-ancestor", oid, "HEAD").returncode == 1
