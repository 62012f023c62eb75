"""Facts that stay as they are: asked for in their words, or in none of them."""

from __future__ import annotations

from bench.quality.likeness import share_nothing
from bench.quality.notebook import Row
from bench.quality.queries import Expectation, Family, Question
from bench.quality.telling import Story, Teller
from bench.quality.wording import fill, question
from bench.quality.world import Slot, label_of


def looked_up(teller: Teller, slot: Slot) -> Story:
    """Asked for in the words of its line."""
    yield teller.days - 1
    label = slot.shape.label
    text = question(teller.wording.ask(label) if label else slot.shape.ask, slot.subject.name)
    ask_row(teller, Family.LOOKUP, text, slot.row, slot.shape.way)


def moved_in(teller: Teller, slot: Slot) -> Story:
    """First noted among other things, later put into the note of its subject, word for word."""
    first, second = teller.days_after(slot, 2)
    yield first
    label = label_of(slot)
    news = teller.wording.keyed_news(label)
    row = teller.overview(fill(news.text, slot.subject.name, slot.value))
    slot.line = row
    teller.commit("inbox")
    yield second
    below = teller.book.notes[slot.subject.path][-1]
    if below.text:
        below = teller.book.insert_after(below, "")
    teller.book.move_row(row, below)
    teller.commit("empty the inbox")
    text = question(teller.wording.ask(label), slot.subject.name)
    ask_row(teller, Family.LOOKUP, text, row, "moved from the inbox")


def paraphrases(teller: Teller, slot: Slot) -> list[str]:
    """The questions about a fact that share no content word with its line."""
    name = slot.subject.name
    line = f"{slot.shape.heading} {slot.shape.line(slot.value)}"
    asked = [question(each, name) for each in teller.wording.halved(slot.attribute.paraphrases)]
    return [each for each in asked if share_nothing(each, line, name)]


def paraphrased(teller: Teller, slot: Slot) -> Story:
    """Asked for in other words."""
    yield teller.days - 1
    text = teller.chance.choice(paraphrases(teller, slot))
    ask_row(teller, Family.PARAPHRASE, text, slot.row, slot.shape.way)


def ask_row(teller: Teller, family: Family, text: str, row: Row, way: str) -> None:
    """A question that one line answers."""
    teller.ask(lambda: Question(family, text, (row.gold(),), (), None, None, Expectation.CURRENT, way))
