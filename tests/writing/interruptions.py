"""Makes writes fail at every call through which they change files, in each way a call can fail.

Standing in for the operating system inside `gitmem.writing.files`, a `Failing` counts the calls that
change files and fails at one of them. A process that is killed there does nothing more: after that call
every other one fails too, so that no clean-up of the program can have an effect that a dead process lacks.
"""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

import gitmem.writing.files as files

CHANGING = frozenset(
    (
        *("open", "replace", "rename", "link", "unlink", "remove", "mkdir", "makedirs", "rmdir"),
        *("write", "fsync", "fchmod", "chmod", "truncate", "ftruncate"),
    )
)
"""Functions of the module `os` that change a file or promise that a change lasts."""


class Failure(Enum):
    """How a call fails."""

    KILLED_BEFORE = "killed before"
    KILLED_AFTER = "killed after"
    KILLED_WITHIN = "killed within"
    REFUSED = "refused"
    FULL = "full"
    STOPPED = "stopped"
    DEAD = "dead"

    @property
    def kills(self) -> bool:
        """Whether the process is gone afterwards, as opposed to one that can tidy up."""
        return self in (self.KILLED_BEFORE, self.KILLED_AFTER, self.KILLED_WITHIN)


class Killed(BaseException):
    """Ends a run the way a signal ends a process: nothing catches it."""


class Failing:
    """The module `os` of which call number `place` fails (None: none); `calls` names those that were made."""

    def __init__(self, place: int | None, failure: Failure) -> None:
        self.calls: list[str] = []
        self._place = place
        self._failure = failure
        self._dead = False
        self._full = False

    def __getattr__(self, name: str) -> Any:
        value = getattr(os, name)
        return self._counted(name, value) if name in CHANGING else value

    def _counted(self, name: str, value: Any) -> Any:
        return lambda *given, **named: self.call(name, lambda: value(*given, **named))

    def call(self, name: str, action: Any, half: Any = None) -> Any:
        """Does what a call does, unless it is the one that fails; `half` leaves its work half done."""
        if self._dead:
            raise Killed
        self.calls.append(name)
        if len(self.calls) - 1 != self._place and not (self._full and name == "write"):
            return action()
        return self._fail(action, half)

    def _fail(self, action: Any, half: Any) -> Any:
        if self._failure is Failure.DEAD:
            if half is not None:
                half()
            os.kill(os.getpid(), signal.SIGKILL)
        if self._failure.kills:
            self._dead = True
            if self._failure is Failure.KILLED_AFTER:
                action()
            elif self._failure is Failure.KILLED_WITHIN and half is not None:
                half()
            raise Killed
        if self._failure is Failure.STOPPED:
            raise KeyboardInterrupt
        if half is not None:
            half()
        self._full = self._failure is Failure.FULL
        number = errno.ENOSPC if self._full else errno.EIO
        raise OSError(number, os.strerror(number))

    def opened(self, descriptor: int, mode: str) -> _File:
        """The builtin `open`, whose files count what is written to them."""
        return _File(self, open(descriptor, mode))


class _File:
    """A file of which each write may be the call that fails."""

    def __init__(self, system: Failing, file: Any) -> None:
        self._system = system
        self._file = file

    def write(self, data: bytes) -> int:
        """Writes, or fails with half of the data on the disk."""

        def half() -> None:
            self._file.write(data[: len(data) // 2])
            self._file.flush()

        written: int = self._system.call("write", lambda: self._file.write(data), half)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


@contextmanager
def failing(place: int | None, failure: Failure = Failure.REFUSED) -> Iterator[Failing]:
    """Lets writes of this process fail at one call for the body."""
    system = Failing(place, failure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "os", system)
        patch.setattr(files, "open", system.opened, raising=False)
        yield system


Tree = dict[str, bytes | None]
"""What lies in a folder: the bytes of each file by its path, None for a folder."""


def tree(top: Path) -> Tree:
    """All files and folders of a place, without git's own."""
    found: Tree = {}
    for place in sorted(top.rglob("*")):
        path = place.relative_to(top).as_posix()
        if path.split("/")[0] != ".git":
            found[path] = None if place.is_dir() else place.read_bytes()
    return found


def unfinished(folder: Path) -> list[str]:
    """What writes left lying about in a store folder."""
    return sorted(place.name for place in folder.rglob("*") if place.name.startswith(("write-", ".gitmem-")))
