"""Gathers what beats what, and leaves out what does not hold: values said again, and circles.

Circles come from clocks that ran backwards or notes that each say they supersede the other. The weakest
evidence of a circle is dropped; a circle of equally strong evidence decides nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gitmem.facts.edit import Edit
from gitmem.facts.judging.defeat import Defeat
from gitmem.facts.judging.echoes import Echoes
from gitmem.facts.judging.newer import newer
from gitmem.facts.judging.order import Ordered
from gitmem.facts.judging.replaced import replaced
from gitmem.facts.judging.said import said
from gitmem.facts.judging.survey import Survey
from gitmem.facts.standing import ConflictReason


def defeats(survey: Survey, edits: Sequence[Edit]) -> list[Defeat]:
    """All defeats that hold, by loser and strength; none leads in a circle."""
    retiring = sorted((each for each in edits if each.retires), key=_recency, reverse=True)
    found = [*said(survey), *newer(survey)]
    if not found and not retiring:
        return []
    echoes = Echoes(survey)
    found += replaced(survey, retiring, echoes)
    again = _SaidAgain(survey, echoes)
    holding = [each for each in found if not again(each)]
    return _without_circles(holding, survey)


def _recency(edit: Edit) -> tuple[bool, int, str, str]:
    """Puts edits in one order, in whatever order they came; what is not committed is the youngest."""
    commit = edit.commit
    return commit is None, commit.committed.seconds if commit else 0, commit.oid if commit else "", edit.cite


class _SaidAgain:
    """Whether the beaten value was stated once more after what shows it beaten, or on another branch."""

    def __init__(self, survey: Survey, echoes: Echoes) -> None:
        self._survey, self._echoes = survey, echoes
        self._memo: dict[tuple[int, int, str], bool] = {}

    def __call__(self, defeat: Defeat) -> bool:
        if defeat.by is None:
            return False
        asked = self._survey.fact_of[defeat.loser], defeat.by, self._survey.claims[defeat.loser].norm
        found = self._memo.get(asked)
        if found is None:
            found = self._memo[asked] = self._look(defeat.loser, defeat.by)
        return found

    def _look(self, loser: int, by: int) -> bool:
        places = self._echoes.of(self._survey.claims[loser])
        return any(self._stands(place, by) for place in places if place != loser)

    def _stands(self, place: int, by: int) -> bool:
        found = self._survey.compare(place, by)
        return found is ConflictReason.CONCURRENT or (isinstance(found, Ordered) and found.first_newer)


_Value = tuple[int, str]
_Edges = dict[_Value, set[_Value]]


def _without_circles(found: Sequence[Defeat], survey: Survey) -> list[Defeat]:
    """The defeats that are left, none of which makes a value beat itself over others."""
    kept = sorted(found, key=lambda each: (each.loser, each.strength, _number(each.winner)))
    while True:
        circle = _in_circles(kept, survey)
        if not circle:
            return kept
        weakest = max(kept[at].strength for at in circle)
        kept = [each for at, each in enumerate(kept) if at not in circle or each.strength < weakest]


def _number(winner: int | None) -> int:
    return -1 if winner is None else winner


def _value(survey: Survey, index: int) -> _Value:
    return survey.fact_of[index], survey.claims[index].norm


def _in_circles(found: Sequence[Defeat], survey: Survey) -> set[int]:
    """The defeats (by index) that lie on a circle of values."""
    edges: _Edges = defaultdict(set)
    ends: list[tuple[_Value, _Value] | None] = []
    for each in found:
        pair = None
        if each.winner is not None:
            pair = _value(survey, each.loser), _value(survey, each.winner)
            edges[pair[0]].add(pair[1])
        ends.append(pair)
    left = _unresolved(edges)
    if not left:
        return set()
    back: _Edges = defaultdict(set)
    for source, targets in left.items():
        for target in targets:
            back[target].add(source)
    left = {value: targets & left.keys() for value, targets in left.items()}
    on_circle = _unresolved({value: back[value] & left.keys() for value in left}).keys()
    return {at for at, pair in enumerate(ends) if pair and pair[0] in on_circle and pair[1] in on_circle}


def _unresolved(edges: _Edges) -> _Edges:
    """The values from which a circle can be reached."""
    left = {value: set(targets) for value, targets in edges.items()}
    while True:
        done = {value for value, targets in left.items() if not targets & left.keys()}
        if not done:
            return left
        for value in done:
            del left[value]
