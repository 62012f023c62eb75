"""Which parents of a state of the notes hold its lines already, so that only what a change makes is told.

Notes of a parent are read through a protocol and only when a line is asked for that may stand in them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from gitmem.clock import Instant
from gitmem.facts.claim import Claim, KeyWords, Statement
from gitmem.facts.judging.validity import bounds

Place = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A path, the headings and the items above."""


class Parent(Protocol):
    """One parent, as far as its notes differ from those judged."""

    @property
    def differing(self) -> frozenset[str]:
        """Paths whose note is not the same on both sides, in either of them."""

    def claims(self, path: str) -> Sequence[Claim]:
        """The claims of its note at a path that differs; none where it has no such note."""

    def all_claims(self) -> Iterable[Claim]:
        """The claims of all its notes that differ."""


class _What(NamedTuple):
    """What a line says, wherever it stands; what excuses it belongs to that."""

    key: KeyWords
    norm: str
    about: tuple[KeyWords, ...]
    allowed: bool
    many: bool


class _Words(NamedTuple):
    """What a line says and under what, without what its note is about."""

    literal: str
    norm: str
    headings: tuple[str, ...]
    parents: tuple[str, ...]
    allowed: bool
    many: bool


class HeldLines:
    """Tells which of some parents hold a line: there, or in a place that it has left since.

    The same words below another heading or item may be another line that was there already. A line that was
    struck, over or still between merge markers stood against nothing, so it does not count as held.
    `present` gives the claims of the notes judged at some paths.
    """

    def __init__(
        self, parents: Sequence[Parent], present: Callable[[Iterable[str]], Iterable[Claim]], now: Instant
    ) -> None:
        self._sides = [_Side(parent, present, now) for parent in parents]

    def by(self, statement: Statement, count: int | None = None) -> frozenset[int]:
        """Numbers of the parents that hold a statement, of the first `count` or of all."""
        sides = self._sides[:count]
        return frozenset(at for at, side in enumerate(sides) if side.holds(statement.claim))

    def __call__(self, statement: Statement) -> frozenset[int]:
        return self.by(statement)

    def together(self, first: Statement, second: Statement) -> bool:
        """Whether a parent holds two lines of one note, whatever that note was called or about there."""
        return any(side.holds_words(first.claim) and side.holds_words(second.claim) for side in self._sides)


class _Side:
    """One parent beside the notes judged."""

    def __init__(
        self, parent: Parent, present: Callable[[Iterable[str]], Iterable[Claim]], now: Instant
    ) -> None:
        self._parent, self._present, self._now = parent, present, now
        self._known: dict[Claim, bool] = {}
        self._before: dict[_What, set[Place]] | None = None
        self._after: dict[_What, set[Place]] = {}
        self._gone: list[Claim] | None = None

    def holds(self, claim: Claim) -> bool:
        """Whether the parent has this line."""
        if claim.path not in self._parent.differing:
            return True
        found = self._known.get(claim)
        if found is None:
            found = self._known[claim] = self._stays(claim) or self._moved(claim)
        return found

    def holds_words(self, claim: Claim) -> bool:
        """Whether the parent has a line of these words below these headings in what became the same note."""
        if claim.path not in self._parent.differing:
            return True
        wanted = _words(claim)
        before = self._parent.claims(claim.path) or self._left_behind()
        return any(_words(each) == wanted and self._stands(each) for each in before)

    def _left_behind(self) -> list[Claim]:
        """The claims of notes that the parent has and that are gone: one of them may have been renamed."""
        if self._gone is None:
            known = {each.path for each in self._present(sorted(self._parent.differing))}
            self._gone = [each for each in self._parent.all_claims() if each.path not in known]
        return self._gone

    def _stays(self, claim: Claim) -> bool:
        what, place = _what(claim), place_of(claim)
        return any(
            _what(each) == what and place_of(each) == place and self._stands(each)
            for each in self._parent.claims(claim.path)
        )

    def _moved(self, claim: Claim) -> bool:
        if self._before is None:
            self._before = _places(filter(self._stands, self._parent.all_claims()))
            self._after = _places(self._present(sorted(self._parent.differing)))
        what = _what(claim)
        return bool(self._before.get(what, set()) - self._after.get(what, set()))

    def _stands(self, claim: Claim) -> bool:
        return claim.strike is None and not claim.unmerged and bounds(claim, self._now, None) is None


def place_of(claim: Claim) -> Place:
    """Where a line stands, whatever its number."""
    return claim.path, claim.spot.headings, claim.spot.parents


def _what(claim: Claim) -> _What:
    return _What(claim.key, claim.norm, claim.about.keys, claim.allowed, claim.many)


def _words(claim: Claim) -> _Words:
    spot = claim.spot
    return _Words(claim.literal, claim.norm, spot.headings, spot.parents, claim.allowed, claim.many)


def _places(claims: Iterable[Claim]) -> dict[_What, set[Place]]:
    found: defaultdict[_What, set[Place]] = defaultdict(set)
    for claim in claims:
        found[_what(claim)].add(place_of(claim))
    return found
