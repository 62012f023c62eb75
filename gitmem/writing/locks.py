"""One writer at a time: a lock of the operating system, which ends with the process that holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gitmem.errors import StoreBusyError, StoreError, StoreReadOnlyError

PATIENCE_SECONDS = 30.0
"""How long a write waits for another one."""

_LOCK, _OWNER = "write.lock", "write.owner"


@contextmanager
def writing_alone(folder: Path, patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Holds the lock on the notes whose stores lie in `folder` for the body.

    A crash frees it, so there is nothing to break by hand. Raises `StoreBusyError` when another process holds
    it for longer than `patience` seconds, naming that process, and `StoreReadOnlyError` or `StoreError` where
    there can be no lock.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(folder / _LOCK, timeout=patience, is_singleton=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        who = f"process {owner}" if (owner := _owner(folder)) else "another process"
        raise StoreBusyError(
            f"{who} has been writing notes for {patience:g} s and holds {folder / _LOCK}; nothing was written"
        ) from None
    except NotImplementedError as error:
        raise StoreError(f"{folder}: no file locks here ({error})") from None
    except OSError as error:
        raise StoreReadOnlyError(f"{folder}: {error.strerror}; nothing was written") from None
    try:
        with suppress(OSError):
            (folder / _OWNER).write_text(f"{os.getpid()}\n", encoding="ascii")
        yield
    finally:
        with suppress(OSError):
            (folder / _OWNER).unlink(missing_ok=True)
        lock.release()


def _owner(folder: Path) -> int | None:
    """The process that says it holds the lock."""
    try:
        return int((folder / _OWNER).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
