"""Builds real repositories with real git, so that a test says what happened and when, and nothing else.

Every date is given by the test, the identity is fixed and no configuration of the machine is read, so
the same calls give the same commit ids everywhere and a test may write an id down. Content is text
(stored as UTF-8), bytes, a `Symlink`, or None for a path that goes away. Paths are text as the product
uses it: undecodable bytes travel as surrogate escapes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

AUTHOR = "Iris Vale <iris@notes.example>"
ALWAYS = (
    "core.autocrlf=false",
    "core.safecrlf=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "commit.gpgSign=false",
    "advice.detachedHead=false",
    "protocol.file.allow=always",
    "init.defaultBranch=main",
)

When = str | int
"""An ISO 8601 day or date and time (UTC unless it names a zone; a day means nine o'clock), or seconds."""


@dataclass(frozen=True, slots=True)
class Symlink:
    """Content of a path that is a symbolic link."""

    target: str


Content = str | bytes | Symlink | None
Changes = Mapping[str, Content]


@dataclass(frozen=True, slots=True)
class PlannedCommit:
    """One commit for `RepoBuilder.fast_import`.

    `parents` are positions in the list that is imported; `changes` are told against the first parent.
    """

    date: When
    changes: Changes
    parents: tuple[int, ...] | None = None
    message: str = "planned"
    author: str = AUTHOR
    committer_date: When | None = None
    replaces_tree: bool = False


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without anything that could steer git: no inherited `GIT_*`, no configuration."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_TERMINAL_PROMPT="0",
        GIT_EDITOR="true",
        LC_ALL="C.UTF-8",
        TZ="UTC",
    )
    environment.update(extra or {})
    return environment


def stamp(when: When) -> str:
    """A date in git's raw form, `SECONDS +HHMM`."""
    if isinstance(when, int):
        return f"{when} +0000"
    moment = datetime.fromisoformat(when)
    if len(when) == len("2025-01-31"):
        moment = moment.replace(hour=9)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return f"{int(moment.timestamp())} {moment.strftime('%z')}"


def person(identity: str) -> tuple[str, str]:
    """`Name <mail>` taken apart."""
    name, _, mail = identity.partition(" <")
    return name, mail.rstrip(">")


def as_bytes(content: str | bytes) -> bytes:
    """Content as it is stored."""
    return content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")


class RepoBuilder:
    """One repository under construction; `path` is its work tree, or the git directory of a bare one."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # --- making and opening -------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, *, object_format: str = "sha1", bare: bool = False) -> RepoBuilder:
        """A new repository with branch `main` and no commit."""
        path.mkdir(parents=True, exist_ok=True)
        builder = cls(path)
        options = ["--bare"] if bare else []
        builder.git("init", "-q", "-b", "main", "--template=", f"--object-format={object_format}", *options)
        return builder

    def clone(
        self,
        path: Path,
        *,
        bare: bool = False,
        depth: int | None = None,
        blobless: bool = False,
        branch: str | None = None,
    ) -> RepoBuilder:
        """A clone over `file://`: whole, bare, cut at `depth`, or without blobs until they are needed."""
        options = ["--bare"] if bare else []
        options += [f"--depth={depth}"] if depth else []
        options += [f"--branch={branch}"] if branch else []
        if blobless:
            self.config("uploadpack.allowFilter", "true")
            self.config("uploadpack.allowAnySHA1InWant", "true")
            options.append("--filter=blob:none")
        self.git("clone", "-q", "--template=", *options, self.path.resolve().as_uri(), str(path))
        return RepoBuilder(path)

    def worktree(self, path: Path, branch: str, *, new: bool = True) -> RepoBuilder:
        """A linked work tree with `branch` checked out."""
        self.git("worktree", "add", "-q", *(["-b", branch, str(path)] if new else [str(path), branch]))
        return RepoBuilder(path)

    # --- running git --------------------------------------------------------------------------------

    def run(
        self,
        *arguments: str,
        stdin: bytes | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs git here and returns whatever came of it."""
        command = ["git"]
        for setting in ALWAYS:
            command += ["-c", setting]
        return subprocess.run(
            [*command, *(os.fsencode(argument) for argument in arguments)],
            cwd=self.path,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            env=clean_environment(environment),
            check=False,
        )

    def git(
        self, *arguments: str, stdin: bytes | None = None, environment: Mapping[str, str] | None = None
    ) -> bytes:
        """Runs git here, must succeed; what it printed."""
        done = self.run(*arguments, stdin=stdin, environment=environment)
        if done.returncode != 0:
            raise AssertionError(f"git {arguments} failed: {done.stderr.decode('utf-8', 'replace')}")
        return done.stdout

    def ask(self, *arguments: str) -> str:
        """Like `git`, as one stripped text."""
        return self.git(*arguments).decode("utf-8", "surrogateescape").strip()

    def config(self, name: str, value: str) -> None:
        """Writes a setting of this repository."""
        self.git("config", name, value)

    @property
    def head(self) -> str:
        """Full id of HEAD."""
        return self.rev("HEAD")

    def rev(self, revision: str) -> str:
        """Full id of a revision."""
        return self.ask("rev-parse", "--verify", revision)

    @property
    def git_path(self) -> Path:
        """The git directory of this work tree."""
        return Path(self.ask("rev-parse", "--absolute-git-dir"))

    # --- work tree ----------------------------------------------------------------------------------

    def write(self, changes: Changes) -> None:
        """Changes the work tree only."""
        for name, content in changes.items():
            target = self.path / name
            if target.is_symlink() or target.is_file():
                target.unlink()
            if content is None:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Symlink):
                target.symlink_to(content.target)
            else:
                target.write_bytes(as_bytes(content))

    def stage(self, changes: Changes) -> None:
        """Changes the work tree and the index; a path that is not there may go away all the same."""
        self.write(changes)
        gone = [name for name, content in changes.items() if content is None]
        here = [name for name, content in changes.items() if content is not None]
        if gone:
            self.git("--literal-pathspecs", "rm", "-q", "--cached", "--ignore-unmatch", "--", *gone)
        if here:
            self.git("--literal-pathspecs", "add", "-A", "-f", "--", *here)

    def move(self, old: str, new: str) -> None:
        """`git mv`, staged."""
        (self.path / new).parent.mkdir(parents=True, exist_ok=True)
        self.git("mv", "--", old, new)

    # --- commits ------------------------------------------------------------------------------------

    def _identity(
        self, date: When = 0, author: str = AUTHOR, committer_date: When | None = None
    ) -> dict[str, str]:
        """The environment that says who commits and when."""
        name, mail = person(author)
        return {
            "GIT_AUTHOR_NAME": name,
            "GIT_AUTHOR_EMAIL": mail,
            "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": mail,
            "GIT_AUTHOR_DATE": "@" + stamp(date),
            "GIT_COMMITTER_DATE": "@" + stamp(date if committer_date is None else committer_date),
        }

    def _dated_git(
        self, arguments: Sequence[str], date: When, author: str = AUTHOR, committer_date: When | None = None
    ) -> str:
        self.git(*arguments, environment=self._identity(date, author, committer_date))
        return self._written_head() or self.head

    def _written_head(self) -> str | None:
        """The id that a plain repository holds for its branch: nearly always, and no process is started."""
        try:
            name = (self.path / ".git" / "HEAD").read_text("utf-8").removeprefix("ref: ").strip()
            return (self.path / ".git" / name).read_text("ascii").strip()
        except (OSError, UnicodeError):
            return None

    def commit(
        self,
        date: When,
        changes: Changes | None = None,
        message: str = "change",
        *,
        author: str = AUTHOR,
        committer_date: When | None = None,
    ) -> str:
        """Stages `changes` and commits the index; the new id."""
        self.stage(changes or {})
        arguments = ["commit", "-q", "--no-verify", "--allow-empty", "--cleanup=verbatim", "-m", message]
        return self._dated_git(arguments, date, author, committer_date)

    def amend(self, date: When, changes: Changes | None = None, message: str = "amended") -> str:
        """Replaces the last commit."""
        self.stage(changes or {})
        return self._dated_git(
            ["commit", "-q", "--amend", "--no-verify", "--reset-author", "-m", message], date
        )

    def branch(self, name: str, start: str = "HEAD") -> None:
        """A new branch, not checked out."""
        self.git("branch", "-q", name, start)

    def switch(self, name: str, *, new: bool = False, orphan: bool = False) -> None:
        """Checks a branch out; `orphan` starts one without history or files."""
        if orphan:
            self.git("switch", "-q", "--orphan", name)
        else:
            self.git("switch", "-q", *(["-c"] if new else []), name)

    def detach(self, revision: str) -> None:
        """Checks a commit out without a branch."""
        self.git("checkout", "-q", "--detach", revision)

    def tag(self, name: str, revision: str = "HEAD") -> None:
        """A lightweight tag."""
        self.git("tag", name, revision)

    def merge(
        self,
        others: str | Sequence[str],
        date: When,
        *,
        resolve: Changes | None = None,
        message: str = "merge",
        no_ff: bool = True,
        unrelated: bool = False,
    ) -> str:
        """Merges one or more branches; `resolve` is written over whatever git made of the files."""
        names = [others] if isinstance(others, str) else list(others)
        if not no_ff:
            self.git("merge", "-q", "--ff-only", *names)
            return self.head
        options = ["--allow-unrelated-histories"] if unrelated else []
        done = self.run(
            "merge", "-q", "--no-ff", "--no-commit", *options, *names, environment=self._identity()
        )
        self.stage(resolve or {})
        if not (self.git_path / "MERGE_HEAD").exists():
            raise AssertionError(f"nothing to merge: {done.stderr.decode('utf-8', 'replace')}")
        return self._dated_git(["commit", "-q", "--no-verify", "-m", message], date)

    def merge_by_hand(self, others: Sequence[str], date: When, tree: Changes, message: str = "merge") -> str:
        """A merge commit whose files differ from the first parent by `tree`, whatever the others say."""
        self.stage(tree)
        parents = ["-p", self.head]
        for other in others:
            parents += ["-p", self.rev(other)]
        tree_id = self.ask("write-tree")
        made = self.git("commit-tree", "-m", message, *parents, tree_id, environment=self._identity(date))
        self.git("reset", "-q", "--hard", made.decode().strip())
        return self.head

    def squash(self, other: str, date: When, message: str = "squash") -> str:
        """One commit with everything that `other` changed."""
        self.git("merge", "-q", "--squash", other, environment=self._identity())
        return self._dated_git(["commit", "-q", "--no-verify", "-m", message], date)

    def rebase(self, onto: str, committer_date: When) -> str:
        """Rewrites the current branch on top of `onto`; author dates stay."""
        return self._dated_git(["rebase", "-q", "--no-verify", onto], 0, AUTHOR, committer_date)

    def cherry_pick(self, revision: str, committer_date: When) -> str:
        """Copies one commit; its author date stays."""
        return self._dated_git(["cherry-pick", revision], 0, AUTHOR, committer_date)

    def revert(self, revision: str, date: When) -> str:
        """A commit that undoes another one."""
        return self._dated_git(["revert", "--no-edit", revision], date)

    def reset(self, revision: str) -> str:
        """`git reset --hard`."""
        self.git("reset", "-q", "--hard", revision)
        return self.head

    def prune(self) -> None:
        """Forgets every object that no reference reaches."""
        self.git("reflog", "expire", "--expire=now", "--all")
        self.git("gc", "-q", "--prune=now")

    # --- arrangements -------------------------------------------------------------------------------

    def sparse(self, *patterns: str) -> None:
        """Checks out only what the patterns name."""
        self.git("sparse-checkout", "set", "--no-cone", *patterns)

    def submodule(self, other: RepoBuilder, name: str) -> None:
        """Adds another repository below `name`, staged."""
        self.git("submodule", "--quiet", "add", other.path.resolve().as_uri(), name)

    def unshallow(self) -> None:
        """Fetches the history that a shallow clone left out."""
        self.git("fetch", "-q", "--unshallow")

    def copy(self, path: Path) -> RepoBuilder:
        """The same repository at another place, byte for byte."""
        shutil.copytree(self.path, path, symlinks=True)
        return RepoBuilder(path)

    # --- many commits at once -----------------------------------------------------------------------

    def fast_import(self, commits: Iterable[PlannedCommit], *, branch: str = "main") -> list[str]:
        """Writes a whole history in one process; the ids in order.

        A commit without `parents` follows the one before it. With `replaces_tree` its changes are all
        of its files. The branch ends at the last commit and is checked out unless the repository is bare.
        """
        planned = list(commits)
        marks = self.git_path / "builder-marks"
        stream = b"".join(_import_lines(planned, branch))
        self.git("fast-import", "--quiet", "--force", f"--export-marks={marks}", stdin=stream)
        ids = dict(line.split() for line in marks.read_text().splitlines())
        marks.unlink()
        self.git("update-ref", "-d", "refs/builder/scratch")
        if self.ask("rev-parse", "--is-bare-repository") == "false":
            self.git("reset", "-q", "--hard", branch)
        return [ids[f":{position + 1}"] for position in range(len(planned))]


def _import_lines(planned: Sequence[PlannedCommit], branch: str) -> Iterator[bytes]:
    """The text that `git fast-import` reads."""
    name = f"refs/heads/{branch}".encode()
    for position, commit in enumerate(planned):
        parents = commit.parents
        if parents is None:
            parents = (position - 1,) if position else ()
        committer = commit.date if commit.committer_date is None else commit.committer_date
        # A commit that names no parent on a branch that exists would continue it: every commit is made
        # on a scratch reference and the branch is pointed at the last one.
        yield b"reset refs/builder/scratch\n\ncommit refs/builder/scratch\nmark :%d\n" % (position + 1)
        yield f"author {commit.author} {stamp(commit.date)}\n".encode()
        yield f"committer {commit.author} {stamp(committer)}\n".encode()
        yield _data(f"{commit.message}\n".encode())
        for order, parent in enumerate(parents):
            yield b"%s :%d\n" % (b"merge" if order else b"from", parent + 1)
        if commit.replaces_tree:
            yield b"deleteall\n"
        yield from _import_changes(commit.changes)
        yield b"\n"
    yield b"reset %s\nfrom :%d\n\n" % (name, len(planned))


def _import_changes(changes: Changes) -> Iterator[bytes]:
    # Removals first, so that a file may take the place of a folder and the other way round.
    for path, content in changes.items():
        if content is None:
            yield b"D %s\n" % _quoted(path)
    for path, content in changes.items():
        if isinstance(content, Symlink):
            yield b"M 120000 inline %s\n" % _quoted(path) + _data(content.target.encode())
        elif content is not None:
            yield b"M 100644 inline %s\n" % _quoted(path) + _data(as_bytes(content))


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _quoted(path: str) -> bytes:
    """A path in the quoting of fast-import."""
    raw = os.fsencode(path)
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
