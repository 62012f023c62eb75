"""What was taken out of the notes, in history or since HEAD, as a search asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gitmem.history.earlier import EarlierLine
from gitmem.history.opening import OpenedNotes, Removals
from gitmem.history.origins import Commit
from gitmem.history.views import Gap, RemovedText
from gitmem.history.worktree_view import WorktreeView
from gitmem.index.removed import RemovedLog


class SearchedRemovals:
    """Removals of history, and of the work tree where that is read; `history` is None before a commit."""

    def __init__(self, history: Removals | None, worktree: WorktreeView | None) -> None:
        self._history = history
        self._worktree = worktree

    @property
    def identity(self) -> str:
        """See `RemovedLog`."""
        return self._history.identity if self._history is not None else ""

    @property
    def mark(self) -> str:
        """See `RemovedLog`."""
        return f"{self.identity}:{self._history.mark}" if self._history is not None else ""

    def since(self, number: int) -> Iterator[RemovedText]:
        """See `RemovedLog`."""
        return self._history.since(number) if self._history is not None else iter(())

    def load(self, number: int) -> RemovedText | None:
        """See `RemovedLog`."""
        return self._history.text(number) if self._history is not None else None

    def uncommitted(self) -> Iterable[RemovedText]:
        """See `RemovedLog`."""
        return self._worktree.removed() if self._worktree is not None else ()

    def reaches(self, oid: str) -> bool:
        """See `RemovedLog`."""
        return self._history is not None and self._history.reaches(oid)

    def first_said(self, number: int, line: int) -> Commit | None:
        """See `RemovedLog`."""
        return self._history.first_said(number, line) if self._history is not None else None

    def earlier(self, path: str, line: int, begun: Callable[[Commit], bool]) -> EarlierLine | None:
        """See `RemovedLog`."""
        return self._history.earlier.in_place(path, line, begun) if self._history is not None else None

    def said_unstruck(self, path: str, line: int, text: str) -> Commit | None:
        """See `RemovedLog`."""
        return self._history.earlier.unstruck(path, line, text) if self._history is not None else None

    def said_at(self, path: str, line: int) -> Commit | None:
        """See `RemovedLog`."""
        return self._history.tip.said(path, line) if self._history is not None else None


def removed_log(notes: OpenedNotes) -> RemovedLog | None:
    """What was removed from these notes; None in a plain folder, which has no history at all."""
    if Gap.NONE in notes.gaps:
        return None
    worktree = notes.view if isinstance(notes.view, WorktreeView) else None
    return SearchedRemovals(notes.removals, worktree)
