"""A snapshot that lives in a dictionary, so that most tests of notes and search need no repository."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from gitmem.git.snapshot import Entry, Skipped
from tests.builder import as_bytes


class DictSnapshot:
    """Notes given as a mapping from path to content."""

    def __init__(self, files: Mapping[str, str | bytes], *, skipped: tuple[Skipped, ...] = ()) -> None:
        self._files = {path: as_bytes(content) for path, content in files.items()}
        self._skipped = skipped

    def entries(self, paths: Iterable[str] | None = None) -> dict[str, Entry]:
        """Every file, or those of `paths` that exist, with the id that git would give its content."""
        wanted = self._files if paths is None else [path for path in paths if path in self._files]
        return {path: Entry(path, _blob(self._files[path])) for path in wanted}

    def skipped(self) -> tuple[Skipped, ...]:
        """What the test declared as left out."""
        return self._skipped

    def read(self, path: str) -> bytes:
        """The content of one file."""
        return self._files[path]


def _blob(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
