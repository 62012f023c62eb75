"""What became of facts between two states of the notes: two lists of claims in, changes out. Pure.

A line that moved, was reformatted or is repeated elsewhere changes no fact. What is not paired for sure is
told as removed and added, never as changed. Whether a fact is true is not judged here.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from gitmem.facts.claim import Claim, KeyWords
from gitmem.facts.standing import Conflict


class ChangeKind(Enum):
    """What became of a fact; the value is the name in JSON."""

    ADDED = "added"
    CHANGED = "changed"
    STRUCK = "struck"
    REMOVED = "removed"


class FactChange(NamedTuple):
    """One fact before and after.

    `struck` is where the former value stays readable: the struck line itself for STRUCK, the line beside the
    new one for CHANGED; None when the old line is gone.
    """

    kind: ChangeKind
    before: Claim | None
    after: Claim | None
    struck: Claim | None = None


Pair = tuple[Claim, Claim]
Likeness = Callable[[Claim], Hashable]
"""Claims of equal likeness may be paired; None pairs with nothing."""


def whole_key(claim: Claim) -> KeyWords:
    """The words of a claim's key with those of its subject's name."""
    return claim.keys[1] if len(claim.keys) > 1 else claim.key


def compare(
    before: Sequence[Claim], after: Sequence[Claim], *, elsewhere: Iterable[Claim] = ()
) -> list[FactChange]:
    """The facts that changed, in the order of their places.

    `before` and `after` are all claims of the notes that differ, `elsewhere` those of notes that do not, as
    far as they share keys with them: what is said there too was neither added nor removed.
    """
    old, new = _live(before), _live(after)
    gone, come = _without_pairs(old, new, _SAME_VALUE)
    common = list(elsewhere)
    struck, gone = _strikes(gone, before, after)
    changed, gone, come = _pairs(gone, come, _unique(old, new))
    changes = [FactChange(ChangeKind.CHANGED, *pair) for pair in changed]
    replaced, struck, come = _struck_and_replaced(struck, come, old, new)
    changes += replaced
    changes += (FactChange(ChangeKind.STRUCK, first, None, second) for first, second in struck)
    still, already = _Known([*new, *common]), _Known([*old, *common])
    changes += (FactChange(ChangeKind.REMOVED, claim, None) for claim in gone if claim not in still)
    changes += (FactChange(ChangeKind.ADDED, None, claim) for claim in come if claim not in already)
    return sorted(changes, key=_place)


def newly_contested(before: Iterable[Conflict], after: Iterable[Conflict]) -> list[Conflict]:
    """The conflicts of `after` whose two values were not in conflict before, wherever they stood."""
    known = {_rivals(conflict) for conflict in before}
    return [conflict for conflict in after if _rivals(conflict) not in known]


def _rivals(conflict: Conflict) -> frozenset[Hashable]:
    claims = (conflict.first.claim, conflict.second.claim)
    return frozenset((whole_key(claim), claim.spot.narrowing, claim.norm) for claim in claims)


def _place(change: FactChange) -> tuple[str, int, str, str]:
    claim = change.after or change.struck or change.before
    assert claim is not None
    return claim.path, claim.line, claim.literal, change.kind.value


def _live(claims: Iterable[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.strike is None]


# How two claims are alike; the surest likeness first


def _subject(claim: Claim) -> KeyWords | None:
    return claim.about.keys[0] if claim.about.keys else None


def _in_place(claim: Claim) -> Hashable:
    return claim.path, claim.spot.headings, claim.spot.parents, claim.literal


def _of_subject(claim: Claim) -> Hashable:
    """The same key of the same subject; of what has none, in the same note."""
    return _subject(claim) or claim.path, claim.spot.headings, claim.spot.parents, claim.literal


def _whole(claim: Claim) -> Hashable:
    return whole_key(claim), claim.spot.narrowing, claim.spot.parents


def _telling(claim: Claim) -> Hashable:
    """Label and value, where the value says enough to know the line again in another note."""
    says_enough = " " in claim.norm or any(character.isdigit() for character in claim.norm)
    return (claim.literal, claim.norm) if says_enough else None


def _with_value(likeness: Likeness) -> Likeness:
    return lambda claim: (likeness(claim), claim.norm)


_SAME_VALUE: tuple[Likeness, ...] = (
    _with_value(_in_place),
    _with_value(_of_subject),
    lambda claim: (_subject(claim), claim.literal, claim.norm),
    lambda claim: (whole_key(claim), claim.spot.narrowing, claim.norm),
    _telling,
)
"""Likenesses of one fact in two states: it stayed, its section moved, its note moved, its text moved."""


def _pairs(
    old: Sequence[Claim], new: Sequence[Claim], likenesses: Iterable[Likeness]
) -> tuple[list[Pair], list[Claim], list[Claim]]:
    """Pairs by the first likeness that finds one, in order, and what is left of both sides."""
    found: list[Pair] = []
    left, right = list(old), list(new)
    for likeness in likenesses:
        waiting: defaultdict[Hashable, deque[Claim]] = defaultdict(deque)
        for claim in right:
            waiting[likeness(claim)].append(claim)
        waiting.pop(None, None)
        kept: list[Claim] = []
        for claim in left:
            queue = waiting.get(likeness(claim))
            if queue:
                found.append((claim, queue.popleft()))
            else:
                kept.append(claim)
        taken = {id(second) for _, second in found}
        left, right = kept, [claim for claim in right if id(claim) not in taken]
    return found, left, right


def _without_pairs(
    old: Sequence[Claim], new: Sequence[Claim], likenesses: Iterable[Likeness]
) -> tuple[list[Claim], list[Claim]]:
    _, left, right = _pairs(old, new, likenesses)
    return left, right


def _strikes(
    gone: Sequence[Claim], before: Sequence[Claim], after: Sequence[Claim]
) -> tuple[list[Pair], list[Claim]]:
    """Claims that stand struck now, each with the struck line, and those that are gone altogether."""
    were = [claim for claim in before if claim.strike is not None]
    are = [claim for claim in after if claim.strike is not None]
    _, fresh = _without_pairs(were, are, _SAME_VALUE)
    struck, gone, _ = _pairs(gone, fresh, _SAME_VALUE)
    return struck, gone


def _unique(old: Sequence[Claim], new: Sequence[Claim]) -> tuple[Likeness, ...]:
    """Likenesses of two values of one fact: its key holds one value on either side."""
    twins = {**_twins(old), **_twins(new)}

    def same_section(claim: Claim) -> Hashable:
        return _in_place(claim), twins.get(id(claim))

    return tuple(_only(likeness, old, new) for likeness in (same_section, _of_subject, _named))


def _named(claim: Claim) -> Hashable:
    """The whole key, where it says more than a line without a subject can."""
    return _whole(claim) if claim.about.keys or len(claim.key) > 1 else None


def _only(likeness: Likeness, old: Sequence[Claim], new: Sequence[Claim]) -> Likeness:
    counts = [Counter(map(likeness, side)) for side in (old, new)]

    def alone(claim: Claim) -> Hashable:
        like = likeness(claim)
        return None if claim.many or any(count[like] > 1 for count in counts) else like

    return alone


def _twins(claims: Sequence[Claim]) -> Mapping[int, int]:
    """Which of the sections with the same headings a claim stands in, by the claim's identity."""
    sections: defaultdict[Hashable, dict[int, int]] = defaultdict(dict)
    ranks: dict[int, int] = {}
    for claim in sorted(claims, key=lambda each: each.spot.section):
        known = sections[(claim.path, claim.spot.headings)]
        ranks[id(claim)] = known.setdefault(claim.spot.section, len(known))
    return ranks


def _struck_and_replaced(
    struck: Sequence[Pair], come: Sequence[Claim], old: Sequence[Claim], new: Sequence[Claim]
) -> tuple[list[FactChange], list[Pair], list[Claim]]:
    """Struck values with the new value of their fact; the strikes without one; the claims still left."""
    lines = {id(first): second for first, second in struck}
    changed, rest, come = _pairs([first for first, _ in struck], come, _unique(old, new))
    replaced = [FactChange(ChangeKind.CHANGED, first, second, lines[id(first)]) for first, second in changed]
    return replaced, [(first, lines[id(first)]) for first in rest], come


class _Known:
    """Facts that are said somewhere. A line without a subject is the same fact only where one names it."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._named: dict[Hashable, bool] = {}
        for claim in claims:
            key = (_whole(claim), claim.norm)
            self._named[key] = self._named.get(key, False) or bool(claim.about.keys)

    def __contains__(self, claim: Claim) -> bool:
        named = self._named.get((_whole(claim), claim.norm))
        return named is not None and (named or bool(claim.about.keys))
