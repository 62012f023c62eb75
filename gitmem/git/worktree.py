"""Where index and work tree differ from HEAD, asked in two small questions that run nothing.

Only differences are listed: a file that git calls clean is its blob, whatever its line endings or
filters make of it on disk.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitmem.errors import NoteError, RootError
from gitmem.git.calls import Git
from gitmem.git.objects import Objects
from gitmem.git.repository import Repository, decode_path, encode_path
from gitmem.git.snapshot import (
    CommitSnapshot,
    Entry,
    Skipped,
    SkipReason,
    disk_link_target,
    read_file,
    signature,
)

_GONE = ""
_HASHED_FILES = 256
"""Changed files whose content is compared; past that their size and times decide."""


class Deviation(NamedTuple):
    """A path that is not as in HEAD.

    `content` is a blob id when the file is staged and clean, `file:` and a digest when its text is only on
    disk, and empty when it is gone. `tracked` tells whether git knows the path at all.
    """

    content: str
    tracked: bool

    @property
    def gone(self) -> bool:
        """Whether the path holds nothing now."""
        return self.content == _GONE

    @property
    def on_disk(self) -> bool:
        """Whether the text has to be read from the file itself."""
        return self.content.startswith("file:")


@dataclass(frozen=True, slots=True)
class Deviations:
    """All deviations, and the state of the index they were read with."""

    paths: dict[str, Deviation]
    skipped: tuple[Skipped, ...]
    index: str
    staged: dict[str, str] = field(default_factory=dict)


class WorktreeSnapshot:
    """The files of the work tree, or of the index: HEAD's, with the deviations on top."""

    def __init__(self, repository: Repository, objects: Objects, deviations: Deviations) -> None:
        head = repository.head
        self.head = None if head is None else CommitSnapshot(repository.objects, objects, head)
        self._objects = objects
        self._top = _top(repository)
        self._deviations = deviations

    def entries(self, paths: Iterable[str] | None = None) -> dict[str, Entry]:
        """See `gitmem.git.snapshot.Snapshot`."""
        deviating = self._deviations.paths
        wanted = None if paths is None else list(paths)
        clean = None if wanted is None else [path for path in wanted if path not in deviating]
        found = self.head.entries(clean) if self.head else {}
        for path in deviating if wanted is None else wanted:
            deviation = deviating.get(path)
            if deviation is not None:
                found.pop(path, None)
                if not deviation.gone:
                    found[path] = Entry(path, deviation.content)
        return found

    def skipped(self) -> tuple[Skipped, ...]:
        """See `gitmem.git.snapshot.Snapshot`."""
        listed = self.head.skipped() if self.head else ()
        committed = [item for item in listed if item.path not in self._deviations.paths]
        return tuple(sorted({*committed, *self._deviations.skipped}))

    def link_target(self, path: str) -> str | None:
        """See `gitmem.git.snapshot.Snapshot`."""
        if self.head is None or path in self._deviations.paths:
            return disk_link_target(self._top, path)
        return self.head.link_target(path)

    def read(self, path: str) -> bytes:
        """See `gitmem.git.snapshot.Snapshot`."""
        deviation = self._deviations.paths.get(path)
        if deviation is None:
            return self.committed(path)
        if deviation.on_disk:
            return read_file(self._top, path)
        if deviation.gone:
            raise NoteError(f"{path}: no such file")
        return self._objects.read(deviation.content)

    def committed(self, path: str) -> bytes:
        """The bytes of a file as HEAD has it."""
        if self.head is None:
            raise NoteError(f"{path}: nothing is committed yet")
        return self.head.read(path)


def _top(repository: Repository) -> str:
    if repository.top is None:
        raise RootError(f"{repository.git_dir} has no work tree")
    return os.fspath(repository.top)


def index_checksum(repository: Repository) -> str:
    """The checksum git writes at the end of an index file; empty when there is none."""
    try:
        with open(repository.index_file, "rb") as file:
            file.seek(-20 if repository.object_format == "sha1" else -32, os.SEEK_END)
            facts = os.fstat(file.fileno())
            return f"{file.read().hex()}.{facts.st_size}.{facts.st_mtime_ns}"
    except OSError:
        return ""


def find_deviations(
    repository: Repository, configuration: Iterable[str], known: Mapping[str, str] | None, index: str
) -> Deviations:
    """What differs from HEAD now.

    `configuration` are the names of git's settings, `known` staged differences read with this same index.
    """
    git = without_filters(repository, configuration)
    staged = dict(known) if known is not None else _staged(git, repository.head, set())
    paths = _as_staged(staged)
    skipped: list[Skipped] = []
    changed = git.ask("ls-files", "-t", "-m", "-d", "-o", "--exclude-standard", "-z", "--full-name")
    top = _top(repository)
    entries = sorted({(line[2:], line[:1]) for line in changed.split(b"\0") if line})
    for name, tag in entries:
        path = decode_path(name)
        if tag == b"R":
            paths[path] = Deviation(_GONE, True)
        elif not path.endswith("/"):
            _add_file(top, path, tag != b"?", paths, skipped, hashed=len(entries) <= _HASHED_FILES)
    return Deviations(paths, tuple(skipped), index, staged)


def find_staged(repository: Repository, configuration: Iterable[str], index: str) -> Deviations:
    """What the index that is being committed holds otherwise than HEAD; files on disk do not matter.

    Arguments as of `find_deviations`. A path whose merge is not resolved is taken as HEAD has it and named
    as skipped.
    """
    unmerged: set[str] = set()
    staged = _staged(without_filters(repository, configuration), repository.head, unmerged)
    skipped = tuple(Skipped(path, SkipReason.UNMERGED.value) for path in sorted(unmerged))
    return Deviations(_as_staged(staged), skipped, index, staged)


def staged_file(repository: Repository, path: str) -> bytes | None:
    """The bytes of a file in the index that is being committed, None where it has none; of one whose merge is
    not resolved our side. Raises `NoteError` for a symbolic link, whose bytes are no file's."""
    listed = repository.files.ask("ls-files", "-s", "-z", "--full-name", "--", encode_path(path))
    facts = (line.split(b"\t")[0].split() for line in listed.split(b"\0") if line)
    blobs = {stage: (mode, blob) for mode, blob, stage in facts}
    mode, blob = blobs.get(b"0") or blobs.get(b"2") or (b"", None)
    if mode == b"120000":
        raise NoteError(f"{path}: {SkipReason.SYMBOLIC_LINK.value}")
    return None if blob is None else repository.objects.ask("cat-file", "blob", blob)


def _as_staged(staged: Mapping[str, str]) -> dict[str, Deviation]:
    return {path: Deviation(blob, True) for path, blob in staged.items()}


def without_filters(repository: Repository, configuration: Iterable[str]) -> Git:
    """git for questions about files, with every filter program of the configuration switched off."""
    drivers = {
        name.split(".", 1)[1].rsplit(".", 1)[0] for name in configuration if name.startswith("filter.")
    }
    return repository.files.with_settings(
        (f"filter.{driver}.{setting}", value)
        for driver in sorted(drivers)
        for setting, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
    )


def _staged(git: Git, head: str | None, unmerged: set[str]) -> dict[str, str]:
    """Paths of the index that differ from HEAD, with their blob; empty for those taken out. Paths whose
    merge is not resolved are added to `unmerged` instead."""
    if head is None:
        lines = git.ask("ls-files", "-s", "-z", "--full-name").split(b"\0")
        listed = (line.split(b"\t", 1) for line in lines if line)
        return {decode_path(path): facts.split(b" ")[1].decode("ascii") for facts, path in listed}
    fields = git.ask(
        "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "-r", head
    ).split(b"\0")
    staged: dict[str, str] = {}
    for facts, path in zip(fields[::2], fields[1::2], strict=False):
        _, mode, _, blob, status = facts.decode("ascii").split(" ")
        if status[0] == "U":
            unmerged.add(decode_path(path))
        else:
            is_file = status[0] != "D" and mode.startswith("100")
            staged[decode_path(path)] = blob if is_file else _GONE
    return staged


def _add_file(
    top: str,
    path: str,
    tracked: bool,
    paths: dict[str, Deviation],
    skipped: list[Skipped],
    *,
    hashed: bool,
) -> None:
    try:
        facts = signature(top, path)
        if facts is None:
            skipped.append(Skipped(path, SkipReason.SYMBOLIC_LINK.value))
            paths[path] = Deviation(_GONE, tracked)
            return
        content = hashlib.sha256(read_file(top, path)).hexdigest() if hashed else facts
        paths[path] = Deviation(f"file:{content}", tracked)
    except FileNotFoundError:
        paths[path] = Deviation(_GONE, tracked)
    except (OSError, NoteError):
        skipped.append(Skipped(path, SkipReason.UNREADABLE.value))
        paths[path] = Deviation(_GONE, tracked)
