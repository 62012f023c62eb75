"""Two states of the notes, read as far as they differ: their claims, the changes, the new conflicts.

Notes that are equal on both sides are not read; what their lines say comes from the index of the newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gitmem.errors import MissingObjectError, NoteError
from gitmem.facts.changes import FactChange, compare, newly_contested
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.claims import ClaimReader, claim_reader
from gitmem.facts.edit import Edit
from gitmem.facts.standing import Conflict
from gitmem.facts.succession import Verdict, judge
from gitmem.git.snapshot import MOST_NAMED, Skipped
from gitmem.history.origins import UNDATED, Commit, LineOrigin
from gitmem.history.views import View
from gitmem.index.snapshot_facts import Dossier
from gitmem.memory.session import Progress
from gitmem.memory.shown import Ground
from gitmem.notes.markdown import read_note


class Sides(NamedTuple):
    """The claims of the notes that differ, before and after; their paths; what could not be read."""

    before: list[Claim]
    after: list[Claim]
    paths: frozenset[str]
    skipped: tuple[Skipped, ...]


class Comparison:
    """The older state `base` (None: before the first commit) beside the notes of `ground`.

    `commit` is the full id of the older state. Both are read by the settings of the newer one.
    """

    def __init__(
        self, ground: Ground, base: View | None, commit: str | None, progress: Progress | None
    ) -> None:
        self._ground = ground
        self._base = base
        self._commit = commit
        self._target = ground.session.notes.view
        self._origins: dict[tuple[str, bool], list[LineOrigin]] = {}
        self.sides = self._read(progress)
        self.changes, self._dossier = self._compare()
        self._now: Verdict | None = None

    def contested(self) -> list[Conflict]:
        """Conflicts of the newer state that touch what differs and were none in the older one."""
        paths = self.sides.paths
        touched = [each for each in self.verdict.conflicts if paths & {one.claim.path for one in each[:2]}]
        if not touched:
            return []
        keys = {key for each in touched for side in each[:2] for key in side.claim.keys}
        kept = [each for each in self._dossier.statements if each.claim.path not in paths]
        former = [claim for claim in self.sides.before if not keys.isdisjoint(claim.keys)]
        edits = [edit for edit in self._dossier.edits if self.was_made(edit.commit)]
        then = self._judge([*kept, *map(self._stated, former)], edits)
        return newly_contested(then.conflicts, touched)

    @property
    def verdict(self) -> Verdict:
        """The standing, now, of everything that shares keys with what changed."""
        if self._now is None:
            self._now = self._judge(self._dossier.statements, self._dossier.edits)
        return self._now

    def was_made(self, commit: Commit | None) -> bool:
        """Whether the older state has a commit already."""
        if commit is None or self._commit is None:
            return False
        return commit.oid == self._commit or self._ground.session.order.descends(self._commit, commit.oid)

    def made_by(self, change: FactChange) -> Commit | None:
        """The commit that made a change, None when it is not committed or not known."""
        if change.after is not None:
            return self._writer(change.after)
        if change.struck is not None:
            return self._writer(change.struck)
        gone = change.before
        made = (
            edit.commit
            for edit in self._dossier.edits
            if gone is not None
            and edit.commit is not None
            and (edit.old.literal, edit.old.norm) == (gone.literal, gone.norm)
            and not self.was_made(edit.commit)
        )
        return max(made, key=lambda commit: (commit.committed.seconds, commit.oid), default=None)

    def _writer(self, claim: Claim) -> Commit | None:
        """The commit that wrote the line as it stands, or first said it if that is new as well."""
        origin = self._origin(claim, older=False)
        return origin.blamed if origin.said is None or self.was_made(origin.said) else origin.said

    def _read(self, progress: Progress | None) -> Sides:
        wanted = None if self._base is None else self._target.changed_since(self._base.state)
        if wanted is not None and len(wanted) > MOST_NAMED:
            wanted = None
        older = self._base.keys(wanted) if self._base is not None else {}
        newer = self._target.keys(wanted)
        differing = sorted(
            path
            for path in older.keys() | newer.keys()
            if path not in older or path not in newer or older[path].content != newer[path].content
        )
        reader = claim_reader(self._ground.session.settings)
        total = len(differing)
        sides: list[list[Claim]] = []
        skipped: list[Skipped] = []
        for number, (view, known) in enumerate(((self._base, older), (self._target, newer))):
            paths = [path for path in differing if path in known]
            found: list[Claim] = []
            if view is not None:
                view.announce(paths)
                for done, path in enumerate(paths):
                    found += _claims(reader, view, path, skipped)
                    if progress is not None:
                        progress("comparing notes", number * total + done + 1, 2 * total)
            sides.append(found)
        return Sides(sides[0], sides[1], frozenset(differing), tuple(sorted(set(skipped))))

    def _compare(self) -> tuple[list[FactChange], Dossier]:
        before, after, paths, _ = self.sides
        changes = compare(before, after)
        if not changes:
            return [], Dossier()
        touched = (claim for change in changes for claim in change[1:3] if isinstance(claim, Claim))
        dossier = self._ground.session.facts(self._ground.store).around(touched)
        elsewhere = (each.claim for each in dossier.statements if each.claim.path not in paths)
        live = [claim for claim in elsewhere if claim.strike is None]
        return (compare(before, after, elsewhere=live) if live else changes), dossier

    def _judge(self, statements: Iterable[Statement], edits: Iterable[Edit]) -> Verdict:
        session = self._ground.session
        return judge(
            list(statements),
            list(edits),
            order=session.order,
            subjects=session.facts(self._ground.store).subjects,
            now=self._ground.now,
            prefer=self._ground.prefer,
        )

    def _stated(self, claim: Claim) -> Statement:
        """A claim of the older state as a statement."""
        origin = self._origin(claim, older=True)
        return Statement(claim, origin.state, origin.said, origin.moved_from)

    def _origin(self, claim: Claim, *, older: bool) -> LineOrigin:
        view = self._base if older else self._target
        key = (claim.path, older)
        if key not in self._origins:
            self._origins[key] = view.origins(claim.path) if view is not None else []
        lines = self._origins[key]
        return lines[claim.line - 1] if claim.line <= len(lines) else UNDATED


def _claims(reader: ClaimReader, view: View, path: str, skipped: list[Skipped]) -> Iterator[Claim]:
    """The claims of one note; what cannot be read is added to `skipped`."""
    try:
        yield from reader.read(read_note(path, view.read(path)))
    except (NoteError, MissingObjectError) as error:
        skipped.append(Skipped(path, str(error).removeprefix(f"{path}: ")))
