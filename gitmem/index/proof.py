"""What may be said of words that were not found: never recorded, removed, or nothing for certain."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitmem.database import Store
from gitmem.git.snapshot import SkipReason
from gitmem.index.removed import RemovedLog, RemovedMatch, find_removed
from gitmem.index.response import Absence, AbsenceReason, SkippedNote, SnapshotProof, TermState
from gitmem.index.scope import Scope
from gitmem.index.store import decode_path
from gitmem.words import Analyzer, QueryTerm

if TYPE_CHECKING:
    from gitmem.history.views import RemovedText


class AbsenceFinding(NamedTuple):
    """The judgement over the absent terms of one query; `absence` is None when there are none."""

    absence: Absence | None
    reasons: tuple[AbsenceReason, ...]
    states: Mapping[str, TermState]
    match: RemovedMatch


_NO_MATCH = RemovedMatch((), False, frozenset(), frozenset())


def judge_absence(
    store: Store,
    absent: Sequence[QueryTerm],
    elsewhere: Collection[str],
    scope: Scope,
    reasons: Sequence[AbsenceReason],
    removed: RemovedLog | None,
    analyzer: Analyzer,
) -> AbsenceFinding:
    """Judge the terms that no chunk in scope holds; `elsewhere` are the texts of those that others hold.

    `reasons` are what keeps the search from being complete. A removed line in sight is told even then,
    but the absence is `removed` only if all notes were searched: history need not be whole to show what
    it does hold.
    """
    if not absent:
        return AbsenceFinding(None, (), {}, _NO_MATCH)
    match = _NO_MATCH
    if removed is not None:
        match = _find(store, absent, scope, removed, analyzer)
    blind = [reason for reason in reasons if reason in _BLIND]
    states = {term.text: _state(term.text, match, complete=not reasons, blind=bool(blind)) for term in absent}
    states = {
        text: TermState.ELSEWHERE if text in elsewhere and state is not TermState.REMOVED else state
        for text, state in states.items()
    }
    if match.together and not blind:
        return AbsenceFinding(Absence.REMOVED, (), states, match)
    if reasons:
        return AbsenceFinding(Absence.UNPROVEN, tuple(reasons), states, match)
    if not {TermState.NEVER, TermState.ELSEWHERE}.isdisjoint(states.values()):
        return AbsenceFinding(Absence.PROVEN, (), states, match)
    return AbsenceFinding(Absence.UNPROVEN, (AbsenceReason.REMOVED_TEXT,), states, match)


_BLIND = frozenset((AbsenceReason.SKIPPED_NOTES, AbsenceReason.STALE_INDEX))
"""Reasons for which a word may stand in the notes all the same."""


READ_ELSEWHERE = frozenset((SkipReason.SUBMODULE.value, SkipReason.LINK_TO_NOTE.value))
"""Skips that hide nothing: another repository is another scope, and a linked note is read by its name."""


def collect_reasons(
    proof: SnapshotProof,
    meta: Mapping[str, str | int],
    skipped: Sequence[SkippedNote],
    removed: RemovedLog | None,
) -> list[AbsenceReason]:
    """Everything that keeps an absence from being proven, each reason once."""
    found: list[AbsenceReason] = []
    if any(note.reason not in READ_ELSEWHERE for note in skipped):
        found.append(AbsenceReason.SKIPPED_NOTES)
    found += [gap for gap in proof.gaps if gap not in found]
    if removed is None and AbsenceReason.NO_GIT not in found:
        found.append(AbsenceReason.NO_GIT)
    outdated = removed is not None and meta.get("removed") != removed.mark
    if meta["state"] != proof.state or outdated:
        found.append(AbsenceReason.STALE_INDEX)
    return found


def skipped_notes(store: Store, meta: Mapping[str, str | int], scope: Scope) -> tuple[SkippedNote, ...]:
    """What the index could not read of the files in scope, by path."""
    found = {str(path): str(reason) for path, reason in json.loads(str(meta["skipped"]))}
    rows = store.execute("SELECT path, problem FROM notes WHERE problem IS NOT NULL")
    found.update((decode_path(path), problem) for path, problem in rows)
    return tuple(SkippedNote(path, found[path]) for path in sorted(found) if scope.holds_path(path))


def _find(
    store: Store, absent: Sequence[QueryTerm], scope: Scope, log: RemovedLog, analyzer: Analyzer
) -> RemovedMatch:
    def accept(text: RemovedText) -> bool:
        reached = text.commit is None or log.reaches(text.commit.oid)
        return reached and scope.holds_path(text.path)

    return find_removed(store, absent, analyzer, log, accept)


def _state(text: str, match: RemovedMatch, *, complete: bool, blind: bool) -> TermState:
    if text in match.recorded and not blind:
        return TermState.REMOVED
    if not complete or text in match.unclear:
        return TermState.UNPROVEN
    return TermState.REMOVED if text in match.recorded else TermState.NEVER
