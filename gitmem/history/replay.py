"""Changes to line origins, one commit after the other, as `git blame` would find them.

Blame walks backwards once per file; this walks forwards once for all files. It runs nothing and stores
nothing: commits come in, facts go out through a `Recorder`, and the rare questions that a commit's own
patch does not answer (renames that compete, merges) go to `Answers`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from gitmem.errors import StoreError
from gitmem.git.changes import CombinedHunk, CommitChanges, FileChange
from gitmem.history.first_said import Repeat, find_repeats
from gitmem.history.lines import carry_over, join_parents, merge_lines, no_lines, splice

TYPE_CHANGE = b"T"


class FileState(NamedTuple):
    """One file as a commit has it: the version that holds its content, its blob and its line ids."""

    version: int
    blob: bytes
    lines: array[int]


class Tree:
    """The files of one commit: what changed since a base, over a way to look the base up."""

    def __init__(self, base: Callable[[bytes], FileState | None], own: dict[bytes, FileState | None]) -> None:
        self._base = base
        self._own = own

    @classmethod
    def empty(cls) -> Tree:
        """The tree before a root commit."""
        return cls(lambda _: None, {})

    def get(self, path: bytes) -> FileState | None:
        """The file at `path`, None if there is none."""
        if path in self._own:
            return self._own[path]
        return self._base(path)

    def set(self, path: bytes, state: FileState | None) -> None:
        """Put a file at `path`, or take it away."""
        self._own[path] = state

    def copy(self) -> Tree:
        """The same files, to be changed apart."""
        return Tree(self._base, dict(self._own))


class Answers(Protocol):
    """What a replay may ask of git; see `gitmem.git.log.History`."""

    def copies(self, commit: str) -> dict[bytes, bytes]: ...
    def renamed_from(
        self, parent: str, commit: str, path: bytes, gone: Sequence[bytes] | None
    ) -> FileChange | None: ...
    def change(self, parent: str, commit: str, path: bytes) -> FileChange | None: ...
    def merge_patch(self, merge: str) -> dict[bytes, list[CombinedHunk]]: ...
    def line_count(self, blob: bytes) -> int: ...


class Recorder(Protocol):
    """Where facts go."""

    def commit(self, changes: CommitChanges, arrivals: int) -> None:
        """A commit begins; `arrivals` files are new in it."""

    def next_version(self) -> int:
        """The number of the version that will be recorded next."""

    def version(self, change: FileChange, base: FileState | None, lines: array[int]) -> None:
        """A version of a file that differs from `base` by the change's hunks."""

    def merged_version(self, path: bytes, blob: bytes, lines: array[int]) -> None:
        """A version that a merge put together."""

    def place(self, path: bytes, version: int | None) -> None:
        """`path` now holds an older version, or is gone."""

    def removed(self, change: FileChange) -> None:
        """The lines a change took away."""

    def descends(self, version: int, ancestor: int) -> bool:
        """Whether a version was made from another by edits alone."""

    def repeated(self, version: int, repeats: Sequence[tuple[int, int, bytes | None]]) -> None:
        """Lines of a version that repeat older ones: line, id of the older line, path it was moved from."""


class _Arrival(NamedTuple):
    """A change with the state it starts from and the version it makes (0 if it makes none)."""

    change: FileChange
    base: FileState | None
    state: FileState | None
    version: int


class Replay:
    """Replays commits, parents first.

    `strict` re-checks every inexact rename as blame judges it. `base` gives the tree of a commit that
    was recorded earlier. `children` counts, per commit to come, how many commits to come start from it;
    a tree is kept only until its last child has taken it.
    """

    def __init__(
        self,
        answers: Answers,
        recorder: Recorder,
        *,
        children: dict[str, int],
        base: Callable[[str], Tree],
        strict: bool = False,
    ) -> None:
        self._answers = answers
        self._recorder = recorder
        self._children = children
        self._base = base
        self._strict = strict
        self._trees: dict[str, Tree] = {}

    def commit(self, changes: CommitChanges) -> None:
        """Replay a commit with at most one parent."""
        files = self._settled(changes)
        arrivals = sum(1 for change in files if change.status == b"A")
        self._recorder.commit(changes, arrivals)
        tree = self._take(changes.parents[0]) if changes.parents else Tree.empty()
        done = [self._arrive(change, tree) for change in files]
        self._record_repeats(files, done, tree)
        self._apply(tree, done)
        self._keep(changes.oid, tree)

    def merge(self, changes: CommitChanges, differing: Iterable[FileChange]) -> frozenset[bytes]:
        """Replay a merge; `differing` are the paths that are not as in its first parent.

        Returns those of them of which the merge may have left something behind.
        """
        self._recorder.commit(changes, 0)
        trees = [self._take(parent) for parent in changes.parents]
        merge = _Merge(self._answers, self._recorder, changes, trees)
        outcome = [(change.path, merge.state_of(change)) for change in differing]
        for path, state in outcome:
            trees[0].set(path, state)
        self._keep(changes.oid, trees[0])
        return frozenset(merge.doubtful)

    def _take(self, commit: str) -> Tree:
        """A parent's tree, to be changed: the kept one for its last child, else a copy."""
        tree = self._trees.get(commit)
        if tree is None:
            return self._base(commit)
        self._children[commit] -= 1
        if self._children[commit] > 0:
            return tree.copy()
        return self._trees.pop(commit)

    def _keep(self, commit: str, tree: Tree) -> None:
        if self._children.get(commit):
            self._trees[commit] = tree

    def _settled(self, changes: CommitChanges) -> list[FileChange]:
        """The changes with renames as blame sees them.

        In a patch of the whole commit new paths compete for sources; blame looks at one path alone.
        """
        files = changes.files
        arriving = sum(1 for change in files if change.status in b"AR")
        gone = [change.source for change in files if change.status in b"DR"]
        doubtful = b"AR" if self._strict else b"A"
        if arriving < 2 or not gone or not any(change.status in doubtful for change in files):
            return files
        copies = self._answers.copies(changes.oid)
        settled = [self._settle(changes, change, gone, copies) for change in files]
        kept = {change.source for change in settled if change.status == b"D"}
        left = [change for change in files if change.status == b"R" and change.source not in kept]
        return settled + [_departure(change) for change in left]

    def _settle(
        self, changes: CommitChanges, change: FileChange, gone: Sequence[bytes], copies: dict[bytes, bytes]
    ) -> FileChange:
        appeared = change.status == b"A" and change.path in copies
        inexact = self._strict and change.status == b"R" and change.old_blob != change.blob
        if not (appeared or inexact) or not change.is_file:
            return change
        return self._answers.renamed_from(changes.parents[0], changes.oid, change.path, gone) or change

    def _arrive(self, change: FileChange, tree: Tree) -> _Arrival:
        """What a change makes of a file; the tree stays as it was, since later changes look at it."""
        if change.status == b"D" or not change.is_file:
            return _Arrival(change, tree.get(change.source), None, 0)
        base = tree.get(change.source) if change.status in b"MRC" else None
        if base is None and change.status in b"MRC":
            raise StoreError(f"history does not fit together at {change.source!r}")
        if base is not None and base.blob == change.blob:
            return _Arrival(change, base, base, 0)
        version = self._recorder.next_version()
        lines = splice(base.lines if base else no_lines(), version, change.hunks)
        self._recorder.version(change, base, lines)
        return _Arrival(change, base, FileState(version, change.blob, lines), version)

    def _record_repeats(self, files: Sequence[FileChange], done: Sequence[_Arrival], tree: Tree) -> None:
        repeats: dict[int, list[Repeat]] = {}
        for repeat in find_repeats(files):
            repeats.setdefault(repeat.change, []).append(repeat)
        for number, found in repeats.items():
            version = done[number].version
            if version:
                self._recorder.repeated(version, [_traced(repeat, files, done) for repeat in found])

    def _apply(self, tree: Tree, done: Sequence[_Arrival]) -> None:
        """Departures first: a path may be taken away by one change and filled by another."""
        filled = {item.change.path for item in done if item.state is not None}
        for item in done:
            change = item.change
            self._recorder.removed(change)
            if item.state is None or (change.status == b"R" and change.source != change.path):
                tree.set(change.source, None)
                if change.source not in filled:
                    self._recorder.place(change.source, None)
        for item in done:
            if item.state is not None:
                tree.set(item.change.path, item.state)
                if not item.version:
                    self._recorder.place(item.change.path, item.state.version)


def _departure(change: FileChange) -> FileChange:
    """The taking away of a rename's source, once the rename itself was judged anew."""
    return change._replace(status=b"D", mode=b"000000", path=change.source, hunks=[])


def _traced(
    repeat: Repeat, files: Sequence[FileChange], done: Sequence[_Arrival]
) -> tuple[int, int, bytes | None]:
    source = done[repeat.source].base
    if source is None:
        raise StoreError("a repeated line has no source")
    return (
        repeat.line,
        source.lines[repeat.old_line - 1],
        files[repeat.source].source if repeat.moved else None,
    )


class _Merge:
    """One merge, path by path, in blame's order: a parent with the same content first, then line by line."""

    def __init__(
        self, answers: Answers, recorder: Recorder, changes: CommitChanges, trees: Sequence[Tree]
    ) -> None:
        self._answers = answers
        self._recorder = recorder
        self._changes = changes
        self._trees = trees
        self._patch: dict[bytes, list[CombinedHunk]] | None = None
        self.doubtful: set[bytes] = set()

    def state_of(self, change: FileChange) -> FileState | None:
        """The file after the merge, recorded."""
        path = change.path
        states = [tree.get(path) for tree in self._trees]
        if not self._is_plain(change, states):
            self.doubtful.add(path)
        if change.status == b"D" or not change.is_file:
            self._recorder.place(path, None)
            return None
        if change.status == TYPE_CHANGE:
            states[0] = None
        for state in states:
            if state is not None and state.blob == change.blob:
                self._recorder.place(path, state.version)
                return state
        version = self._recorder.next_version()
        lines = self._merged(change, states, version)
        if isinstance(lines, FileState):
            self._recorder.place(path, lines.version)
            return lines
        self._recorder.merged_version(path, change.blob, lines)
        return FileState(version, change.blob, lines)

    def _is_plain(self, change: FileChange, states: Sequence[FileState | None]) -> bool:
        """Whether the first of two parents did nothing to a file that the second one changed or removed."""
        first, second = states[0], states[1]
        if len(states) > 2:
            return False
        if first is None or second is None:
            return first is None or change.status == b"D"
        return second.blob == change.blob and self._recorder.descends(second.version, first.version)

    def _merged(
        self, change: FileChange, states: Sequence[FileState | None], version: int
    ) -> array[int] | FileState:
        if None in states:
            return self._joined(change, states, version)
        if self._patch is None:
            self._patch = self._answers.merge_patch(self._changes.oid)
        hunks = self._patch.get(change.path)
        if hunks is None:
            return self._joined(change, states, version)
        return merge_lines([state.lines for state in states if state is not None], version, hunks)

    def _joined(
        self, change: FileChange, states: Sequence[FileState | None], version: int
    ) -> array[int] | FileState:
        """For a path some parent lacks: look for a rename there, then compare with each parent by itself."""
        maps: list[list[int | None]] = []
        for parent, tree, state in zip(self._changes.parents, self._trees, states, strict=True):
            source = state
            if state is not None:
                found = self._answers.change(parent, self._changes.oid, change.path)
            else:
                found = self._answers.renamed_from(parent, self._changes.oid, change.path, None)
                source = tree.get(found.source) if found else None
                if source is not None and source.blob == change.blob:
                    return source
            if source is not None and found is not None:
                maps.append(carry_over(source.lines, found.hunks))
        count = len(maps[0]) if maps else self._answers.line_count(change.blob)
        return join_parents(maps, version, count)
