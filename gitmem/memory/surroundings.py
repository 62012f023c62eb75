"""What an agent in a sandbox meets: where nothing can be written, hooks that do not run, nobody who commits.

More checks of the doctor; like all of them they change nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from gitmem.errors import GitError, GitmemError
from gitmem.git.hook_files import HOOKS, Obstacle, look, plan_install, shipped_hooks
from gitmem.git.hooks_folder import HooksFolder, find_hooks_folder
from gitmem.git.inspecting import Setup
from gitmem.git.repository import Repository
from gitmem.history.keeping import cache_folder
from gitmem.memory.doctor import Check, CheckStatus, guarded

_CONFIG_OF_MANAGERS = (
    *(".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml", ".overcommit.yml"),
    *(".husky/pre-commit", "prek.toml"),
)
"""Files in which a program that owns the hooks may call gitmem."""

_MOST_READ = 1 << 20


def surrounding_checks(repository: Repository, setup: Setup, *, policy: bool) -> Iterator[Check]:
    """Where can be written, whether gitmem's hooks run, and who commits; `policy`: its rules count."""
    yield _storage(repository)
    if repository.top is None:
        return
    yield _work_tree(repository.top)
    yield guarded("hooks", lambda: _hooks(repository, setup, policy=policy))
    yield _identity(repository)


def refusal_check(folder: Path, error: GitError) -> Check:
    """What git says where it does not read a repository."""
    message = str(error)
    cure = None
    if "dubious ownership" in message:
        cure = f"if you trust it: git config --global --add safe.directory {_top_above(folder)}"
    return Check("repository", CheckStatus.PROBLEM, message, cure)


def _top_above(folder: Path) -> Path:
    place = folder.resolve()
    return next((each for each in (place, *place.parents) if (each / ".git").exists()), place)


def _storage(repository: Repository) -> Check:
    """Whether the index can be kept, and whether git itself can write."""
    folders = (repository.index_folder(), repository.store_folder())
    locked = [nearest for folder in folders if not _writable(nearest := _nearest(folder))]
    if not locked:
        return Check("storage", CheckStatus.OK, f"the index is kept in {repository.index_folder()}")
    cache = _cache(folders[0])
    where = locked[0]
    if cache is None or not _writable(_nearest(cache)):
        named = "no home folder is known" if cache is None else f"{_nearest(cache)} cannot be written either"
        return Check(
            "storage",
            CheckStatus.PROBLEM,
            f"{where} cannot be written and {named}, so no index can be kept and nothing can be committed",
            "allow writing to the git directory, or set XDG_CACHE_HOME to a folder that can be written",
        )
    return Check(
        "storage",
        CheckStatus.WARNING,
        f"{where} cannot be written, so the index is kept in the cache directory ({cache}) and nothing can "
        "be committed",
        "allow writing there, or keep the cache directory between runs",
    )


def _cache(folder: Path) -> Path | None:
    try:
        return cache_folder(folder)
    except RuntimeError:
        return None  # Python knows no home


def _nearest(folder: Path) -> Path:
    """The folder itself, or the first one above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _work_tree(top: Path) -> Check:
    if _writable(top):
        return Check("work-tree", CheckStatus.OK, "notes can be written")
    return Check(
        "work-tree",
        CheckStatus.WARNING,
        f"{top} cannot be written, so the verbs that change notes fail",
        "allow writing there, or only read",
    )


def _hooks(repository: Repository, setup: Setup, *, policy: bool) -> Check:
    folder = find_hooks_folder(repository)
    if setup.hooks_configured and not folder.path.is_dir():
        return Check(
            "hooks",
            CheckStatus.WARNING,
            f"core.hooksPath names {folder.path}, which is no folder, so no hook runs",
            "create it or git config --unset core.hooksPath",
        )
    source = "core.hooksPath: " if setup.hooks_configured else ""
    listed = f"{source}{folder.path}: {', '.join(setup.hooks) or 'none'}"
    return _ours(repository, folder, listed, policy=policy)


def _ours(repository: Repository, folder: HooksFolder, listed: str, *, policy: bool) -> Check:
    """Whether gitmem's hooks are among those that run, and are those of this version."""
    try:
        there = look(folder.path) if folder.path.is_dir() else {}
        plan = plan_install(folder.path, there, shipped_hooks())
    except (GitmemError, OSError) as error:
        return Check("hooks", CheckStatus.WARNING, f"{listed}; they cannot be compared: {error}")
    missing = {change.path.name for change in plan.changes} | {each.path.name for each in plan.refusals}
    if not missing:
        return Check("hooks", CheckStatus.OK, f"{listed}; gitmem's are among them and up to date")
    managers = [each.manager.value for each in plan.refusals if each.manager is not None]
    if managers:
        return _managed(repository, listed, managers[0])
    begun = len(missing) < len(HOOKS) or any(b"gitmem" in (found.data or b"") for found in there.values())
    if begun:
        names = ", ".join(sorted(missing))
        why = "".join(f"; {each.path.name} {_WHY[each.obstacle]}" for each in plan.refusals)
        message = f"{listed}; gitmem's {names} missing, changed or of another version{why}"
        return Check("hooks", CheckStatus.WARNING, message, "git mem install-hooks")
    status = CheckStatus.WARNING if policy else CheckStatus.OK
    message = f"{listed}; none of gitmem's, so no commit is stopped that contradicts the notes"
    return Check("hooks", status, message, "git mem install-hooks")


_WHY = {
    Obstacle.MANAGED: "belongs to another program",
    Obstacle.HALF_BLOCK: "holds a damaged part of gitmem",
    Obstacle.KEPT_ALREADY: "is there twice",
    Obstacle.NO_SHELL: "is no shell script",
    Obstacle.LINK: "is a link or no file",
    Obstacle.NOT_EXECUTABLE: "is not executable, so git passes over it",
    Obstacle.EDITED: "was changed after gitmem wrote it",
}


def _managed(repository: Repository, listed: str, manager: str) -> Check:
    """Hooks that a program owns run gitmem when its configuration says so."""
    top = repository.top or repository.git_dir
    if any(b"gitmem" in data or b"git-mem" in data for data in map(_beginning, _configurations(top))):
        return Check("hooks", CheckStatus.OK, f"{listed}; {manager} owns them and its settings name gitmem")
    return Check(
        "hooks",
        CheckStatus.WARNING,
        f"{listed}; {manager} owns them and its settings do not name gitmem",
        "git mem install-hooks prints what to put into them",
    )


def _configurations(top: Path) -> Iterator[Path]:
    yield from (top / name for name in _CONFIG_OF_MANAGERS)


def _beginning(path: Path) -> bytes:
    """The beginning of a regular file; nothing where there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return b""
    with open(handle, "rb") as file:
        return file.read(_MOST_READ) if stat.S_ISREG(os.fstat(handle).st_mode) else b""


def _identity(repository: Repository) -> Check:
    done = repository.files.attempt("var", "GIT_COMMITTER_IDENT")
    if done.returncode == 0:
        who = done.stdout.decode("utf-8", "replace").rpartition(">")[0] + ">"
        return Check("identity", CheckStatus.OK, f"{who} commits")
    return Check(
        "identity",
        CheckStatus.WARNING,
        "git does not know who commits, so it refuses commits, also those of --commit",
        "git config user.name NAME and git config user.email ADDRESS, or GIT_AUTHOR_NAME and its like",
    )
