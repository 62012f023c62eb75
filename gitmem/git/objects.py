"""Contents of objects, read one after the other from one git process."""

from __future__ import annotations

import subprocess

from gitmem.errors import MissingObjectError
from gitmem.git.calls import Git


class Objects:
    """Reads blobs by id. Use as a context manager, so that its process ends with it."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Objects:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, oid: str) -> bytes:
        """The content of an object; `MissingObjectError` when it is not here."""
        if self._process is None:
            self._process = self._git.conversation("cat-file", "--batch")
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(oid.encode("ascii") + b"\n")
            stdin.flush()
            head = stdout.readline()
        except BrokenPipeError:
            head = b""
        fields = head.split()
        if len(fields) != 3:
            raise MissingObjectError(f"object {oid} is missing here")
        content = stdout.read(int(fields[2]) + 1)
        return content[:-1]

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None
