"""How the example notes came to be: a year of small commits, told as edits to the notes as they are now.

The newest text is in `examples/notes` and nowhere else. Each step says what it changed; going back
step by step gives the notes as they were, so story and notes cannot drift apart unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Notes = Mapping[str, str]
"""Path to text."""


@dataclass(frozen=True, slots=True)
class Created:
    """The note at `path` was new."""

    path: str

    def undo(self, notes: Notes) -> dict[str, str]:
        """`notes` without the note."""
        if self.path not in notes:
            raise ValueError(f"the story creates {self.path}, which is not there")
        return {path: text for path, text in notes.items() if path != self.path}


@dataclass(frozen=True, slots=True)
class Renamed:
    """The note at `old` moved to `new`."""

    old: str
    new: str

    def undo(self, notes: Notes) -> dict[str, str]:
        """`notes` with the note at its old place."""
        return {self.old if path == self.new else path: text for path, text in notes.items()}


@dataclass(frozen=True, slots=True)
class Edited:
    """In the note at `path` the text `before` became `after`; either may be empty, but not at once.

    Where `after` is empty, `below` is the text that `before` stood under.
    """

    path: str
    before: str
    after: str
    below: str = ""

    def do(self, text: str) -> str:
        """The note's text after the edit."""
        return text.replace(self.below + self.before, self.below + self.after)

    def undo(self, notes: Notes) -> dict[str, str]:
        """`notes` with the former text."""
        now, then = self.below + self.after, self.below + self.before
        if notes.get(self.path, "").count(now) != 1:
            raise ValueError(f"{self.path} does not hold {now!r} exactly once")
        return {**notes, self.path: notes[self.path].replace(now, then)}


@dataclass(frozen=True, slots=True)
class Step:
    """One commit of the story: `moment` is ISO 8601, `author` has the form `Name <mail>`."""

    moment: str
    author: str
    summary: str
    edits: tuple[Created | Renamed | Edited, ...]


MIRA = "Mira Solberg <mira@lantern.example>"
TOMAS = "Tomas Reyes <tomas@lantern.example>"
AGENT = "lantern-bot <bot@lantern.example>"

_MOVED = "- Old storage: shed behind the fish market, left side\n- Its landlord was the harbour office\n"
_SEPTEMBER = """
## 2026-09-21

- Catalogue printer: Fjord Press, quote $7,200
- The harbour museum lends the Fresnel lens until May
"""

STORY = (
    Step("2025-10-06T08:30:00Z", MIRA, "people: who I am", (Created("people/mira-solberg.md"),)),
    Step("2025-11-18T09:15:00Z", TOMAS, "lantern: first plan", (Created("lantern.md"),)),
    Step("2026-01-12T10:00:00Z", MIRA, "places: workshop, library, storage", (Created("places.md"),)),
    Step(
        "2026-02-11T16:40:00Z",
        TOMAS,
        "places: how to get in",
        (Edited("places.md", "", "- Door code: 4417\n", "needs a second person\n"),),
    ),
    Step(
        "2026-03-05T11:20:00Z",
        MIRA,
        "places: workshop opens later",
        (Edited("places.md", "Saturday, 8:00 to 16:00", "Saturday, 9:00 to 17:00"),),
    ),
    Step(
        "2026-06-01T09:00:00Z",
        TOMAS,
        "lantern: new budget",
        (Edited("lantern.md", "Budget: $40,000", "Budget: $55,000"),),
    ),
    Step(
        "2026-06-30T17:05:00Z",
        MIRA,
        "places: codes do not belong here",
        (Edited("places.md", "- Door code: 4417\n", "", "needs a second person\n"),),
    ),
    Step(
        "2026-07-20T08:00:00Z",
        TOMAS,
        "a folder for projects",
        (Renamed("lantern.md", "projects/lantern.md"),),
    ),
    Step(
        "2026-08-14T14:30:00Z",
        MIRA,
        "lantern: I take over",
        (
            Created("log.md"),
            Edited(
                "projects/lantern.md",
                "- Lead: Tomas Reyes\n",
                "- ~~Lead: Tomas Reyes~~ superseded 2026-08-14, see log.md\n",
            ),
        ),
    ),
    Step(
        "2026-09-02T07:45:00Z",
        AGENT,
        "archive: places we no longer use",
        (
            Created("archive/places.md"),
            Edited("places.md", "\n## Storage\n\n" + _MOVED, "", "- Open until 20:00 on weekdays\n"),
        ),
    ),
    Step(
        "2026-09-21T15:10:00Z",
        MIRA,
        "log: printer and lens",
        (
            Edited(
                "log.md",
                "- Catalogue printer: Nordtrykk\n",
                "- ~~Catalogue printer: Nordtrykk~~ superseded 2026-09-21\n",
            ),
            Edited("log.md", "", _SEPTEMBER, "superseded 2026-09-21\n"),
        ),
    ),
    Step(
        "2026-09-24T06:10:00Z",
        AGENT,
        "people: numbers from the new phone list",
        (Edited("people/mira-solberg.md", "", "- Phone: extension 44\n", "- Phone: extension 31\n"),),
    ),
)
"""The commits, oldest first."""

UNCOMMITTED = ("places.md", "- Lift: out of order until Friday\n")
"""A line that somebody has written down and not committed yet."""

CONTRADICTION = Edited("projects/lantern.md", "", "- Budget: $48,000\n", "- Budget: $55,000\n")
"""What an agent tries to commit after the story, and the hooks stop."""

STORY_NOW = "2026-10-01T12:00:00Z"
"""The time at which the demonstration asks, so that its ages are always the same."""


def tell(notes: Notes) -> Iterator[tuple[Step, dict[str, str]]]:
    """Each step with all notes as they were after it, oldest first.

    `notes` are the newest texts. Raises `ValueError` when the story does not lead to them.
    """
    states = [dict(notes)]
    for step in reversed(STORY):
        state = states[-1]
        for edit in reversed(step.edits):
            state = edit.undo(state)
        states.append(state)
    if states[-1]:
        raise ValueError(f"the story does not say where {', '.join(sorted(states[-1]))} came from")
    yield from zip(STORY, reversed(states[:-1]), strict=True)
