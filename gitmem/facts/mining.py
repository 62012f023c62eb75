"""Which keys behave as if they held one value in these notes, and which plainly hold many. Pure.

A key is proposed only where nothing speaks against it: no place has two values of it side by side, now or
before any commit that took one of them away. Whether it should be declared is for people to say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.facts.claim import Bar, Claim, KeyWords, Statement
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.judging.rivals import barred, own_names, plain_line
from gitmem.facts.standing import Ancestry, Subjects

SIDE_BY_SIDE = 3
"""Different values in one place from which a key is a list there; two may be a change half made."""

FEWEST_LISTS = 2
"""Subjects with that many values in one place from which the key is one that holds many."""

EXAMPLES = 3

_UNFIT = Bar.URL_VALUE | Bar.LIST_LIKE
_MOST_UNFIT = 0.2
"""Share of lines without a plain value above which a key is not proposed: it names texts, not values."""


_Place = tuple[KeyWords, tuple[str, ...], tuple[str, ...], date | None, str | None]
"""A subject, the headings and items that make it one thing, and the dated entry."""


class KeyUse(NamedTuple):
    """How a key is used.

    `key` is the way most notes write it. `subjects` counts different subjects that have it now, `values`
    different values of all of them, former ones included, `most` the values side by side in one place.
    `examples` are cites.
    """

    key: str
    subjects: int
    values: int
    most: int
    examples: tuple[str, ...]


class Suggestions(NamedTuple):
    """Keys to declare, those of most subjects first."""

    single: tuple[KeyUse, ...]
    many: tuple[KeyUse, ...]


def suggest_keys(
    statements: Sequence[Statement],
    edits: Iterable[Edit],
    *,
    order: Ancestry,
    subjects: Subjects,
    never: Collection[KeyWords],
    least_subjects: int,
) -> Suggestions:
    """The keys to declare, of those that nobody declared yet.

    `never` are keys that are not proposed as single-valued, `least_subjects` how many subjects must have a
    key that is.
    """
    uses: defaultdict[KeyWords, _Uses] = defaultdict(_Uses)
    for statement in statements:
        claim = statement.claim
        if _undeclared(claim) and own_names(claim, subjects):
            uses[claim.attribute].add(statement)
    for edit in edits:
        old = edit.old
        if old.attribute in uses and _undeclared(old) and not barred(old) and own_names(old, subjects):
            uses[old.attribute].end(edit)
    found = sorted(uses.items())
    single = [
        use.shown()
        for key, use in found
        if key not in never and use.fit and use.subjects >= least_subjects and use.holds_one(order)
    ]
    many = [use.shown() for _, use in found if use.holds_many(least_subjects)]
    return Suggestions(tuple(sorted(single, key=_rank)), tuple(sorted(many, key=_rank)))


def _rank(use: KeyUse) -> tuple[int, str]:
    return -use.subjects, use.key


def _undeclared(claim: Claim) -> bool:
    """Whether a claim is a plain live line of a key that nobody declared."""
    return (
        plain_line(claim)
        and bool(claim.attribute)
        and claim.strike is None
        and claim.tier is None
        and not (claim.many or claim.allowed or claim.unmerged)
    )


class _Uses:
    """All uses of one key (the words of its attribute)."""

    def __init__(self) -> None:
        self._labels: Counter[str] = Counter()
        self._live: defaultdict[_Place, list[Statement]] = defaultdict(list)
        self._ended: defaultdict[_Place, list[Edit]] = defaultdict(list)
        self._subjects: set[KeyWords] = set()
        self._values: set[str] = set()
        self._lines = self._unfit = 0

    def add(self, statement: Statement) -> None:
        """A live line; what can stand against no other only counts as a sign of what the key is for."""
        claim = statement.claim
        self._lines += 1
        self._unfit += bool(barred(claim) or claim.bars & _UNFIT)
        if barred(claim):
            return
        self._live[_place(claim)].append(statement)
        self._subjects.add(claim.about.keys[0])
        self._values.add(claim.norm)
        if claim.key == claim.attribute:
            self._labels[claim.literal] += 1

    def end(self, edit: Edit) -> None:
        """A line that a commit took away."""
        self._ended[_place(edit.old)].append(edit)
        self._values.add(edit.old.norm)

    @property
    def subjects(self) -> int:
        """How many subjects have the key now."""
        return len(self._subjects)

    @property
    def fit(self) -> bool:
        """Whether its values are plain and a label without the subject's name is known."""
        return bool(self._labels) and self._unfit <= _MOST_UNFIT * self._lines

    def holds_one(self, order: Ancestry) -> bool:
        """Whether no place has, or had as far as edits tell, two values side by side."""
        if self._most() > 1:
            return False
        return not any(
            _stood_beside(edit, self._live.get(place, ()), edits, order)
            for place, edits in self._ended.items()
            for edit in edits
        )

    def holds_many(self, least: int) -> bool:
        """Whether several subjects have lists, or many have two values in one place."""
        counts = [(place[0], _different(lines)) for place, lines in self._live.items()]
        lists = len({subject for subject, count in counts if count >= SIDE_BY_SIDE})
        several = len({subject for subject, count in counts if count > 1})
        usual = 2 * sum(count > 1 for _, count in counts) >= len(counts)
        return bool(self._labels) and usual and (lists >= FEWEST_LISTS or several >= least)

    def shown(self) -> KeyUse:
        """The counts."""
        label = min(self._labels, key=lambda text: (-self._labels[text], text))
        longest = sorted(self._live.values(), key=lambda lines: (-_different(lines), lines[0].claim[:2]))
        cites = (line.claim.cite for lines in longest for line in lines[:1])
        examples = tuple(cite for cite, _ in zip(cites, range(EXAMPLES), strict=False))
        return KeyUse(label, self.subjects, len(self._values), self._most(), examples)

    def _most(self) -> int:
        return max(map(_different, self._live.values()), default=0)


def _place(claim: Claim) -> _Place:
    """Where one value is expected: one thing, in one dated entry if there are any."""
    return claim.about.keys[0], claim.spot.narrowing, claim.spot.parents, claim.entry.day, claim.entry.time


def _different(lines: Iterable[Statement]) -> int:
    return len({line.claim.norm for line in lines})


def _stood_beside(edit: Edit, live: Iterable[Statement], ended: Iterable[Edit], order: Ancestry) -> bool:
    """Whether another value stood in the place while the one that a commit took away still did.

    A line that was struck does not tell: striking it later is how people say that the other one counts.
    """
    if edit.kind is EditKind.STRUCK or edit.commit is None:
        return False
    values = {edit.old.norm, edit.new.norm if edit.new is not None else edit.old.norm}
    commit = edit.commit.oid
    return any(
        line.claim.norm not in values and line.said is not None and order.descends(commit, line.said.oid)
        for line in live
    ) or any(
        other.commit is not None and other.commit.oid == commit and other.old.norm not in values
        for other in ended
    )
