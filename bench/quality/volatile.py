"""Prices, opening hours and the like: left alone for months although their note looks young, or looked at."""

from __future__ import annotations

from bench.quality.notebook import Row
from bench.quality.queries import Expectation, Family, Question
from bench.quality.telling import Story, Teller
from bench.quality.wording import Layout, fill, question
from bench.quality.world import Slot, label_of, next_value


def left_alone(teller: Teller, slot: Slot, way: str) -> Story:
    """Asks for what nobody has looked at for months; `way` says what happened to its note since."""
    yield teller.days - 1
    row, text = slot.row, _asked(teller, slot)
    teller.ask(
        lambda: Question(
            Family.STALENESS, text, (row.gold(),), (), None, None, Expectation.FLAGGED_STALE, way
        )
    )


def written_lately(teller: Teller, slot: Slot) -> Story:
    """Asks for what stands in a note of these days."""
    yield teller.days - 1
    _fresh(teller, slot, slot.row, None, "new note")


def looked_at(teller: Teller, slot: Slot) -> Story:
    """Somebody looks at an old line in the last days and overwrites it, or notes that it still holds."""
    yield teller.days - teller.chance.randint(3, 12)
    old = slot.row
    if slot.subject.layout in (Layout.TABLE, Layout.PROSE) or teller.chance.random() < 0.6:
        slot.line = teller.book.replace(old, slot.shape.line(next_value(slot, teller.chance)))
        teller.commit(teller.message(slot))
        _fresh(teller, slot, slot.row, old, "edited in place")
    else:
        teller.book.reword(old, f"{old.text} [verified: {teller.book.today}]")
        teller.commit(f"checked {slot.subject.name}")
        _fresh(teller, slot, old, None, "verified")


def told_lately(teller: Teller, slot: Slot) -> Story:
    """A dated entry of the last days tells what the note never had."""
    yield teller.days - teller.chance.randint(3, 12)
    label = label_of(slot)
    news = teller.wording.keyed_news(label)
    slot.line = teller.enter(slot.subject, fill(news.text, slot.subject.name, slot.value), slot)
    text = question(teller.wording.ask(label), slot.subject.name)
    _fresh(teller, slot, slot.row, None, "dated entry", text)


def _fresh(teller: Teller, slot: Slot, row: Row, old: Row | None, way: str, text: str | None = None) -> None:
    asked = text or _asked(teller, slot)
    teller.ask(
        lambda: Question(
            *(Family.FRESH, asked, (row.gold(),), (old.gold(),) if old else (), None, None),
            *(Expectation.FRESH_CONTROL, way),
        )
    )


def _asked(teller: Teller, slot: Slot) -> str:
    label = slot.shape.label
    return question(teller.wording.ask(label) if label else slot.shape.ask, slot.subject.name)
