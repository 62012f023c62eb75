"""The first bytes of a SQLite file: whether it is whole, and how often it was changed. Writes nothing.

SQLite counts the transactions that changed a file in its header. A store keeps the count its own last
commit left; a different count means that somebody else changed it.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

# The layout of the first hundred bytes: https://www.sqlite.org/fileformat2.html#the_database_header
_LENGTH = 100
_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Head:
    """The change counter, and what is wrong with the file ("" when nothing is)."""

    counter: int
    damage: str


def parse_head(head: bytes, size: int) -> Head:
    """The head of a file of `size` bytes that starts with `head`."""
    if len(head) < _LENGTH or not head.startswith(_MAGIC):
        return Head(0, "it is truncated or no database")
    page_size = _number(head[16:18])
    page_size = 65536 if page_size == 1 else page_size
    damage = "" if page_size * _number(head[28:32]) == size else "it is truncated"
    return Head(_number(head[24:28]), damage)


class SharedHeader:
    """A handle on the head of a store, one per file and process.

    POSIX drops all locks a process has on a file as soon as it closes *any* handle on it, SQLite's
    included. So the handle is shared by all connections to one file and closed after the last of them.
    """

    _open: dict[tuple[int, int], SharedHeader] = {}  # noqa: RUF012 - shared by design
    _guard = threading.Lock()

    def __init__(self, descriptor: int, key: tuple[int, int]) -> None:
        self._descriptor = descriptor
        self._key = key
        self._users = 0

    @classmethod
    def of(cls, path: Path) -> SharedHeader:
        """The handle for the file at `path`; give it back with `release`."""
        with cls._guard:
            status = path.stat()
            key = (status.st_dev, status.st_ino)
            header = cls._open.get(key)
            if header is None:
                header = cls._open[key] = cls(os.open(path, os.O_RDONLY), key)
            header._users += 1
            return header

    def is_of(self, path: Path) -> bool:
        """Whether `path` still names the file this handle is on."""
        try:
            status = path.stat()
        except FileNotFoundError:
            return False
        return (status.st_dev, status.st_ino) == self._key

    def release(self) -> None:
        """Close the handle if this was its last user."""
        with self._guard:
            self._users -= 1
            if self._users == 0:
                del self._open[self._key]
                os.close(self._descriptor)

    def read(self) -> Head:
        """The head as it is now; ask inside a transaction, so that no other process is writing."""
        return parse_head(os.pread(self._descriptor, _LENGTH, 0), os.fstat(self._descriptor).st_size)


def _number(field: bytes) -> int:
    return int.from_bytes(field, "big")
