"""Where lines come from, read from gitmem's store and from `git blame`, to hold one against the other."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from bench.measure import run
from gitmem.git.changes import unquote
from gitmem.git.repository import encode_path
from gitmem.history.chains import Place
from gitmem.history.lines import line_of, version_of
from gitmem.history.store import Facts


class Source(NamedTuple):
    """The commit that wrote a line, and the path and number the line had there."""

    commit: str
    path: bytes
    line: int


class StoredLines:
    """Sources as a history store has them, at any commit it holds."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._writer = lru_cache(maxsize=None)(self._writer_of)
        self._digests: dict[int, bytes] = {}

    def sources(self, tip: str, path: str) -> list[Source]:
        """The source of every line of a note."""
        version = self._facts.version_at(self._place(tip), encode_path(path))
        return [] if version is None else self._of_version(version)

    def digest(self, tip: str) -> bytes:
        """Equal for equal sources of all notes of a commit, whatever numbers the store gave them."""
        whole = hashlib.sha256()
        for path, version in sorted(self._facts.versions_at(self._place(tip)).items()):
            if version not in self._digests:
                self._digests[version] = hashlib.sha256(repr(self._of_version(version)).encode()).digest()
            whole.update(b"%d %s %s" % (len(path), path, self._digests[version]))
        return whole.digest()

    def close(self) -> None:
        """Close the store."""
        self._facts.store.close()

    def _of_version(self, version: int) -> list[Source]:
        return [
            Source(*self._writer(version_of(identity)), line_of(identity))
            for identity in self._facts.line_ids(version)
        ]

    def _place(self, tip: str) -> Place:
        place = self._facts.place_of(tip)
        if place is None:
            raise RuntimeError(f"{tip} is not recorded")
        return place

    def _writer_of(self, version: int) -> tuple[str, bytes]:
        row = self._facts.version(version)
        return row.commit.oid, row.path


class Blame:
    """`git blame` of a sample of notes, file by file, with the CPU seconds it took."""

    def __init__(self, folder: Path, tip: str, paths: Sequence[str]) -> None:
        self._folder = folder
        self._tip = tip
        self._paths = paths

    def run(self, each: Callable[[str, list[Source]], None] | None = None) -> float:
        """Blames all of the sample; hands each answer on if asked to."""
        total = 0.0
        for path in self._paths:
            options = ("-c", "core.quotePath=false", "--literal-pathspecs")
            done = run(["git", *options, "blame", "--incremental", self._tip, "--", path], self._folder)
            total += done.cpu
            if each is not None:
                each(path, parse_blame(done.out))
        return total


def parse_blame(printed: bytes) -> list[Source]:
    """The answer of `git blame --incremental`, by line."""
    found: dict[int, Source] = {}
    head: list[bytes] | None = None
    for line in printed.split(b"\n"):
        if head is None:
            head = line.split(b" ") if line else None
        elif line.startswith(b"filename "):
            path = unquote(line[len(b"filename ") :])
            there, here, count = (int(number) for number in head[1:])
            for offset in range(count):
                found[here + offset] = Source(head[0].decode("ascii"), path, there + offset)
            head = None
    return [found[number] for number in sorted(found)]


def sample(paths: Sequence[str], size: int, seed: int) -> list[str]:
    """Some of the paths, the same for the same seed; all where there are no more."""
    return sorted(paths) if len(paths) <= size else random.Random(seed).sample(sorted(paths), size)


def different(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """How many lines are not told the same of."""
    unequal = sum(our != their for our, their in zip(ours, theirs, strict=False))
    return unequal + abs(len(ours) - len(theirs))
