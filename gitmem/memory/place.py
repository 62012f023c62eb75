"""Where a memory lives: its repository or plain folder, its settings, and the folders of its stores.

A place is opened anew for every call, because HEAD, settings and notes change between two calls of a
program that lives long.
"""

from __future__ import annotations

import hashlib
import os
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from gitmem.clock import Instant, parse_day, parse_instant
from gitmem.config import CONFIG_NAME, Settings, load_settings
from gitmem.errors import ConfigError, NotARepositoryError, NoteError, RevisionError, RootError
from gitmem.git.objects import Objects
from gitmem.git.repository import SHALLOW_CURE, Repository, decode_path
from gitmem.git.snapshot import CommitSnapshot, read_file
from gitmem.git.worktree import staged_file
from gitmem.history.keeping import cache_folder, writable_folder
from gitmem.index.store import index_path


class Start(NamedTuple):
    """What a caller said about where the memory is.

    `root` is a notes folder that replaces the configured one; its repository is the one that counts.
    With `from_environment` git's variables may name the repository, as they may for any git command.
    """

    folder: Path
    root: Path | None = None
    allow_fetch: bool = False
    from_environment: bool = False


class Place(NamedTuple):
    """An opened place. `repository` is None for a plain folder; `top` is what paths are relative to."""

    repository: Repository | None
    top: Path
    root: str | None
    rooted: bool

    @property
    def head(self) -> str | None:
        """Full id of HEAD's commit; None without one."""
        return None if self.repository is None else self.repository.head

    def settings(self, commit: str | None = None, *, staged: bool = False) -> Settings:
        """The settings in the work tree, of a commit, or in the index; a root given by the caller replaces
        theirs.

        Raises `ConfigError` for a broken file and `RootError` for a notes folder that does not exist.
        """
        bare = self.repository is not None and self.repository.top is None
        commit = commit or (self.head if bare else None)
        if staged and self.repository is not None:
            settings = load_settings(_in_index(self.repository))
        elif self.repository is None or (commit is None and not bare):
            settings = load_settings(_on_disk(self.top))
        else:
            settings = load_settings(_committed(self.repository, commit))
        if self.rooted:
            return settings._replace(root=self.root)
        if (
            settings.root is not None
            and commit is None
            and not staged
            and not bare
            and not (self.top / settings.root).is_dir()
        ):
            raise RootError(f"{CONFIG_NAME}: root: no such folder: {self.top / settings.root}")
        return settings

    def index_file(self, committed: bool) -> Path:
        """Where the index of what is read lies; commits, and other notes folders, have their own."""
        if self.repository is None:
            folder = cache_folder(self.top)
        else:
            folder = writable_folder(self.repository.index_folder())
        if self.rooted:
            folder = folder / f"root-{_short_hash(self.root or '')}"
        return index_path(folder / "committed" if committed else folder)

    def kept_files(self) -> list[Path]:
        """Every store of gitmem for this place: all worktrees, notes folders and versions of the program."""
        if self.repository is None:
            folders = [cache_folder(self.top)]
        else:
            common = self.repository.store_folder()
            linked = sorted((common.parent / "worktrees").glob(f"*/{common.name}"))
            own = {common, self.repository.index_folder(), *linked}
            folders = sorted({place for folder in own for place in (folder, writable_folder(folder))})
        return [
            path for folder in folders for path in sorted(folder.rglob("*.sqlite*")) if path.suffix != ".lock"
        ]

    def commit_at(self, at: str) -> str:
        """The full id of the commit that `at` means: a revision, or the newest one of a day on HEAD's line.

        Raises `RevisionError` when there is none, and for a day naming the first commit there is.
        """
        if self.repository is None:
            raise RevisionError(f"{self.top} is in no git repository, so nothing is known of {at!r}")
        day = parse_day(at)
        if day is None:
            return self.repository.resolve(at)
        return _newest_by(self.repository, day)

    def store_folder(self) -> Path | None:
        """Where the history is kept; None without a repository."""
        return None if self.repository is None else writable_folder(self.repository.store_folder())


def check_folders(start: Start) -> None:
    """Raises `RootError` when a folder that was named does not exist."""
    for folder in (start.folder, start.root):
        if folder is not None and not folder.is_dir():
            raise RootError(f"{'not a folder' if folder.exists() else 'no such folder'}: {folder}")


def open_place(start: Start) -> Place:
    """The place that `start` means.

    Raises `RootError` when a folder does not exist, and `GitError` when git refuses to read there.
    """
    check_folders(start)
    folder = start.root if start.root is not None else start.folder
    try:
        repository = Repository.open(
            folder, explicit=not start.from_environment, allow_fetch=start.allow_fetch
        )
    except NotARepositoryError:
        return Place(None, folder.resolve(), None, False)
    top = repository.top or repository.git_dir
    if start.root is None:
        return Place(repository, top, None, False)
    return Place(repository, top, _below(start.root, top), True)


def _below(root: Path, top: Path) -> str | None:
    """`root` relative to `top` as git writes paths; None for the top itself."""
    relative = os.path.relpath(os.path.realpath(root), os.path.realpath(top))
    if relative == os.curdir:
        return None
    if relative.split(os.sep)[0] in (os.pardir, ".git"):
        raise RootError(f"{root} lies outside the notes of {top}")
    return decode_path(os.fsencode(relative)).replace(os.sep, "/")


def _on_disk(top: Path) -> bytes | None:
    if not os.path.lexists(top / CONFIG_NAME):
        return None
    try:
        return read_file(os.fspath(top), CONFIG_NAME)
    except NoteError as error:
        raise ConfigError(str(error)) from None


def _in_index(repository: Repository) -> bytes | None:
    try:
        return staged_file(repository, CONFIG_NAME)
    except NoteError as error:
        raise ConfigError(str(error)) from None


def _committed(repository: Repository, commit: str | None) -> bytes | None:
    if commit is None:
        return None
    with Objects(repository.objects) as objects:
        snapshot = CommitSnapshot(repository.objects, objects, commit)
        return snapshot.read(CONFIG_NAME) if snapshot.entries([CONFIG_NAME]) else None


def _newest_by(repository: Repository, day: date) -> str:
    """The newest commit on HEAD's first-parent line whose committer time is within the UTC day or before."""
    if repository.head is None:
        raise RevisionError("nothing is committed yet")
    end = parse_instant((day + timedelta(days=1)).isoformat()).seconds - 1
    line = ("rev-list", "--first-parent", repository.head, "--")
    found = repository.objects.ask(*line[:2], f"--min-age={end}", "-1", *line[2:]).decode("ascii").strip()
    if found:
        return found
    oldest = repository.objects.ask(*line[:2], "--reverse", "--timestamp", *line[2:]).split(b"\n", 1)[0]
    seconds, oid = oldest.decode("ascii").split(" ")
    first = Instant(int(seconds)).utc_day
    if repository.shallow:
        raise RevisionError(
            f"this clone is shallow and begins on {first}, so the notes of {day} are not known; "
            f"cure: {SHALLOW_CURE}"
        )
    raise RevisionError(f"nothing was committed by {day}; the first commit is {first} ({oid[:7]})")


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]
