"""Writes repositories through `git fast-import`: the only fast way to make one with many commits."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple

PEOPLE = ("Ada Bell", "Bo Dahl", "Cem Aksoy", "Dee Fox", "Eve Lund")
_FIRST_SECOND = 1_451_606_400  # 2016-01-01
_MARKS = "bench-marks"
_EXPORT = f"--export-marks=.git/{_MARKS}"


class Signature(NamedTuple):
    """Who made a commit, when by their clock, and when it was committed: seconds since 1970 and zones."""

    name: str
    mail: str
    authored: int
    committed: int
    zone: str = "+0000"


class Import:
    """A new repository being written. Leave the context to have it packed and checked out.

    Then `ids` has the full commit id of every mark.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._marks = 0
        self._seconds = _FIRST_SECOND
        self.ids: dict[int, str] = {}
        folder.mkdir(parents=True)
        self._git("init", "--quiet", "--initial-branch=main")
        self._process = subprocess.Popen(
            ["git", "fast-import", "--quiet", "--depth=50", "--active-branches=8", _EXPORT],
            cwd=folder,
            stdin=subprocess.PIPE,
        )

    def __enter__(self) -> Import:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream().close()
        if self._process.wait() and error is None:
            raise RuntimeError(f"git fast-import failed with {self._process.returncode}")
        if error is None:
            self._read_ids()
            for branch in self._ask("for-each-ref", "--format=%(refname)", "refs/heads/side").split():
                self._git("update-ref", "-d", branch)
            self._git("gc", "--quiet", "--prune=now")
            self._git("reset", "--quiet", "--hard", "main")

    def commit(
        self,
        branch: str,
        parents: Sequence[int],
        changes: Mapping[str, bytes | None],
        message: str,
        *,
        pause: int = 3600,
        signed: Signature | None = None,
    ) -> int:
        """A commit `pause` seconds after the one before it; its mark. None as a content deletes.

        Somebody signs who is next in turn, unless `signed` says who and when.
        """
        self._marks += 1
        self._seconds += pause
        name = PEOPLE[self._marks % len(PEOPLE)]
        mail, seconds = f"{name.split()[0].lower()}@example.com", self._seconds
        by = signed or Signature(name, mail, seconds, seconds, "+0200")
        lines = [f"commit refs/heads/{branch}", f"mark :{self._marks}"]
        lines += [f"author {by.name} <{by.mail}> {by.authored} {by.zone}"]
        lines += [f"committer {by.name} <{by.mail}> {by.committed} +0000"]
        self._write("\n".join(lines))
        self._data(message.encode())
        for word, parent in zip(("from", *["merge"] * len(parents)), parents, strict=False):
            self._write(f"{word} :{parent}")
        for path, content in changes.items():
            if content is None:
                self._write(f"D {path}")
            else:
                self._write(f"M 100644 inline {path}")
                self._data(content)
        return self._marks

    def _read_ids(self) -> None:
        marks = self._folder / ".git" / _MARKS
        lines = marks.read_text("ascii").split("\n")
        self.ids = {int(mark[1:]): oid for mark, _, oid in (line.partition(" ") for line in lines if line)}
        marks.unlink()

    def _data(self, content: bytes) -> None:
        self._stream().write(b"data %d\n%s\n" % (len(content), content))

    def _write(self, text: str) -> None:
        self._stream().write(text.encode() + b"\n")

    def _stream(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self._folder, check=True)

    def _ask(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=self._folder, check=True, capture_output=True, text=True
        ).stdout
