"""Everything in a memory that is no story: chatter, loose jottings, and what people do to their notes.

Notes are reformatted, renamed, archived and imported, days have small talk that names subjects and keys, and
clocks are wrong. Nothing here changes what holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bench.quality.jottings import CHATTER, FILLERS, JOTTINGS, MENTIONS
from bench.quality.plain import ask_row
from bench.quality.queries import Family, Split
from bench.quality.sheets import Asked, Sheet
from bench.quality.telling import Story, Teller
from bench.quality.wording import nouns_of, said
from bench.quality.world import Subject, first_note

_CLOCKS = (0, 0, 0, -7200, -86_400 * 2, 5400, -86_400 * 9)
_WRONG_CLOCKS = (-1_700_000_000, 86_400 * 4000)
"""Seconds by which an author's clock is wrong: a machine that begins in the nineteen-seventies, and the
future. Only commits of small talk have these."""


def create(teller: Teller, subject: Subject, *, commit: bool = True) -> None:
    """The first version of a subject's note."""
    texts, places = first_note(subject, teller.chance, subject.imported)
    rows = teller.book.write(subject.path, texts)
    for slot, place in zip(subject.slots, places, strict=True):
        slot.line = rows[place]
    if commit:
        teller.commit(f"add {subject.name}")


def birth(teller: Teller, subject: Subject) -> Story:
    """A note begins."""
    yield subject.born
    create(teller, subject)


def beginning(teller: Teller, subjects: Iterable[Subject]) -> Story:
    """The notes that were there before anybody thought of git: one root commit."""
    yield 0
    for subject in subjects:
        create(teller, subject, commit=False)
    teller.book.write("README.md", ("# Notes", "", "People, projects, places, and a journal."))
    teller.commit("first notes")


def bulk_import(teller: Teller, subjects: Sequence[Subject]) -> Story:
    """Many notes of another program in one commit; the days they were written on stand in them."""
    yield subjects[0].born
    for subject in subjects:
        create(teller, subject, commit=False)
    teller.commit("import from the old app")


def chatter(teller: Teller, subjects: Sequence[Subject]) -> Story:
    """Small talk of about two days in five; the longer a memory, the more of it."""
    spoken = [each for each in subjects if not each.quiet]
    for day in range(1, teller.days):
        if teller.chance.random() > 0.4:
            continue
        yield day
        for _ in range(teller.chance.randint(1, 4)):
            teller.journal(_small_talk(teller, spoken, day))
        wrong = teller.chance.random() < 0.02
        teller.book.commit("journal", clock=teller.chance.choice(_WRONG_CLOCKS if wrong else _CLOCKS))


def _small_talk(teller: Teller, subjects: Sequence[Subject], day: int) -> str:
    chance = teller.chance
    subject = chance.choice(subjects)
    if chance.random() < 0.45 and subject.born < day:
        attribute = chance.choice([slot.attribute for slot in subject.slots if slot.attribute.paraphrases])
        text = chance.choice(MENTIONS).replace("{l}", said(nouns_of(attribute.labels)[0]))
        return text.replace("{n}", subject.name)
    return chance.choice(CHATTER).replace("{d}", str(chance.randint(2, 300)))


def jottings(teller: Teller, count: int, questions: int, split: Split) -> Story:
    """Loose notes. Those with something to ask for come first; the first questions are paraphrases."""
    chance = teller.chance
    chosen = list(JOTTINGS)
    chance.shuffle(chosen)
    for at in range(count):
        yield 1 + at * (teller.days * 6 // 10) // count
        known = chosen[at] if at < len(chosen) else None
        title = known.title if known else f"{chance.choice(JOTTINGS).title} {at}"
        path = f"misc/{title.lower().replace(' ', '-')}.md"
        fillers = chance.sample(FILLERS, chance.randint(2, 5))
        lines = [*fillers[:1], "", *([known.line, ""] if known else []), *fillers[1:]]
        rows = teller.book.write(path, (f"# {title}", "", *lines))
        teller.commit(f"note on {title.lower()}")
        if known and at < questions:
            pair = known.paraphrases if at % 2 else known.asks
            family = Family.PARAPHRASE if at % 2 else Family.LOOKUP
            row = next(row for row in rows if row.text == known.line)
            ask_row(teller, family, pair[split.value], row, "jotting")


def sheets(teller: Teller, made: Sequence[Sheet], questions: int) -> Story:
    """Notes that are written once; so many questions about them."""
    candidates = [(sheet.path, asked) for sheet in made for asked in sheet.asked]
    chosen = set(teller.chance.sample(range(len(candidates)), questions))
    wanted = [each for at, each in enumerate(candidates) if at in chosen]
    for at, sheet in enumerate(made):
        yield 2 + at * (teller.days * 7 // 10) // len(made)
        _sheet(teller, sheet, [asked for path, asked in wanted if path == sheet.path])


def _sheet(teller: Teller, sheet: Sheet, asked: Sequence[Asked]) -> None:
    rows = teller.book.write(sheet.path, sheet.lines)
    teller.commit(f"add {sheet.path.rpartition('/')[2]}")
    for each in asked:
        row = next(row for row in rows if row.text == each.line)
        ask_row(teller, each.family, each.question, row, each.way)


def reorganise(teller: Teller, subjects: Sequence[Subject]) -> Story:
    """Finished projects and the first journals go to the archive."""
    yield teller.days * 55 // 100
    book = teller.book
    for subject in subjects:
        if (
            subject.path.startswith("projects/")
            and subject.path in book.notes
            and teller.chance.random() < 0.15
        ):
            _move(teller, subject, subject.path.replace("projects/", "projects/archive/"))
    teller.commit("archive finished projects")
    yield teller.days * 70 // 100
    for path in [path for path in book.notes if path.startswith("journal/2024/")]:
        book.move(path, f"archive/{path}")
    teller.commit("archive the journal of 2024")


def move_late(teller: Teller, subjects: Sequence[Subject]) -> Story:
    """Notes get another folder in the last days, word for word."""
    yield teller.days - 9
    for subject in subjects:
        _move(teller, subject, f"travel/{subject.path.rpartition('/')[2]}")
    teller.commit("sort places into travel")


def _move(teller: Teller, subject: Subject, path: str) -> None:
    teller.book.move(subject.path, path)
    subject.path = path


def reformat_late(teller: Teller, subjects: Sequence[Subject]) -> Story:
    """Notes get other bullets and padded tables in the last days; no word changes."""
    yield teller.days - 13
    for subject in subjects:
        for row in teller.book.notes[subject.path]:
            text = _reformatted(row.text)
            if text != row.text:
                teller.book.reword(row, text)
    teller.commit("format notes")


def _reformatted(text: str) -> str:
    if text.startswith("- "):
        return f"* {text[2:]}"
    if text.startswith("|") and not text.startswith("|-"):
        return re.sub(r" \|", "   |", text)
    return text
