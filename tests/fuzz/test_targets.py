"""What holds for all inputs of every parser, on random ones; `bench/fuzz/run` tries the same for long."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bench.fuzz.target import LONGEST_INPUT, Target, blown_up, holds
from bench.fuzz.targets import TARGETS

_WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""Making a smaller input that is slow as well would take an hour."""

EVERY = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


def inputs(target: Target) -> st.SearchStrategy[bytes]:
    """Inputs of a target: its words joined, seeds with words put in, and any bytes."""
    words = st.sampled_from(target.words)
    head = st.binary(min_size=target.head, max_size=target.head)
    joined = st.builds(lambda first, parts: first + b"".join(parts), head, st.lists(words, max_size=25))
    seeds = st.sampled_from(sorted(target.seeds(), key=len))
    places = st.lists(st.tuples(st.integers(0, 400), words), max_size=5)
    return joined | st.builds(_with_words, seeds, places) | st.binary(max_size=100)


def _with_words(seed: bytes, places: list[tuple[int, bytes]]) -> bytes:
    for at, word in places:
        at %= len(seed) + 1
        seed = seed[:at] + word + seed[at:]
    return seed


@EVERY
def test_every_property_holds(target: Target) -> None:
    """A parser that stops, or cites a place that is not there, makes a memory unreadable or untrue."""

    @given(inputs(target))
    @settings(max_examples=150, deadline=None)
    def try_one(data: bytes) -> None:
        holds(target, data)

    try_one()


@EVERY
def test_every_seed_holds(target: Target) -> None:
    """The inputs that a long run begins with are understood, or it would begin with nothing."""
    for data in [*target.seeds()][::11]:
        holds(target, data)


@EVERY
def test_nothing_grows_faster_than_its_input(target: Target) -> None:
    """One line of a hostile note must not keep a hook or an agent waiting for minutes."""

    @given(inputs(target))
    @settings(max_examples=4, deadline=None, phases=_WITHOUT_SHRINKING)
    def try_one(data: bytes) -> None:
        longer = blown_up(target, data)
        assert len(longer) < 2 * LONGEST_INPUT
        holds(target, longer)

    try_one()
