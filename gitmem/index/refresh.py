"""Bring an index up to date with a snapshot: plan purely, then apply in one transaction.

What the snapshot is (work tree, commit, staged) and which files are notes is the caller's affair. One
note that cannot be read is named and stops no other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from gitmem.config import Settings
from gitmem.database import Mode, SchemaChangedError, Store, replacing, transaction, try_lock
from gitmem.errors import MissingObjectError, NoteError
from gitmem.growing import without_collections
from gitmem.history.views import NoteKey, View
from gitmem.index.claim_writer import ClaimWriter
from gitmem.index.commit_table import StoredCommits
from gitmem.index.edit_writer import EditSource, refresh_edits
from gitmem.index.key_writer import KeyWriter
from gitmem.index.plan import Plan, RebuildReason, RefreshReport, plan_changes, rules_digest
from gitmem.index.postings import Postings
from gitmem.index.reading import NoteReader, ReadNote
from gitmem.index.removed import RemovedLog, refresh_removed
from gitmem.index.store import (
    SCHEMA,
    decode_path,
    encode_path,
    open_index,
    read_meta,
    write_meta,
)
from gitmem.index.writer import NoteWriter
from gitmem.words import Analyzer

__all__ = [
    "Plan",
    "Progress",
    "RebuildReason",
    "RefreshReport",
    "plan_changes",
    "refresh_index",
    "rules_digest",
]

Progress = Callable[[int, int], None]
"""Called with the number of notes done and the number to do."""

_SMALL = 500  # notes; a change of fewer is always made in place


def refresh_index(
    path: Path,
    snapshot: View,
    settings: Settings,
    *,
    removed: RemovedLog | None = None,
    edits: EditSource | None = None,
    rebuild: bool = False,
    progress: Progress | None = None,
) -> RefreshReport:
    """Make the index at `path` current with `snapshot`, building it when there is none or it must be.

    Raises `StoreBusyError` at once when another process is doing it, `IndexCorruptError` for a damaged
    index unless `rebuild` is set, `StoreReadOnlyError` where nothing can be written, or a `StoreError`.
    """
    work = _Refresh(path, snapshot, settings, removed, edits, progress)
    with try_lock(path.with_name(path.name + ".lock")):
        if rebuild:
            return work.build(RebuildReason.ASKED)
        if not path.exists():
            return work.build(RebuildReason.MISSING)
        try:
            store = open_index(path, Mode.WRITE)
        except SchemaChangedError:
            return work.build(RebuildReason.SCHEMA)
        with closing(store):
            report = work.update(store)
        return work.build(report) if isinstance(report, RebuildReason) else report


class _Refresh:
    """One refresh; holds what all its steps need."""

    def __init__(
        self,
        path: Path,
        snapshot: View,
        settings: Settings,
        removed: RemovedLog | None,
        edits: EditSource | None,
        progress: Progress | None,
    ) -> None:
        self._path = path
        self._snapshot = snapshot
        self._rules = rules_digest(settings)
        self._reader = NoteReader(settings)
        self._analyzer = Analyzer(settings.language)
        self._removed = removed
        self._edits = edits
        self._progress = progress or (lambda done, total: None)
        self._still_skipped: dict[str, str] = {}

    def build(self, reason: RebuildReason) -> RefreshReport:
        """Build a new index beside the old one and put it in its place."""
        now = self._snapshot.keys(None)
        plan = plan_changes({}, now)
        with without_collections(), replacing(self._path, SCHEMA) as store:
            self._apply(store, plan, now, {}, bulk=True)
            return self._report(store, plan, reason)

    def update(self, store: Store) -> RefreshReport | RebuildReason:
        """Change what differs, or say why building anew is the way."""
        meta = read_meta(store)
        if meta.get("rules") != self._rules:
            return RebuildReason.RULES
        if meta["state"] == self._snapshot.state and not self._removed_differs(meta):
            return self._report(store, Plan(), None)
        candidates = self._snapshot.changed_since(str(meta["state"]))
        if candidates is not None:
            # The snapshot names what it passes over only among the paths it is asked about.
            known = json.loads(str(meta["skipped"]))
            self._still_skipped = {path: reason for path, reason in known if path not in candidates}
        before, numbers = _manifest(store, candidates)
        now = self._snapshot.keys(candidates)
        plan = plan_changes(before, now)
        if plan.size > max(_SMALL, int(meta["notes"]) // 2):
            return RebuildReason.LARGE
        with transaction(store):
            self._apply(store, plan, now, numbers, bulk=False)
        return self._report(store, plan, None)

    def _removed_differs(self, meta: Mapping[str, str | int]) -> bool:
        return self._removed is not None and meta.get("removed") != self._removed.mark

    def _apply(
        self,
        store: Store,
        plan: Plan,
        keys: Mapping[str, NoteKey],
        numbers: Mapping[str, int],
        *,
        bulk: bool,
    ) -> None:
        commits, addresses = StoredCommits(store), KeyWriter(store, bulk=bulk)
        claims = ClaimWriter(store, commits, addresses)
        writer = NoteWriter(store, Postings(store, self._analyzer, bulk=bulk), commits, claims)
        if plan.size:
            self._write_notes(writer, plan, keys, numbers)
        writer.finish()
        if self._removed is not None:
            refresh_removed(store, self._removed, self._analyzer)
        if self._edits is not None:
            refresh_edits(store, self._edits, self._reader.claims, commits, addresses)
        addresses.flush()
        skipped = {**self._still_skipped, **dict(self._snapshot.skipped())}
        version = sha256(f"{self._rules} {writer.content}".encode()).hexdigest()
        values = {"state": self._snapshot.state, "hint": self._snapshot.hint, "rules": self._rules}
        write_meta(store, {**values, "version": version, "skipped": json.dumps(sorted(skipped.items()))})

    def _write_notes(
        self, writer: NoteWriter, plan: Plan, keys: Mapping[str, NoteKey], numbers: Mapping[str, int]
    ) -> None:
        touched = sorted({*plan.changed, *plan.redated})
        self._snapshot.announce([*touched, *plan.added])
        done = 0
        for path in plan.removed:
            writer.remove(numbers[path], path)
            done = self._advance(done, plan.size)
        for path in touched:
            key = keys[path]
            writer.change(numbers[path], path, key.content, key.dates, self._read(path))
            done = self._advance(done, plan.size)
        for path in plan.added:
            key = keys[path]
            writer.add(path, key.content, key.dates, self._read(path))
            done = self._advance(done, plan.size)

    def _read(self, path: str) -> ReadNote | str:
        try:
            return self._reader.read(path, self._snapshot.read(path), self._snapshot.origins(path))
        except (NoteError, MissingObjectError) as error:
            return str(error)

    def _report(self, store: Store, plan: Plan, rebuilt: RebuildReason | None) -> RefreshReport:
        meta = read_meta(store)
        problems = tuple(self._reader.problems)
        return RefreshReport(plan, rebuilt, int(meta["notes"]), int(meta["chunks"]), problems)

    def _advance(self, done: int, total: int) -> int:
        self._progress(done + 1, total)
        return done + 1


def _manifest(store: Store, paths: Iterable[str] | None) -> tuple[dict[str, NoteKey], dict[str, int]]:
    """Keys and ids of the notes that are in the index, among `paths` or all."""
    select = "SELECT path, content, dates, id FROM notes"
    if paths is None:
        rows = store.execute(select).fetchall()
    else:
        found = (store.execute(f"{select} WHERE path = ?", (encode_path(path),)).fetchall() for path in paths)
        rows = [row for each in found for row in each]
    keys = {decode_path(row[0]): NoteKey(row[1], row[2]) for row in rows}
    return keys, {decode_path(row[0]): int(row[3]) for row in rows}
