"""Scores as plain arithmetic: what raises a line and what must not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.index.ranking import Clue, Scorer, Statistics, choose_clues, group_factors, recency_factor

STATISTICS = Statistics(1000, 10.0, {"rare": 2, "common": 600, "lead": 40})
TERMS = st.lists(st.sampled_from(["rare", "common", "lead", "other"]), max_size=30)


def score(text: str, context: str = "", query: str = "rare common lead") -> float:
    return sum(Scorer(query.split(), STATISTICS).score(text.split(), context.split()).values())


def test_rare_words_weigh_more() -> None:
    assert score("rare") > score("lead") > score("common") > 0


def test_more_of_the_question_weighs_more_than_more_of_one_word() -> None:
    query = "lead owner"
    statistics = Statistics(1000, 10.0, {"lead": 40, "owner": 45})
    scores = [
        sum(Scorer(query.split(), statistics).score(text.split(), []).values())
        for text in (query, "lead lead")
    ]
    assert scores[0] > scores[1]


def test_the_same_in_fewer_words_weighs_more() -> None:
    assert score("lead x") > score("lead x x x x x x x x x x x")


def test_a_heading_counts_as_much_as_the_text_and_both_count_more() -> None:
    """Lost otherwise: lines of the note of a subject, which its heading names, below any mention of it."""
    assert score("lead x", "lead") > score("lead x") == score("x x", "lead") > score("x x") == 0


def test_several_words_beat_one_said_often() -> None:
    """Lost otherwise: the line about both the lead and the rare thing, below one that repeats a word."""
    scorer = Scorer(["rare", "lead"], STATISTICS)
    whole, part = scorer.coverage_factor(["rare", "lead"]), scorer.coverage_factor(["lead"])
    assert (whole, scorer.coverage_factor([])) == (1.0, 0.0)
    assert 0.5 < part < 1.0


def test_words_found_nowhere_lower_no_score() -> None:
    """Lost otherwise: all scores of a question with a misspelt word, compared with those of another."""
    assert Scorer(["lead", "nowhere"], STATISTICS).coverage_factor(["lead"]) == 1.0
    assert Scorer(["nowhere"], STATISTICS).coverage_factor([]) == 1.0


@given(TERMS, TERMS)
def test_no_score_is_negative_and_context_never_lowers_one(text: list[str], context: list[str]) -> None:
    scorer = Scorer(["rare", "common", "lead"], STATISTICS)
    alone = scorer.score(text, [])
    assert all(value > 0 for value in alone.values())
    assert sum(scorer.score(text, context).values()) >= sum(alone.values())


@pytest.mark.parametrize(("age", "factor"), [(0, 1.0), (180, 0.95), (360, 0.925), (-5, 1.0), (None, 0.9)])
def test_age_costs_a_tenth_at_most(age: int | None, factor: float) -> None:
    assert recency_factor(age) == pytest.approx(factor)


def test_a_note_that_answers_more_of_the_question_lifts_its_lines() -> None:
    factors = group_factors({1: [{"a": 3.0}, {"b": 1.0}], 2: [{"a": 2.0}], 3: [{}]})
    assert factors == {1: 2.0, 2: 1.25, 3: 1.0}
    assert group_factors({1: [{}]}) == {1: 1.0}
    assert group_factors({}) == {}


def test_a_note_is_not_lifted_for_repeating_itself() -> None:
    factors = group_factors({1: [{"a": 3.0}] * 50, 2: [{"a": 3.0}]})
    assert factors[1] == factors[2]


def test_the_rarest_clues_are_taken_until_they_match_enough() -> None:
    clues = [Clue(("b",), 70), Clue(("a",), 5), Clue(("none",), 0), Clue(("c",), 900), Clue(("a",), 5)]
    assert [clue.terms for clue in choose_clues(clues, limit=80)] == [("a",), ("b",)]
    assert [clue.terms for clue in choose_clues(clues, limit=1)] == [("a",)]
    assert choose_clues([Clue(("none",), 0)]) == []


def test_words_found_nowhere_are_a_part_of_the_question_too() -> None:
    """A hybrid search would take the name of a subject for the whole question and leave likeness nothing."""
    scorer = Scorer(["lead", "nowhere"], STATISTICS)
    assert 0 < scorer.share_of(["lead"]) < 0.5
    assert scorer.share_of(["lead", "nowhere"]) == pytest.approx(1.0)
    assert scorer.share_of([]) == Scorer([], STATISTICS).share_of([]) == 0.0
