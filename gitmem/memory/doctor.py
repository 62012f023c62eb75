"""What could make answers wrong here, and the cure of each.

Every check stands alone: one that finds something wrong stops no other, and none changes anything.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from gitmem.errors import GitmemError
from gitmem.git.inspecting import Setup, gitpython_version
from gitmem.git.repository import MINIMUM_GIT, SHALLOW_CURE, Repository, git_version


class CheckStatus(Enum):
    """What a check found: nothing, something to know, something that makes answers wrong or impossible."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its stable `name`, what it found in one line, and what to do about it."""

    name: str
    status: CheckStatus
    message: str
    cure: str | None = None


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """All checks, and the worst status among them."""

    status: CheckStatus
    checks: tuple[Check, ...]


def report_of(checks: Iterator[Check]) -> DoctorReport:
    """The report of `checks`."""
    done = tuple(checks)
    order = list(CheckStatus)
    worst = max((check.status for check in done), key=order.index, default=CheckStatus.OK)
    return DoctorReport(worst, done)


def guarded(name: str, check: Callable[[], Check], cure: str | None = None) -> Check:
    """What `check` finds; an error of ours is a finding too, with this `cure`."""
    try:
        return check()
    except GitmemError as error:
        return Check(name, CheckStatus.PROBLEM, str(error), cure)


def installation_checks(folder: Path) -> Iterator[Check]:
    """git, Python, and what else in this environment could be mistaken for gitmem."""
    yield guarded("git", lambda: _git(folder), f"install git {'.'.join(map(str, MINIMUM_GIT))} or newer")
    yield guarded("package", _package)
    yield guarded("command", _command)


def _git(folder: Path) -> Check:
    version = ".".join(str(number) for number in git_version(folder))
    python = ".".join(str(number) for number in sys.version_info[:3])
    message = f"git {version}, Python {python}, GitPython {gitpython_version()}"
    return Check("git", CheckStatus.OK, message)


OUR_DISTRIBUTION = "gitmem-notes"
"""The distribution that should be the only one to install a package named gitmem."""


def _package() -> Check:
    from importlib.metadata import packages_distributions

    names = {name.lower().replace("_", "-") for name in packages_distributions().get("gitmem", [])}
    others = sorted(names - {OUR_DISTRIBUTION})
    if not others:
        return Check("package", CheckStatus.OK, f"no other distribution here installs {'gitmem'!r}")
    listed = ", ".join(others)
    return Check(
        "package",
        CheckStatus.PROBLEM,
        f"{listed} also installs a package named gitmem in {sys.prefix}; files of both may be mixed",
        f"use an environment without {listed}, or reinstall {OUR_DISTRIBUTION} there",
    )


def _command() -> Check:
    """Whether `git mem` is this program, or one that stands earlier on PATH."""
    import shutil

    found = shutil.which("git-mem")
    if found is None:
        return Check(
            "command",
            CheckStatus.WARNING,
            "git-mem is not on PATH, so git does not know 'git mem'",
            f"add {os.path.join(sys.prefix, 'bin')} to PATH",
        )
    running = [os.path.join(sys.prefix, "bin"), *map(os.path.dirname, _started())]
    if os.path.dirname(os.path.realpath(found)) in map(os.path.realpath, running):
        return Check("command", CheckStatus.OK, f"'git mem' runs {found}")
    return Check(
        "command",
        CheckStatus.WARNING,
        f"'git mem' runs {found}, which comes earlier on PATH than this program in {sys.prefix}",
        f"put {os.path.join(sys.prefix, 'bin')} first on PATH, or remove the other one",
    )


def _started() -> list[str]:
    """The script that this program was started by, where that is known."""
    return [sys.argv[0]] if os.path.isabs(sys.argv[0]) else []


def repository_checks(repository: Repository, setup: Setup) -> Iterator[Check]:
    """History and settings of one repository."""
    yield _place(repository, setup)
    yield _history(repository)
    yield guarded("partial-clone", lambda: _partial(repository))
    yield _ignore_revs(setup)


def _place(repository: Repository, setup: Setup) -> Check:
    where = str(repository.top or repository.git_dir)
    kind = "bare, notes are read from HEAD" if repository.top is None else setup.branch or "HEAD is detached"
    if setup.under_way:
        return Check(
            "repository",
            CheckStatus.WARNING,
            f"{where}: {setup.under_way} is under way, so notes may hold both sides of a conflict",
            "finish or abort it",
        )
    if repository.head is None:
        return Check("repository", CheckStatus.OK, f"{where} ({kind}, no commit yet)")
    return Check("repository", CheckStatus.OK, f"{where} ({kind})")


def _history(repository: Repository) -> Check:
    if not repository.shallow:
        return Check("history", CheckStatus.OK, "complete: nothing was cut off when it was cloned")
    return Check(
        "history",
        CheckStatus.WARNING,
        "this clone is shallow: older lines have no date, and absence cannot be proven",
        SHALLOW_CURE,
    )


def _partial(repository: Repository) -> Check:
    if not repository.is_partial():
        return Check("partial-clone", CheckStatus.OK, "no object was left out when it was cloned")
    return Check(
        "partial-clone",
        CheckStatus.WARNING,
        "this is a partial clone: text that was left out is fetched only if you allow it",
        "git mem --allow-fetch index",
    )


def _ignore_revs(setup: Setup) -> Check:
    if setup.missing_ignore_revs:
        return Check(
            "ignore-revs",
            CheckStatus.WARNING,
            f"blame.ignoreRevsFile names {', '.join(setup.missing_ignore_revs)}, which does not exist; "
            "git blame fails, gitmem dates without it",
            "create the file or git config --unset blame.ignoreRevsFile",
        )
    if setup.ignore_revs:
        return Check("ignore-revs", CheckStatus.OK, f"commits in {', '.join(setup.ignore_revs)} date nothing")
    return Check("ignore-revs", CheckStatus.OK, "no commit is left out of dating")
