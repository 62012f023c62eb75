"""All rules over the notes as findings: of what a change makes, or of everything there is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitmem.checks.contradictions import Court
from gitmem.checks.finding import Finding
from gitmem.config import CONFIG_NAME
from gitmem.errors import MissingObjectError, NoteError
from gitmem.git.objects import Objects
from gitmem.git.snapshot import SkipReason, read_file
from gitmem.history.worktree_view import WorktreeView
from gitmem.index.proof import READ_ELSEWHERE
from gitmem.index.response import SkippedNote
from gitmem.memory.checking.change import Change
from gitmem.memory.checking.findings import CheckResponse, CheckScope, FindingShown
from gitmem.memory.checking.parents import ParentNotes
from gitmem.memory.checking.scope import Span, former_settings
from gitmem.memory.checking.shown import Shown, missing_history, within
from gitmem.memory.shown import Answered, Ground, answered

if TYPE_CHECKING:
    from gitmem.memory.stale import StaleResponse


def check_notes(
    ground: Ground,
    span: Span,
    *,
    strict: bool = False,
    path: str | None = None,
    stale: StaleResponse | None = None,
) -> CheckResponse:
    """What is wrong with the notes of `ground`, which are those that `span` names.

    `path` is a glob that a place of a finding must match. `strict`, or the setting of that name, makes
    errors of warnings about contradictions. `stale` is what has to be looked at again, where that is known
    already. Raises `UsageError` for a bad glob.
    """
    answer = answered(ground, path)
    court = Court(
        order=ground.session.order,
        subjects=ground.facts().subjects,
        now=ground.now,
        prefer=ground.prefer,
        strict=strict or ground.session.settings.check.strict,
    )
    if span.scope is CheckScope.ALL:
        from gitmem.memory.checking.everything import find_everything  # a commit hook needs none of it

        return _response(answer, span, court, list(find_everything(ground, court, path, stale)))
    repository = ground.session.place.repository
    assert repository is not None
    commits: list[str | None] = list(_parents(ground, span))
    with Objects(repository.objects) as objects:
        view, settings = ground.session.notes.view, ground.session.settings
        parents = [ParentNotes(repository, objects, commit, view, settings) for commit in commits or [None]]
        change = Change(ground, parents, court)
        found = [*change.findings(), *_excused(ground, span, commits[:1], court)]
        if settings.policy.enabled:
            from gitmem.memory.checking.policy.rules import PolicyChange  # brings the parsers

            found += PolicyChange(ground, parents, objects).findings()
        shown = Shown(ground, found)
        findings = within(shown.findings(), path)
        unstaged = tuple(_unstaged(ground, findings)) if span.staged else ()
    if span.scope is CheckScope.RANGE:
        findings += missing_history(ground.proof.gaps)
    return _response(answer, span, court, findings, change.differing, unstaged)


def _unstaged(ground: Ground, findings: list[FindingShown]) -> Iterator[str]:
    """Paths of findings whose file on disk holds other text than what is staged."""
    view, top = ground.session.notes.view, os.fspath(ground.session.place.top)
    for path in sorted({each.path for each in findings if each.path is not None}):
        try:
            disk, staged = read_file(top, path), view.read(path)
        except (NoteError, MissingObjectError):
            continue
        if disk.replace(b"\r\n", b"\n") != staged.replace(b"\r\n", b"\n"):
            yield path


def _parents(ground: Ground, span: Span) -> tuple[str, ...]:
    """All commits that may hold a pair already."""
    merging = ground.session.notes.merging if span.target is None else ()
    return tuple(dict.fromkeys((*span.parents, *merging)))


def _excused(ground: Ground, span: Span, first: list[str | None], court: Court) -> list[Finding]:
    """What a change of the configuration excuses; costs nothing where it changes nothing of the kind."""
    if not first or first[0] is None:
        return []
    place, settings, view = ground.session.place, ground.session.settings, ground.session.notes.view
    if isinstance(view, WorktreeView) and first[0] == place.head and not view.deviates(CONFIG_NAME):
        return []
    before = former_settings(place, first[0], settings)
    if before is None:
        return []
    from gitmem.memory.checking.excused import newly_excused  # brings the parsers

    return newly_excused(place, span, before, court, ground.facts().disputed().statements)


def _response(
    answer: Answered,
    span: Span,
    court: Court,
    findings: list[FindingShown],
    differing: frozenset[str] | None = None,
    unstaged: tuple[str, ...] = (),
) -> CheckResponse:
    ordered = sorted(
        findings, key=lambda each: (each.path is None, each.path or "", each.line or 0, each.rule.value)
    )
    return CheckResponse(
        answer=answer,
        scope=span.scope,
        base=span.parents[0] if span.parents else None,
        target=span.target,
        strict=court.strict,
        differing=None if differing is None else len(differing),
        findings=tuple(ordered),
        unstaged=unstaged,
        unread=tuple(_unread(answer, differing)),
    )


def _unread(answer: Answered, differing: frozenset[str] | None) -> Iterator[SkippedNote]:
    """What could not be read of the notes that differ, or of all; a path in a merge always differs."""
    for note in answer.skipped:
        touched = differing is None or note.path in differing or note.reason == SkipReason.UNMERGED.value
        if touched and note.reason not in READ_ELSEWHERE:
            yield note
