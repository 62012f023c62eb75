"""The subjects of a generated memory, what is known of each, and the notes they start with."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bench.quality.attributes import Attribute
from bench.quality.contact_attributes import CONTACT_ATTRIBUTES
from bench.quality.jottings import FILLERS
from bench.quality.names import FAMILY, GIVEN, PLACE_KINDS, PLACE_NAMES, PROJECTS
from bench.quality.notebook import Row, day_of
from bench.quality.place_attributes import PLACE_ATTRIBUTES
from bench.quality.project_attributes import PROJECT_ATTRIBUTES
from bench.quality.queries import Size
from bench.quality.wording import Layout, Shape, Wording, nouns_of

ABOUT = {
    "people": (
        "Met at the {w} conference, stayed in touch.",
        "Friend of a friend from the {w} years.",
        "Neighbour for a while; borrowed the ladder twice.",
        "Knows everything about {w} cooking.",
    ),
    "projects": (
        "Grew out of the {w} experiment and never went away.",
        "Small tool that was meant to last one summer.",
        "Second attempt, the first one was called {w}.",
        "Started on a napkin.",
    ),
    "places": (
        "Found by accident on a {w} afternoon.",
        "Good when it rains.",
        "Somebody left a {w} review, we liked it anyway.",
        "Third visit, still no complaints.",
    ),
}
_COLOURS = (
    "rainy",
    "northern",
    "quiet",
    "noisy",
    "seventies",
    "winter",
    "paper",
    "copper",
    "holiday",
    "attic",
)


class Kind(Enum):
    """A kind of subject; the value is the folder of its notes."""

    CONTACT = "people"
    PROJECT = "projects"
    PLACE = "places"


_ATTRIBUTES = {
    Kind.CONTACT: CONTACT_ATTRIBUTES,
    Kind.PROJECT: PROJECT_ATTRIBUTES,
    Kind.PLACE: PLACE_ATTRIBUTES,
}


@dataclass(slots=True, eq=False)
class Slot:
    """One fact of a subject: how it is written, its value, and its line once there is one."""

    subject: Subject
    attribute: Attribute
    shape: Shape
    value: str
    free: bool = True
    used: list[str] = field(default_factory=list)
    line: Row | None = None

    @property
    def row(self) -> Row:
        """The line in the subject's own note."""
        assert self.line is not None
        return self.line


@dataclass(slots=True, eq=False)
class Subject:
    """Somebody or something with a note. `quiet` ones are mentioned nowhere else."""

    kind: Kind
    name: str
    path: str
    layout: Layout
    born: int
    slots: list[Slot] = field(default_factory=list)
    lacking: list[Attribute] = field(default_factory=list)
    quiet: bool = False
    imported: bool = False


def make_subjects(size: Size, chance: random.Random, wording: Wording) -> list[Subject]:
    """All subjects of a world, each with its facts but one to three that nobody ever wrote down."""
    contacts = _drawn(chance, [f"{one} {two}" for one in GIVEN for two in FAMILY], size.contacts)
    projects = _drawn(chance, PROJECTS, size.projects)
    places = _drawn(
        chance,
        [f"{kind} {name}" for kind in PLACE_KINDS for name in PLACE_NAMES],
        size.places + size.imported,
    )
    made = [_subject(Kind.CONTACT, name, size, chance, wording) for name in contacts]
    made += [_subject(Kind.PROJECT, name, size, chance, wording) for name in projects]
    made += [_subject(Kind.PLACE, name, size, chance, wording) for name in places]
    for each in made[len(made) - size.imported :]:
        each.imported, each.quiet, each.path = True, True, f"imported/{_slug(each.name)}.md"
        each.born = size.days - 14
    return made


def _drawn(chance: random.Random, names: Sequence[str], count: int) -> list[str]:
    return chance.sample(list(names), count)


def _subject(kind: Kind, name: str, size: Size, chance: random.Random, wording: Wording) -> Subject:
    file = name if kind is Kind.CONTACT and chance.random() < 0.2 else _slug(name)
    born = 0 if chance.random() < 0.3 else chance.randint(1, size.days * 45 // 100)
    made = Subject(kind, name, f"{kind.value}/{file}.md", wording.layout(), born)
    attributes = list(_ATTRIBUTES[kind])
    chance.shuffle(attributes)
    lacking = chance.randint(1, 3)
    made.lacking = [each for each in attributes[:lacking] if not each.volatile]
    for attribute in attributes[lacking:]:
        made.slots.append(new_slot(made, attribute, chance, wording))
    return made


def new_slot(
    subject: Subject, attribute: Attribute, chance: random.Random, wording: Wording, *, keyed: bool = False
) -> Slot:
    """A fact with its first value."""
    shape = wording.shape(subject.layout, attribute, keyed=keyed)
    value = chance.choice(attribute.values)
    return Slot(subject, attribute, shape, value, used=[value])


def next_value(slot: Slot, chance: random.Random) -> str:
    """A value that the fact never had, nor any that contains it."""
    values = [
        each for each in slot.attribute.values if not any(each in old or old in each for old in slot.used)
    ]
    slot.value = chance.choice(values)
    slot.used.append(slot.value)
    return slot.value


def first_note(subject: Subject, chance: random.Random, dated: bool) -> tuple[list[str], list[int]]:
    """The lines of a new note, and where the line of each fact of `subject.slots` is among them.

    `dated`: as another program exported it, with the day it was written in a field or heading.
    """
    lines = _front(subject, chance, dated)
    lines += [f"# {subject.name}", ""]
    if chance.random() < 0.6:
        lines += [chance.choice(ABOUT[subject.kind.value]).replace("{w}", chance.choice(_COLOURS)), ""]
    if dated and "---" not in lines:
        lines += [f"## {day_of(chance.randint(20, subject.born // 2))}", ""]
    elif chance.random() < 0.5:
        lines += [chance.choice(("## Details", "## Facts", "## Notes")), ""]
    places: list[int] = []
    if subject.layout is Layout.TABLE:
        lines += ["| What | Value |", "|---|---|"]
    for at, slot in enumerate(subject.slots):
        if subject.layout is Layout.PROSE and at and at % 3 == 0:
            lines.append("")
        if slot.shape.heading:
            lines += ["", slot.shape.heading, ""]
        places.append(len(lines))
        lines.append(slot.shape.line(slot.value))
    if chance.random() < 0.3:
        lines += ["", "## Background", "", " ".join(chance.sample(FILLERS, chance.randint(2, 5)))]
    if chance.random() < 0.5:
        lines += ["", "## Later", "", f"- [ ] ask about {chance.choice(_COLOURS)} pictures"]
    return lines, places


def _front(subject: Subject, chance: random.Random, dated: bool) -> list[str]:
    dice = chance.random()
    if dated:
        day = day_of(chance.randint(20, subject.born // 2))
        return ["---", f"updated: {day}", "source: export", "---", ""] if dice < 0.5 else []
    if dice > 0.35:
        return []
    fields = [f"tags: [{subject.kind.value}]"]
    if dice < 0.20:
        fields.append(f"created: {day_of(subject.born)}")
    if dice < 0.08:
        fields.append(f"entity: {subject.name}")
    return ["---", *fields, "---", ""]


def label_of(slot: Slot) -> str:
    """The key of a fact as a noun: the one in its line, else the usual one."""
    nouns = nouns_of(slot.attribute.labels)
    return slot.shape.label if slot.shape.label in nouns else nouns[0]


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
