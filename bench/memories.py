"""Memories as agents and people keep them, out of a seed, with the truth about every line.

Notes of subjects, dated logs, daily notes and lists; facts change by edits in place, strikes, dated lines
that leave the older line alone, and sentences; branches contradict each other. Beside them stands what only
looks like a change: readings of a day, values that stand side by side, things of one name under sibling
headings. What holds at the end is known here by construction and not by gitmem's rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from bench.generate import SEED
from bench.importing import Import
from bench.memory_words import DECLARED, MANY, NOISE, PERSONS, PROJECTS, UNDECLARED

_FIRST_DAY = date(2016, 1, 1)
_DAY_SECONDS = 86_400
_RETURNS = 0.03
"""How often a fact takes a value that it had before."""


class Told(Enum):
    """What a line's value is."""

    FACT = "fact"
    READING = "reading"
    BESIDE = "beside"
    NOISE = "noise"


class Line(NamedTuple):
    """A line of a note, and which fact it tells with which value, on which day."""

    text: str
    told: Told = Told.NOISE
    fact: str = ""
    value: str = ""
    day: date = _FIRST_DAY


@dataclass(slots=True)
class Truth:
    """What holds at the end: every line by path and number, and the value of each fact.

    `contested` has the two values of each fact that nothing settled, `unordered` all that ever were so.
    """

    day: date
    lines: dict[tuple[str, int], Line] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    contested: dict[str, frozenset[str]] = field(default_factory=dict)
    unordered: set[tuple[str, frozenset[str]]] = field(default_factory=set)

    def contest(self, fact: str, *values: str) -> None:
        """Two values that nothing orders."""
        self.contested[fact] = frozenset(values)
        self.unordered.add((fact, frozenset(values)))


class _Subject(NamedTuple):
    name: str
    path: str
    log: str
    alias: str | None
    bold: bool
    facts: tuple[str, ...]


Notes = dict[str, tuple[Line, ...]]


class _Memory:
    """A memory under construction."""

    def __init__(self, out: Import, subjects: int, seed: int) -> None:
        self._out = out
        self._chance = random.Random(seed)
        self._day = _FIRST_DAY
        self._notes: Notes = {}
        self._changed: dict[str, None] = {}
        self._used: dict[str, list[str]] = {}
        self._mark = 0
        self._seconds = 0
        self.truth = Truth(_FIRST_DAY)
        self._subjects = [self._subject(number) for number in range(subjects)]
        self._commit("first notes")

    def live(self, days: int) -> None:
        """Some days pass, most of them with something to write down."""
        events: tuple[tuple[int, Callable[[_Subject], str]], ...] = (
            (6, self._edit),
            (3, self._strike),
            (6, self._log),
            (5, self._diary),
            (3, self._sentence),
            (4, self._reading),
            (2, self._beside),
            (2, self._sibling),
            (2, self._restate),
            (1, self._branches),
            (1, self._at_once),
            (6, self._chatter),
        )
        weights = [weight for weight, _ in events]
        for _ in range(days):
            self._day += timedelta(days=1)
            for _ in range(self._chance.choice((0, 1, 1, 2))):
                event = self._chance.choices([event for _, event in events], weights)[0]
                self._commit(event(self._chance.choice(self._subjects)))
        self.truth.day = self._day
        for path, lines in self._notes.items():
            self.truth.lines |= {(path, number): line for number, line in enumerate(lines, 1)}

    def _commit(self, message: str) -> None:
        if self._changed:
            self._mark = self._write(
                "main", (self._mark,) if self._mark else (), tuple(self._changed), message
            )
            self._changed.clear()

    def _write(self, branch: str, parents: tuple[int, ...], paths: tuple[str, ...], message: str) -> int:
        contents = {path: "".join(f"{each.text}\n" for each in self._notes[path]).encode() for path in paths}
        seconds = (self._day - _FIRST_DAY).days * _DAY_SECONDS
        pause = max(seconds - self._seconds, 60)
        self._seconds += pause
        return self._out.commit(branch, parents, contents, message, pause=pause)

    def _put(self, path: str, lines: tuple[Line, ...]) -> None:
        self._notes[path] = lines
        self._changed[path] = None

    def _subject(self, number: int) -> _Subject:
        person = number % 3 == 2
        name = PERSONS[number // 3] if person else PROJECTS[number - number // 3]
        slug = name.lower().replace(" ", "-")
        alias = name.split()[0] if person else None
        bold = self._chance.random() < 0.4
        facts = (*self._chance.sample(sorted(DECLARED), 5), *self._chance.sample(sorted(UNDECLARED), 2))
        folder = "people" if person else "projects"
        made = _Subject(name, f"{folder}/{slug}.md", f"logs/{slug}-log.md", alias, bold, facts)
        head: list[Line] = []
        if number % 2:
            head += [Line("---"), Line(f"entity: {name}")]
            head += [Line(f"aliases: [{alias}]")] if alias else []
            head += [Line("---")]
        head += [Line(f"# {name}"), Line(""), Line("## Details"), Line("")]
        lines = [self._stated(made, label, self._next(made, label)) for label in facts]
        self._put(
            made.path, (*head, *lines, Line(""), Line("## History"), Line(""), Line("Began as an idea."))
        )
        self._put(made.log, (Line(f"# {name} log"), Line("")))
        return made

    def _stated(self, subject: _Subject, label: str, value: str) -> Line:
        text = f"- **{label}:** {value}" if subject.bold else f"- {label}: {value}"
        return Line(text, Told.FACT, _fact(subject, label), value, self._day)

    def _next(self, subject: _Subject, label: str) -> str:
        """Another value for a fact, which then holds; now and then one that held before."""
        fact = _fact(subject, label)
        before = self.truth.current.get(fact)
        used = self._used.setdefault(fact, [])
        fresh = [value for value in _values(label) if value not in used]
        again = used[:-1] if not fresh or self._chance.random() < _RETURNS else ()
        value = self._chance.choice(
            [each for each in again if each != before] or fresh or list(_values(label))
        )
        used.append(value)
        self.truth.current[fact] = value
        self.truth.contested.pop(fact, None)
        return value

    def _label(self, subject: _Subject) -> str:
        return self._chance.choice(subject.facts)

    def _at(self, subject: _Subject, label: str) -> int | None:
        """Where the subject's note has its line for a fact; None when it is struck or gone."""
        fact, lines = _fact(subject, label), self._notes[subject.path]
        found = (at for at, line in enumerate(lines) if line.fact == fact and "~~" not in line.text)
        return next(found, None)

    def _edit(self, subject: _Subject) -> str:
        label = self._label(subject)
        at, lines = self._at(subject, label), self._notes[subject.path]
        if at is not None:
            line = self._stated(subject, label, self._next(subject, label))
            self._put(subject.path, (*lines[:at], line, *lines[at + 1 :]))
        return f"{subject.name}: {label.lower()}"

    def _strike(self, subject: _Subject) -> str:
        label = self._label(subject)
        at, lines = self._at(subject, label), self._notes[subject.path]
        if at is not None:
            old = lines[at]
            told = self._chance.choice(("", f" superseded {self._day}"))
            struck = old._replace(text=f"- ~~{old.text[2:]}~~{told}")
            line = self._stated(subject, label, self._next(subject, label))
            self._put(subject.path, (*lines[:at], struck, line, *lines[at + 1 :]))
        return f"{subject.name}: {label.lower()} replaced"

    def _log(self, subject: _Subject) -> str:
        """A dated line in the subject's log; the subject's note stays as it was."""
        label = self._label(subject)
        value = self._next(subject, label)
        self._append_dated(
            subject.log, Line(f"- {label}: {value}", Told.FACT, _fact(subject, label), value, self._day)
        )
        return f"log of {subject.name}"

    def _diary(self, subject: _Subject) -> str:
        """A line of a daily note that names the subject."""
        label = self._label(subject)
        value = self._next(subject, label)
        self._append_daily(self._naming(subject, label, value))
        return "diary"

    def _naming(self, subject: _Subject, label: str, value: str) -> Line:
        name = subject.alias if subject.alias and self._chance.random() < 0.3 else subject.name
        text = self._chance.choice(
            (
                f"- {name} {label.lower()}: {value}",
                f"- **{name} {label.lower()}:** {value}",
                f"- {label} of {name}: {value}",
                f"- {name}'s {label.lower()}: {value}",
            )
        )
        return Line(text, Told.FACT, _fact(subject, label), value, self._day)

    def _sentence(self, subject: _Subject) -> str:
        label = self._label(subject)
        value = self._next(subject, label)
        text = self._chance.choice(
            (
                f"{subject.name}'s {label.lower()} is now {value}.",
                f"- The {label.lower()} of {subject.name} changed to {value}.",
                f"- {subject.name} {label.lower()} is now {value}",
            )
        )
        self._append_daily(Line(text, Told.FACT, _fact(subject, label), value, self._day))
        return "diary"

    def _restate(self, subject: _Subject) -> str:
        """Says again what holds, which also settles what two lines differed about."""
        label = self._label(subject)
        self.truth.contested.pop(_fact(subject, label), None)
        self._append_daily(self._naming(subject, label, self.truth.current[_fact(subject, label)]))
        return "diary"

    def _reading(self, subject: _Subject) -> str:
        """A figure of the day: the older one was right on its day."""
        label = self._chance.choice(("Open tickets", "Visitors", "Queue"))
        value = str(self._chance.randint(1, 400))
        line = Line(f"- {label}: {value}", Told.READING, f"{subject.name}/{label}", value, self._day)
        self._append_dated(subject.log, line)
        return f"figures of {subject.name}"

    def _beside(self, subject: _Subject) -> str:
        """One value more of a key that holds several."""
        label = self._chance.choice(sorted(MANY))
        lines = self._notes[subject.path]
        taken = {line.value for line in lines if line.fact == f"{subject.name}/{label}"}
        left = [value for value in MANY[label] if value not in taken]
        if left:
            value = self._chance.choice(left)
            line = Line(f"- {label}: {value}", Told.BESIDE, f"{subject.name}/{label}", value, self._day)
            end = next(at for at, each in enumerate(lines) if each.text == "## History") - 1
            self._put(subject.path, (*lines[:end], line, *lines[end:]))
        return f"{subject.name}: {label.lower()}"

    def _sibling(self, subject: _Subject) -> str:
        """Two things of one kind below sibling headings, each with a value of its own."""
        names, lines = ("Staging", "Production"), self._notes[subject.path]
        if any(line.text == f"## {names[0]}" for line in lines):
            return "nothing"
        for name in names:
            value = f"{name.lower()[:4]}-{self._chance.randint(1, 99)}"
            host = Line(f"- Host: {value}", Told.FACT, f"{subject.name} {name}/Host", value, self._day)
            self.truth.current[host.fact] = value
            lines = (*lines, Line(""), Line(f"## {name}"), Line(""), host)
        self._put(subject.path, lines)
        return f"{subject.name}: hosts"

    def _branches(self, subject: _Subject) -> str:
        """Two branches say two things: one in the subject's note, the other in a daily note."""
        label = self._label(subject)
        at = self._at(subject, label)
        if at is None or self._changed:
            return "nothing"
        ours = self._next(subject, label)
        lines = self._notes[subject.path]
        self._put(subject.path, (*lines[:at], self._stated(subject, label, ours), *lines[at + 1 :]))
        start = self._mark
        self._commit(f"{subject.name}: {label.lower()}")
        theirs = self._next(subject, label)
        path = f"inbox/{self._day}-{subject.path.rpartition('/')[2]}"
        self._put(path, (Line("# Inbox"), Line(""), self._naming(subject, label, theirs)))
        side = self._write("side-0", (start,), (path,), "inbox")
        self._mark = self._write("main", (self._mark, side), (path,), "merge inbox")
        self._changed.clear()
        self.truth.contest(_fact(subject, label), ours, theirs)
        return "nothing"

    def _at_once(self, subject: _Subject) -> str:
        """One commit says two things in two undated places."""
        label = self._label(subject)
        at, lines = self._at(subject, label), self._notes[subject.path]
        if at is None:
            return "nothing"
        line = self._stated(subject, label, self._next(subject, label))
        self._put(subject.path, (*lines[:at], line, *lines[at + 1 :]))
        other = self._naming(subject, label, self._next(subject, label))
        self._put("overview.md", (*self._notes.get("overview.md", (Line("# Overview"), Line(""))), other))
        self.truth.contest(_fact(subject, label), line.value, other.value)
        return "overview"

    def _chatter(self, subject: _Subject) -> str:
        self._append_daily(Line(self._chance.choice(NOISE)))
        return "diary"

    def _append_daily(self, line: Line) -> None:
        path = f"journal/{self._day}.md"
        self._put(path, (*self._notes.get(path, (Line(f"# {self._day}"), Line(""))), line))

    def _append_dated(self, path: str, line: Line) -> None:
        lines, heading = self._notes[path], Line(f"## {self._day}")
        head = () if heading in lines else (Line(""), heading, Line(""))
        self._put(path, (*lines, *head, line))


def _values(label: str) -> tuple[str, ...]:
    return DECLARED.get(label) or UNDECLARED[label]


def _fact(subject: _Subject, label: str) -> str:
    return f"{subject.name}/{label}"


def generate_memory(folder: Path, *, subjects: int = 18, days: int = 365, seed: int = SEED) -> Truth:
    """A repository of notes that were kept for so many days, and the truth about them."""
    with Import(folder) as out:
        memory = _Memory(out, subjects, seed)
        memory.live(days)
    return memory.truth
