"""The notes of a work tree, or of the index that is being committed, with where their lines come from.

Everything is HEAD's but for what deviates; lines of deviating notes are compared with HEAD's, and while a
merge is under way with those of the commits that it brings in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gitmem.git.snapshot import MOST_NAMED, Skipped, skipped_notes
from gitmem.git.worktree import Deviation, Deviations, WorktreeSnapshot
from gitmem.history.lines import split_lines
from gitmem.history.origins import UNCOMMITTED, UNTRACKED, LineOrigin
from gitmem.history.views import CommitView, IsNote, NoteKey, RemovedText

if TYPE_CHECKING:
    from gitmem.history.pending_moves import MovedLine, PendingChange

_MOST_COMPARED = 100
"""Changed notes among which moved lines are looked for; in more, such lines count as written anew."""


class WorktreeView:
    """The notes of a work tree, or of the index: those of HEAD, with all that deviates on top.

    `merging` are the commits that a merge under way brings in: lines that stand there so are no new ones.
    """

    def __init__(
        self,
        snapshot: WorktreeSnapshot,
        deviations: Deviations,
        committed: CommitView | None,
        head: str | None,
        is_note: IsNote,
        merging: Sequence[CommitView] = (),
    ) -> None:
        self._snapshot = snapshot
        self._merging = merging
        self._deviations = deviations
        self._committed = committed
        self._head = head
        self._is_note = is_note
        self._basis = committed.basis if committed else ""
        self._changed = {path: item for path, item in deviations.paths.items() if is_note(path)}

    @property
    def state(self) -> str:
        """See `View`."""
        changed = {path: [item.content, item.tracked] for path, item in sorted(self._changed.items())}
        merging = {"merging": self._merged} if self._merging else {}
        return json.dumps({"head": self._head, "basis": self._basis, "changed": changed, **merging})

    @property
    def hint(self) -> str:
        """See `View`: what is staged, and in which state of git's index."""
        known = self._deviations
        return json.dumps({"head": self._head, "index": known.index, "staged": known.staged})

    @property
    def _merged(self) -> list[str]:
        return [other.commit for other in self._merging]

    @property
    def digest(self) -> str | None:
        """A digest of everything that is not committed; None when all is. Equal content, equal digest."""
        if not self._changed:
            return None
        lines = [f"{path}\0{item.content}\0{item.tracked}" for path, item in sorted(self._changed.items())]
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()

    def changed_since(self, previous: str) -> frozenset[str] | None:
        """See `View`."""
        before = json.loads(previous)
        if before.get("basis") != self._basis:
            return None
        if self._committed is None or before.get("head") == self._head:
            touched: frozenset[str] | None = frozenset() if before.get("head") == self._head else None
        else:
            touched = self._committed.changed_since(previous)
        if touched is None:
            return None
        then = {path: tuple(item) for path, item in before.get("changed", {}).items()}
        now = {path: (item.content, item.tracked) for path, item in self._changed.items()}
        differing = then.keys() | now.keys()
        if before.get("merging", []) == self._merged and (then == now or len(differing) > _MOST_COMPARED):
            differing = {path for path in differing if then.get(path) != now.get(path)}
        return touched | differing

    def differing_from(self, commit: str) -> frozenset[str] | None:
        """See `View`."""
        if commit == self._head:
            return frozenset(self._changed)
        touched = self._committed.differing_from(commit) if self._committed is not None else None
        return None if touched is None else touched | self._changed.keys()

    def keys(self, paths: Iterable[str] | None) -> dict[str, NoteKey]:
        """See `View`."""
        wanted = None if paths is None else [path for path in paths if self._is_note(path)]
        clean = None if wanted is None else [path for path in wanted if path not in self._changed]
        found = self._committed.keys(clean) if self._committed else {}
        for path in self._changed if wanted is None else wanted:
            item = self._changed.get(path)
            if item is None:
                continue
            found.pop(path, None)
            if not item.gone:
                found[path] = self._key(path, item)
        return found

    def _key(self, path: str, item: Deviation) -> NoteKey:
        for held in self._held_by_others:
            if path in held and held[path].content == item.content:
                return held[path]  # the merge commit will have it like this too
        moved = sorted(self._moved.get(path, {}).items())
        dates = (self._basis, self._head, item.content, item.tracked, *self._merged, *moved)
        return NoteKey(item.content, ":".join(map(str, dates)))

    def contents(self, paths: Iterable[str] | None) -> dict[str, str]:
        """See `View`."""
        wanted = None if paths is None else [path for path in paths if self._is_note(path)]
        clean = None if wanted is None else [path for path in wanted if path not in self._changed]
        found = self._committed.contents(clean) if self._committed else {}
        here = self._changed.keys() if wanted is None else self._changed.keys() & set(wanted)
        for path in here:
            found.pop(path, None)
        return found | {path: self._changed[path].content for path in here if not self._changed[path].gone}

    def announce(self, paths: Sequence[str]) -> None:
        """See `View`."""
        if self._committed is not None:
            self._committed.announce([path for path in paths if path not in self._changed])

    def read(self, path: str) -> bytes:
        """See `View`."""
        return self._snapshot.read(path)

    def origins(self, path: str) -> list[LineOrigin]:
        """See `View`."""
        item = self._changed.get(path)
        if item is None and self._committed is not None:
            return self._committed.origins(path)
        taken = self._taken_from(path)
        if taken is not None:
            return taken.origins(path)
        text = self.read(path)
        if item is not None and not item.tracked:
            return [UNTRACKED] * len(split_lines(text))
        before = self._place_before(path)
        if before is None or self._committed is None:
            found = [UNCOMMITTED] * len(split_lines(text))
        else:
            found = self._compared(self._committed, before, text)[0]
        for other, held in zip(self._merging, self._held_by_others, strict=True):
            if UNCOMMITTED in found and path in held:
                found = _filled(found, other, path, text)
        return self._with_moves(path, found) if UNCOMMITTED in found else found

    def _with_moves(self, path: str, found: list[LineOrigin]) -> list[LineOrigin]:
        """Origins of lines, those that only moved here since HEAD taken from where they stood."""
        before: dict[str, list[LineOrigin]] = {}
        for line, moved in self._moved.get(path, {}).items():
            if found[line - 1] is UNCOMMITTED and self._committed is not None:
                if moved.path not in before:
                    before[moved.path] = self._committed.origins(moved.path)
                origin = before[moved.path][moved.line - 1]
                found[line - 1] = origin._replace(moved_from=moved.path) if moved.elsewhere else origin
        return found

    @cached_property
    def _moved(self) -> dict[str, dict[int, MovedLine]]:
        if self._committed is None or not 0 < len(self._changed) <= _MOST_COMPARED:
            return {}
        from gitmem.history.pending_moves import moved_lines

        return moved_lines(self.changes())

    def deviates(self, path: str) -> bool:
        """Whether a file, note or not, is otherwise here than in HEAD."""
        return path in self._deviations.paths

    def removed(self) -> Iterator[RemovedText]:
        """Committed lines that are gone from the work tree, without a commit that says so."""
        for path, item in sorted(self._changed.items()):
            if self._committed is None or path not in self._held:
                continue
            text = b"" if item.gone else self.read(path)
            gone = self._compared(self._committed, path, text)[1]
            if gone:
                yield RemovedText(
                    0, None, path, [(line, content.decode("utf-8", "replace")) for line, content in gone]
                )

    def changes(self) -> Iterator[PendingChange]:
        """Notes that are not as in HEAD; one that was renamed and not edited is as it was, and what a merge
        takes over as it is was changed by commits of its own."""
        here = [path for path, item in sorted(self._changed.items()) if not item.gone]
        here = [path for path in here if self._taken_from(path) is None]
        before = {path: self._place_before(path) for path in here}
        from gitmem.history.pending_moves import PendingChange

        for path in here:
            old_path = before[path]
            old = b"" if old_path is None else self._snapshot.committed(old_path)
            yield PendingChange(old_path, path, old, self.read(path))
        gone = {path for path, item in self._changed.items() if item.gone and path in self._held}
        for path in sorted(gone - set(before.values())):
            yield PendingChange(path, None, self._snapshot.committed(path), b"")

    def skipped(self) -> tuple[Skipped, ...]:
        """See `View`."""
        return skipped_notes(self._snapshot, self._is_note)

    def _compared(
        self, committed: CommitView, path: str, text: bytes
    ) -> tuple[list[LineOrigin], list[tuple[int, bytes]]]:
        from gitmem.history.overlay import overlay_origins  # a clean work tree needs none of it

        return overlay_origins(self._snapshot.committed(path), committed.origins(path), text)

    def _place_before(self, path: str) -> str | None:
        """Where HEAD has a note: the same path, or the one a staged rename took it from unchanged."""
        if path in self._held:
            return path
        content = self._changed[path].content
        staged = self._deviations.staged.get(path, content)
        return self._left.get(content) or self._left.get(staged)

    def _taken_from(self, path: str) -> CommitView | None:
        """The commit from which a merge under way took a note as it is."""
        content = self._changed[path].content
        for other, held in zip(self._merging, self._held_by_others, strict=True):
            if path in held and held[path].content == content:
                return other
        return None

    @cached_property
    def _held(self) -> dict[str, NoteKey]:
        """What HEAD has at the paths that deviate."""
        return _keys_at(self._committed, self._changed) if self._committed is not None else {}

    @cached_property
    def _held_by_others(self) -> list[dict[str, NoteKey]]:
        """What each commit that is being merged has there."""
        return [_keys_at(other, self._changed) for other in self._merging]

    @cached_property
    def _left(self) -> dict[str, str]:
        """The first path that HEAD has, and that is gone here, by its content."""
        gone = sorted(path for path in self._held if self._changed[path].gone)
        return {self._held[path].content: path for path in reversed(gone)}


def _keys_at(view: CommitView, paths: Collection[str]) -> dict[str, NoteKey]:
    """The notes of a commit at some paths. To name many costs git more than to list all."""
    if len(paths) <= MOST_NAMED:
        return view.keys(paths)
    return {path: key for path, key in view.keys(None).items() if path in paths}


def _filled(lines: list[LineOrigin], other: CommitView, path: str, text: bytes) -> list[LineOrigin]:
    """Origins of lines, those that are not committed taken from another parent where it has them so."""
    from gitmem.history.overlay import overlay_origins

    theirs = overlay_origins(other.read(path), other.origins(path), text)[0]
    return [their if own is UNCOMMITTED else own for own, their in zip(lines, theirs, strict=True)]


def staged_before(hint: str | None, head: str | None, index: str) -> dict[str, str] | None:
    """The staged differences in the hint of an earlier work tree view, if HEAD and index are as then."""
    before = json.loads(hint) if hint else {}
    if not index or before.get("head") != head or before.get("index") != index:
        return None
    staged: dict[str, str] = before["staged"]
    return staged
