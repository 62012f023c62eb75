"""The live lines that state another value of what a line that is about to be written states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gitmem.facts.claim import Claim
from gitmem.facts.claims import claim_reader
from gitmem.facts.judging.rivals import Kin, barred, kin_of
from gitmem.facts.standing import Standing
from gitmem.memory.shown import Ground
from gitmem.notes.markdown import read_note
from gitmem.writing.pieces import piece_hash
from gitmem.writing.target import Cite

_LIVE = (Standing.CURRENT, Standing.CONTESTED)


class Rival(NamedTuple):
    """A live line: where it stands, and the fact as it states it."""

    cite: Cite
    text: str

    @property
    def path(self) -> str:
        """The note it stands in."""
        return self.cite.path


def find_rivals(ground: Ground, path: str, data: bytes, line: int) -> list[Rival]:
    """The live lines of the notes that state another value of a fact on line `line` of the note `data`, which
    is not written yet; a line of a fact that has a newer reading is none."""
    reader = claim_reader(ground.session.settings)
    new = [each for each in reader.read(read_note(path, data)) if each.line == line and not barred(each)]
    if not new:
        return []
    facts = ground.facts()
    verdict = ground.judge(facts, facts.around(new))
    live = [
        each.statement.claim
        for each in verdict.judged
        if each.standing in _LIVE and each.newer_reading is None and not barred(each.statement.claim)
    ]
    claims = [*live, *new]
    pairs = set(_kin(kin_of(claims, facts.subjects), first=len(live)))
    found = {
        claims[old].cite: claims[old]
        for old, fresh in sorted(pairs)
        if claims[old].norm != claims[fresh].norm and not _is_newer(claims[old], claims[fresh])
    }
    return [_rival(claim, ground) for claim in found.values()]


def _is_newer(old: Claim, new: Claim) -> bool:
    """Whether a line of the notes is of a later day than one that is written only now."""
    return old.entry.day is not None and new.entry.day is not None and old.entry.day > new.entry.day


def _kin(kin: Kin, first: int) -> Iterator[tuple[int, int]]:
    """Pairs of an old claim and a new one (from number `first` on) that speak of one fact."""
    for group in kin.groups:
        for new in group.members:
            if new >= first:
                yield from ((old, new) for old in group.members if old < first)
    for join in kin.joins:
        low, high = sorted((join.anchor, join.other))
        if low < first <= high:
            yield low, high


def _rival(claim: Claim, ground: Ground) -> Rival:
    shown = piece_hash(claim.path, ground.session.notes.view.read(claim.path), claim.line)
    return Rival(Cite(claim.path, claim.line, shown), f"{claim.label}: {claim.value}")
