"""Signs of a SQLite file by which its owner knows it again.

SQLite counts the transactions that changed a file in its header. A store keeps the count its own last
commit left; a different count means that somebody else changed it.

A store that came with a repository from somewhere else could answer whatever its maker likes. So a store
also keeps the number that the file system gave the file, which nobody can know beforehand. Where that
number was once found wrong (a copied repository, a file system that numbers files anew), a key is put into
the user's cache folder, and from then on a mark made with it does as well.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# The layout of the first hundred bytes: https://www.sqlite.org/fileformat2.html#the_database_header
_LENGTH = 100
_KEY_LENGTH = 32
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

    @property
    def number(self) -> int:
        """What the file system calls the file."""
        return self._key[1]

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


def made_here(path: Path, number: int, counter: int) -> tuple[str, bytes | None]:
    """What a store at `path`, whose file has this number, keeps of who made it at a count of changes."""
    return str(number), _mark(path, counter)


def is_made_here(
    rows: Sequence[tuple[str | None, bytes | None]], path: Path, number: int, counter: int
) -> bool:
    """Whether `rows` are what `made_here` keeps, of this very file or made with the user's key."""
    if len(rows) != 1:
        return False
    known, mark = rows[0]
    if known == str(number) or (mark is not None and mark == _mark(path, counter)):
        return True
    with suppress(OSError):
        # The number may be one that this file system gives anew; from now on the mark will tell.
        _make_key()
    return False


def _mark(path: Path, counter: int) -> bytes | None:
    """The mark of a store in the folder of `path` at a count of changes; None where there is no key."""
    try:
        with open(os.open(_key_file(), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            key = file.read(_KEY_LENGTH)
    except OSError:
        return None
    about = b"%d %s" % (counter, os.fsencode(os.path.realpath(path.parent)))
    return hashlib.blake2b(about, key=key, digest_size=16).digest() if len(key) == _KEY_LENGTH else None


def _key_file() -> str:
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(cache, "gitmem", "key")


def _make_key() -> None:
    """Puts a key in place as a whole; one that is there stays."""
    place = _key_file()
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    fresh = f"{place}.{os.getpid()}"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(os.urandom(_KEY_LENGTH))
        os.link(fresh, place)
    finally:
        os.unlink(fresh)


def _number(field: bytes) -> int:
    return int.from_bytes(field, "big")
