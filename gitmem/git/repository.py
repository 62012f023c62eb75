"""A repository, opened: where it lies, what HEAD is, and the small questions that reads ask.

Discovery follows git itself (`rev-parse`), so worktrees, submodules, bare repositories, SHA-256 and
git's ownership check behave as they do for every git command. All answers are plain values.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from gitmem.errors import (
    GitError,
    GitMissingError,
    NotARepositoryError,
    NoteError,
    RevisionError,
    RootError,
)
from gitmem.git.calls import REPOSITORY_VARIABLES, Git, clean_environment, first_line

MINIMUM_GIT = (2, 39)
"""Oldest git that the tests run with."""

IGNORE_REVS = ".git-blame-ignore-revs"
"""The file that many projects name in `blame.ignoreRevsFile`; here it counts without being named."""

SHALLOW_CURE = "git fetch --unshallow (in CI: fetch-depth: 0)"
"""What brings back the history that a shallow clone left out."""

_OBJECT_ID = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64})\n")
_KEPT_WITH_REPOSITORY = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES")


@dataclass(frozen=True)
class Repository:
    """An opened repository.

    `top` is the work tree, None for a bare one. `git_dir` is this worktree's git directory and
    `common_dir` the one all worktrees share. `head` is the full id of HEAD's commit, None while unborn.
    `tree` is HEAD's tree and `has_ignore_revs` whether it holds `IGNORE_REVS`. `index_file` is the index
    that is being committed, as a hook's environment says.
    """

    top: Path | None
    git_dir: Path
    common_dir: Path
    object_format: str
    shallow: bool
    head: str | None
    tree: str | None
    has_ignore_revs: bool
    index_file: Path
    objects: Git
    """Runs where no work tree is in sight: history and objects, never files."""
    files: Git
    """Runs at the top of the work tree, with the index that counts."""

    @classmethod
    def open(cls, start: Path, *, explicit: bool = True, allow_fetch: bool = False) -> Repository:
        """The repository that `start` lies in.

        With `explicit` the folder decides and an inherited `GIT_DIR` of another repository is dropped;
        without it the environment decides first, as for every git command. Raises
        `NotARepositoryError`, `RootError` when the folder does not exist, and `GitError` with git's own
        words when git refuses (dubious ownership).
        """
        if not start.is_dir():
            raise RootError(f"not a folder: {start}" if start.exists() else f"no such folder: {start}")
        inherited = {name: os.environ[name] for name in REPOSITORY_VARIABLES if name in os.environ}
        clean = clean_environment(os.environ, allow_fetch=allow_fetch)
        tied = clean | {name: inherited[name] for name in ("GIT_DIR", "GIT_WORK_TREE") if name in inherited}
        found = _locate(Git(os.fspath(start), clean if explicit or "GIT_DIR" not in inherited else tied))
        return found._bound(clean, found._own_variables(inherited, start, explicit=explicit))

    def _own_variables(self, inherited: Mapping[str, str], start: Path, *, explicit: bool) -> dict[str, str]:
        """The inherited variables that belong to this repository: index and object folders of a hook."""
        index = inherited.get("GIT_INDEX_FILE")
        kept: dict[str, str] = {}
        if index is not None:
            place = Path(os.path.abspath(os.path.join(self.top or start, index)))
            if not explicit or self.git_dir in place.parents:
                kept["GIT_INDEX_FILE"] = os.fspath(place)
        if not explicit:
            kept |= {name: inherited[name] for name in _KEPT_WITH_REPOSITORY if name in inherited}
        return kept

    def _bound(self, clean: Mapping[str, str], own: Mapping[str, str]) -> Repository:
        environment = {**clean, **own, "GIT_DIR": os.fspath(self.git_dir)}
        bare = Git(os.fspath(self.git_dir), environment, ("--bare", *Git(None, {}).options))
        if self.top is None:
            files = bare
        else:
            files = Git(os.fspath(self.top), environment | {"GIT_WORK_TREE": os.fspath(self.top)})
        index = Path(own.get("GIT_INDEX_FILE", self.git_dir / "index"))
        return replace(self, index_file=index, objects=bare, files=files)

    def resolve(self, revision: str) -> str:
        """The full id of the commit that `revision` names; `RevisionError` if there is none."""
        found = None
        # git says `^ID` for `^NAME`, which would mean everything but that commit.
        if not revision.startswith("^") and _is_argument(revision):
            asked = ("--verify", "--quiet", "--end-of-options", revision + "^{commit}")
            found = _OBJECT_ID.fullmatch(self.objects.attempt("rev-parse", *asked).stdout)
        oid = found[1].decode("ascii") if found else ""
        if not oid:
            cut = f"; this clone is shallow; cure: {SHALLOW_CURE}" if self.shallow else ""
            raise RevisionError(f"no such revision: {revision!r}{cut}")
        return oid

    def merge_base(self, first: str, second: str) -> str | None:
        """The full id of the best commit that two commits both descend from; None when there is none."""
        done = self.objects.attempt("merge-base", first, second)
        return done.stdout.decode("ascii", "replace").split("\n")[0] or None

    def tree_of(self, commit: str) -> str:
        """The full id of a commit's tree."""
        return self.objects.ask("rev-parse", "--verify", commit + "^{tree}").decode("ascii").strip()

    def is_partial(self) -> bool:
        """Whether this clone was told to leave objects out (a promisor remote)."""
        return any(key.endswith((".promisor", ".partialclonefilter")) for key in self.configuration)

    @cached_property
    def configuration(self) -> dict[str, list[str]]:
        """Effective settings: name (lower case but for subsections) to its values, of which the last wins."""
        values: dict[str, list[str]] = {}
        for entry in self.files.ask("config", "--list", "-z").split(b"\0"):
            name, _, value = entry.decode("utf-8", "surrogateescape").partition("\n")
            if name:
                values.setdefault(name, []).append(value)
        return values

    def world(self) -> str:
        """What changes the meaning of history but no commit: shallow file, grafts, replacements."""
        parts = [bytes_in_git(self.common_dir / "shallow"), bytes_in_git(self.common_dir / "info" / "grafts")]
        if self._may_replace():
            parts.append(
                self.objects.ask("for-each-ref", "--format=%(refname) %(objectname)", "refs/replace/")
            )
        return "" if not any(parts) else b"\0".join(parts).decode("latin-1")

    def boundaries(self) -> list[str]:
        """Commits at which a shallow clone was cut; none in a whole one."""
        return bytes_in_git(self.common_dir / "shallow").decode("ascii", "replace").split()

    def _may_replace(self) -> bool:
        loose = self.common_dir / "refs" / "replace"
        packed = bytes_in_git(self.common_dir / "packed-refs")
        return loose.is_dir() or b" refs/replace/" in packed or (self.common_dir / "reftable").is_dir()

    def store_folder(self) -> Path:
        """Where facts shared by all worktrees are kept."""
        return self.common_dir / "gitmem"

    def index_folder(self) -> Path:
        """Where this worktree's index is kept."""
        return self.git_dir / "gitmem"


_FACTS = ("--is-bare-repository", "--is-shallow-repository", "--show-object-format")
_FENCE = "--show-object-format"
_PLACES = (
    "--path-format=absolute",
    "--git-dir",
    _FENCE,
    "--git-common-dir",
    _FENCE,
    "--show-toplevel",
    _FENCE,
)
_HEAD = ("HEAD^{commit}", "HEAD^{tree}", f"HEAD:{IGNORE_REVS}")


def _locate(git: Git) -> Repository:
    """One process in the usual case: git prints line by line and stops at the first it cannot answer.

    Folders may have line breaks in their names, so the object format is asked for again after each.
    """
    done = git.attempt("rev-parse", *_FACTS, *_PLACES, *_HEAD)
    facts = done.stdout.split(b"\n", 3)
    if len(facts) < 4:
        raise _refusal(first_line(done.stderr))
    bare, shallow, object_format, places = facts
    fields = places.split(b"\n" + object_format + b"\n")
    if len(fields) < 3:
        raise _refusal(first_line(done.stderr))
    git_dir, common = fields[:2]
    place = Path(os.fsdecode(git_dir))
    seen = len(fields) > 3
    top = Path(os.fsdecode(fields[2])) if seen else _top_beside(place, bare == b"true")
    found = (fields[3] if seen else git.attempt("rev-parse", *_HEAD).stdout).split(b"\n")[:-1]
    # git repeats a name it cannot resolve before it stops, so an unborn HEAD prints itself.
    head = [line.decode("ascii") for line in found if not line.startswith(b"HEAD")]
    if not head:
        _require_unborn(git)
    return Repository(
        top=top,
        git_dir=place,
        common_dir=Path(os.fsdecode(common)),
        object_format=object_format.decode("ascii"),
        shallow=shallow == b"true",
        head=head[0] if head else None,
        tree=head[1] if len(head) > 1 else None,
        has_ignore_revs=len(head) > 2,
        index_file=place / "index",
        objects=git,
        files=git,
    )


def _require_unborn(git: Git) -> None:
    """Raises `GitError` where HEAD has no commit though it names one: what is lost is no empty history."""
    named = git.attempt("rev-parse", "--verify", "--quiet", "HEAD").stdout.decode("ascii", "replace").strip()
    if named or git.attempt("symbolic-ref", "--quiet", "HEAD").returncode:
        raise GitError(f"bad object HEAD{f' ({named})' if named else ''}; git fsck may tell what is lost")


def _top_beside(git_dir: Path, bare: bool) -> Path | None:
    """The work tree when git was asked from inside the git directory."""
    return None if bare or git_dir.name != ".git" else git_dir.parent


def _refusal(message: str) -> GitError:
    if "not a git repository" in message:
        return NotARepositoryError(message)
    return GitError(message or "git rev-parse failed")


def bytes_in_git(path: Path) -> bytes:
    """The bytes of a file in a git directory; empty when there is none or it is no regular file."""
    try:
        # Without the flag a pipe that lies in the file's place would be waited for, for ever.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return b""


def git_version(folder: Path) -> tuple[int, ...]:
    """git's version as numbers; `GitMissingError` when there is none or it is older than `MINIMUM_GIT`."""
    text = Git(os.fspath(folder), clean_environment(os.environ)).ask("version").decode("ascii", "replace")
    numbers = tuple(int(part) for part in text.split()[2].split(".")[:3] if part.isdigit())
    if numbers[:2] < MINIMUM_GIT:
        wanted = ".".join(map(str, MINIMUM_GIT))
        raise GitMissingError(f"git {text.split()[2]} is too old; gitmem needs git {wanted} or newer")
    return numbers


def _is_argument(text: str) -> bool:
    """Whether a program can be given a text as it is."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def encode_path(path: str) -> bytes:
    """A path's own bytes. Raises `NoteError` for a text that no path can have."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise NoteError(f"{path!r}: no path holds half a character") from None


def decode_path(path: bytes) -> str:
    """A path as text; bytes that are not UTF-8 survive as surrogates."""
    return path.decode("utf-8", "surrogateescape")
