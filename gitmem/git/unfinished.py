"""Work that git has begun and not ended: merges, rebases and their like, told by files in its directory."""

from __future__ import annotations

from pathlib import Path

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
