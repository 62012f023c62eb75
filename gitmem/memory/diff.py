"""The facts that changed between two states of the notes, as they are shown, with places on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum

from gitmem.clock import Instant
from gitmem.facts.changes import ChangeKind, FactChange
from gitmem.facts.claim import Claim
from gitmem.facts.standing import Conflict, ConflictReason, Rule
from gitmem.history.opening import OpenedNotes, Wanted, open_commit
from gitmem.index.response import OriginShown, SkippedNote
from gitmem.index.results import show_origin
from gitmem.index.scope import Scope
from gitmem.memory.comparison import Comparison
from gitmem.memory.diff_ends import Ends
from gitmem.memory.session import Progress, dates_strictly
from gitmem.memory.shown import Ground, subject_of


class EndKind(Enum):
    """What one end of a comparison is; the value is the name in JSON."""

    COMMIT = "commit"
    WORKTREE = "worktree"
    NOTHING = "nothing"
    """The time before the first commit."""


@dataclass(frozen=True, slots=True)
class DiffEnd:
    """One end; `commit` is a full id, None unless it is a commit."""

    kind: EndKind
    commit: str | None


@dataclass(frozen=True, slots=True)
class FactSide:
    """A fact on one side. `cite` is `rev:path:line` with a full id, or `path:line` in the work tree."""

    cite: str
    path: str
    line: int
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """One change.

    `struck` is where the former value stays readable in the newer state. `origin` is the commit that made
    the change, empty when it is not committed or not known. `supersedes` are places of older values that
    still stand and that the new one supersedes.
    """

    kind: ChangeKind
    subject: str
    label: str
    before: FactSide | None
    after: FactSide | None
    struck: FactSide | None
    origin: OriginShown
    supersedes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContestedShown:
    """Two values of one fact that nothing orders now, and that were not so before."""

    subject: str
    label: str
    reason: ConflictReason
    rule: Rule
    first: FactSide
    second: FactSide


@dataclass(frozen=True, slots=True)
class DiffResponse:
    """All changes and new conflicts, by place. `notes_compared` counts the notes that differ."""

    searched_at: Instant
    base: DiffEnd
    target: DiffEnd
    path: str | None
    notes_compared: int
    history_complete: bool
    skipped: tuple[SkippedNote, ...]
    changes: tuple[ChangeShown, ...]
    contested: tuple[ContestedShown, ...]


def diff_facts(ground: Ground, ends: Ends, path: str | None, progress: Progress | None) -> DiffResponse:
    """What changed up to the notes of `ground`, which are those of `ends.target`.

    `path` is a glob that a side of a change must match. Raises `UsageError` for a bad glob.
    """
    scope = Scope(path)
    scope.pattern()  # a bad glob is told before anything is read
    with _open_base(ground, ends.base) as base:
        comparison = Comparison(ground, None if base is None else base.view, ends.base, progress)
        changes = [
            each
            for each in comparison.changes
            if any(scope.holds_path(claim.path) for claim in each[1:] if claim is not None)
        ]
        contested = [
            each
            for each in comparison.contested()
            if any(scope.holds_path(side.claim.path) for side in (each.first, each.second))
        ]
        return _Shown(ground, ends, comparison).response(path, changes, contested)


def _open_base(ground: Ground, commit: str | None) -> AbstractContextManager[OpenedNotes | None]:
    """The notes of the older end by the settings of the newer one; none before the first commit."""
    session = ground.session
    repository = session.place.repository
    if commit is None or repository is None:
        return nullcontext(None)
    strict = dates_strictly(ground.store, session.settings)
    return open_commit(repository, commit, session.settings, Wanted(strict))


class _Shown:
    """Puts a comparison into the words of an answer."""

    def __init__(self, ground: Ground, ends: Ends, comparison: Comparison) -> None:
        self._ground = ground
        self._ends = ends
        self._comparison = comparison

    def response(
        self, path: str | None, changes: list[FactChange], contested: list[Conflict]
    ) -> DiffResponse:
        """The whole answer."""
        made = {id(each): self._comparison.made_by(each) for each in changes}
        people = self._ground.people(made.values())
        superseded = self._superseded() if changes else {}
        return DiffResponse(
            searched_at=self._ground.now,
            base=_end(self._ends.base, EndKind.NOTHING),
            target=_end(self._ends.target, EndKind.WORKTREE),
            path=path,
            notes_compared=len(self._comparison.sides.paths),
            history_complete=not self._ground.session.notes.gaps,
            skipped=tuple(SkippedNote(*each) for each in self._comparison.sides.skipped),
            changes=tuple(
                self._change(each, show_origin(made[id(each)], people), superseded) for each in changes
            ),
            contested=tuple(map(self._contested, contested)),
        )

    def _superseded(self) -> Mapping[tuple[str, int, str], tuple[str, ...]]:
        """The places that a claim of the newer state supersedes, by its place."""
        return {
            _place(each.statement.claim): each.supersedes
            for each in self._comparison.verdict.judged
            if each.supersedes
        }

    def _change(
        self,
        change: FactChange,
        origin: OriginShown,
        superseded: Mapping[tuple[str, int, str], tuple[str, ...]],
    ) -> ChangeShown:
        sides = [claim for claim in (change.before, change.after) if claim is not None]
        about = next((claim for claim in sides if subject_of(claim)), sides[-1])
        struck = self._side(change.struck, self._ends.target)
        older = superseded.get(_place(change.after), ()) if change.after is not None else ()
        return ChangeShown(
            kind=change.kind,
            subject=subject_of(about),
            label=about.label,
            before=self._side(change.before, self._ends.base),
            after=self._side(change.after, self._ends.target),
            struck=struck,
            origin=origin,
            supersedes=tuple(cite for cite in older if change.struck is None or cite != change.struck.cite),
        )

    def _contested(self, conflict: Conflict) -> ContestedShown:
        first, second = (
            self._known_side(side.claim, self._ends.target) for side in (conflict.first, conflict.second)
        )
        claim = conflict.first.claim
        return ContestedShown(subject_of(claim), claim.label, conflict.reason, conflict.rule, first, second)

    def _side(self, claim: Claim | None, commit: str | None) -> FactSide | None:
        return None if claim is None else self._known_side(claim, commit)

    def _known_side(self, claim: Claim, commit: str | None) -> FactSide:
        cite = claim.cite if commit is None else f"{commit}:{claim.cite}"
        return FactSide(cite, claim.path, claim.line, claim.label, claim.told)


def _place(claim: Claim) -> tuple[str, int, str]:
    return claim.path, claim.line, claim.literal


def _end(commit: str | None, otherwise: EndKind) -> DiffEnd:
    return DiffEnd(EndKind.COMMIT if commit is not None else otherwise, commit)
