"""Which commits took lines away that may have been facts, with the note before and after: edit candidates.

The history store keeps what every commit removed. A cheap look at those lines tells which removals could
hold a claim; only for them the two texts are read from git, in batches. What became of the claims is for
`gitmem.facts` to find out. Merges are passed over: what they bring together was changed by others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from gitmem.git.calls import Git
from gitmem.git.details import commit_details
from gitmem.git.objects import Objects
from gitmem.git.repository import decode_path
from gitmem.history.lines import Edit, split_lines
from gitmem.history.origins import Commit
from gitmem.history.overlay import changed_stretches
from gitmem.history.removal_reader import RemovalReader
from gitmem.history.store import Facts, Reached, RemovedRow
from gitmem.history.tip import Tip
from gitmem.history.worktree_view import WorktreeView

BATCH = 400
"""Candidates whose texts are announced to git at once; their texts are dropped as soon as they are used."""

_SIGNS = (
    rb"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[.\][ \t]+)?(?:"
    rb"[^\s:|<>#][^:\n|<>]{0,90}?(?::{1,2}(?:\*\*|__|~~)?[ \t]|\xef\xbc\x9a)[ \t]*\S%b"  # key: value
    rb"|\|[^|\n]+\|[ \t]*[^|\s]"  # a table row with two cells
    rb"|[^\n]{1,90}? (?:(?:is|are) (?:now|no longer)|(?:moved|changed|switched) to) "
    rb"|[^\n.:]{2,40} (?:is|are) [^\n]{1,40}$)"
)
LONGEST_VALUE = 120
"""Bytes of a line after its key; what is longer is a sentence, and sentences are reworded, not replaced."""

_CLAIM = re.compile(_SIGNS % (rb"[^\n]{0,%d}$" % LONGEST_VALUE), re.MULTILINE)
_CLAIM_OF_ANY_LENGTH = re.compile(_SIGNS % b"", re.MULTILINE)


def claim_lines(text: bytes, *, long_too: bool = False) -> Iterator[int]:
    """The lines of a text, from 0, that look as if they held a claim, `long_too` with any text after it."""
    position = number = 0
    for found in (_CLAIM_OF_ANY_LENGTH if long_too else _CLAIM).finditer(text):
        number += text.count(b"\n", position, found.start())
        position = found.start()
        yield number


class EditCandidate(NamedTuple):
    """One note before and after one commit that took away lines which look like claims.

    `number` grows with the order of recording and is 0 for what is not committed; then `commit` is None
    and `summary` empty. `new_path` is None, and `new` empty, where the note is gone. `hunks` are the
    differences between the two texts; `moved` numbers the removed lines whose text the same commit put
    in another place or only gave another look.
    """

    number: int
    commit: Commit | None
    summary: str
    old_path: str
    new_path: str | None
    old: bytes
    new: bytes
    hunks: tuple[Edit, ...]
    moved: frozenset[int] = frozenset()


class EditLog:
    """All edit candidates that a history store knows, and those of the work tree.

    `is_note` tells which paths count. Reading raises `MissingObjectError` where a partial clone left a
    text out.
    """

    def __init__(
        self,
        facts: Facts,
        tip: Tip,
        git: Git,
        is_note: Callable[[str], bool],
        worktree: WorktreeView | None = None,
    ) -> None:
        self._facts = facts
        self._tip = tip
        self._git = git
        self._is_note = is_note
        self._worktree = worktree
        self._reached: Reached | None = None

    @property
    def identity(self) -> str:
        """Names the store: the numbers of candidates mean nothing in another one."""
        return self._facts.fact("build") or ""

    @property
    def mark(self) -> str:
        """Equal marks mean that nothing was added."""
        return str(self._facts.last_removal())

    @property
    def last(self) -> int:
        """The number up to which everything has been looked at once `since` has ended."""
        return self._facts.last_removal()

    def reaches(self, oid: str) -> bool:
        """Whether the history of the notes in question holds this commit."""
        if self._reached is None:
            self._reached = self._facts.reached(self._tip.oid)
        return self._facts.number_of(oid) in self._reached

    def said_before(self, commit: str, path: str, line: int) -> Commit | None:
        """The commit that first said a line of a note as it was before `commit`; None when not known."""
        number = self._facts.number_of(commit)
        return None if number is None else self._tip.said_before(number, path, line)

    def since(
        self, number: int, may_matter: Callable[[Iterable[bytes]], bool] = lambda removed: True
    ) -> Iterator[EditCandidate]:
        """Candidates with greater numbers, in growing order; numbers begin at 1.

        `may_matter` looks at the removed lines alone; where it says no, the texts are not even read.
        """
        rows = (
            row
            for row in self._facts.removed_since(number)
            if self._may_hold_claims(row) and may_matter(line for _, line in row.lines)
        )
        reader = RemovalReader(self._facts)
        with Objects(self._git) as objects:
            while batch := list(islice(rows, BATCH)):
                yield from self._batch(batch, reader, objects)

    def pending(self) -> Iterator[EditCandidate]:
        """What the work tree changed in notes that HEAD holds."""
        if self._worktree is None:
            return
        changed = [
            (change, changed_stretches(change.old, change.new))
            for change in self._worktree.changes()
            if self._is_note(change.old_path or change.new_path or "")
        ]
        arrived = {line for change, hunks in changed for line in _side(change.new, hunks, new=True).values()}
        for change, hunks in changed:
            removed = _side(change.old, hunks, new=False)
            if change.old_path is not None and _CLAIM.search(b"\n".join(removed.values())):
                moved = frozenset(at for at, line in removed.items() if line in arrived)
                texts = change.old, change.new
                yield EditCandidate(0, None, "", change.old_path, change.new_path, *texts, hunks, moved)

    def _may_hold_claims(self, row: RemovedRow) -> bool:
        found = _CLAIM.search(b"\n".join([line for _, line in row.lines]))
        return found is not None and self._is_note(decode_path(row.path))

    def _batch(
        self, rows: Sequence[RemovedRow], reader: RemovalReader, objects: Objects
    ) -> Iterator[EditCandidate]:
        found = list(reader.changes(rows))
        texts = _Texts(objects, (blob for change in found for blob in change.blobs))
        commits = {change.row.commit: self._tip.commit(change.row.commit) for change in found}
        summaries = _summaries(self._git, {commit.oid for commit in commits.values()})
        for change in found:
            commit = commits[change.row.commit]
            old = texts.take(change.old_blob)
            new = b"" if change.new_blob is None else texts.take(change.new_blob)
            yield EditCandidate(
                change.row.number,
                commit,
                summaries.get(commit.oid, ""),
                decode_path(change.row.path),
                None if change.new_path is None else decode_path(change.new_path),
                old,
                new,
                tuple(change.hunks),
                change.moved,
            )


class _Texts:
    """Blobs in the order they are wanted: each read once, and kept only while it is wanted again."""

    def __init__(self, objects: Objects, wanted: Iterable[str]) -> None:
        self._objects = objects
        self._left = Counter(wanted)
        self._kept: dict[str, bytes] = {}
        objects.announce(list(self._left))

    def take(self, blob: str) -> bytes:
        """The content of a blob, for one of the times it was said to be wanted."""
        text = self._kept.pop(blob, None)
        if text is None:
            text = self._objects.read(blob)
        self._left[blob] -= 1
        if self._left[blob] > 0:
            self._kept[blob] = text
        return text


def _summaries(git: Git, oids: Collection[str]) -> dict[str, str]:
    return {oid: details.summary for oid, details in commit_details(git, oids, ()).items()}


def _side(text: bytes, hunks: Iterable[Edit], *, new: bool) -> dict[int, bytes]:
    """The lines of one side of all hunks by number, without the blanks around them."""
    lines = split_lines(text)
    spans = (hunk[2:] if new else hunk[:2] for hunk in hunks)
    numbers = (at for start, count in spans for at in range(start, start + count))
    return {at: lines[at - 1].strip() for at in numbers}
