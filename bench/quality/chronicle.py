"""Writes a memory: who has which story, what happens on which day, and what can be asked in the end."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bench.importing import Import
from bench.quality import surroundings
from bench.quality.absent import contested, never_recorded, no_such_fact, rare_slot, removed
from bench.quality.identifiers import identifier_sheets
from bench.quality.notebook import Notebook, day_of
from bench.quality.plain import looked_up, moved_in, paraphrased, paraphrases
from bench.quality.queries import GeneratedMemory, Size, split_of
from bench.quality.scripts import script_sheets
from bench.quality.stories import as_of, at_revision, edited, later_entry, reworded, struck
from bench.quality.telling import EVENING, NIGHT, Probe, Story, Teller
from bench.quality.volatile import left_alone, looked_at, told_lately, written_lately
from bench.quality.wording import Wording
from bench.quality.world import Kind, Slot, Subject, make_subjects

_PROBES = (40, 50, 58, 66, 75, 84)
"""At which hundredths of the time the notes are asked about as they were then."""

_STORIES_A_SUBJECT = 4


def make_memory(folder: Path, seed: int, size: Size) -> GeneratedMemory:
    """A repository of notes in a new folder, and the questions about it; the same for the same seed."""
    chance = random.Random(seed)
    with Import(folder) as out:
        book = Notebook(out, chance)
        probes = [Probe(size.days * part // 100) for part in _PROBES]
        teller = Teller(book, chance, Wording(chance, split_of(seed)), size.days, probes)
        cast = _Cast(teller, size, make_subjects(size, chance, teller.wording))
        _live(book, (*cast.stories(seed), *(_probe(teller, each) for each in probes)))
    for probe in probes:
        probe.commit = out.ids[probe.mark]
    ways = Counter(slot.shape.way for subject in cast.subjects for slot in subject.slots)
    return GeneratedMemory(folder, seed, day_of(size.days), teller.questions(), dict(ways))


def _probe(teller: Teller, probe: Probe) -> Story:
    yield probe.day + NIGHT
    probe.mark = teller.book.mark


def _live(book: Notebook, stories: Iterable[Story]) -> None:
    """Day by day, each story goes on when it said it would; those of one day in the order given."""
    waiting: list[tuple[float, int, Iterator[float]]] = []
    for number, story in enumerate(stories):
        day = next(story, None)
        if day is not None:
            waiting.append((day, number, story))
    heapq.heapify(waiting)
    while waiting:
        day, number, story = heapq.heappop(waiting)
        book.turn_to(int(day))
        later = next(story, None)
        if later is not None:
            assert later >= day, story
            heapq.heappush(waiting, (later, number, story))


class _Cast:
    """Gives facts their stories."""

    def __init__(self, teller: Teller, size: Size, subjects: list[Subject]) -> None:
        self._teller = teller
        self._chance = teller.chance
        self._size = size
        self.subjects = subjects
        self._imported = [each for each in subjects if each.imported]
        ordinary = [each for each in subjects if not each.imported]
        self._chance.shuffle(ordinary)
        places = [each for each in ordinary if each.kind is Kind.PLACE]
        fifth = len(places) // 5
        self._recent, self._formatted, self._moved = (
            places[at * fifth : at * fifth + fifth] for at in range(3)
        )
        for each in self._recent:
            each.born, each.quiet = size.days - self._chance.randint(2, 12), True
        settled = [each for each in ordinary if each not in self._recent and each not in self._moved]
        doomed = size.questions // 3
        self._doomed, self._settled = settled[:doomed], settled[doomed:]
        for each in self._doomed:
            each.quiet = True
        self._told: Counter[int] = Counter()

    def stories(self, seed: int) -> list[Story]:
        """All stories of the memory."""
        told = [*self._changes(), *self._volatile(), *self._removals(), *self._plain()]
        self._nothing()
        teller, ordinary = self._teller, [each for each in self.subjects if not each.imported]
        split, count = split_of(seed), self._size.questions
        return [
            surroundings.beginning(teller, [each for each in ordinary if not each.born]),
            *(surroundings.birth(teller, each) for each in ordinary if each.born),
            surroundings.bulk_import(teller, self._imported),
            *told,
            surroundings.chatter(teller, ordinary),
            surroundings.jottings(teller, self._size.misc, count // 3, split),
            surroundings.sheets(teller, script_sheets(self._chance, split.value), count),
            surroundings.sheets(teller, identifier_sheets(self._chance, split.value), count),
            surroundings.reorganise(teller, self._settled),
            surroundings.move_late(teller, self._moved),
            surroundings.reformat_late(teller, self._formatted),
        ]

    # --- choosing -----------------------------------------------------------------------------------------

    def _take(self, count: int, subjects: list[Subject], fits: Callable[[Slot], bool]) -> list[Slot]:
        """So many facts that have no story yet, of subjects with few stories."""
        free = [slot for each in subjects for slot in each.slots if slot.free and fits(slot)]
        self._chance.shuffle(free)
        taken: list[Slot] = []
        for slot in free:
            if len(taken) < count and self._told[id(slot.subject)] < _STORIES_A_SUBJECT:
                slot.free = False
                self._told[id(slot.subject)] += 1
                taken.append(slot)
        if len(taken) < count:
            raise ValueError(f"only {len(taken)} facts for {count} stories")
        return taken

    def _keyed(self, slot: Slot) -> None:
        """Has a fact written with a key."""
        slot.shape = self._teller.wording.shape(slot.subject.layout, slot.attribute, keyed=True)

    def _changes(self) -> Iterator[Story]:
        teller, count = self._teller, self._size.questions
        plans: tuple[tuple[Callable[[Teller, Slot], Story], bool, Callable[[Slot], bool]], ...] = (
            (reworded, False, _is_news),
            (later_entry, True, _may_change),
            (edited, False, _may_change),
            (struck, False, _may_change),
            (as_of, True, _may_change),
            (at_revision, True, _may_change),
            (contested, True, _may_change),
        )
        for story, keyed, fits in plans:
            for slot in self._take(count, self._settled, fits):
                if keyed:
                    self._keyed(slot)
                yield _from_birth(slot, story(teller, slot))

    def _volatile(self) -> Iterator[Story]:
        teller, quarter = self._teller, self._size.questions // 4
        rest = self._size.questions - 3 * quarter
        for way, subjects in (
            ("note reformatted since", self._formatted),
            ("note moved since", self._moved),
            ("imported with its date", self._imported),
        ):
            for slot in self._take(quarter, subjects, _is_volatile):
                yield _from_birth(slot, left_alone(teller, slot, way))
        settled = [each for each in self._settled if each not in self._formatted]
        for slot in self._take(rest, settled, _is_volatile):
            yield _from_birth(slot, left_alone(teller, slot, "left alone"))
        for slot in self._take(quarter, self._recent, _is_volatile):
            yield _from_birth(slot, written_lately(teller, slot))
        for slot in self._take(quarter, settled, _is_volatile):
            slot.subject.slots.remove(slot)
            yield _from_birth(slot, told_lately(teller, slot))
        for slot in self._take(self._size.questions - 2 * quarter, settled, _is_volatile):
            yield _from_birth(slot, looked_at(teller, slot))

    def _removals(self) -> Iterator[Story]:
        teller, third = self._teller, self._size.questions // 3
        for subject in self._doomed:
            slot = self._chance.choice([each for each in subject.slots if not each.attribute.volatile])
            yield _from_birth(slot, removed(teller, subject, slot, "note deleted"))
        for slot in self._take(third, self._settled, _may_change):
            yield _from_birth(slot, removed(teller, slot.subject, slot, "line deleted"))
        for subject in self._chance.sample(self._settled, self._size.questions - 2 * third):
            slot = rare_slot(teller, subject)
            yield _from_birth(slot, removed(teller, subject, slot, "line deleted, rare kind of fact"))

    def _plain(self) -> Iterator[Story]:
        teller, count = self._teller, self._size.questions
        jotted = count // 3
        lookups, moved = (jotted + 1) // 2, count // 8
        for slot in self._take(count - lookups - moved, self._settled, _may_change):
            yield _from_birth(slot, looked_up(teller, slot))
        for slot in self._take(moved, self._settled, _may_change):
            slot.subject.slots.remove(slot)
            yield _from_birth(slot, moved_in(teller, slot))
        fits = self._asked_otherwise
        for slot in self._take(count - jotted // 2, self._settled, fits):
            yield _from_birth(slot, paraphrased(teller, slot))

    def _asked_otherwise(self, slot: Slot) -> bool:
        return not slot.attribute.volatile and bool(paraphrases(self._teller, slot))

    def _nothing(self) -> None:
        teller, count = self._teller, self._size.questions
        for number, subject in enumerate(self._chance.sample(self._settled, count)):
            never_recorded(teller, self._chance.choice(subject.slots), number)
        for subject in self._chance.sample([each for each in self._settled if each.lacking], count):
            no_such_fact(teller, subject, self._chance.choice(subject.lacking))


def _from_birth(slot: Slot, story: Story) -> Story:
    """A story that begins once its subject has a note."""
    yield slot.subject.born + EVENING
    yield from story


def _is_volatile(slot: Slot) -> bool:
    return slot.attribute.volatile


def _may_change(slot: Slot) -> bool:
    """Sizes contain each other, so that no old one could be told from the new one."""
    return not slot.attribute.volatile and slot.attribute.name != "size"


def _is_news(slot: Slot) -> bool:
    return _may_change(slot) and bool(slot.attribute.news)
