"""No struck value is ever current, and no live value is hidden without evidence, whatever happened before.

Lost otherwise: an agent acts on a value that was withdrawn, or never hears of one that holds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gitmem.facts.standing import Judged, Standing
from gitmem.notes.freshness import Status
from tests.facts.answers import Pure, Whole, told
from tests.facts.histories import History
from tests.facts.oracle import Oracle, Placed

PURE = 30
"""Histories of one chunk in the pure way: about a fifth of a second."""

WHOLE = 2
"""Histories of one chunk in real repositories."""

_LATER = 100_000  # seeds of the stress run, far from those of the usual one


def faults(oracle: Oracle, judged: Sequence[Judged]) -> Iterator[str]:
    """Everything that was said and is not true, and every line of which nothing was said."""
    said: dict[tuple[str, int], list[Judged]] = {}
    for each in judged:
        claim = each.statement.claim
        said.setdefault((claim.path, claim.line), []).append(each)
    for placed in oracle.placed:
        found = said.get((placed.path, placed.number), [])
        yield from _faults_of(oracle, placed, found)


def _faults_of(oracle: Oracle, placed: Placed, found: Sequence[Judged]) -> Iterator[str]:
    place = f"{placed.path}:{placed.number}"
    for each in found:
        if each.statement.claim.strike is not None and each.standing is Standing.CURRENT:
            yield f"{place} is struck and current"
    struck = placed.line.strike is not None
    own = [each for each in found if (each.statement.claim.strike is not None) == struck]
    if len(own) != 1:
        yield f"{place} is read as {[each.statement.claim.value for each in found]}"
        return
    right, said = oracle.right(placed), own[0]
    if said.standing not in right.standings:
        allowed = ", ".join(sorted(standing.value for standing in right.standings))
        yield f"{place} is {said.standing.value}, right is {allowed} ({right.why}); evidence {said.evidence}"
    elif right.since and said.standing is Standing.CURRENT and said.since not in right.since:
        yield f"{place} holds since {said.since}, right is {sorted(right.since)}"


def assert_true(history: History, oracle: Oracle, judged: Sequence[Judged]) -> None:
    """Fails with the whole history where anything is wrong."""
    wrong = list(faults(oracle, judged))
    assert not wrong, "\n".join([told(history), "", *wrong])


def assert_pure(seed: int, most: int = 10) -> None:
    """One history of at most so many commits in the pure way, also with everything in another order."""
    history = History.of(seed, commits=5 + seed % (most - 4))
    oracle = Oracle(history)
    pure = Pure(oracle)
    judged = pure.judged
    assert_true(history, oracle, judged)
    chance = random.Random(seed)
    statements, edits = list(pure.statements), list(pure.edits)
    chance.shuffle(statements)
    chance.shuffle(edits)
    assert pure.verdict(statements, edits).judged == judged, f"the order decides\n{told(history)}"


def assert_whole(seed: int, folder: Path) -> None:
    """One history in a real repository: what is judged, who said each line, and what verbs show."""
    history = History.of(seed, commits=5 + seed % 6)
    oracle = Oracle(history)
    whole = Whole(history, folder)
    judged = whole.judged
    for placed in oracle.live:
        [commit] = [
            each.statement.said
            for each in judged
            if each.statement.claim.cite == f"{placed.path}:{placed.number}"
            and each.statement.claim.strike is None
        ]
        assert commit is not None
        assert commit.oid == whole.oids[placed.line.stated], (
            f"{placed.path}:{placed.number} was not stated by commit {whole.oids.index(commit.oid)},"
            f" but by {placed.line.stated}\n{told(history)}"
        )
    assert_true(history, oracle, judged)
    standings = {
        (each.statement.claim.path, each.statement.claim.line): each.standing
        for each in judged
        if each.statement.claim.strike is None
    }
    for place, status in whole.statuses().items():
        standing = standings.get(place)
        if standing is not None:
            shown = Standing.CURRENT if status in _AGES else Standing(status.value)
            assert shown is standing, f"a search shows {place} as {status}, not {standing}\n{told(history)}"
    contested = {place for place, standing in standings.items() if standing is Standing.CONTESTED}
    sides = {(side.path, side.line) for each in whole.memory.conflicts().conflicts for side in each.sides}
    assert sides == contested, f"`conflicts` tells of {sides}, not of {contested}\n{told(history)}"


_AGES = frozenset({Status.FRESH, Status.AGING, Status.STALE, Status.UNKNOWN})


@pytest.mark.parametrize("chunk", range(5))
def test_generated_histories(chunk: int) -> None:
    """Edits, strikes, moves, branches, merges and reverts out of a seed."""
    for seed in range(chunk * PURE, (chunk + 1) * PURE):
        assert_pure(seed)


@pytest.mark.parametrize("chunk", range(5))
@pytest.mark.representatives(2)
def test_generated_repositories(chunk: int, tmp_path: Path) -> None:
    """The same as real repositories, through history, index and search."""
    for seed in range(chunk * WHOLE, (chunk + 1) * WHOLE):
        assert_whole(seed, tmp_path / str(seed))


@pytest.mark.stress
@pytest.mark.parametrize("chunk", range(50))
def test_ten_thousand_histories(chunk: int) -> None:
    """Two hundred a chunk, and longer ones."""
    for seed in range(_LATER + chunk * 200, _LATER + (chunk + 1) * 200):
        assert_pure(seed, most=20)


@pytest.mark.stress
@pytest.mark.parametrize("chunk", range(20))
def test_hundreds_of_repositories(chunk: int, tmp_path: Path) -> None:
    """Ten a chunk."""
    for seed in range(_LATER + chunk * 10, _LATER + (chunk + 1) * 10):
        assert_whole(seed, tmp_path / str(seed))
