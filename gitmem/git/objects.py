"""Contents of objects, read from git one after the other.

Two processes at most: one that is asked object by object, and one that is told beforehand which objects
will be wanted and so never waits for a question.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from gitmem.errors import MissingObjectError
from gitmem.git.calls import Git

WORTH_ANNOUNCING = 8
"""Objects from which another process costs less than asking one by one."""


class Objects:
    """Reads blobs by id. Use as a context manager, so that its processes end with it."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._asked: subprocess.Popen[bytes] | None = None
        self._told: subprocess.Popen[bytes] | None = None
        self._coming: deque[str] = deque()

    def __enter__(self) -> Objects:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def announce(self, oids: Sequence[str]) -> None:
        """These objects will be read, each once and in this order; others may be read between them."""
        self._end_told()
        if len(oids) >= WORTH_ANNOUNCING:
            import tempfile  # slow to import, and a search announces nothing

            with tempfile.TemporaryFile() as wanted:
                wanted.write("".join(f"{oid}\n" for oid in oids).encode("ascii"))
                wanted.seek(0)
                self._told = self._git.fed(wanted, "cat-file", "--batch", "--buffer")
            self._coming = deque(oids)

    def read(self, oid: str) -> bytes:
        """The content of an object; `MissingObjectError` when it is not here."""
        if self._told is not None and self._coming and self._coming[0] == oid:
            self._coming.popleft()
            assert self._told.stdout is not None
            return _content(self._told.stdout, oid)
        if self._asked is None:
            self._asked = self._git.conversation("cat-file", "--batch")
        stdin, stdout = self._asked.stdin, self._asked.stdout
        assert stdin is not None and stdout is not None
        with suppress(BrokenPipeError):
            stdin.write(oid.encode("ascii") + b"\n")
            stdin.flush()
        return _content(stdout, oid)

    def close(self) -> None:
        """End the processes."""
        self._end_told()
        if self._asked is not None:
            self._asked.communicate()
            self._asked = None

    def _end_told(self) -> None:
        if self._told is not None:
            assert self._told.stdout is not None
            self._told.kill()
            self._told.stdout.close()
            self._told.wait()
            self._told = None
        self._coming.clear()


def _content(stream: IO[bytes], oid: str) -> bytes:
    """One answer of `cat-file --batch`."""
    fields = stream.readline().split()
    if len(fields) != 3:
        raise MissingObjectError(f"object {oid} is missing here")
    return stream.read(int(fields[2]) + 1)[:-1]
