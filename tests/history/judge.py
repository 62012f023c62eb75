"""What git itself says about every line of a file, to hold gitmem against."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from tests.builder import RepoBuilder

_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


@dataclass(frozen=True, slots=True, order=True)
class Blamed:
    """Commit, path there and line there."""

    commit: str
    path: str
    line: int


def blame(repo: RepoBuilder, path: str, revision: str = "HEAD") -> list[Blamed]:
    """`git blame` of one file, line by line."""
    out = repo.git(
        "-c", "core.quotePath=false", "--literal-pathspecs", "blame", "--incremental", revision, "--", path
    )
    lines: dict[int, Blamed] = {}
    header: list[bytes] | None = None
    for text in out.split(b"\n"):
        if header is None:
            header = text.split(b" ") if text else None
        elif text.startswith(b"filename "):
            commit, (old, new, count) = header[0].decode(), map(int, header[1:4])
            name = unquoted(text.removeprefix(b"filename "))
            for step in range(count):
                lines[new + step] = Blamed(commit, name, old + step)
            header = None
    return [lines[number] for number in sorted(lines)]


def unquoted(name: bytes) -> str:
    """A path as git prints it, without its quoting."""
    if name.startswith(b'"'):
        name = _ESCAPE.sub(_letter, name[1:-1])
    return os.fsdecode(name)


def _letter(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _LETTERS.get(code, code)


def blamable(repo: RepoBuilder, revision: str = "HEAD") -> list[str]:
    """Paths of a commit that git blame answers for: files and links, not other repositories."""
    listed = repo.git("ls-tree", "-r", "-z", revision).split(b"\0")[:-1]
    return [os.fsdecode(entry.split(b"\t", 1)[1]) for entry in listed if entry.startswith((b"100", b"120"))]
