"""Commits of single files for writes that were asked to make one: git's own commit, hooks and all.

This is the one place where the user's settings and hooks take part, because the user asked for a commit.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Mapping, Sequence

from gitmem.clock import Instant
from gitmem.errors import GitError, GitMissingError
from gitmem.git.calls import REPOSITORY_VARIABLES, Git, first_line
from gitmem.git.repository import Repository, encode_path
from gitmem.git.unfinished import work_under_way

_SKIPPED = b"S"
_PLAIN = ("--no-pager",)


def unseen_reason(repository: Repository, path: str) -> str | None:
    """Why git would not show a note written at `path`, or what it holds that cannot be seen; None if it
    would."""
    top = os.fsencode(repository.top or repository.git_dir)
    parts = encode_path(path).split(b"/")
    for depth in range(1, len(parts)):
        if os.path.lexists(os.path.join(top, *parts[:depth], b".git")):
            return "lies in a repository of its own"
    files = repository.files
    if _ignored(files, path):
        return "is ignored by git, so nothing would read it"
    listed = files.ask("ls-files", "-t", "-z", "--", encode_path(path)).split(b"\0")
    if any(entry.startswith(_SKIPPED + b" ") for entry in listed):
        return "is not checked out here (sparse checkout)"
    return None


def _ignored(files: Git, path: str) -> bool:
    # check-ignore knows no literal pathspecs, but takes a name that begins with a dot as it is
    options = tuple(option for option in files.options if option != "--literal-pathspecs")
    asking = Git(files.folder, files.environment, options)
    done = asking.attempt("check-ignore", "-z", "--stdin", data=b"./" + encode_path(path))
    if done.returncode not in (0, 1):
        raise GitError(_told(done.stderr))
    return done.returncode == 0


def commit_obstacle(repository: Repository, paths: Sequence[str], fresh: Collection[str]) -> str | None:
    """Why a change of these files could not be committed alone; None when it can. `fresh` are those that
    the change makes."""
    under_way = work_under_way(repository.git_dir)
    if under_way is not None:
        return f"{under_way} is under way"
    git = _git(repository, None)
    done = _run(git, ("var", "GIT_COMMITTER_IDENT"))
    if done.returncode:
        return _told(done.stderr)
    for path in paths:
        if path not in fresh and not _clean(git, repository, path):
            return f"{path} has other changes that are not committed"
        if path in fresh and _known(git, path):
            return f"{path} has other changes that are not committed"
    return None


def commit_paths(
    repository: Repository, paths: Sequence[str], subject: str, moment: Instant | None
) -> tuple[str | None, str | None]:
    """Commits these files as they are on disk, hooks and all; the commit's full id, or what git said.

    `moment` dates the commit; None leaves the time to git. What else is staged stays staged.
    """
    git = _git(repository, moment)
    names = [encode_path(path) for path in paths]
    unknown = [name for name in names if not _known(git, name)]
    if unknown:
        added = _run(git, ("add", "--intent-to-add", "--", *map(_literal, unknown)))
        if added.returncode:
            return None, _told(added.stderr)
    message = subject.encode("utf-8", "surrogateescape")
    command = ("commit", "--quiet", "--cleanup=whitespace", "--message", message, "--only", "--")
    done = _run(git, (*command, *map(_literal, names)))
    if done.returncode:
        if unknown:
            _run(git, ("update-index", "--force-remove", "--", *unknown))
        return None, _words(done) or f"git commit failed ({done.returncode})"
    head = _run(git, ("rev-parse", "--verify", "HEAD"))
    return head.stdout.decode("ascii", "replace").strip(), None


def _clean(git: Git, repository: Repository, path: str) -> bool:
    """Whether a file is on disk and in the index as in HEAD."""
    if repository.head is None or not _known(git, path):
        return False
    asked = ("--no-ext-diff", "HEAD", "--", _literal(encode_path(path)))
    return not any(_run(git, ("diff", "--quiet", *where, *asked)).returncode for where in ((), ("--cached",)))


def _known(git: Git, path: str | bytes) -> bool:
    """Whether the index has an entry for a file."""
    name = encode_path(path) if isinstance(path, str) else path
    return bool(_run(git, ("ls-files", "-z", "--", _literal(name))).stdout)


def _literal(name: bytes) -> bytes:
    """A path as a pathspec that means nothing else; git's option for that would reach the hooks too."""
    return b":(literal)" + name


def _git(repository: Repository, moment: Instant | None) -> Git:
    """git as the user has it, at the top of the work tree."""
    top = repository.top or repository.git_dir
    environment = {name: value for name, value in os.environ.items() if name not in REPOSITORY_VARIABLES}
    environment["GIT_TERMINAL_PROMPT"] = "0"
    if not (top / ".git").exists():
        # Where git would not find the repository by itself, the environment had named it.
        environment |= {"GIT_DIR": os.fspath(repository.git_dir), "GIT_WORK_TREE": os.fspath(top)}
    if moment is not None:
        for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            environment.setdefault(name, f"@{moment.seconds} {_zone(moment.offset)}")
    return Git(os.fspath(top), environment, _PLAIN)


def _zone(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def _run(git: Git, arguments: Sequence[str | bytes]) -> subprocess.CompletedProcess[bytes]:
    """Like `Git.attempt`, but hooks and signing may take the time they need."""
    environment: Mapping[str, str] = git.environment
    try:
        return subprocess.run(
            git.command(arguments),
            cwd=git.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise GitMissingError("git was not found; gitmem needs git 2.39 or newer on PATH") from None


def _words(done: subprocess.CompletedProcess[bytes]) -> str:
    return (done.stdout + done.stderr).decode("utf-8", "replace").strip()


def _told(message: bytes) -> str:
    return first_line(message) or "git refused"
