"""The means of telling stories: days, journals, logs and lists to write in, and questions for the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.quality.notebook import Notebook, Row, day_of
from bench.quality.queries import Question
from bench.quality.wording import Wording, fill, said
from bench.quality.world import Kind, Slot, Subject, label_of

Story = Iterator[float]
"""Yields the day on which it goes on."""

EVENING = 0.5
"""Added to a day: when everything that is written on it has been written."""

NIGHT = 0.7
_MESSAGES = ("{n}", "update {n}", "notes", "{n}: {l}", "daily", "wip", "sync", "{l} changed")


@dataclass(slots=True)
class Probe:
    """A day whose last commit is asked about, by its id or by the day; in turn."""

    day: int
    mark: int = 0
    commit: str = ""
    _asked: int = 0

    def named(self) -> str:
        """The revision, in words of git or of the calendar."""
        self._asked += 1
        return self.commit if self._asked % 2 else day_of(self.day).isoformat()


@dataclass(slots=True)
class Teller:
    """What all stories share."""

    book: Notebook
    chance: random.Random
    wording: Wording
    days: int
    probes: list[Probe]
    _questions: list[Callable[[], Question]] = field(default_factory=list)

    @property
    def last_change(self) -> int:
        """The day after which nothing old changes any more."""
        return self.days - 30

    def ask(self, make: Callable[[], Question]) -> None:
        """A question, to be made when the history is complete."""
        self._questions.append(make)

    def questions(self) -> tuple[Question, ...]:
        """All questions, family by family."""
        made = [make() for make in self._questions]
        order = list(type(made[0].family))
        return tuple(sorted(made, key=lambda each: order.index(each.family)))

    def days_after(self, slot: Slot, count: int) -> list[int]:
        """Days in the life of a fact, well apart."""
        start = slot.subject.born + 15
        part = (self.last_change - start) / count
        return [int(start + part * (at + self.chance.uniform(0.2, 0.8))) for at in range(count)]

    def probe_after(self, slot: Slot) -> Probe:
        """A probe that comes some time after a note was begun."""
        return self.chance.choice([each for each in self.probes if each.day > slot.subject.born + 15])

    def message(self, slot: Slot) -> str:
        """What somebody would call a change of a fact."""
        template = self.chance.choice(_MESSAGES)
        return template.replace("{n}", slot.subject.name).replace("{l}", said(label_of(slot)))

    def commit(self, message: str) -> None:
        """Everything that changed."""
        self.book.commit(message)

    # --- places to write ----------------------------------------------------------------------------------

    def enter(self, subject: Subject, text: str, slot: Slot | None = None) -> Row:
        """A dated entry: in the journal, in the week's note or in the log of a project."""
        dice = self.chance.random()
        if subject.kind is Kind.PROJECT and dice < 0.4:
            row = self._log(subject, text)
        elif dice > 0.85:
            row = self._week(text)
        else:
            row = self.journal(text)
        self.commit(self.message(slot) if slot and self.chance.random() < 0.3 else "journal")
        return row

    def journal(self, text: str) -> Row:
        """A line of today's note."""
        today = self.book.today
        path = f"journal/{today.year}/{today}.md"
        if path not in self.book.notes:
            self.book.write(path, self._opening())
        return self._add(path, text)

    def _opening(self) -> Sequence[str]:
        today = self.book.today
        dice = self.chance.random()
        if dice < 0.15:
            return ("---", f"date: {today}", "---", "", "# Journal", "")
        if dice < 0.4:
            return (f"# {today:%A}, {today.day} {today:%B %Y}", "")
        return (f"# {today}", "")

    def _week(self, text: str) -> Row:
        year, week, _ = self.book.today.isocalendar()
        path = f"weekly/{year}-W{week:02}.md"
        if path not in self.book.notes:
            self.book.write(path, (f"# Week {week} of {year}", ""))
        return self._add(path, text)

    def _log(self, subject: Subject, text: str) -> Row:
        path, heading = f"logs/{subject.path.rpartition('/')[2]}", f"## {self.book.today}"
        if path not in self.book.notes:
            self.book.write(path, (f"# {subject.name} log",))
        if all(row.text != heading for row in self.book.notes[path]):
            self.book.append(path, "", heading, "")
        return self._add(path, text)

    def _add(self, path: str, text: str) -> Row:
        last = self.book.notes[path][-1].text
        listed = last.startswith("- ") and text.startswith("- ")
        return self.book.append(path, text) if not last or listed else self.book.append(path, "", text)

    def copy(self, slot: Slot) -> Row:
        """The fact once more: in the journal, in a list, or in a table of all that have it."""
        label, name, dice = label_of(slot), slot.subject.name, self.chance.random()
        if dice < 0.4:
            return self.journal(fill(self.wording.keyed_news(label).text, name, slot.value))
        table = dice < 0.7
        path = f"lists/{said(label).lower().replace(' ', '-')}{'-table' if table else ''}.md"
        if path not in self.book.notes:
            head = ("| Who or what | " + label + " |", "|---|---|") if table else ()
            self.book.write(path, (f"# {label} of everything", "", *head))
        if table:
            return self.book.append(path, f"| {name} | {slot.value} |")
        return self._add(path, f"- {name}: {slot.value}")

    def overview(self, text: str) -> Row:
        """A line of a note without any date that everybody throws things into."""
        path = self.chance.choice(("inbox.md", "overview.md", "meetings/round-table.md", "people/misc.md"))
        if path not in self.book.notes:
            self.book.write(path, (f"# {path.rpartition('/')[2].removesuffix('.md').title()}", ""))
        return self._add(path, text)
