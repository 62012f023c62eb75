"""Notes of one moment together with where each of their lines comes from.

A view joins a snapshot with the facts of history. It can say what may have changed since another view
of the same kind, from its `state` alone, so that a reader only looks at what is new.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from gitmem.git.snapshot import CommitSnapshot, FolderSnapshot, Skipped, skipped_notes
from gitmem.history.lines import split_lines
from gitmem.history.origins import UNDATED, Commit, LineOrigin
from gitmem.history.tip import Tip

IsNote = Callable[[str], bool]


class Gap(Enum):
    """Why history cannot be read to its beginning."""

    SHALLOW = "shallow"
    PARTIAL = "partial-clone"
    NONE = "no-git"


class NoteKey(NamedTuple):
    """When either part changes, the note's text (`content`) or the origins of its lines (`dates`) changed."""

    content: str
    dates: str


class RemovedText(NamedTuple):
    """Lines that a commit took away from a note: their numbers before it and their text.

    `version` grows with the order of recording. `commit` is None when the removal is not committed.
    """

    version: int
    commit: Commit | None
    path: str
    lines: list[tuple[int, str]]


class View(Protocol):
    """What readers ask of notes with dates."""

    @property
    def state(self) -> str:
        """Equal states mean equal notes and dates."""

    @property
    def hint(self) -> str:
        """What helps to open the next view quicker; says nothing about the notes."""

    def changed_since(self, previous: str) -> frozenset[str] | None:
        """Paths that may differ from the view with that state; None when only comparing all can tell."""

    def differing_from(self, commit: str) -> frozenset[str] | None:
        """Paths that may differ from a commit (full id); None when only comparing all can tell."""

    def keys(self, paths: Iterable[str] | None) -> dict[str, NoteKey]:
        """The notes there are, of `paths` or at all."""

    def contents(self, paths: Iterable[str] | None) -> dict[str, str]:
        """What `keys` tells of contents, without asking about dates."""

    def announce(self, paths: Sequence[str]) -> None:
        """These notes will be read once each and in this order, which is quicker when known before."""

    def read(self, path: str) -> bytes:
        """The bytes of a note."""

    def origins(self, path: str) -> list[LineOrigin]:
        """One origin for every line of a note."""

    def skipped(self) -> tuple[Skipped, ...]:
        """Notes that cannot be read, known after `keys`."""


class CommitView:
    """The notes of a commit. Without a `tip` history cannot be read and nothing is dated."""

    def __init__(
        self, snapshot: CommitSnapshot, commit: str, tip: Tip | None, is_note: IsNote, basis: str
    ) -> None:
        self.commit = commit
        self._snapshot = snapshot
        self._tip = tip
        self._is_note = is_note
        self._basis = basis

    @property
    def basis(self) -> str:
        """What decides origins besides the commit."""
        return self._basis

    def differing_from(self, commit: str) -> frozenset[str] | None:
        """See `View`."""
        return self._touched({"head": commit, "basis": self._basis})

    @property
    def state(self) -> str:
        """See `View`. The basis names the store, so that dates are told apart when it is recorded anew."""
        return json.dumps({"head": self.commit, "basis": self._basis})

    @property
    def hint(self) -> str:
        """See `View`."""
        return ""

    def changed_since(self, previous: str) -> frozenset[str] | None:
        """See `View`."""
        before = json.loads(previous)
        return self._touched(before)

    def keys(self, paths: Iterable[str] | None) -> dict[str, NoteKey]:
        """See `View`."""
        wanted = None if paths is None else [path for path in paths if self._is_note(path)]
        entries = self._snapshot.entries(wanted)
        versions = self._versions(wanted)
        return {
            path: NoteKey(entry.content, f"{self._basis}:{versions.get(path)}")
            for path, entry in entries.items()
            if self._is_note(path)
        }

    def contents(self, paths: Iterable[str] | None) -> dict[str, str]:
        """See `View`."""
        wanted = None if paths is None else [path for path in paths if self._is_note(path)]
        entries = self._snapshot.entries(wanted)
        return {path: entry.content for path, entry in entries.items() if self._is_note(path)}

    def announce(self, paths: Sequence[str]) -> None:
        """See `View`."""
        self._snapshot.announce(paths)

    def read(self, path: str) -> bytes:
        """See `View`."""
        return self._snapshot.read(path)

    def origins(self, path: str) -> list[LineOrigin]:
        """See `View`."""
        if self._tip is None or self._tip.version(path) is None:
            return [UNDATED] * len(split_lines(self.read(path)))
        return self._tip.origins(path)

    def skipped(self) -> tuple[Skipped, ...]:
        """See `View`."""
        return skipped_notes(self._snapshot, self._is_note)

    def _versions(self, paths: list[str] | None) -> Mapping[str, int | None]:
        if self._tip is None:
            return {}
        return self._tip.versions() if paths is None else {path: self._tip.version(path) for path in paths}

    def _touched(self, before: Mapping[str, str]) -> frozenset[str] | None:
        if before.get("basis") != self._basis or self._tip is None or not before.get("head"):
            return None
        touched = self._tip.touched_since(before["head"])
        return None if touched is None else frozenset(path for path in touched if self._is_note(path))


class FolderView:
    """The notes of a plain folder, without any dates of git."""

    def __init__(self, snapshot: FolderSnapshot, is_note: IsNote) -> None:
        self._snapshot = snapshot
        self._is_note = is_note
        self._keys = {
            path: NoteKey(entry.content, "") for path, entry in snapshot.entries().items() if is_note(path)
        }

    @property
    def state(self) -> str:
        """See `View`."""
        return json.dumps({path: key.content for path, key in sorted(self._keys.items())})

    @property
    def hint(self) -> str:
        """See `View`."""
        return ""

    def changed_since(self, previous: str) -> frozenset[str] | None:
        """See `View`."""
        then = json.loads(previous)
        now = {path: key.content for path, key in self._keys.items()}
        return frozenset(path for path in then.keys() | now.keys() if then.get(path) != now.get(path))

    def differing_from(self, commit: str) -> None:
        """See `View`; a folder has no commits."""

    def keys(self, paths: Iterable[str] | None) -> dict[str, NoteKey]:
        """See `View`."""
        wanted = self._keys if paths is None else paths
        return {path: self._keys[path] for path in wanted if path in self._keys}

    def contents(self, paths: Iterable[str] | None) -> dict[str, str]:
        """See `View`."""
        return {path: key.content for path, key in self.keys(paths).items()}

    def announce(self, paths: Sequence[str]) -> None:
        """See `View`; files of a folder are read one by one."""

    def read(self, path: str) -> bytes:
        """See `View`."""
        return self._snapshot.read(path)

    def origins(self, path: str) -> list[LineOrigin]:
        """See `View`."""
        return [UNDATED] * len(split_lines(self.read(path)))

    def skipped(self) -> tuple[Skipped, ...]:
        """See `View`."""
        return skipped_notes(self._snapshot, self._is_note)
