"""What becomes of a fact, one story a family: each waits for its days, writes, and in the end asks.

A story is a generator: it yields the day on which it goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.quality.notebook import Row, day_of
from bench.quality.queries import Expectation, Family, Gold, Question
from bench.quality.telling import EVENING, Story, Teller
from bench.quality.wording import Layout, fill, nouns_of, question
from bench.quality.world import Slot, label_of, next_value

_OLD_VALUE = 0.15
"""How many of the questions about a changed fact name its old value."""


def _asked(teller: Teller, slot: Slot, label: str | None, old: str) -> str:
    """A question about a fact that has changed; by a key, or in the words of its line."""
    name = slot.subject.name
    if label is None:
        return question(slot.shape.ask, name)
    if teller.chance.random() < _OLD_VALUE:
        return question(teller.wording.ask_of_old(label), name, old)
    return question(teller.wording.ask(label), name)


def _golds(rows: Sequence[Row]) -> tuple[Gold, ...]:
    return tuple(row.gold() for row in rows)


def _current(
    teller: Teller, family: Family, text: str, gold: Sequence[Row], stale: Sequence[Row], way: str
) -> None:
    teller.ask(
        lambda: Question(family, text, _golds(gold), _golds(stale), None, None, Expectation.CURRENT, way)
    )


def later_entry(teller: Teller, slot: Slot) -> Story:
    """Dated entries tell newer values of the key that the note has; nobody touches the note."""
    rows, olds, way = [slot.row], [slot.value], ""
    for day in teller.days_after(slot, teller.chance.choice((1, 1, 1, 2))):
        yield day
        old, value = slot.value, next_value(slot, teller.chance)
        news = teller.wording.news(label_of(slot))
        rows.append(teller.enter(slot.subject, fill(news.text, slot.subject.name, value, old), slot))
        olds.append(old)
        way = news.way
    text = _asked(teller, slot, label_of(slot), olds[-1])
    _current(teller, Family.LATER_ENTRY, text, rows[-1:], rows[:-1], f"{slot.shape.way}, then {way}")


def reworded(teller: Teller, slot: Slot) -> Story:
    """The same, but nothing that a machine could match as a key ties the entry to the older line."""
    (day,) = teller.days_after(slot, 1)
    yield day
    old, value = slot.value, next_value(slot, teller.chance)
    others = [each for each in nouns_of(slot.attribute.labels) if each != slot.shape.label]
    if slot.shape.label is None or (others and teller.chance.random() < 0.25):
        label = teller.chance.choice(others)
        news = teller.wording.news(label)
        text, way = news.text, "another key" if slot.shape.label else "key only in the entry"
    else:
        label, text, way = slot.shape.label, teller.wording.pick(slot.attribute.news), "no key in the entry"
    row = teller.enter(slot.subject, fill(text, slot.subject.name, value, old), slot)
    _current(teller, Family.REWORDED, _asked(teller, slot, label, old), [row], [slot.row], way)


def edited(teller: Teller, slot: Slot) -> Story:
    """The line is overwritten, once or twice; every other time an older copy stands elsewhere."""
    copied = teller.chance.random() < 0.5
    first, *later = teller.days_after(slot, teller.chance.choice((2, 2, 3)))
    stale: list[Row] = []
    if copied:
        yield first
        stale.append(teller.copy(slot))
        teller.commit(f"{slot.subject.name}: copied")
    old = slot.value
    for day in later:
        yield day
        old = slot.value
        stale.append(slot.row)
        slot.line = teller.book.replace(slot.row, slot.shape.line(next_value(slot, teller.chance)))
        teller.commit(teller.message(slot))
    text = _asked(teller, slot, slot.shape.label, old)
    way = f"{slot.shape.way}{', copy elsewhere' if copied else ''}"
    _current(teller, Family.EDITED, text, [slot.row], stale, way)


def struck(teller: Teller, slot: Slot) -> Story:
    """The old value is struck through; the new one stands below, in its place, or in a dated entry."""
    (day,) = teller.days_after(slot, 1)
    yield day
    old, old_value = slot.row, slot.value
    row, way = strike(teller, slot, elsewhere=True)
    text = _asked(teller, slot, label_of(slot) if way == "told elsewhere" else slot.shape.label, old_value)
    _current(teller, Family.STRUCK, text, [row], [old] if old is not row else [], way)


def strike(teller: Teller, slot: Slot, *, elsewhere: bool = False) -> tuple[Row, str]:
    """Strikes the line of a fact; the line with the new value, and how it was done.

    With `elsewhere` the new value may also be told by a dated entry.
    """
    book, chance, row, old = teller.book, teller.chance, slot.row, slot.value
    value = next_value(slot, chance)
    dice = chance.random()
    if slot.subject.layout is Layout.TABLE:
        book.reword(row, row.text.replace(f"| {old} |", f"| ~~{old}~~ {value} |"))
        teller.commit(teller.message(slot))
        return row, "part of a line"
    note = chance.choice(("", "", f" superseded {book.today}", f" (until {book.today})"))
    mark, body = ("- ", row.text[2:]) if row.text.startswith("- ") else ("", row.text)
    if elsewhere and dice < 0.2:
        book.reword(row, f"{mark}~~{body}~~{note}")
        news = teller.wording.news(label_of(slot))
        new = teller.enter(slot.subject, fill(news.text, slot.subject.name, value, old), slot)
        slot.line = new
        return new, "told elsewhere"
    text = slot.shape.line(value)
    book.reword(row, f"{mark}~~{body}~~{note}")
    new = book.insert_after(row, text)
    way = "next line"
    if dice < 0.35:
        book.take_to_end(row, "## Old")
        way = "moved below Old"
    slot.line = new
    teller.commit(teller.message(slot))
    return new, way


def _way(teller: Teller, slot: Slot, *ways: str) -> str:
    """How a fact changes all its life. Rows of a table are overwritten instead of struck."""
    way = teller.chance.choice(ways)
    return "edited in place" if way == "struck" and slot.subject.layout is Layout.TABLE else way


def _change(teller: Teller, slot: Slot, way: str) -> Row:
    """A new value of a fact whose key stands in its line; the line that tells it."""
    if way == "struck":
        return strike(teller, slot)[0]
    if way == "entries":
        old, value = slot.value, next_value(slot, teller.chance)
        text = teller.wording.news(label_of(slot)).text
        return teller.enter(slot.subject, fill(text, slot.subject.name, value, old), slot)
    slot.line = teller.book.replace(slot.row, slot.shape.line(next_value(slot, teller.chance)))
    teller.commit(teller.message(slot))
    return slot.row


def as_of(teller: Teller, slot: Slot) -> Story:
    """Three values; asked about a day in the middle of the first or second one's time."""
    way = _way(teller, slot, "entries", "entries", "edited in place", "struck")
    rows, starts = [slot.row], [slot.subject.born]
    for day in teller.days_after(slot, 2):
        yield day
        rows.append(_change(teller, slot, way))
        starts.append(day)
    held = teller.chance.choice((0, 1))
    day = (starts[held] + starts[held + 1]) // 2
    text = question(teller.wording.ask(label_of(slot)), slot.subject.name)
    others = [row for at, row in enumerate(rows) if at != held]
    when = day_of(day).isoformat()
    teller.ask(
        lambda: Question(
            *(Family.AS_OF, text, _golds(rows[held : held + 1]), _golds(others), None, when),
            *(Expectation.CURRENT, way),
        )
    )


def at_revision(teller: Teller, slot: Slot) -> Story:
    """A value changes before and after a day whose notes are asked about."""
    probe = teller.probe_after(slot)
    chance = teller.chance
    before = chance.randint(slot.subject.born + 5, probe.day - 5)
    after = chance.randint(probe.day + 5, teller.last_change)
    way = _way(teller, slot, "edited in place", "edited in place", "entries", "struck")
    rows = [slot.row]
    yield before
    rows.append(_change(teller, slot, way))
    yield probe.day + EVENING
    kept, told = _golds(rows[-1:]), _golds(rows[:-1])
    yield after
    rows.append(_change(teller, slot, way))
    text = question(teller.wording.ask(label_of(slot)), slot.subject.name)
    later = rows[-1]
    teller.ask(
        lambda: Question(
            *(Family.AT_REVISION, text, kept, (*told, later.gold()), probe.named(), None),
            *(Expectation.CURRENT, way),
        )
    )
