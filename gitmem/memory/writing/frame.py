"""Changes to notes as the library makes them: read, plan and apply under one lock, then commit if asked.

A plan is given the bytes of the notes it asks for and answers with new bytes; what a caller is told is
read off these bytes, so no verb has to count lines for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gitmem.clock import Instant
from gitmem.config import Settings
from gitmem.errors import NoteError, StoreError, UsageError, WriteError
from gitmem.history.keeping import cache_folder, writable_folder
from gitmem.memory.place import Place
from gitmem.writing.files import NoteChange, apply, as_changes, read_notes
from gitmem.writing.locks import writing_alone
from gitmem.writing.target import checked_target, log_of

if TYPE_CHECKING:
    from gitmem.git.repository import Repository
    from gitmem.writing.difference import NoteDifference


@dataclass(frozen=True, slots=True)
class CitedLine:
    """A line that was written or marked. `hash` is that of the piece it belongs to, None where the file is
    no note."""

    cite: str
    path: str
    line: int
    hash: str | None
    text: str


@dataclass(frozen=True, slots=True)
class WriteResponse:
    """What a write changed.

    `cites` are the lines that matter to the caller, the new ones first. `commit` is the full id of the
    commit that holds the change and nothing else; `refused` has git's or the hook's words where a commit was
    asked for and not made, the change then being in the work tree.
    """

    verb: str
    changes: tuple[NoteDifference, ...]
    cites: tuple[CitedLine, ...]
    commit: str | None
    refused: str | None
    warnings: tuple[str, ...]


Reader = Callable[[str], bytes | None]
"""Gives a note's bytes by its path, None where there is no file. Raises `NoteError` for what is no file."""


class Planned(NamedTuple):
    """What a verb wants: the files' bytes afterwards, in the order in which they are to be written (None: no
    file), the lines to name, the first line of a commit's message, and what else there is to say."""

    after: Mapping[str, bytes | None]
    places: tuple[tuple[str, int], ...]
    subject: str
    warnings: tuple[str, ...] = ()


Plan = Callable[[Reader], Planned]


class Frame(NamedTuple):
    """An opened place that can be written to, its settings, and the time of the call."""

    place: Place
    settings: Settings
    now: Instant
    dated: bool = False
    """Whether the caller gave the time, which then dates commits too."""

    @property
    def top(self) -> Path:
        """What paths are relative to."""
        return self.place.top

    @property
    def log(self) -> str:
        """The path of the log."""
        return log_of(self.settings)

    def target(self, path: str) -> str:
        """`path` if a note may be written there. Raises `UsageError` otherwise."""
        from gitmem.git.committing import unseen_reason

        checked = checked_target(self.top, path, self.settings)
        repository = self.place.repository
        if repository is not None and (reason := unseen_reason(repository, checked)):
            raise UsageError(f"{path!r} {reason}")
        return checked

    @property
    def lock_folder(self) -> Path:
        """Where the lock of this work tree and unfinished files lie."""
        repository = self.place.repository
        return cache_folder(self.top) if repository is None else writable_folder(repository.index_folder())

    def write(self, verb: str, plan: Plan, *, commit: bool = False) -> WriteResponse:
        """Carries out a plan that is made under the lock, so that nothing it read can have changed.

        Raises what `plan` raises, `WriteError` when another write does not end, and `UsageError` when
        `commit` is asked for where the change could not be committed alone; then nothing is written.
        """
        with self._alone():
            read = _Reading(self.top)
            planned = plan(read)
            changes = as_changes(read.notes, planned.after)
            found = tuple(_difference(change) for change in changes)
            repository = self._committable(changes) if commit and changes else None
            apply(self.top, changes, self.lock_folder)
            cites = tuple(_cited(path, line, planned.after[path]) for path, line in planned.places)
            made, refused = None, None
            if repository is not None:
                made, refused = self._commit(repository, changes, planned.subject)
        return WriteResponse(verb, found, cites, made, refused, planned.warnings)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with writing_alone(self.lock_folder):
                yield
        except StoreError as error:
            # An index that cannot be used ends with another code; here the notes were not written.
            raise WriteError(str(error)) from None

    def _committable(self, changes: list[NoteChange]) -> Repository:
        from gitmem.git.committing import commit_obstacle

        repository = self.place.repository
        if repository is None:
            raise UsageError(f"--commit: {self.top} is in no git repository; nothing was written")
        fresh = frozenset(change.path for change in changes if change.before is None)
        obstacle = commit_obstacle(repository, [change.path for change in changes], fresh)
        if obstacle is not None:
            raise UsageError(f"--commit: {obstacle}; nothing was written")
        return repository

    def _commit(
        self, repository: Repository, changes: list[NoteChange], subject: str
    ) -> tuple[str | None, str | None]:
        from gitmem.git.committing import commit_paths

        paths = [change.path for change in changes]
        return commit_paths(repository, paths, subject, self.now if self.dated else None)


class _Reading:
    """A reader that remembers what it gave, which is what the changes are told against."""

    def __init__(self, top: Path) -> None:
        self.notes: dict[str, bytes | None] = {}
        self._top = top

    def __call__(self, path: str) -> bytes | None:
        if path not in self.notes:
            self.notes |= read_notes(self._top, [path])
        return self.notes[path]


def open_frame(place: Place, now: Instant, *, dated: bool) -> Frame:
    """The frame of a place. Raises `UsageError` where there is no work tree, `ConfigError` as settings do."""
    if place.repository is not None and place.repository.top is None:
        raise UsageError(f"{place.top} has no work tree, so there are no notes to write")
    return Frame(place, place.settings(), now, dated)


def _difference(change: NoteChange) -> NoteDifference:
    from gitmem.writing.difference import difference

    return difference(change)


def _cited(path: str, line: int, data: bytes | None) -> CitedLine:
    """A line as it stands in a file's new bytes, with the hash that a search shows beside it."""
    from gitmem.writing.pieces import piece_hash
    from gitmem.writing.text import NoteText

    content = data or b""
    text = NoteText.of(content).line(line).decode("utf-8", "surrogateescape")
    try:
        found = piece_hash(path, content, line)
    except NoteError:
        found = None
    return CitedLine(f"{path}:{line}", path, line, found, text)
