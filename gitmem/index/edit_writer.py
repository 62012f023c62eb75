"""What commits did to claims -> tables. Each commit is read once; what HEAD does not reach is stored too.

The history store numbers what it knows, so only what came since the last look has to be read. Changes that
are not committed are read anew with every refresh, since a refresh is what a changed work tree brings about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from gitmem.database import Store
from gitmem.errors import MissingObjectError
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.settled import keeps_value
from gitmem.facts.edits import EditReader
from gitmem.history.origins import Commit
from gitmem.index.claim_rows import pack_place, unpack_place
from gitmem.index.commit_table import StoredCommits
from gitmem.index.key_writer import EDITS, KeyWriter
from gitmem.index.store import read_meta, write_meta

if TYPE_CHECKING:
    from gitmem.history.edit_log import EditCandidate

_KIND_NUMBER = {kind.value: number for number, kind in enumerate(EditKind)}


class EditSource(Protocol):
    """All edit candidates that a history store knows (`gitmem.history.edit_log.EditLog`)."""

    @property
    def identity(self) -> str:
        """Names the store: the numbers of candidates mean nothing in another one."""

    @property
    def last(self) -> int:
        """The number up to which everything has been looked at once `since` has ended."""

    def since(
        self, number: int, may_matter: Callable[[Iterable[bytes]], bool] = ...
    ) -> Iterator[EditCandidate]:
        """Candidates with greater numbers whose removed lines `may_matter`, in growing order."""

    def said_before(self, commit: str, path: str, line: int) -> Commit | None:
        """The commit that first said a line of a note as it was before `commit`; None when not known."""

    def pending(self) -> Iterator[EditCandidate]:
        """What the work tree changed in notes that HEAD holds."""


def refresh_edits(
    store: Store, source: EditSource, reader: ClaimReader, commits: StoredCommits, keys: KeyWriter
) -> None:
    """Add the edits that are new since the last call; start over when the history store is another.

    `reader` is best the one that read the notes: most of what it meets in history it has read there.
    """
    meta = read_meta(store)
    known = int(meta.get("edits_number", 0)) if meta.get("edits_store") == source.identity else 0
    _drop(store, keys, everything=not known)
    writer = _Writer(store, reader, commits, keys, source)
    last = source.last
    try:
        if last > known:
            for candidate in source.since(known, writer.reader.may_matter):
                writer.write(candidate)
    except MissingObjectError:
        last = max(known, writer.last)  # a partial clone left a text out; what was read so far counts
    for candidate in source.pending():
        writer.write(candidate)
    write_meta(store, {"edits_number": last, "edits_store": source.identity})


class _Writer:
    """Reads candidates and writes what they turn out to be."""

    def __init__(
        self,
        store: Store,
        reader: ClaimReader,
        commits: StoredCommits,
        keys: KeyWriter,
        source: EditSource,
    ) -> None:
        self._source = source
        self._store = store
        self._commits = commits
        self._keys = keys
        self.reader = EditReader(reader)
        self._next = 1 + int(store.execute("SELECT coalesce(max(id), 0) FROM edits").fetchone()[0])
        self.last = 0

    def write(self, candidate: EditCandidate) -> None:
        """Store all edits of one candidate."""
        self.last = max(self.last, candidate.number)
        for edit in self.reader.read_all(candidate):
            self._insert(candidate.number, edit)

    def _insert(self, number: int, edit: Edit) -> None:
        key = self._next
        self._next += 1
        said = self._said(edit)
        row = (
            key,
            number,
            None if edit.commit is None else self._commits.number(edit.commit),
            _KIND_NUMBER[edit.kind.value],
            int(edit.retires),
            pack_place(edit.old),
            None if edit.new is None else pack_place(edit.new),
            None if said is None else self._commits.number(said),
        )
        self._store.execute("INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._keys.add(EDITS, key, [claim for claim in (edit.old, edit.new) if claim is not None])

    def _said(self, edit: Edit) -> Commit | None:
        """Who first stated a value that lives on in other words, or was struck; asked of few edits."""
        if edit.commit is None or not keeps_value(edit):
            return None
        return self._source.said_before(edit.commit.oid, edit.old.path, edit.old.line)


def _drop(store: Store, keys: KeyWriter, *, everything: bool) -> None:
    """Take edits out: all of them, or those that are not committed."""
    condition = "1" if everything else "made_by IS NULL"
    rows: Sequence[tuple[int, str, str | None]] = store.execute(
        f"SELECT id, old, new FROM edits WHERE {condition}"
    ).fetchall()
    for key, old, new in rows:
        keys.remove(EDITS, key, [unpack_place(data) for data in (old, new) if data is not None])
    store.execute(f"DELETE FROM edits WHERE {condition}")
