"""A claim: one assertion of a note, ready to be compared with others. Values only.

Everything that depends on text alone is worked out when a note is read (`gitmem.facts.claims`) and
travels with the claim, so that judging needs no parser and no stemmer.
"""

from __future__ import annotations

from datetime import date
from enum import Enum, Flag
from typing import NamedTuple

from gitmem.history.origins import Commit, LineState
from gitmem.notes.tags import Provenance
from gitmem.notes.written import WrittenDate

KeyWords = tuple[str, ...]
"""The folded, stemmed content words of a key, sorted and without repeats: equal keys, equal tuples."""


class Shape(Enum):
    """How a claim is written; the value is the name in JSON."""

    ITEM = "item"
    """`key: value` in a list item."""
    LINE = "line"
    """`key: value` in a paragraph."""
    BOLD = "bold"
    """`**Key:** value`, in either."""
    ROW = "row"
    """A table cell: the key is the first cell and the column's header."""
    FIELD = "field"
    """A front matter field that the configuration names."""
    IS = "is"
    """`X is Y` in a sentence."""
    BECOMES = "becomes"
    """`X is now Y`, `X moved to Y`, `X changed to Y`, `X switched to Y`."""
    ENDS = "ends"
    """`X is no longer Y`."""


class Tier(Enum):
    """Who declares that a key holds one value; the strongest first."""

    CONFIGURED = "configured"
    BUILT_IN = "built-in"
    IN_SECTION = "built-in-in-section"


class Task(Enum):
    """The box of a task item."""

    OPEN = "open"
    CLOSED = "closed"


class Bar(Flag):
    """Why a claim is shown but can stand against no other, or only in some places."""

    NONE = 0
    LONG_VALUE = 1
    """More words than a short phrase."""
    URL_VALUE = 2
    ENTRY_FIELD = 4
    """A field of the entry itself: topic, model, session …"""
    NUMBERED = 8
    """A numbered item, or a key that ends in a digit."""
    MACHINE = 16
    """A transcript, or a report that a tool wrote."""
    EXAMPLE = 32
    """Example, template, test, changelog or FAQ, by path or heading."""
    QUESTION = 64
    LIST_LIKE = 128
    """A key or a value that reads as one of many."""
    LONG_KEY = 256
    GENERIC_KEY = 512
    """`note`, `see`, `total` … or a number: says nothing about which fact it is."""


class SubjectSource(Enum):
    """What names the subject of a note, the strongest first."""

    ENTITY = "entity"
    TITLE = "title"
    NONE = "none"


class Subject(NamedTuple):
    """What a note is about. `keys` has the words of its name first, then those of its aliases.

    Without a subject (`SubjectSource.NONE`: a generic title, a daily note, a line under a dated heading)
    lines name theirs themselves.
    """

    name: str = ""
    keys: tuple[KeyWords, ...] = ()
    source: SubjectSource = SubjectSource.NONE


NO_SUBJECT = Subject()


class Spot(NamedTuple):
    """Where a claim stands in its note. Texts are in literal form (`gitmem.facts.reading.forms.literal`).

    `section` is the ordinal of the section; `headings` are all headings below the title, `narrowing` those
    of them that make the subject another thing; `parents` are the list items it hangs under.
    """

    section: int
    headings: tuple[str, ...] = ()
    narrowing: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()


class Entry(NamedTuple):
    """The dated entry a claim belongs to. `series` is the note's path without dates and words such as log.

    `day` is that of a dated heading, a dated parent bullet or the file's name; `time` is `HH:MM`.
    """

    series: str
    day: date | None = None
    time: str | None = None


class Strike(NamedTuple):
    """How a claim was struck. `day` is the written end; `successor` what the line says came instead.

    `bad_day` is an end that is no date. `day` and `successor` are None where the line does not say.
    """

    day: date | None = None
    successor: str | None = None
    bad_day: str | None = None


class Claim(NamedTuple):
    """One assertion of a note.

    `line` is where it begins, `chunk` the number of its chunk in the note. `label` and `value` are for
    people: markup, tags and trailing commentary are gone. `literal` is the label in literal form, `key` its
    words, `attribute` those words without the subject's, `norm` the value in its normal form, by which
    values are equal. `former` is the value that the line itself says came before (`from A to B`). `written`
    are the dates that the note gives for the line, as in `gitmem.notes.written`. `unmerged` tells that the
    line stands between merge markers.
    """

    path: str
    line: int
    end_line: int
    chunk: int
    shape: Shape
    label: str
    value: str
    literal: str
    key: KeyWords
    attribute: KeyWords
    norm: str
    about: Subject
    spot: Spot
    entry: Entry
    tier: Tier | None = None
    many: bool = False
    """Declared to hold several values, by the configuration or by `[multi]` on the line."""
    bars: Bar = Bar.NONE
    strike: Strike | None = None
    task: Task | None = None
    former: str | None = None
    provenance: Provenance | None = None
    allowed: bool = False
    """`[allow]`: not a conflict, said on purpose."""
    since: date | None = None
    until: date | None = None
    supersedes: tuple[KeyWords, ...] = ()
    """Keys that the line says it supersedes (`{supersedes KEY}`)."""
    written: tuple[WrittenDate, ...] = ()
    unmerged: bool = False

    @property
    def cite(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"

    @property
    def told(self) -> str:
        """The value as it reads alone; a sentence that ends a value must not seem to state it."""
        return f"no longer {self.value}" if self.shape is Shape.ENDS else self.value

    @property
    def keys(self) -> tuple[KeyWords, ...]:
        """All keys under which a rival may be found: as the line says it, and with each subject name."""
        own = (tuple(sorted({*name, *self.key})) for name in self.about.keys)
        return tuple(dict.fromkeys((self.key, *own)))


class Statement(NamedTuple):
    """A claim where it stands in a snapshot, and since when it says so.

    `said` is the commit that first stated it (moves and reformatting looked through), None when no commit
    holds it or history does not know. A boundary commit only bounds a date and orders nothing.
    """

    claim: Claim
    state: LineState
    said: Commit | None = None
    moved_from: str | None = None

    @property
    def pending(self) -> bool:
        """Whether it is not committed yet; text that history merely does not know is not pending."""
        return self.state in (LineState.UNCOMMITTED, LineState.UNTRACKED)
