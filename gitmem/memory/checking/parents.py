"""One parent of the notes judged: only the notes that differ, each read once and only when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from gitmem.config import Settings, is_note
from gitmem.errors import NoteError
from gitmem.facts.claim import Claim
from gitmem.git.snapshot import MOST_NAMED, CommitSnapshot
from gitmem.history.views import View

if TYPE_CHECKING:
    from gitmem.git.objects import Objects
    from gitmem.git.repository import Repository


class ParentNotes:
    """See `gitmem.checks.held.Parent`. Read by the settings of the notes judged, `view`.

    `commit` is a full id, None for the time before the first commit.
    """

    def __init__(
        self, repository: Repository, objects: Objects, commit: str | None, view: View, settings: Settings
    ) -> None:
        self.commit = commit
        self._snapshot = None if commit is None else CommitSnapshot(repository.objects, objects, commit)
        self._view = view
        self._settings = settings
        self._contents: dict[str, str] = {}
        self._texts: dict[str, bytes] = {}
        self._claims: dict[str, tuple[Claim, ...]] = {}

    @cached_property
    def differing(self) -> frozenset[str]:
        """Paths whose note is not the same on both sides, in either of them."""
        touched = None if self.commit is None else self._view.differing_from(self.commit)
        wanted = None if touched is None or len(touched) > MOST_NAMED else sorted(touched)
        newer = self._view.contents(wanted)
        if self._snapshot is not None:
            listed = self._snapshot.entries(wanted)
            self._contents = {path: each.content for path, each in listed.items() if self._counts(path)}
        paths = newer.keys() | self._contents.keys()
        return frozenset(path for path in paths if newer.get(path) != self._contents.get(path))

    def holds(self, path: str) -> bool:
        """Whether it has a note at a path that differs."""
        return path in self.differing and path in self._contents

    def text(self, path: str) -> bytes:
        """The bytes of its note at a path that differs; empty where it has none."""
        if path not in self._texts:
            held = self.holds(path) and self._snapshot is not None
            self._texts[path] = self._snapshot.read(path) if held and self._snapshot is not None else b""
        return self._texts[path]

    def claims(self, path: str) -> tuple[Claim, ...]:
        """The claims of its note at a path that differs; none where it has no such note."""
        if path not in self._claims:
            self._claims[path] = tuple(self._read(path))
        return self._claims[path]

    def all_claims(self) -> Iterator[Claim]:
        """The claims of all its notes that differ."""
        for path in self.announced():
            yield from self.claims(path)

    def texts(self) -> Iterator[bytes]:
        """The bytes of all its notes that differ."""
        for path in self.announced():
            yield self.text(path)

    def announced(self) -> list[str]:
        """Paths of its notes that differ, which will be read in this order."""
        paths = sorted(path for path in self.differing if path in self._contents)
        if self._snapshot is not None:
            self._snapshot.announce([path for path in paths if path not in self._texts])
        return paths

    def _counts(self, path: str) -> bool:
        return is_note(path, self._settings)

    def _read(self, path: str) -> list[Claim]:
        data = self.text(path)
        if not data:
            return []
        from gitmem.facts.claims import claim_reader  # the parsers are of use only where something differs
        from gitmem.notes.markdown import read_note

        try:
            return claim_reader(self._settings).read(read_note(path, data))
        except NoteError:
            return []
