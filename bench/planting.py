"""Conflicts planted into real notes: two lines about a declared key that contradict each other.

Places are drawn from the notes as they are, headings, titles and markup included.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from gitmem.notes.markdown import Note, read_note

KEYS = (
    ("Owner", "Ana Silva", "Bo Dahl"),
    ("Status", "in review", "shipped"),
    ("Deadline", "2027-03-01", "2027-05-15"),
    ("Budget", "12,000 EUR", "18,500 EUR"),
    ("Priority", "high", "low"),
    ("Maintainer", "Kaia Berg", "Leo Costa"),
    ("Current version", "1.4", "2.0"),
    ("Project lead", "Mira Sand", "Nils Odell"),
    ("Hosting", "Hetzner", "a rack in the cellar"),
    ("Timezone", "Europe/Oslo", "Asia/Tokyo"),
)
"""Keys that are declared everywhere without a configuration, with two values each."""

NO_FIELD = re.compile(r"(?:^|[/_-])(?:templates?|examples?|fixtures?|testdata|changelog|faq)(?=[/._-])", re.I)
"""Paths of notes that assert nothing."""

LONGEST_NAME = 8
"""Words of a title that people repeat to say what they speak of."""

NAME = "Brightwater"
"""An alias or entity that no note of the bundles has."""

LOG_DAY = "2026-05-02"


class Order(Enum):
    """Who wrote the two lines: which of them nothing orders depends on where they stand."""

    LATER = "a later commit"
    AT_ONCE = "one commit"
    BRANCHES = "two branches"


class Kind(Enum):
    """Where the contradicting line goes, and in which words."""

    NEXT_LINE = "next line"
    SECTION_END = "end of the section"
    OTHER_SECTION = "another section that does not narrow, key configured"
    LOG = "dated log naming the subject"
    LOG_ALIAS = "dated log naming an alias"
    NOTE = "another note naming the subject"
    LOG_ENTITY = "dated log naming the `entity:`"
    NOTE_ENTITY = "another note naming the `entity:`"
    LONG_TITLE = "dated log naming a title of over eight words"
    PROSE = "“X is now Y” in another note"
    PROSE_LOG = "“X is now Y” in a dated log"

    @property
    def inside(self) -> bool:
        """Whether both lines are in one section."""
        return self in (Kind.NEXT_LINE, Kind.SECTION_END)

    @property
    def configured(self) -> bool:
        """Whether the repository's own configuration declares the key."""
        return self is Kind.OTHER_SECTION

    @property
    def prose(self) -> bool:
        """Whether the second line is a sentence, which is never an error."""
        return self in (Kind.PROSE, Kind.PROSE_LOG)

    def suits(self, title: str) -> bool:
        """Whether lines of this kind are written about a note of this title: nobody repeats a long one."""
        if self is Kind.LONG_TITLE:
            return title.count(" ") >= LONGEST_NAME
        named = self in (Kind.LOG, Kind.NOTE, Kind.PROSE, Kind.PROSE_LOG)
        return not named or title.count(" ") < LONGEST_NAME

    @property
    def orders(self) -> tuple[Order, ...]:
        """How it is written. Between undated sections the younger commit is simply the newer."""
        return self.unordered if self is Kind.OTHER_SECTION else tuple(Order)

    @property
    def unordered(self) -> tuple[Order, ...]:
        """The orders of writing that leave the pair without an order."""
        return (Order.LATER, Order.BRANCHES) if self.inside else (Order.AT_ONCE, Order.BRANCHES)


class Planted(NamedTuple):
    """Texts of the notes that a pair stands in: without it, with each line alone, and with both."""

    anchor: str
    rival: str
    without: dict[str, str]
    first: dict[str, str]
    second: dict[str, str]
    both: dict[str, str]


def plant(kind: Kind, note: Note, text: str, line: int, chance: random.Random) -> Planted:
    """A pair in or about a note; its first line goes in after `line`."""
    label, one, other = chance.choice([key for key in KEYS if not _has(text, key[0])])
    bold = chance.random() < 0.4
    if kind in (Kind.LOG_ENTITY, Kind.NOTE_ENTITY, Kind.LOG_ALIAS):
        text, more = _with_field(text, kind)
        line += more
    lines = text.split("\n")
    if not kind.inside:
        line = _lead(text)
    first = [*lines[:line], *_block(lines, line, _item(label, one, bold)), *lines[line:]]
    at = first.index(_item(label, one, bold), line) + 1
    path = note.path
    if kind.inside or kind is Kind.OTHER_SECTION:
        item = _item(label, other, bold)
        end = at if kind is Kind.NEXT_LINE else _section_end("\n".join(first), at)
        extra = [item] if kind is Kind.NEXT_LINE else _block(first, end, item)
        if kind is Kind.OTHER_SECTION:
            end, extra = len(first), ["", "## Notes", "", item]
        both = [*first[:end], *extra, *first[end:]]
        number = both.index(item, end) + 1
        alone = [each for place, each in enumerate(both) if place != at - 1]
        return Planted(
            f"{path}:{at}",
            f"{path}:{number}",
            {path: text},
            {path: "\n".join(first)},
            {path: "\n".join(alone)},
            {path: "\n".join(both)},
        )
    return _elsewhere(
        kind,
        note,
        Planted(f"{path}:{at}", "", {path: text}, {path: "\n".join(first)}, {}, {}),
        label,
        other,
        bold,
    )


def _elsewhere(kind: Kind, note: Note, start: Planted, label: str, value: str, bold: bool) -> Planted:
    """The contradicting line in a note of its own."""
    name = NAME if kind in (Kind.LOG_ALIAS, Kind.LOG_ENTITY, Kind.NOTE_ENTITY) else note.title or ""
    said = _item(f"{name} {label[0].lower()}{label[1:]}", value, bold)
    if kind in (Kind.PROSE, Kind.PROSE_LOG):
        key = f"{label[0].lower()}{label[1:]}"
        whose = f"{name}' {key}" if name.endswith("s") else f"{name}'s {key}"
        said = f"The {key} of {name} is now {value}." if bold else f"{whose} is now {value}."
    dated = kind not in (Kind.NOTE, Kind.NOTE_ENTITY, Kind.PROSE)
    path = f"zz-log/{LOG_DAY}.md" if dated else "zz-weekly/round.md"
    lines = [f"# {LOG_DAY}" if dated else "# Weekly round", "", "Talked about this and that.", "", said, ""]
    log = {path: "\n".join(lines)}
    return start._replace(rival=f"{path}:5", second=start.without | log, both=start.first | log)


def _has(text: str, label: str) -> bool:
    return re.search(rf"\b{label}\b", text, re.IGNORECASE) is not None


def _item(label: str, value: str, bold: bool) -> str:
    return f"- **{label}:** {value}" if bold else f"- {label}: {value}"


def _block(lines: Sequence[str], line: int, item: str) -> list[str]:
    """An item as it would be added after a line: to the list there, or as a list of its own."""
    before = lines[line - 1] if line else ""
    marked = re.match(r"[-*+] ", before)
    after = lines[line] if line < len(lines) else ""
    return [item] if marked else ["", item, *([""] if after.strip() else [])]


def _lead(text: str) -> int:
    """The last line of what stands between the title and the next heading."""
    note = read_note("note.md", text.encode("utf-8", "surrogateescape"))
    number = next((at for at, each in enumerate(note.sections) if each.path == (note.title,)), 0)
    ends = [chunk.end_line for chunk in note.chunks if chunk.section == number]
    return max([*note.sections[number].lines, *ends])


def _section_end(text: str, line: int) -> int:
    """The last line of the section that a line stands in."""
    note = read_note("note.md", text.encode("utf-8", "surrogateescape"))
    section = next(chunk.section for chunk in note.chunks if chunk.line <= line <= chunk.end_line)
    return max(chunk.end_line for chunk in note.chunks if chunk.section == section)


def _with_field(text: str, kind: Kind) -> tuple[str, int]:
    """The text with one more front matter field, and by how many lines all others moved."""
    field = f"aliases: [{NAME}]" if kind is Kind.LOG_ALIAS else f"entity: {NAME}"
    if text.startswith("---\n"):
        return f"---\n{field}\n{text[4:]}", 1
    return f"---\n{field}\n---\n{text}", 3
