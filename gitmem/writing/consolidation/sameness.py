"""When two lines of one list are surely the same statement, and which of them stays. Pure.

Sure are only equal words, or one fact with one value where the longer line merely adds words at its end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gitmem.config import DatePreference
from gitmem.facts.claim import Bar, Claim
from gitmem.facts.claims import ClaimReader
from gitmem.history.origins import LineOrigin
from gitmem.notes.dating import newest_line

_LIMITING = frozenset(
    (
        *("no", "not", "never", "none", "nor", "without", "cannot", "neither", "nobody", "nothing", "non"),
        *("but", "except", "unless", "until", "till", "only", "if", "when", "while", "however", "though"),
        *("although", "instead", "was", "were", "formerly", "previously", "before", "after", "ex", "old"),
        *("maybe", "perhaps", "probably", "possibly", "likely", "unsure", "might", "may", "could", "should"),
        *(
            "planned",
            "proposed",
            "draft",
            "tentative",
            "tentatively",
            "expected",
            "pending",
            "wrong",
            "false",
        ),
        *("from", "since", "as", "for", "during", "then", "later", "now", "soon", "today", "tomorrow"),
        *("yesterday", "last", "next", "or", "than", "versus", "vs", "rather", "outdated", "done"),
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "half", "both"),
        *("first", "second", "third", "once", "twice", "superseded", "retracted", "replaced", "obsolete"),
    )
)
"""Words that may limit, date or take back what stands before them; with one of them nothing is sure."""


class Merge(NamedTuple):
    """Line `struck` says what line `stays` says."""

    struck: int
    stays: int


class Judging(NamedTuple):
    """How lines are compared: which reader tells their claims, which date of a commit counts, and whether a
    [stated] line (the first origin) must not be struck for another one (the second)."""

    reader: ClaimReader
    prefer: DatePreference
    guarded: Callable[[LineOrigin, LineOrigin], bool]


class Statement(NamedTuple):
    """A line that may be compared. `words` are its words as they are compared, `facts` what it claims."""

    line: int
    words: tuple[str, ...]
    facts: tuple[Claim, ...]
    stated: bool


class Ages(NamedTuple):
    """Where the lines of a note come from."""

    origins: Sequence[LineOrigin]
    judging: Judging

    def youngest(self, statements: Sequence[Statement]) -> Statement:
        """The one whose line is the youngest, the first of several."""
        best = statements[0]
        for other in statements[1:]:
            pair = [self.origins[each.line - 1] for each in (best, other)]
            if pair[0] != pair[1] and newest_line(pair, self.judging.prefer) is pair[1]:
                best = other
        return best

    def may_replace(self, older: Statement, stays: Statement) -> bool:
        """Whether a line may be struck for another one, which is the younger one or as young.

        Sentences that were written at one time may be the steps of something that is done twice.
        """
        pair = self.origins[older.line - 1], self.origins[stays.line - 1]
        if not older.facts and pair[0] == pair[1] and abs(older.line - stays.line) > 1:
            return False
        return not (older.stated and self.judging.guarded(*pair))


def worth_dating(group: Sequence[Statement]) -> bool:
    """Whether two of some comparable lines are the same, whichever is older."""
    return len({_same_words(each) for each in group}) < len(group) or bool(_containers(group))


def _containers(group: Sequence[Statement]) -> dict[int, list[Statement]]:
    """For each line that longer ones contain (by its number) these, the longest first."""
    facts = [each for each in group if len(each.facts) == 1]
    short: defaultdict[tuple[str, ...], list[Statement]] = defaultdict(list)
    for statement in facts:
        short[statement.words].append(statement)
    found: defaultdict[int, list[Statement]] = defaultdict(list)
    for long in sorted(facts, key=lambda each: (-len(each.words), each.line)):
        for end in range(1, len(long.words)):
            for statement in short.get(long.words[:end], ()):
                if _contained(statement, long):
                    found[statement.line].append(long)
    return found


def _same_words(statement: Statement) -> tuple[object, ...]:
    """What is equal in lines that say the same in the same words; also read as the same facts."""
    return (statement.words, *((each.literal, each.norm, each.about, each.spot) for each in statement.facts))


def merged_lines(group: Sequence[Statement], ages: Ages) -> list[Merge]:
    """The merges among comparable statements; a line is never sent to one that is struck itself."""
    equal: defaultdict[tuple[object, ...], list[Statement]] = defaultdict(list)
    for statement in group:
        equal[_same_words(statement)].append(statement)
    goes: dict[int, int] = {}
    kept: list[Statement] = []
    for same in equal.values():
        stays = ages.youngest(same)
        kept.append(stays)
        others = (each for each in same if each is not stays)
        goes |= {each.line: stays.line for each in others if ages.may_replace(each, stays)}
    containers = _containers(kept)
    for statement in kept:
        holds = containers.get(statement.line, ())
        into = next((each for each in holds if ages.youngest([each, statement]) is each), None)
        if into is not None and ages.may_replace(statement, into):
            goes[statement.line] = into.line
    return [Merge(line, _end(goes, stays)) for line, stays in goes.items()]


def _end(goes: Mapping[int, int], line: int) -> int:
    while line in goes:
        line = goes[line]
    return line


def _contained(short: Statement, long: Statement) -> bool:
    """Whether a line that begins with a shorter one states the same fact and value and only adds to it."""
    if not _same_fact(short.facts[0], long.facts[0]):
        return False
    added = [word.strip("()[]-\u2013\u2014?!,;") for word in long.words[len(short.words) :]]
    return not any(_limits(word) for word in added) and not any("?" in word for word in long.words)


def _same_fact(one: Claim, two: Claim) -> bool:
    same = (one.shape, one.literal, one.norm, one.spot, one.about, one.entry, one.many, one.bars)
    others = (two.shape, two.literal, two.norm, two.spot, two.about, two.entry, two.many, two.bars)
    return same == others and one.bars is Bar.NONE and one.former is None and two.former is None


def _limits(word: str) -> bool:
    return word in _LIMITING or "n't" in word or "n\u2019t" in word or any(map(str.isdigit, word))
