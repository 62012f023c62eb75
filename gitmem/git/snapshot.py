"""The notes of one moment behind one protocol: a commit, the index, the work tree, a plain folder.

A snapshot lists files and reads their bytes; it knows no dates and decides nothing about which files
are notes. Symbolic links are not followed and submodules not entered: both are named as skipped.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from gitmem.errors import NoteError
from gitmem.git.calls import Git
from gitmem.git.objects import Objects
from gitmem.git.repository import decode_path, encode_path

MOST_NAMED = 500
"""Paths that git is asked for by name; for more, listing all of them is quicker than naming them."""

_SYMLINK = "120000"
_SUBMODULE = "160000"


class SkipReason(Enum):
    """Why a file is not read."""

    SYMBOLIC_LINK = "symbolic link"
    LINK_TO_NOTE = "symbolic link to a note that is read"
    SUBMODULE = "submodule"
    UNREADABLE = "cannot be read"
    NOT_TEXT = "not text"
    MISSING_OBJECT = "missing in this partial clone"
    UNMERGED = "its merge is not resolved"


class Skipped(NamedTuple):
    """A file that was passed over, and why in words."""

    path: str
    reason: str


class Entry(NamedTuple):
    """A regular file: `content` is equal exactly when the bytes are (a blob id or a digest of the file)."""

    path: str
    content: str


class Snapshot(Protocol):
    """The files of one moment."""

    def entries(self, paths: Iterable[str] | None = None) -> dict[str, Entry]:
        """Regular files by path: all of them, or of `paths` those that exist."""

    def skipped(self) -> tuple[Skipped, ...]:
        """Files that cannot be read, known after `entries`."""

    def read(self, path: str) -> bytes:
        """The bytes of a file; `NoteError` when it cannot be read."""

    def link_target(self, path: str) -> str | None:
        """The path that a skipped symbolic link names, None when it leaves the top or is no link."""


def skipped_notes(snapshot: Snapshot, is_note: Callable[[str], bool]) -> tuple[Skipped, ...]:
    """The skipped files that could hold notes; a link whose note is read by its own name says so."""
    skipped = [item for item in snapshot.skipped() if is_note(item.path) or _may_hold_notes(item, is_note)]
    links = [item.path for item in skipped if item.reason == SkipReason.SYMBOLIC_LINK.value]
    targets = {path: target for path in links if (target := snapshot.link_target(path)) and is_note(target)}
    read = snapshot.entries(targets.values())
    harmless = {path for path, target in targets.items() if target in read}
    return tuple(
        Skipped(item.path, SkipReason.LINK_TO_NOTE.value) if item.path in harmless else item
        for item in skipped
    )


def _may_hold_notes(item: Skipped, is_note: Callable[[str], bool]) -> bool:
    return item.reason == SkipReason.SUBMODULE.value and is_note(f"{item.path}/note.md")


def _within_top(path: str, target: bytes) -> str | None:
    """Where a link at `path` leads, relative to the top."""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), decode_path(target)))
    return None if joined.startswith(("/", "../")) or joined == ".." else joined


class CommitSnapshot:
    """The files of a commit."""

    def __init__(self, git: Git, objects: Objects, commit: str) -> None:
        self.commit = commit
        self._git = git
        self._objects = objects
        self._blobs: dict[str, str] = {}
        self._skipped: dict[str, Skipped] = {}
        self._links: dict[str, str] = {}

    def entries(self, paths: Iterable[str] | None = None) -> dict[str, Entry]:
        """See `Snapshot`."""
        wanted = None if paths is None else list(paths)
        found: dict[str, Entry] = {}
        if wanted == []:
            return found
        for mode, blob, path in self._list(wanted):
            reason = {_SYMLINK: SkipReason.SYMBOLIC_LINK, _SUBMODULE: SkipReason.SUBMODULE}.get(mode)
            if reason:
                self._skipped[path] = Skipped(path, reason.value)
                if mode == _SYMLINK:
                    self._links[path] = blob
            else:
                self._blobs[path] = blob
                found[path] = Entry(path, blob)
        return found

    def skipped(self) -> tuple[Skipped, ...]:
        """See `Snapshot`."""
        return tuple(self._skipped[path] for path in sorted(self._skipped))

    def read(self, path: str) -> bytes:
        """See `Snapshot`; `MissingObjectError` in a partial clone that left the blob out."""
        if path not in self._blobs and path not in self.entries([path]):
            raise NoteError(f"{path}: no such file")
        return self._objects.read(self._blobs[path])

    def announce(self, paths: Sequence[str]) -> None:
        """Prepare to read these files, which `entries` listed, once each and in this order."""
        self._objects.announce([self._blobs[path] for path in paths if path in self._blobs])

    def link_target(self, path: str) -> str | None:
        """See `Snapshot`."""
        blob = self._links.get(path)
        return None if blob is None else _within_top(path, self._objects.read(blob))

    def _list(self, paths: list[str] | None) -> Iterator[tuple[str, str, str]]:
        """Mode, blob id and path of each file."""
        limit = _limit(paths)
        for line in self._git.ask("ls-tree", "-r", "-z", "--full-tree", self.commit, *limit).split(b"\0"):
            if line:
                facts, path = line.split(b"\t", 1)
                mode, _, blob = facts.decode("ascii").split(" ")
                yield mode, blob, decode_path(path)


def _limit(paths: list[str] | None) -> list[str | bytes]:
    return [] if paths is None else ["--", *(encode_path(path) for path in paths)]


class FolderSnapshot:
    """The files of a plain folder that no repository holds."""

    def __init__(self, top: Path) -> None:
        self._top = os.fspath(top)
        self._skipped: dict[str, Skipped] = {}

    def entries(self, paths: Iterable[str] | None = None) -> dict[str, Entry]:
        """See `Snapshot`; folders whose name starts with a dot are not entered."""
        names = self._walk("") if paths is None else paths
        found = ((path, self._content(path)) for path in names)
        return {path: Entry(path, content) for path, content in found if content is not None}

    def skipped(self) -> tuple[Skipped, ...]:
        """See `Snapshot`."""
        return tuple(self._skipped[path] for path in sorted(self._skipped))

    def read(self, path: str) -> bytes:
        """See `Snapshot`."""
        return read_file(self._top, path)

    def link_target(self, path: str) -> str | None:
        """See `Snapshot`."""
        return disk_link_target(self._top, path)

    def _content(self, path: str) -> str | None:
        try:
            return signature(self._top, path)
        except OSError:
            return None

    def _walk(self, folder: str) -> Iterator[str]:
        try:
            with os.scandir(os.path.join(self._top, folder)) as items:
                found = sorted(items, key=lambda item: item.name)
        except OSError:
            self._skipped[folder] = Skipped(folder, SkipReason.UNREADABLE.value)
            return
        for item in found:
            path = decode_path(os.fsencode(f"{folder}/{item.name}" if folder else item.name))
            if item.is_symlink():
                self._skipped[path] = Skipped(path, SkipReason.SYMBOLIC_LINK.value)
            elif item.is_dir():
                if not item.name.startswith("."):
                    yield from self._walk(path)
            elif item.is_file():
                yield path


def disk_link_target(top: str, path: str) -> str | None:
    """Where a symbolic link on disk leads, as `Snapshot.link_target` says it."""
    try:
        return _within_top(path, os.readlink(os.path.join(os.fsencode(top), encode_path(path))))
    except OSError:
        return None


def signature(top: str, path: str) -> str | None:
    """What changes when a regular file changes; None when it is none. Raises `OSError` when it is gone."""
    facts = os.lstat(os.path.join(os.fsencode(top), encode_path(path)))
    if not stat.S_ISREG(facts.st_mode):
        return None
    return f"{facts.st_size}.{facts.st_mtime_ns}.{facts.st_ctime_ns}.{facts.st_ino}"


def read_file(top: str, path: str) -> bytes:
    """The bytes of a regular file below `top`; a symbolic link on the way is refused with `NoteError`."""
    folder = os.fsencode(top)
    parts = encode_path(path).split(b"/")
    for part in parts[:-1]:
        folder = os.path.join(folder, part)
        if os.path.islink(folder):
            raise NoteError(f"{path}: {SkipReason.SYMBOLIC_LINK.value}")
    try:
        handle = os.open(os.path.join(folder, parts[-1]), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NoteError(f"{path}: {SkipReason.SYMBOLIC_LINK.value}") from None
        raise NoteError(f"{path}: {SkipReason.UNREADABLE.value} ({error.strerror})") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NoteError(f"{path}: not a regular file")
    with open(handle, "rb") as file:
        return file.read()
