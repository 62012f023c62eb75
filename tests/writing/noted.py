"""What tests of writes share: a memory at hand, and what git says a write did to the files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.builder import RepoBuilder
from tests.running import Json, Mem


class Diff(NamedTuple):
    """The lines that left and that came, as git tells them; the sign for a missing last line end aside."""

    gone: list[str]
    new: list[str]


def diff_of(repo: RepoBuilder, *paths: str) -> Diff:
    """What differs from HEAD on disk."""
    text = repo.git("diff", "--no-color", "HEAD", "--", *paths).decode("utf-8", "surrogateescape")
    gone, new = [], []
    for line in text.split("\n"):
        if line.startswith("-") and not line.startswith("--- "):
            gone.append(line[1:])
        elif line.startswith("+") and not line.startswith("+++ "):
            new.append(line[1:])
    for line in list(gone):  # a line that only got its missing end
        if line in new:
            gone.remove(line)
            new.remove(line)
    return Diff(gone, new)


def write(mem: Mem, *arguments: str) -> Json:
    """Runs a verb that writes, which must succeed; its JSON."""
    ran = mem(*arguments[:1], "--json", *arguments[1:])
    assert ran.code == 0, ran.err
    return ran.json


def refused(mem: Mem, arguments: Sequence[str], *words: str) -> None:
    """A write that ends with 2 and one line that holds `words`."""
    ran = mem(*arguments)
    assert ran.code == 2, (ran.out, ran.err)
    assert ran.raw == b""
    assert ran.err.count("\n") == 1, ran.err
    for word in words:
        assert word in ran.err
