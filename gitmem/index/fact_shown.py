"""Judged facts -> what is shown of them and of the chunk that states them. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.facts.claim import Claim
from gitmem.facts.standing import Judged, Standing
from gitmem.index.response import FactShown
from gitmem.notes.freshness import Status
from gitmem.notes.tags import Informant

DONE = "done"
"""What `closed` says of a task that is ticked off."""

_BADNESS = {
    Standing.CURRENT: 0,
    Standing.PLANNED: 1,
    Standing.EXPIRED: 2,
    Standing.CONTESTED: 3,
    Standing.RETRACTED: 4,
    Standing.SUPERSEDED: 5,
}

_HOLDING = (Standing.CURRENT, Standing.CONTESTED)


class ChunkFacts(NamedTuple):
    """What the facts of one chunk say of it: all their links together, and the worst of them.

    `worst` is None where every fact holds, or none is stated.
    """

    worst: Judged | None
    superseded_by: tuple[str, ...]
    supersedes: tuple[str, ...]
    newer_reading: str | None
    contested_with: tuple[str, ...]
    closed: str | None
    facts: tuple[FactShown, ...]

    def status(self, otherwise: Status) -> Status:
        """The status of the chunk; `otherwise` is what its age gives it."""
        return otherwise if self.worst is None else Status(self.worst.standing.value)


def chunk_facts(
    judged: Sequence[Judged], informant: Informant | None = None, as_of: date | None = None
) -> ChunkFacts:
    """The facts of one chunk together; `informant` is who said it, by the tag of the chunk.

    What is struck in a chunk that also says something live does not make the chunk a former one, as in
    `~~3~~ 4 seats`; it is told among the facts. So is what was said after the day `as_of` beside what held
    on it.
    """
    live = [each for each in judged if _counts(each)] or judged
    if as_of is not None:
        live = [each for each in live if each.standing is not Standing.PLANNED] or live
    worst = max(live, key=lambda each: _BADNESS[each.standing], default=None)
    own = {each.statement.claim.cite for each in judged}
    return ChunkFacts(
        worst=None if worst is None or worst.standing is Standing.CURRENT else worst,
        superseded_by=_cites(each.superseded_by for each in live),
        supersedes=tuple(cite for cite in _cites(each.supersedes for each in judged) if cite not in own),
        newer_reading=next((each.newer_reading for each in live if each.newer_reading), None),
        contested_with=_cites(each.contested_with for each in live),
        closed=DONE if any(each.closed for each in judged) else None,
        facts=tuple(_shown(each, informant) for each in judged),
    )


def held_since(judged: Sequence[Judged], day: date) -> date | None:
    """The day from which one of some facts, judged as of `day`, held on it; None where that is not known."""
    known = [
        each.since
        for each in judged
        if each.since is not None and each.since <= day and _counts(each) and each.standing in _HOLDING
    ]
    return max(known, default=None)


def _counts(judged: Judged) -> bool:
    """Whether it is not struck, or was struck only after the day asked about."""
    return judged.statement.claim.strike is None or judged.standing in _HOLDING


def key_text(claim: Claim) -> str:
    """The key of a claim for people: its label, after the name of its subject unless the label holds it."""
    name = claim.about.name.casefold()
    named = not name or any(set(words) <= set(claim.key) for words in claim.about.keys)
    return claim.literal if named else f"{name} {claim.literal}"


def _shown(judged: Judged, informant: Informant | None) -> FactShown:
    claim = judged.statement.claim
    return FactShown(
        label=claim.label,
        value=claim.told,
        provenance=claim.provenance,
        source=informant,
        valid_from=judged.since,
        valid_until=judged.until,
        evidence=judged.evidence,
        standing=judged.standing,
        line=claim.line,
        superseded_by=judged.superseded_by,
        supersedes=judged.supersedes,
        newer_reading=judged.newer_reading,
        contested_with=judged.contested_with,
        reason=judged.reason,
        same_as=judged.same_as,
        closed=judged.closed,
    )


def _cites(each: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite for cites in each for cite in cites))
