"""Answers -> how right they are. One code for all systems, pure: it reads no note and knows no system.

A hit answers a question when it is a place of the right note whose lines have the line that is right. Hits
below the fifth count for nothing but the mean reciprocal rank, which looks at ten. A system that finds
nothing misleads nobody, so what is found and what misleads are to be read together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from bench.quality.queries import Expectation, Gold, Question
from bench.quality.systems.answer import Answer, Hit, Offer, Verdict

K = 10
"""Hits that are asked for."""

SEEN = 5
"""Hits that a reader looks at."""


class Metric(Enum):
    """What is counted; each has questions that it is about and a share of them. See `_MEASURES`."""

    FIRST = "recall@1"
    FIVE = "recall@5"
    RANK = "MRR"
    STALE_ANSWER = "stale answer"
    STALE_FIRST = "stale first"
    DENIED = "denied"
    FALSE_FRESH = "false fresh"
    OVER_FLAG = "over-flag"
    WRONG_ABSENCE = "wrong absence"
    DOUBT = "doubt"
    FALSE_FIND = "false find"
    REMOVAL_TOLD = "removal told"
    CONTEST_TOLD = "contest told"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the answer that a system gave."""

    question: Question
    answer: Answer


def covers(hit: Hit, line: Gold) -> bool:
    """Whether a hit shows a line."""
    wanted = line.text.strip()
    return hit.path == line.path and any(each.strip() == wanted for each in hit.text.split("\n"))


def _rank(hits: Sequence[Hit], lines: Iterable[Gold]) -> int | None:
    """The place of the first hit with one of the lines, from 1."""
    lines = tuple(lines)
    return next((at for at, hit in enumerate(hits, 1) if any(covers(hit, line) for line in lines)), None)


def _gold_rank(asked: Asked, seen: int) -> int | None:
    return _rank(asked.answer.hits[:seen], asked.question.gold)


def _has_gold(question: Question) -> bool:
    return bool(question.gold)


def _expects(*expected: Expectation) -> Callable[[Question], bool]:
    return lambda question: question.expects in expected


def _first(asked: Asked) -> float:
    """One right line in the first hit."""
    return float(_gold_rank(asked, 1) is not None)


def _five(asked: Asked) -> float:
    """A right line in the first five hits; of contested facts all of them."""
    hits, gold = asked.answer.hits[:SEEN], asked.question.gold
    every = all if asked.question.expects is Expectation.CONTESTED else any
    return float(every(_rank(hits, (line,)) is not None for line in gold))


def _reciprocal(asked: Asked) -> float:
    rank = _gold_rank(asked, K)
    return 1 / rank if rank else 0.0


def _offered_stale(asked: Asked) -> int | None:
    """The place of the first hit that offers an old line as holding and shows no right line beside it."""
    hits = [
        hit
        if hit.offer in (Offer.CURRENT, Offer.UNKNOWN) and not _right(asked, hit)
        else hit._replace(path="")
        for hit in asked.answer.hits[:SEEN]
    ]
    return _rank(hits, asked.question.stale)


def _right(asked: Asked, hit: Hit) -> bool:
    return any(covers(hit, line) for line in asked.question.gold)


def _stale_answer(asked: Asked) -> float:
    """An old line is offered as holding before any right one, within the five hits that are looked at."""
    old, gold = _offered_stale(asked), _gold_rank(asked, SEEN)
    return float(old is not None and (gold is None or old < gold))


def _stale_first(asked: Asked) -> float:
    """The first hit offers an old line as holding: what plainmem's own bench counts."""
    return float(_offered_stale(asked) == 1)


def _gold_offer(asked: Asked) -> Offer | None:
    rank = _gold_rank(asked, SEEN)
    return asked.answer.hits[rank - 1].offer if rank else None


def _denied(asked: Asked) -> float:
    """The right line is found and called former."""
    return float(_gold_offer(asked) is Offer.FORMER)


def _false_fresh(asked: Asked) -> float:
    """Old volatile text is found and offered as holding."""
    return float(_gold_offer(asked) in (Offer.CURRENT, Offer.UNKNOWN))


def _over_flag(asked: Asked) -> float:
    """Text that was looked at lately is found and offered as something else than holding."""
    return float(_gold_offer(asked) in (Offer.STALE, Offer.FORMER, Offer.CONTESTED))


def _wrong_absence(asked: Asked) -> float:
    """It is called never recorded, though it stands in the notes or was removed from them."""
    return float(asked.answer.verdict is Verdict.ABSENT)


def _doubt(asked: Asked) -> float:
    """It is or was recorded, and the answer says that a word of the question never was."""
    return float(asked.answer.doubts)


def _false_find(asked: Asked) -> float:
    """Nothing is recorded, and the answer has hits without a word that anything is missing."""
    answer = asked.answer
    return float(bool(answer.hits) and not answer.doubts and answer.verdict is Verdict.FOUND)


def _removal_told(asked: Asked) -> float:
    """The removed line itself is told as removed."""
    removed = asked.answer.removed
    return float(any(covers(hit, line) for hit in removed for line in asked.question.stale))


def _contest_told(asked: Asked) -> float:
    """All contested lines are among the first five hits, each marked as contested."""
    hits = [hit for hit in asked.answer.hits[:SEEN] if hit.offer is Offer.CONTESTED]
    return float(all(_rank(hits, (line,)) is not None for line in asked.question.gold))


@dataclass(frozen=True, slots=True)
class Measure:
    """Which questions a metric is about, what it is for one of them, and which end is good."""

    about: Callable[[Question], bool]
    value: Callable[[Asked], float]
    more_is_better: bool = False


_SINGLE = (Expectation.CURRENT, Expectation.FRESH_CONTROL)

MEASURES: dict[Metric, Measure] = {
    Metric.FIRST: Measure(_has_gold, _first, more_is_better=True),
    Metric.FIVE: Measure(_has_gold, _five, more_is_better=True),
    Metric.RANK: Measure(_has_gold, _reciprocal, more_is_better=True),
    Metric.STALE_ANSWER: Measure(lambda asked: bool(asked.gold and asked.stale), _stale_answer),
    Metric.STALE_FIRST: Measure(lambda asked: bool(asked.gold and asked.stale), _stale_first),
    Metric.DENIED: Measure(_expects(*_SINGLE), _denied),
    Metric.FALSE_FRESH: Measure(_expects(Expectation.FLAGGED_STALE), _false_fresh),
    Metric.OVER_FLAG: Measure(_expects(Expectation.FRESH_CONTROL), _over_flag),
    Metric.WRONG_ABSENCE: Measure(lambda asked: asked.expects is not Expectation.ABSENT, _wrong_absence),
    Metric.DOUBT: Measure(lambda asked: asked.expects is not Expectation.ABSENT, _doubt),
    Metric.FALSE_FIND: Measure(_expects(Expectation.ABSENT), _false_find),
    Metric.REMOVAL_TOLD: Measure(_expects(Expectation.REMOVED), _removal_told, more_is_better=True),
    Metric.CONTEST_TOLD: Measure(_expects(Expectation.CONTESTED), _contest_told, more_is_better=True),
}


MEANINGS: dict[Metric, str] = {
    Metric.FIRST: "a right line in the first hit",
    Metric.FIVE: "a right line in the first five hits, of contested facts all of them",
    Metric.RANK: "mean of 1 / place of the first right line among ten",
    Metric.STALE_ANSWER: "an old line offered as holding before any right one, among the first five",
    Metric.STALE_FIRST: "an old line offered as holding in the first hit",
    Metric.DENIED: "the right line found among the first five and called former",
    Metric.FALSE_FRESH: "old volatile text among the first five and not marked to be verified again",
    Metric.OVER_FLAG: "volatile text of the last two weeks among the first five and not offered as holding",
    Metric.WRONG_ABSENCE: "nothing found, and nothing said but that, of what is or was recorded",
    Metric.DOUBT: "a word of the question called never recorded, of what is or was recorded in other words",
    Metric.FALSE_FIND: "hits, and no word that anything is missing, of what was never recorded",
    Metric.REMOVAL_TOLD: "the deleted line itself told as deleted",
    Metric.CONTEST_TOLD: "all contested lines among the first five and marked as contested",
}
"""What a table says under each name."""


def values_of(metric: Metric, answers: Iterable[Asked]) -> list[float]:
    """A value for each question that a metric is about."""
    measure = MEASURES[metric]
    return [measure.value(each) for each in answers if measure.about(each.question)]
