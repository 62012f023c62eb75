"""A memory that knows the truth: notes made of lines that each know their fact, and histories of them.

Nothing here asks gitmem anything. A line knows which fact it states, with which value, which commit put
its text there and which commit first stated its value, so that `tests.facts.oracle` can say what an
answer may be. Histories come out of a seed: facts are written, edited in place, struck, moved, copied,
reordered, reformatted and brought back, on branches that are merged line by line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum

NOW = date(2026, 10, 1)
FIRST_DAY = date(2026, 1, 5)


class Declared(Enum):
    """Who says that a key holds one value."""

    CONFIGURED = "configured"
    BUILT_IN = "built-in"
    IN_SECTION = "built-in within a section"
    NOT = "nobody"


class Kind(Enum):
    """What sort of note a line stands in."""

    SUBJECT = "subject"
    """Its title, or its `entity:`, is the subject: lines name the attribute only."""
    LOOSE = "loose"
    """A note of a title that is none of the subjects: lines name theirs."""
    LOG = "log"
    """Dated entries; lines name their subject."""


@dataclass(frozen=True, slots=True)
class Key:
    """An attribute, and the values that it takes."""

    label: str
    declared: Declared
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """What a line speaks of; `part` is the heading that makes the subject another thing."""

    subject: str
    part: str | None
    key: Key


@dataclass(frozen=True, slots=True)
class Strike:
    """How a line was struck: the end it writes down and the successor it names, if any."""

    day: date | None = None
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line. It is the same line as long as `uid` is the same: moved, reformatted, struck, verified.

    `put` is the commit that made its text, whatever moved or reformatted it since; `stated` the one that
    first gave it its value, or gave it back by taking a strike away (`revived`).
    """

    uid: int
    fact: Fact
    value: str
    put: int
    stated: int
    bullet: str = "- "
    bold: bool = False
    spelling: str = "{}"
    called: str | None = None
    strike: Strike | None = None
    verified: date | None = None
    until: date | None = None
    was: str | None = None
    revived: bool = False

    @property
    def says(self) -> tuple[object, ...]:
        """What changes when the text says something new, however it looks."""
        spelling = ALIKE[0] if self.spelling in ALIKE else self.spelling
        return (self.uid, self.value, spelling, self.strike, self.verified, self.until, self.was)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading (None: right under the title). `day` is the heading's day."""

    heading: str | None
    lines: tuple[Line, ...] = ()
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One note. `subject` is what its title or `entity:` names, `dated` its front matter date."""

    kind: Kind
    title: str
    sections: tuple[Section, ...]
    subject: str | None = None
    entity: bool = False
    aliases: tuple[str, ...] = ()
    dated: date | None = None


Tree = dict[str, Note]


@dataclass(frozen=True, slots=True)
class Step:
    """One commit: its parents (positions), its day, all notes after it and what was done."""

    parents: tuple[int, ...]
    day: date
    tree: Tree
    did: str


PEOPLE = (
    *("Dana Whitlock", "Sam Okafor", "Ines Brauer", "Petr Havel", "Uma Teckel", "Lena Vorster"),
    *("Ravi Solberg", "Tess Wainwright", "Gus Ferreira", "Hye Lindqvist"),
)
SUMS = ("$40,000", "$55,500", "$61,250", "$18,700", "$92,300", "$73,900")
KEYS = (
    Key("Owner", Declared.BUILT_IN, PEOPLE),
    Key("Project lead", Declared.BUILT_IN, PEOPLE),
    Key("Budget", Declared.BUILT_IN, SUMS),
    Key("Door warden", Declared.CONFIGURED, PEOPLE),
    Key("Night keeper", Declared.CONFIGURED, PEOPLE),
    Key("Location", Declared.IN_SECTION, ("Harbour Hall", "Mill Lane", "Upper Deck", "Quarry Court")),
    Key("Rope supplier", Declared.NOT, PEOPLE),
    Key("Wall colour", Declared.NOT, ("ochre yellow", "sea green", "brick red", "chalk white")),
)
CONFIGURED = tuple(key.label.lower() for key in KEYS if key.declared is Declared.CONFIGURED)
NAMES: dict[str, tuple[str, ...]] = {"Orion": (), "Vela Station": ("Vela",), "Kiran": ()}
PART = "Staging"
OPEN_HEADINGS = ("People", "Details")
SPELLINGS = ("{}", "`{}`", "{}.", "**{}**")
ALIKE = ("{}", "**{}**")
"""Spellings that history looks through by itself."""


# --- as text --------------------------------------------------------------------------------------


def label_of(line: Line, kind: Kind) -> str:
    """The attribute alone in the subject's note, with the subject's name elsewhere."""
    label = line.fact.key.label
    if kind is Kind.SUBJECT:
        return label
    return f"{line.called or line.fact.subject} {label[0].lower()}{label[1:]}"


def text_of(line: Line, kind: Kind) -> str:
    """A line as it is written."""
    label = label_of(line, kind)
    value = line.spelling.format(line.value)
    if line.strike is not None:
        after = f" superseded {line.strike.day}" if line.strike.day else ""
        if line.strike.successor:
            after = f"{after or ' superseded'} by {line.strike.successor}"
        return f"{line.bullet}~~{label}: {value}~~{after}"
    named = f"**{label}:**" if line.bold else f"{label}:"
    former = f"~~{line.was}~~ " if line.was else ""
    tags = f" [verified: {line.verified}]" if line.verified else ""
    tags += f" [until: {line.until}]" if line.until else ""
    return f"{line.bullet}{named} {former}{value}{tags}"


def render(note: Note) -> tuple[str, dict[int, Line]]:
    """A note as text, and its lines by their number in it."""
    rows: list[str] = []
    where: dict[int, Line] = {}
    fields = [f"entity: {note.subject}"] if note.entity else []
    fields += [f"aliases: [{', '.join(note.aliases)}]"] if note.aliases else []
    fields += [f"date: {note.dated}"] if note.dated else []
    rows += ["---", *fields, "---"] if fields else []
    rows += [f"# {note.title}", ""]
    for section in note.sections:
        if section.heading is not None:
            rows += [f"## {section.heading}", ""]
        for line in section.lines:
            if rows[-1] and (not line.bullet or where.get(len(rows), line).bullet == ""):
                rows.append("")
            rows.append(text_of(line, note.kind))
            where[len(rows)] = line
        if rows[-1]:
            rows.append("")
    return "\n".join(rows).rstrip("\n") + "\n", where


def first_tree(chance: random.Random) -> Tree:
    """The notes there are, all empty."""
    tree: Tree = {}
    for name, aliases in NAMES.items():
        stem = name.split()[0].lower()
        headings = (None, *OPEN_HEADINGS, PART)
        tree[f"{stem}.md"] = Note(
            Kind.SUBJECT, name, tuple(Section(heading) for heading in headings), name, aliases=aliases
        )
        dated = FIRST_DAY - timedelta(days=chance.randrange(60)) if chance.random() < 0.3 else None
        tree[f"more/{stem}-background.md"] = Note(
            Kind.SUBJECT, "Background", (Section(None), Section("Details")), name, True, aliases, dated
        )
    title = chance.choice(["Notes", "Plans"])  # one names nothing, the other names another thing
    tree["notes.md"] = Note(Kind.LOOSE, title, (Section(None), Section("Details")))
    tree["log.md"] = Note(Kind.LOG, "Log", ())
    tree["archive/log.md"] = Note(Kind.LOG, "Log archive", ())
    return tree


# --- where lines stand ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A section of a note, and a line's place in it."""

    path: str
    section: int
    at: int = 0


def lines_of(tree: Tree) -> Iterator[tuple[Spot, Line]]:
    """Every line with its place."""
    for path, note in tree.items():
        for number, section in enumerate(note.sections):
            for at, line in enumerate(section.lines):
                yield Spot(path, number, at), line


def with_lines(tree: Tree, spot: Spot, lines: tuple[Line, ...]) -> Tree:
    """The tree with other lines in one section."""
    note = tree[spot.path]
    sections = list(note.sections)
    sections[spot.section] = replace(sections[spot.section], lines=lines)
    return {**tree, spot.path: replace(note, sections=tuple(sections))}


def at_spot(tree: Tree, spot: Spot) -> tuple[Line, ...]:
    """The lines of a section."""
    return tree[spot.path].sections[spot.section].lines


def holds(note: Note, section: Section, fact: Fact) -> bool:
    """Whether a line about the fact may stand there."""
    part = section.heading if section.heading == PART else None
    if note.kind is Kind.SUBJECT:
        return note.subject == fact.subject and part == fact.part
    return fact.part is None
