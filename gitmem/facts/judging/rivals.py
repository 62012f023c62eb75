"""Which claims speak of one fact, found by look-ups in buckets and never by comparing all with all.

Two claims are kin when they name one subject, have one literal key, and stand under equal narrowing
headings and parent bullets, in one of five ways (`Kinship`). Kin with other values are rivals unless a
claim is barred. Which rival is right is not asked here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from gitmem.facts.claim import Bar, Claim, KeyWords, Shape, SubjectSource, Tier
from gitmem.facts.standing import Subjects

LONGEST_KEY = 12
"""Words of a key; beyond six most real conflicts were still found, beyond twelve none."""

_LARGEST_JOIN = 50_000  # pairs of one key between notes and logs; more is a generated repository
_LONGEST_NAME = 3  # words of a subject looked for inside an undeclared key

_LINES = (Shape.ITEM, Shape.LINE, Shape.BOLD)
_SENTENCES = (Shape.IS, Shape.BECOMES)
_NEVER = Bar.LONG_VALUE | Bar.NUMBERED | Bar.MACHINE | Bar.EXAMPLE | Bar.QUESTION | Bar.LONG_KEY
_UNLESS_CONFIGURED = Bar.ENTRY_FIELD | Bar.GENERIC_KEY


class Kinship(Enum):
    """In which way two claims speak of one fact."""

    SECTION = "one section of one entry"
    NOTE = "one note, subject and entry, whatever the section"
    LOG = "the subject's note, and a line elsewhere that names the subject"
    ENTRIES = "dated entries of one series, or that name a known subject"
    SUBJECT = "two notes of one subject"


class Group(NamedTuple):
    """Claims (by their index) of one key that are kin in one way."""

    kinship: Kinship
    members: tuple[int, ...]


class Join(NamedTuple):
    """A claim in its subject's note and one that names the whole subject. `strict` tells that narrowing
    headings are equal, so that evidence may order them."""

    anchor: int
    other: int
    strict: bool


class Kin(NamedTuple):
    """All kin among some claims: the groups, joins, and the claims of each fact (all connected ones)."""

    groups: tuple[Group, ...]
    joins: tuple[Join, ...]
    facts: tuple[tuple[int, ...], ...]


def barred(claim: Claim) -> bool:
    """Whether a claim can stand against no other: several values are meant, it tells what is to be done, or
    it is no plain line."""
    if claim.many or claim.allowed or claim.task is not None or claim.shape is Shape.ENDS:
        return True
    if len(claim.key) > LONGEST_KEY or (claim.shape is Shape.IS and claim.tier is None):
        return True
    configured = claim.tier is Tier.CONFIGURED
    if claim.shape is Shape.ROW and not configured:
        return True
    if claim.bars is Bar.NONE:  # nearly always, and flags are slow
        return False
    return bool(claim.bars & (_NEVER if configured else _NEVER | _UNLESS_CONFIGURED))


def plain_line(claim: Claim) -> bool:
    """Whether it is a list item, a bold or a paragraph line."""
    return claim.shape in _LINES


def sentence(claim: Claim) -> bool:
    """Whether it is read from a sentence, which can be a rival only of the note's own line."""
    return claim.shape in _SENTENCES


def _joins_others(claim: Claim) -> bool:
    """Whether a claim may be compared across sections with a line that names the subject in full."""
    return claim.shape in _LINES or claim.shape in _SENTENCES


def own_names(claim: Claim, subjects: Subjects) -> tuple[KeyWords, ...]:
    """The names of the subject a claim's note has, none when the title is shared by many notes."""
    about = claim.about
    if about.source is SubjectSource.NONE:
        return ()
    if about.source is SubjectSource.TITLE and about.keys and subjects.crowded(about.keys[0]):
        return ()
    return about.keys


def kin_of(claims: Sequence[Claim], subjects: Subjects, links: Sequence[tuple[int, int]] = ()) -> Kin:
    """The kin among claims, of which `links` are known to state one fact.

    Independent of the order of claims but for the order of the result.
    """
    buckets: defaultdict[_Bucket, list[int]] = defaultdict(list)
    names = [own_names(claim, subjects) for claim in claims]
    known = _KnownSubjects(subjects)
    for index, claim in enumerate(claims):
        for key in _bucket_keys(claim, names[index]):
            buckets[key].append(index)
    groups: list[Group] = []
    for (kinship, place, _, _, _), members in buckets.items():
        if kinship is Kinship.ENTRIES and place is None:
            members = [index for index in members if known.named_by(claims[index])]
        if len(members) > 1:
            groups.append(Group(kinship, tuple(members)))
            if kinship is Kinship.NOTE:
                groups += _sections(members, claims)
    joins = tuple(_joins(claims, names))
    return Kin(tuple(groups), joins, _connected(len(claims), groups, joins, links))


_Bucket = tuple[Kinship, Hashable, str, tuple[str, ...], tuple[str, ...]]


def _bucket_keys(claim: Claim, names: Sequence[KeyWords]) -> Iterator[_Bucket]:
    """Where a claim's kin are found; the second part of ENTRIES is None for those of any series, of
    which only the ones that name a known subject are kin."""
    spot, entry = claim.spot, claim.entry
    place = (claim.literal, spot.narrowing, spot.parents)
    yield Kinship.NOTE, (claim.path, claim.about.name, entry.day, entry.time), *place
    if entry.day is not None:
        yield Kinship.ENTRIES, entry.series, *place
        yield Kinship.ENTRIES, None, *place
    for name in names:
        yield Kinship.SUBJECT, name, *place


def _sections(members: Sequence[int], claims: Sequence[Claim]) -> Iterator[Group]:
    """The members of a group of one note that stand in one section."""
    sections: defaultdict[int, list[int]] = defaultdict(list)
    for index in members:
        sections[claims[index].spot.section].append(index)
    for found in sections.values():
        if len(found) > 1:
            yield Group(Kinship.SECTION, tuple(found))


def _joins(claims: Sequence[Claim], names: Sequence[Sequence[KeyWords]]) -> Iterator[Join]:
    """Lines of a subject's note with the lines anywhere that name the subject in full."""
    anchors: defaultdict[tuple[KeyWords, tuple[str, ...]], list[int]] = defaultdict(list)
    for index, claim in enumerate(claims):
        if claim.attribute and _joins_others(claim):
            for name in names[index]:
                full = tuple(sorted({*name, *claim.attribute}))
                anchors[full, claim.spot.parents].append(index)
    if not anchors:
        return
    others: defaultdict[tuple[KeyWords, tuple[str, ...]], list[int]] = defaultdict(list)
    for index, claim in enumerate(claims):
        place = claim.key, claim.spot.parents
        if place in anchors and _joins_others(claim):
            others[place].append(index)
    seen: set[tuple[int, int]] = set()
    for place, found in others.items():
        if len(found) * len(anchors[place]) > _LARGEST_JOIN:
            continue
        for anchor in dict.fromkeys(anchors[place]):
            for other in found:
                pair = (min(anchor, other), max(anchor, other))
                if anchor != other and pair not in seen:
                    join = _join(anchor, other, claims, names)
                    if join is not None:
                        seen.add(pair)
                        yield join


def _join(
    anchor: int, other: int, claims: Sequence[Claim], names: Sequence[Sequence[KeyWords]]
) -> Join | None:
    one, two = claims[anchor], claims[other]
    same_note = one.path == two.path
    if same_note and one.spot.section == two.spot.section and one.literal == two.literal:
        return None
    if one.literal == two.literal and names[other] and not set(names[anchor]) & set(names[other]):
        # "Stall number" in the notes "Stall" and "Market": each note's own.
        return None
    strict = one.spot.narrowing == two.spot.narrowing
    if not strict and (same_note or one.spot.narrowing):
        return None
    return Join(anchor, other, strict)


def _connected(
    count: int, groups: Sequence[Group], joins: Sequence[Join], links: Sequence[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    """The claims of each fact, by union of everything that is kin."""
    parent = list(range(count))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for group in groups:
        first = root(group.members[0])
        for member in group.members[1:]:
            parent[root(member)] = first
    for join in joins:
        if join.strict:
            parent[root(join.other)] = root(join.anchor)
    for one, other in links:
        parent[root(other)] = root(one)
    facts: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(count):
        facts[root(index)].append(index)
    return tuple(tuple(members) for members in facts.values())


class _KnownSubjects:
    """Whether a key names a subject that has a note; remembers the answers."""

    def __init__(self, subjects: Subjects) -> None:
        self._subjects = subjects
        self._memo: dict[tuple[KeyWords, KeyWords], bool] = {}

    def named_by(self, claim: Claim) -> bool:
        """Whether the key holds the whole name of a known subject and something besides."""
        asked = claim.key, claim.attribute
        found = self._memo.get(asked)
        if found is None:
            found = self._memo[asked] = self._look_up(claim)
        return found

    def _look_up(self, claim: Claim) -> bool:
        named = tuple(word for word in claim.key if word not in claim.attribute)
        if named and claim.tier is not None:
            return self._subjects.knows(named)
        if not 2 <= len(claim.key) <= LONGEST_KEY:
            return False
        lengths = range(1, min(_LONGEST_NAME, len(claim.key) - 1) + 1)
        return any(self._subjects.knows(part) for size in lengths for part in combinations(claim.key, size))
