"""What is asked for and not there: never recorded, recorded and deleted, and facts that two lines contest."""

from __future__ import annotations

from bench.quality.attributes import Attribute
from bench.quality.names import UNHEARD_FAMILY, UNHEARD_GIVEN, UNHEARD_PLACES, UNHEARD_PROJECTS
from bench.quality.notebook import Row
from bench.quality.queries import Expectation, Family, Question
from bench.quality.telling import Story, Teller
from bench.quality.wording import fill, question
from bench.quality.world import Kind, Slot, Subject, label_of, new_slot, next_value


def _rare(label: str, values: tuple[str, ...], sentence: str, ask: str) -> Attribute:
    return Attribute(label.lower(), (label,), values, ((sentence, f"{{n}} {ask}"),), ())


UNHEARD = {
    Kind.CONTACT: ("blood group", "zodiac sign", "godmother", "passport", "vaccination", "pension", "tattoo"),
    Kind.PROJECT: ("trademark", "carbon footprint", "mascot", "notary", "penetration test"),
    Kind.PLACE: ("elevator", "insurance premium", "lifeguard", "founding year", "defibrillator"),
}
"""Kinds of facts of which at least one word stands in no note ever."""

RARE = {
    Kind.CONTACT: (
        _rare("Frequent flyer", ("EB 4471 02", "SK 9913 55"), "Collects miles as {v}.", "collects miles as"),
        _rare("Landlord", ("Mr Pospischil", "Ms Garnett"), "Rent is owed to {v}.", "rent is owed to"),
        _rare("Veterinarian", ("Dr Sorel", "Dr Achebe"), "The dog is treated by {v}.", "dog is treated by"),
    ),
    Kind.PROJECT: (
        _rare("Escrow agent", ("Lex & Partner", "Depotia"), "A copy lies sealed with {v}.", "sealed with"),
        _rare("Patent number", ("EP 3 551 902", "US 11,204"), "Registered as {v}.", "registered as"),
    ),
    Kind.PLACE: (
        _rare("Locker", ("214", "87", "305"), "Our things are in box {v}.", "our things are in box"),
        _rare("Alarm company", ("Securex", "Nightwatch"), "If the siren howls, {v} comes.", "siren howls"),
    ),
}
"""Kinds of facts that are recorded here and there, and always deleted again."""


def removed(teller: Teller, subject: Subject, slot: Slot, way: str) -> Story:
    """A fact is deleted: its line, or its whole note."""
    (day,) = teller.days_after(slot, 1)
    yield day
    row = slot.row
    if way == "note deleted":
        teller.book.delete(subject.path)
        teller.commit(teller.chance.choice(("cleanup", "remove old notes", f"drop {subject.name}")))
    else:
        teller.book.remove(row, heading=slot.shape.heading)
        teller.commit(teller.chance.choice(("tidy", "notes", f"update {subject.name}")))
    label = slot.shape.label
    text = question(teller.wording.ask(label) if label else slot.shape.ask, subject.name)
    told = f"{way}, {slot.shape.way}"
    teller.ask(
        lambda: Question(
            Family.REMOVED,
            text,
            (),
            (row.gold(),),
            None,
            None,
            Expectation.REMOVED,
            told,
        )
    )


def rare_slot(teller: Teller, subject: Subject) -> Slot:
    """One more fact of a subject, of a rare kind."""
    slot = new_slot(subject, teller.chance.choice(RARE[subject.kind]), teller.chance, teller.wording)
    slot.free = False
    subject.slots.append(slot)
    return slot


def never_recorded(teller: Teller, slot: Slot, number: int) -> None:
    """A question about somebody unheard of, or about something unheard of."""
    chance = teller.chance
    name, label = slot.subject.name, label_of(slot)
    if chance.random() < 0.6:
        way, name = "unknown subject", _unheard(slot.subject.kind, number)
    else:
        way, label = "unknown kind of fact", UNHEARD[slot.subject.kind][number % 5]
    text = question(teller.wording.ask(label), name)
    _nothing(teller, Family.NEVER_RECORDED, text, way)


def _unheard(kind: Kind, number: int) -> str:
    """The name of somebody or something that no note knows."""
    if kind is Kind.CONTACT:
        return f"{UNHEARD_GIVEN[number % len(UNHEARD_GIVEN)]} {UNHEARD_FAMILY[number % len(UNHEARD_FAMILY)]}"
    names = UNHEARD_PROJECTS if kind is Kind.PROJECT else UNHEARD_PLACES
    return names[number % len(names)]


def no_such_fact(teller: Teller, subject: Subject, attribute: Attribute) -> None:
    """A question about what others have and this subject has not."""
    text = question(teller.wording.ask(attribute.labels[0]), subject.name)
    _nothing(teller, Family.NO_SUCH_FACT, text, "known subject, known kind of fact")


def _nothing(teller: Teller, family: Family, text: str, way: str) -> None:
    teller.ask(lambda: Question(family, text, (), (), None, None, Expectation.ABSENT, way))


def contested(teller: Teller, slot: Slot) -> Story:
    """Two values at one time: on two branches that are merged, or in one commit; neither line has a date."""
    (day,) = teller.days_after(slot, 1)
    yield day
    book, chance, name = teller.book, teller.chance, slot.subject.name
    way = chance.choice(("two branches", "two branches", "two branches", "one commit"))
    old, old_value = slot.row, slot.value
    slot.line = book.replace(old, slot.shape.line(next_value(slot, chance)))
    ours, label = slot.line, label_of(slot)
    value = next_value(slot, chance)
    if slot.attribute.news and chance.random() < 0.2:
        text, way = teller.wording.pick(slot.attribute.news), f"{way}, in other words"
    else:
        text = teller.wording.keyed_news(label).text
    theirs = teller.overview(fill(text, name, value, old_value))
    if way.startswith("two"):
        book.commit_apart([ours.path], [theirs.path], teller.message(slot))
    else:
        teller.commit(teller.message(slot))
    _ask_both(teller, question(teller.wording.ask(label), name), ours, theirs, old, way)


def _ask_both(teller: Teller, text: str, ours: Row, theirs: Row, old: Row, way: str) -> None:
    teller.ask(
        lambda: Question(
            *(Family.CONTESTED, text, (ours.gold(), theirs.gold()), (old.gold(),), None, None),
            *(Expectation.CONTESTED, way),
        )
    )
