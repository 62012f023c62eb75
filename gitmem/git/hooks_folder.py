"""Where git looks for the hooks of a repository, and whether that is a place to write to for it alone."""

from __future__ import annotations

import os
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from gitmem.git.repository import Repository

_SHARED_SCOPES = (b"global", b"system")


class FolderFault(Enum):
    """Why hooks should not, or cannot, be written to a folder."""

    BARE = auto()
    EMPTY_SETTING = auto()
    NO_FOLDER = auto()
    SHARED = auto()
    """The user's own settings name it, so every repository uses it."""
    OUTSIDE = auto()


class HooksFolder(NamedTuple):
    """The folder, and what speaks against writing there."""

    path: Path
    fault: FolderFault | None

    @property
    def forceable(self) -> bool:
        """Whether the user may decide to write there all the same."""
        return self.fault in (FolderFault.SHARED, FolderFault.OUTSIDE)


def find_hooks_folder(repository: Repository) -> HooksFolder:
    """The hooks folder of a repository, as git itself finds it."""
    # Every other call switches hooks off by a setting of its own, which would be the answer here.
    git = repository.files._replace(options=("--no-pager",))
    answer = git.attempt("config", "--show-scope", "-z", "--get", "core.hooksPath").stdout
    scope, _, written = answer.removesuffix(b"\0").partition(b"\0")
    setting = os.fsdecode(written) if answer else None
    if setting == "":
        return HooksFolder(repository.git_dir / "hooks", FolderFault.EMPTY_SETTING)
    place = git.ask("rev-parse", "--path-format=absolute", "--git-path", "hooks").removesuffix(b"\n")
    path = Path(os.fsdecode(place))
    everybody = scope in _SHARED_SCOPES and os.path.isabs(os.path.expanduser(setting or ""))
    return HooksFolder(path, _fault(repository, path, everybody))


def _fault(repository: Repository, path: Path, everybody: bool) -> FolderFault | None:
    if repository.top is None:
        return FolderFault.BARE
    if os.path.lexists(path) and not path.is_dir():
        return FolderFault.NO_FOLDER
    if everybody:
        return FolderFault.SHARED
    return None if _belongs_to(repository, path) else FolderFault.OUTSIDE


def _belongs_to(repository: Repository, path: Path) -> bool:
    """Whether a folder lies, links followed, in the work tree or in the git directory."""
    own = {repository.top, repository.git_dir, repository.common_dir}
    if repository.common_dir.name == ".git":
        own.add(repository.common_dir.parent)
    real = Path(os.path.realpath(path))
    return any(Path(os.path.realpath(folder)) in (real, *real.parents) for folder in own if folder)
