"""Origins of the notes of one commit, read from stored facts.

Blame's exact answer comes from the line ids; since when a line says what it says comes from the repeats
that led to it. Commits that the repository asks blame to ignore are looked through.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from gitmem.errors import StoreError
from gitmem.git.repository import decode_path, encode_path
from gitmem.history.chains import Place
from gitmem.history.lines import line_id, line_of, runs_of, version_of
from gitmem.history.origins import Commit, LineOrigin, LineState
from gitmem.history.store import CommitRow, Facts, RepeatRow

_LONGEST_TRACE = 10_000


class Tip:
    """One commit's notes with the origin of every line.

    `bulk_files` is the number of new files from which a commit counts as a bulk import, and so does one that
    brings in a single file whose path is `imported`; `ignored` holds the full ids of commits that blame is
    to look through. With `exact` blame names them all the same, as a blame without a list of commits to
    ignore does, and only the first statement looks through them.
    """

    def __init__(
        self,
        facts: Facts,
        oid: str,
        *,
        bulk_files: int = 50,
        imported: Callable[[str], bool] | None = None,
        ignored: Collection[str] = frozenset(),
        exact: bool = False,
    ) -> None:
        place = facts.place_of(oid)
        if place is None:
            raise StoreError(f"commit {oid} is not recorded")
        self.oid = oid
        self.place: Place = place
        self._facts = facts
        self._bulk_files = bulk_files
        self._imported = imported
        self._ignored = frozenset(ignored)
        self._exact = exact
        self._plain = lru_cache(maxsize=4096)(self._plain_origin)
        self._value = lru_cache(maxsize=4096)(self._commit_value)

    def at(self, oid: str) -> Tip:
        """Another commit, seen the same way."""
        return Tip(
            self._facts,
            oid,
            bulk_files=self._bulk_files,
            imported=self._imported,
            ignored=self._ignored,
            exact=self._exact,
        )

    def versions(self) -> dict[str, int]:
        """Every path with its version; the same version means the same bytes and the same origins."""
        return {decode_path(path): version for path, version in self._facts.versions_at(self.place).items()}

    def version(self, path: str) -> int | None:
        """The version of one path, None when the commit has no such file."""
        return self._facts.version_at(self.place, encode_path(path))

    def touched_since(self, oid: str) -> frozenset[str] | None:
        """Paths that may differ between this commit and another; None when the other is not recorded."""
        place = self._facts.place_of(oid)
        if place is None:
            return None
        return frozenset(decode_path(path) for path in self._facts.touched_between(place, self.place))

    def origins(self, path: str) -> list[LineOrigin]:
        """The origin of every line of a note, in order. Raises `StoreError` for a path that is not there."""
        version = self.version(path)
        if version is None:
            raise StoreError(f"history does not know {path}")
        result: list[LineOrigin] = []
        runs = list(runs_of(self._facts.line_ids(version)))
        self._facts.load_versions({run.version for run in runs})
        for run in runs:
            start = len(result)
            result.extend([self._plain(run.version)] * run.length)
            doubtful: Iterable[int] = self._facts.version(run.version).repeats
            if self._is_ignored(run.version):
                doubtful = range(run.first, run.first + run.length)
            for line in doubtful:
                if run.first <= line < run.first + run.length:
                    result[start + line - run.first] = self._traced(line_id(run.version, line))
        return result

    def said(self, path: str, line: int) -> Commit | None:
        """The commit that first said a line of a note; None where there is no such line."""
        origins = self.origins(path) if self.version(path) is not None else []
        return origins[line - 1].said if line <= len(origins) else None

    def said_before(self, number: int, path: str, line: int) -> Commit | None:
        """The same of a note as it was before a commit, which is given by its number in the store."""
        parents = self._facts.parents_of(number)
        return self.at(self._facts.commit_row(parents[0]).oid).said(path, line) if parents else None

    def _plain_origin(self, version: int) -> LineOrigin:
        """The origin of a line that its version said first."""
        row = self._facts.version(version)
        commit = self._value(row.commit)
        return LineOrigin(LineState.COMMITTED, commit, commit, decode_path(row.path))

    def _traced(self, identity: int) -> LineOrigin:
        """The origin of a line that may repeat older ones."""
        said, moved_from = self._through_ignored(identity), None
        blamed = identity if self._exact else said
        for _ in range(_LONGEST_TRACE):
            repeat = self._repeat(said)
            if repeat is None:
                break
            if moved_from is None and repeat.moved_from is not None:
                moved_from = decode_path(repeat.moved_from)
            said = self._through_ignored(repeat.line_id)
        plain = self._plain(version_of(blamed))
        if said == blamed:
            return plain
        first = self._plain(version_of(said)).said
        return LineOrigin(LineState.COMMITTED, plain.blamed, first, plain.path, moved_from)

    def _repeat(self, identity: int) -> RepeatRow | None:
        return self._facts.version(version_of(identity)).repeats.get(line_of(identity))

    def _through_ignored(self, identity: int) -> int:
        """The line an ignored commit changed: the one it repeats, or the one in its place, or itself."""
        while self._is_ignored(version_of(identity)):
            repeat = self._repeat(identity)
            before = repeat.line_id if repeat else self._in_place(identity)
            if before is None:
                break
            identity = before
        return identity

    def _in_place(self, identity: int) -> int | None:
        base, edits = self._facts.edits_of(version_of(identity))
        if base is None:
            return None
        line = line_of(identity)
        for edit in edits:
            at = line - edit.new_start
            if 0 <= at < edit.new_count:
                return self._facts.line_ids(base)[edit.old_start - 1 + at] if at < edit.old_count else None
        return None

    def _is_ignored(self, version: int) -> bool:
        if not self._ignored:
            return False
        return self._facts.version(version).commit.oid in self._ignored

    def commit(self, number: int) -> Commit:
        """A commit by its number in the store."""
        return self._value(self._facts.commit_row(number))

    def _commit_value(self, row: CommitRow) -> Commit:
        bulk = row.root or row.arrivals >= self._bulk_files or self._brings_imports(row)
        return Commit(row.oid, row.authored, row.committed, row.boundary, bulk)

    def _brings_imports(self, row: CommitRow) -> bool:
        if self._imported is None or not row.arrivals:
            return False
        return any(self._imported(decode_path(path)) for path in self._facts.arrived_in(row.number))
