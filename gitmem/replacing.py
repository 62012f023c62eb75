"""Replacing a file as a whole: new bytes are written beside it first, so that no reader sees half of them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def written_beside(path: Path, data: bytes, mode: int) -> Path:
    """A new file in the folder of `path` with the bytes and permissions that `path` is to have.

    `os.replace` puts it in its place; what is not needed is to be removed. Raises `OSError`.
    """
    import tempfile  # slow to import, and most calls write no file

    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(descriptor, mode)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    return fresh
