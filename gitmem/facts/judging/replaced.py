"""Untouched copies of a value that a commit replaced in another place.

Only edits that passed every condition of `gitmem.facts.editing.replacement` count, and only against copies
older than the edit; a copy said again since then keeps the value alive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitmem.facts.claim import Claim, SubjectSource
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.judging.defeat import Defeat, Strength
from gitmem.facts.judging.echoes import Echoes
from gitmem.facts.judging.order import commit_day
from gitmem.facts.judging.survey import Survey
from gitmem.facts.standing import Evidence, EvidenceKind


def replaced(survey: Survey, edits: Sequence[Edit], echoes: Echoes) -> Iterator[Defeat]:
    """The older live copies of values that `edits` replaced, edits that may retire copies."""
    for edit in edits:
        if edit.kind is not EditKind.REPLACED or edit.new is None:
            continue
        found = echoes.of(edit.old)
        copies = [i for i in found if survey.open(i) and _same_fact(edit.old, survey.claims[i])]
        if not copies or any(_said_since(survey, index, edit) for index in found):
            continue
        evidence = _replacement(survey, edit)
        if evidence is not None:
            for index in copies:
                yield Defeat(index, _heir(survey, edit, index), Strength.REPLACED, (evidence,))


def _said_since(survey: Survey, index: int, edit: Edit) -> bool:
    """Whether a copy was, or may have been, stated after the edit: by its commit or its written date."""
    at = survey.positions[index]
    if survey.order.after_commit(at, edit.commit):
        return True
    day = commit_day(edit.commit, survey.now, survey.prefer) if edit.commit else survey.now.utc_day
    return at.written is not None and day is not None and at.written.day > day


def _same_fact(old: Claim, copy: Claim) -> bool:
    """Whether a copy elsewhere states what `old` stated: kin, as far as two claims alone can tell."""
    if old.spot.narrowing != copy.spot.narrowing or old.spot.parents != copy.spot.parents:
        return False
    if old.path == copy.path and old.literal == copy.literal:
        return old.entry.day == copy.entry.day
    if set(old.about.keys) & set(copy.about.keys):
        return old.key == copy.key or old.attribute == copy.attribute != ()
    pairs = ((old, copy), (copy, old))
    return any(
        a.attribute != () and b.key == tuple(sorted({*name, *a.attribute}))
        for a, b in pairs
        if a.literal != b.literal or b.about.source is SubjectSource.NONE
        for name in a.about.keys
    )


def _replacement(survey: Survey, edit: Edit) -> Evidence | None:
    """The evidence of an edit; None when it was made after the day asked about."""
    if edit.commit is None:
        return Evidence(EvidenceKind.REPLACED, place=edit.cite)
    day = commit_day(edit.commit, survey.now, survey.prefer)
    if survey.as_of is not None and day is not None and day > survey.as_of:
        return None
    return Evidence(EvidenceKind.REPLACED, edit.commit.oid, day, edit.cite)


def _heir(survey: Survey, edit: Edit, copy: int) -> int | None:
    """The live statement that stands where the edit put its new value."""
    new = edit.new
    if new is None:
        return None
    beside: int | None = None
    for index in survey.mates(copy):
        claim = survey.claims[index]
        if survey.live[index] and claim.norm != survey.claims[copy].norm:
            if claim.path == new.path and claim.literal == new.literal:
                return index
            if claim.norm == new.norm:
                beside = index
    return beside
