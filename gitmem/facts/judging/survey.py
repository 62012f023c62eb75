"""Statements laid out for judging: their times, their kin, which are live, which keys hold many values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Bar, Claim, Statement, Tier
from gitmem.facts.judging.order import Chronology, Ordered, Position, position
from gitmem.facts.judging.rivals import Kin, barred, kin_of
from gitmem.facts.judging.rules import plural_facts
from gitmem.facts.standing import Ancestry, ConflictReason, Subjects


class Survey(NamedTuple):
    """Everything a comparison may look at; lists run parallel to `statements`."""

    statements: Sequence[Statement]
    claims: Sequence[Claim]
    positions: Sequence[Position]
    live: Sequence[bool]
    kin: Kin
    fact_of: Sequence[int]
    plural: frozenset[int]
    order: Chronology
    now: Instant
    prefer: DatePreference
    as_of: date | None

    def compare(self, one: int, two: int, *, ancestry: bool = True) -> Ordered | ConflictReason:
        """`Chronology.compare` by index."""
        statements, at = self.statements, self.positions
        return self.order.compare(statements[one], at[one], statements[two], at[two], ancestry=ancestry)

    def open(self, index: int) -> bool:
        """Whether a statement can beat another or be beaten: addresses change without saying so, and lists
        grow."""
        claim = self.claims[index]
        if not self.live[index] or self.fact_of[index] in self.plural or barred(claim):
            return False
        if claim.bars is Bar.NONE:
            return True
        if claim.tier is None and claim.bars & Bar.LIST_LIKE:
            return False
        return claim.tier is Tier.CONFIGURED or not claim.bars & Bar.URL_VALUE

    def mates(self, index: int) -> Sequence[int]:
        """All statements of the same fact, itself among them."""
        return self.kin.facts[self.fact_of[index]]


def survey(
    statements: Sequence[Statement],
    live: Sequence[bool],
    *,
    order: Ancestry,
    subjects: Subjects,
    now: Instant,
    prefer: DatePreference,
    as_of: date | None = None,
) -> Survey:
    """Lays out statements, which come sorted by `place_of`; `live` tells which of them may be rivals."""
    claims = [each.claim for each in statements]
    kin = kin_of(claims, subjects)
    fact_of = [0] * len(claims)
    for number, fact in enumerate(kin.facts):
        for member in fact:
            fact_of[member] = number
    positions = [position(each, now, prefer) for each in statements]
    plural = frozenset(plural_facts(claims, live, kin, fact_of))
    comparing = Chronology(order)
    return Survey(statements, claims, positions, live, kin, fact_of, plural, comparing, now, prefer, as_of)


def place_of(statement: Statement) -> tuple[str, int, str, str, str]:
    """The order in which statements are laid out and judgements listed."""
    claim = statement.claim
    return claim.path, claim.line, claim.literal, claim.norm, claim.shape.value
