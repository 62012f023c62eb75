"""Words and likeness as one score: which of the two decides, and when."""

from __future__ import annotations

from collections.abc import Collection

from gitmem.index.blending import LEADING_WEIGHT, MUTE, WORDED, Blend

_LINE, _ALIKE = 1, 2


class _Likeness:
    """Knows how alike a few chunks are."""

    def __init__(self, values: dict[int, float]) -> None:
        self._values = values

    def of(self, ids: Collection[int]) -> dict[int, float]:
        return {number: self._values[number] for number in ids}

    def best(self, count: int, among: Collection[int] | None) -> tuple[list[int], list[int]]:
        return [], []


def _scores(held: float) -> list[float]:
    """Scores of a line with the words of a question and of one that is only alike, where the first holds
    `held` of the question."""
    blend = Blend(_Likeness({_LINE: 0.1, _ALIKE: 0.9}), [_ALIKE])
    return [score for _, score in blend.blend([_LINE, _ALIKE], [6.0, 2.0], [held, held / 3], [1.0, 1.0])]


def test_a_whole_answer_in_words_leaves_likeness_nothing() -> None:
    """A line that answers word for word would sink below one that is merely alike."""
    assert _scores(1.0) == [1.0, 2.0 / 6.0]


def test_likeness_decides_where_words_name_little_of_the_question() -> None:
    """A paraphrase would find whatever else is said of its subject first."""
    named, alike = _scores(0.1)
    assert alike > named


def test_half_an_answer_in_words_stays_first() -> None:
    """Likeness would count for more than what was written."""
    named, alike = _scores(0.5)
    assert named > alike


def test_without_any_word_likeness_is_all_there_is() -> None:
    """Chunks that only likeness led to would come in no order."""
    blend = Blend(_Likeness({_LINE: 0.4, _ALIKE: 0.8}), [_LINE, _ALIKE])
    found = blend.blend([_LINE, _ALIKE], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0])
    assert found == [(0.4, LEADING_WEIGHT / 2), (0.8, LEADING_WEIGHT)]


def test_a_chunk_of_less_weight_is_no_answer_for_being_alike() -> None:
    """The header of a table is as alike to a question about its subject as the row that answers it."""
    blend = Blend(_Likeness({_LINE: 0.8, _ALIKE: 0.9}), [_LINE, _ALIKE])
    (_, row), (alike, header) = blend.blend([_LINE, _ALIKE], [0.0, 0.0], [0.0, 0.0], [1.0, 0.5])
    assert alike == 0.9 and header < row


def test_words_are_trusted_by_how_much_of_the_question_they_are() -> None:
    """A note would be lifted for two chance words of a question that it does not answer."""
    trusted = []
    for held in (0.0, MUTE, (MUTE + WORDED) / 2, WORDED, 1.0):
        blend = Blend(_Likeness({_LINE: 0.5}), [])
        blend.blend([_LINE], [3.0], [held], [1.0])
        trusted.append(round(blend.trust, 3))
    assert trusted == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_later_chunks_are_measured_by_the_scale_of_the_first() -> None:
    """A linked line that is fetched afterwards would be scored as if it were the best of all."""
    blend = Blend(_Likeness({_LINE: 0.1, _ALIKE: 0.9}), [])
    blend.blend([_LINE], [6.0], [1.0], [1.0])
    assert blend.blend([_ALIKE], [3.0], [0.1], [1.0]) == [(0.9, 0.5)]


def test_likeness_does_not_lead_where_pairs_of_characters_are_asked_for() -> None:
    """A Chinese question would be answered by a model that knows no Chinese, though its words are there."""
    blend = Blend(_Likeness({_LINE: 0.5, _ALIKE: 0.9}), [_ALIKE], may_lead=False)
    (_, named), (_, alike) = blend.blend([_LINE, _ALIKE], [6.0, 2.0], [0.2, 0.1], [1.0, 1.0])
    assert named > alike and blend.trust == 1.0
