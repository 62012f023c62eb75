"""What an answer about a modelled memory may be, worked out from the model alone.

For every line it knows which standings are right. Where the rules of the product leave room, several are;
hiding a live line is right only where the model knows evidence against its value, and calling two lines
contested only where both speak of one fact in places that count and nothing orders them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from gitmem.facts.standing import Standing
from tests.facts.histories import History
from tests.facts.model import NOW, Declared, Fact, Kind, Line, Note, Section, Tree, label_of, lines_of, render

HIDDEN = frozenset({Standing.SUPERSEDED, Standing.RETRACTED, Standing.EXPIRED})
ANYWHERE = frozenset({Declared.CONFIGURED, Declared.BUILT_IN})
"""Keys that are single-valued in whatever place they stand."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the last commit with the place where it stands."""

    path: str
    number: int
    note: Note
    section: Section
    line: Line

    @property
    def written(self) -> date | None:
        """The date that the notes give for the line, the most telling one that has come."""
        dates = (self.line.verified, self.section.day, self.note.dated)
        return next((day for day in dates if day is not None and day <= NOW + timedelta(days=1)), None)

    @property
    def label(self) -> str:
        """The key as it is written there."""
        return label_of(self.line, self.note.kind)

    @property
    def planned(self) -> bool:
        """Whether it speaks of a day that has not come."""
        return self.section.day is not None and self.section.day > NOW + timedelta(days=1)

    @property
    def over(self) -> bool:
        """Whether it says itself that it holds no more."""
        return self.line.until is not None and self.line.until < NOW


@dataclass(frozen=True, slots=True)
class Right:
    """What may be said of a line; `since` are the days since which it may be said to hold."""

    standings: frozenset[Standing]
    since: frozenset[date] | None
    why: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A commit put another value in the place of the only one of that fact in its section."""

    commit: int
    fact: Fact
    old: str
    new: str


class Oracle:
    """Knows the truth about one history."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.placed = list(_placed(history))
        self.live = [each for each in self.placed if each.line.strike is None]

    @cached_property
    def ancestors(self) -> list[frozenset[int]]:
        """The commits before each commit."""
        found: list[frozenset[int]] = []
        for step in self.history.steps:
            found.append(frozenset(step.parents).union(*(found[parent] for parent in step.parents)))
        return found

    @cached_property
    def reached(self) -> frozenset[int]:
        """The commits that the last one descends from, and itself."""
        last = len(self.history.steps) - 1
        return self.ancestors[last] | {last}

    @cached_property
    def swaps(self) -> list[Swap]:
        """Every replacement in place that the last commit descends from."""
        return [swap for position in sorted(self.reached) for swap in self._swaps_of(position)]

    def _swaps_of(self, position: int) -> Iterator[Swap]:
        step = self.history.steps[position]
        if len(step.parents) != 1:
            return
        before = _values(self.history.steps[step.parents[0]].tree)
        after = _values(step.tree)
        for place, old in before.items():
            new = after.get(place, [])
            if len(old) == len(new) == 1 and old != new:
                yield Swap(position, place[2], old[0], new[0])

    # --- the order of two lines -------------------------------------------------------------------

    def descends(self, newer: Placed, older: Placed) -> bool:
        """Whether who first stated one value knew the other."""
        return older.line.stated in self.ancestors[newer.line.stated]

    def newer(self, one: Placed, other: Placed) -> bool:
        """Whether dates or commits say that `one` came after `other`."""
        if one.written and other.written and one.written != other.written:
            return one.written > other.written
        first, second = self.descends(one, other), self.descends(other, one)
        if not (first or second):
            return False
        if one.written is None and other.written is not None:
            return other.written <= self.history.day(one.line.stated)
        if one.written is not None and other.written is None:
            return one.written > self.history.day(other.line.stated)
        return first

    def ordered(self, one: Placed, other: Placed) -> bool:
        """Whether anything orders the two at all."""
        return self.newer(one, other) or self.newer(other, one)

    def retires(self, newer: Placed, older: Placed) -> bool:
        """Whether `newer` is evidence against `older`: rivals of a kind whose order means that."""
        if not self.newer(newer, older):
            return False
        dated = newer.written is not None and older.written is not None and newer.written != older.written
        declared = older.line.fact.key.declared in ANYWHERE
        if newer.label != older.label and not _anchored(newer, older):
            return False
        if _both(newer, older, Kind.LOG):
            return declared and dated
        if newer.path == older.path:
            return declared and dated and newer.section is older.section
        if _both(newer, older, Kind.SUBJECT):
            return dated
        return _anchored(newer, older)

    def contests(self, one: Placed, other: Placed) -> bool:
        """Whether the two, of different values, are one fact and nothing says which is true."""
        declared = one.line.fact.key.declared
        if one.label != other.label and not _anchored(one, other):
            return False
        if one.path == other.path and one.section is other.section:
            apart = one.written and other.written and one.written != other.written
            together = one.line.put == other.line.put or one.line.stated == other.line.stated
            return not apart and not (declared is Declared.NOT and together)
        if self.ordered(one, other):
            return False
        if one.path == other.path:
            return declared is Declared.CONFIGURED and one.note.kind is not Kind.LOG
        return _anchored(one, other) and declared in ANYWHERE

    # --- what is right ----------------------------------------------------------------------------

    def right(self, placed: Placed) -> Right:
        """The standings that a line may have."""
        if placed.line.strike is not None:
            return Right(frozenset({Standing.SUPERSEDED, Standing.RETRACTED}), None, "struck")
        if placed.planned:
            over = {Standing.EXPIRED} if placed.over else set()
            return Right(frozenset({Standing.PLANNED, *over}), None, "a day to come")
        same = [each for each in self.live if each.line.fact == placed.line.fact]
        present = self._kin(placed, [each for each in same if not each.planned])
        ours = [each for each in present if each.line.value == placed.line.value and not each.over]
        theirs = [each for each in present if each.line.value != placed.line.value]
        allowed, why = {Standing.CURRENT}, ["live"]
        if evidence := self._evidence(placed, ours, theirs):
            allowed.add(Standing.SUPERSEDED)
            why.append(evidence)
        if any(self.contests(one, other) for one in ours for other in theirs if not other.over):
            allowed.add(Standing.CONTESTED)
            why.append("may be contested")
        if placed.over:
            allowed = (allowed & {Standing.SUPERSEDED}) | {Standing.EXPIRED}
        if len(same) == 2 and len(ours) == len(theirs) == 1 and not any(each.line.until for each in same):
            must = self._between_two(ours[0], theirs[0])
            if must is not None:
                allowed, why = {must}, [f"one of two: {must.value}"]
        return Right(frozenset(allowed), self._since(placed, ours), ", ".join(why))

    def _kin(self, placed: Placed, lines: list[Placed]) -> list[Placed]:
        """The lines that a line can be held against, or that can be held against those in turn.

        A list of plans and a log speak of one fact only where the note of the subject does so, too.
        """
        found, waiting = [placed], [placed]
        while waiting:
            one = waiting.pop()
            near = [each for each in lines if each not in found and _are_kin(one, each)]
            found += near
            waiting += near
        return found

    def _evidence(self, placed: Placed, ours: list[Placed], theirs: list[Placed]) -> str | None:
        """What the model knows against a value, wherever it stands; None when nothing."""
        fact, value = placed.line.fact, placed.line.value
        stated = {each.line.stated for each in ours}
        for swap in self.swaps:
            if (swap.fact, swap.old) == (fact, value) and stated <= self.ancestors[swap.commit]:
                return f"replaced by {swap.new} in commit {swap.commit}"
        for other in self.live:
            # A line that says what was before names its fact in full: it need be no rival.
            if other.line.fact != fact or other.planned:
                continue
            if other.line.was == value and not any(self._outlives(each, other) for each in ours):
                return f"said to be former at {other.path}:{other.number}"
        for other in theirs:
            if any(self.retires(other, each) for each in ours):
                if any(self.newer(each, other) for each in ours):
                    continue
                return f"newer at {other.path}:{other.number}"
        return None

    def _outlives(self, one: Placed, other: Placed) -> bool:
        """Whether what `other` says is over was said again after it, or by somebody who did not know it."""
        stated = one.line.stated, other.line.stated
        apart = stated[0] != stated[1] and not (self.descends(one, other) or self.descends(other, one))
        return self.newer(one, other) or (apart and not self.newer(other, one))

    def _between_two(self, mine: Placed, other: Placed) -> Standing | None:
        """What must be said where exactly two lines speak of a fact and the rules leave no room."""
        gone = {(swap.fact, swap.old) for swap in self.swaps}
        values = {mine.line.value, other.line.value}
        if any((mine.line.fact, value) in gone for value in values):
            return None
        if {mine.line.was, other.line.was} & values or mine.planned or other.planned:
            return None
        beside = mine.path == other.path and mine.section is other.section
        declared = mine.line.fact.key.declared
        if beside and mine.label == other.label:
            tagged = mine.written or other.written
            return None if tagged or declared is Declared.NOT else Standing.CONTESTED
        if self.retires(other, mine):
            return Standing.SUPERSEDED
        if self.retires(mine, other):
            return Standing.CURRENT
        if not self.contests(mine, other):
            return Standing.CURRENT
        undated = not mine.written and not other.written
        if mine.path == other.path and (mine.note.kind is not Kind.SUBJECT or not undated):
            return None
        return Standing.CONTESTED

    def _since(self, placed: Placed, ours: list[Placed]) -> frozenset[date] | None:
        line = placed.line
        if len(ours) > 1 or line.revived or placed.note.dated:
            return None
        return frozenset({placed.section.day or self.history.day(line.stated)})


def _placed(history: History) -> Iterator[Placed]:
    for path, note in history.steps[-1].tree.items():
        _, where = render(note)
        sections = {line.uid: section for section in note.sections for line in section.lines}
        for number, line in where.items():
            yield Placed(path, number, note, sections[line.uid], line)


def _values(tree: Tree) -> dict[tuple[str, str | None, Fact, str], list[str]]:
    """The live values of each fact in each section, under each of the names it is called by."""
    found: dict[tuple[str, str | None, Fact, str], list[str]] = {}
    for spot, line in lines_of(tree):
        if line.strike is None:
            heading = tree[spot.path].sections[spot.section].heading
            place = spot.path, heading, line.fact, label_of(line, tree[spot.path].kind)
            found.setdefault(place, []).append(line.value)
    return found


def _both(one: Placed, other: Placed, kind: Kind) -> bool:
    return one.note.kind is kind and other.note.kind is kind


def _are_kin(one: Placed, other: Placed) -> bool:
    """Whether the rules hold two lines about one fact against each other, whatever they say."""
    if _anchored(one, other):
        return True
    if one.label != other.label:
        return False
    return one.path == other.path or _both(one, other, Kind.LOG) or _both(one, other, Kind.SUBJECT)


def _anchored(one: Placed, other: Placed) -> bool:
    """Whether one stands in the subject's note and the other names the subject elsewhere."""
    return (one.note.kind is Kind.SUBJECT) != (other.note.kind is Kind.SUBJECT)
