"""Packed vectors: small, the same everywhere, and never far from what the model said."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gitmem.semantic.likeness import Centre, Packed, find_centre, likeness, pack

NUMBERS = st.floats(-1.0, 1.0, width=32)
NONE = Centre(numpy.zeros(16, dtype=numpy.int8), 0.0)


@given(arrays(numpy.float32, (6, 16), elements=NUMBERS))
def test_packed_vectors_are_about_as_alike_as_those_they_were_made_of(
    vectors: numpy.typing.NDArray[numpy.float32],
) -> None:
    """Ranks by meaning would be made of rounding."""
    wide = vectors.astype(numpy.float64)
    lengths = numpy.sqrt((wide * wide).sum(axis=1))
    if (lengths < 1e-3).any():
        return
    expected = wide @ wide[0] / lengths / lengths[0]
    found = likeness(pack(vectors), pack(vectors[:1]), NONE)
    assert numpy.abs(found - expected).max() < 0.03


@given(arrays(numpy.float32, (9, 16), elements=NUMBERS), st.permutations(range(9)))
def test_order_and_blocks_change_no_likeness(
    vectors: numpy.typing.NDArray[numpy.float32], order: list[int]
) -> None:
    """Two clones hold the same vectors in different orders and would answer differently."""
    packed, question = pack(vectors), pack(vectors[4:5])
    centre = find_centre(packed.rows.sum(axis=0, dtype=numpy.float64), float(packed.lengths.sum()), 9)
    whole = likeness(packed, question, centre)
    shuffled = Packed(packed.rows[order], packed.lengths[order])
    parts = [
        likeness(Packed(shuffled.rows[at : at + 4], shuffled.lengths[at : at + 4]), question, centre)
        for at in (0, 4, 8)
    ]
    assert (numpy.concatenate(parts) == whole[order]).all()


def test_texts_without_meaning_are_like_nothing() -> None:
    """An empty text, or a model that answers with no numbers, would be like everything."""
    vectors = numpy.array([[0.0, 0.0], [1.0, 0.5], [numpy.nan, numpy.inf]], dtype=numpy.float32)
    packed, none = pack(vectors), Centre(numpy.zeros(2, dtype=numpy.int8), 0.0)
    assert likeness(packed, pack(vectors[1:2]), none).tolist() == [0.0, 1.0, 0.0]
    assert likeness(packed, pack(vectors[:1]), none).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("width", [384, 1024, 3072])
def test_sums_of_long_vectors_stay_exact(width: int) -> None:
    """Large models would get likenesses that depend on the machine."""
    full = numpy.ones((3, width), dtype=numpy.float32)
    none = Centre(numpy.zeros(width, dtype=numpy.int8), 0.0)
    assert likeness(pack(full), pack(full[:1]), none).tolist() == [1.0, 1.0, 1.0]
