"""The words for what facts say of a piece of a note: what came instead, what contests it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitmem.facts.standing import Standing
from gitmem.index.response import FactShown
from gitmem.reports.fact_words import conflict_words, kind_words, short_place
from gitmem.reports.wording import short_id


def standing_words(facts: Iterable[FactShown], supersedes: Sequence[str], closed: str | None) -> list[str]:
    """What its facts say of a piece of a note, and what it supersedes itself."""
    said: list[str] = []
    for fact in facts:
        said += _fact_words(fact)
    if supersedes:
        said.append(f"supersedes {_cites(supersedes)}")
    if closed is not None:
        said.append(closed)
    return list(dict.fromkeys(said))


def _fact_words(fact: FactShown) -> list[str]:
    said: list[str] = []
    why = f", {kind_words(fact.evidence[0].kind)}" if fact.evidence else ""
    if fact.superseded_by:
        said.append(f"by {_cites(fact.superseded_by)}{why}")
    elif fact.standing is Standing.SUPERSEDED or fact.standing is Standing.RETRACTED:
        said.append(_ended(fact))
    if fact.newer_reading is not None:
        said.append(f"older entry: newer reading at {short_place(fact.newer_reading)}")
    if fact.contested_with:
        reason = f": {conflict_words(fact.reason)}" if fact.reason is not None else ""
        said.append(f"contested with {_cites(fact.contested_with)}{reason}")
    return said


def _ended(fact: FactShown) -> str:
    """How a value ended that no line of the notes came after."""
    end = f" {fact.valid_until.isoformat()}" if fact.valid_until else ""
    if not fact.evidence:
        return f"ended{end}"
    by = f" by {short_id(fact.evidence[0].commit)}" if fact.evidence[0].commit else ""
    return f"{kind_words(fact.evidence[0].kind)}{end}{by}"


def _cites(cites: Sequence[str]) -> str:
    return ", ".join(short_place(cite) for cite in cites)
