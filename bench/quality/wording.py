"""How facts are written down, changed and asked for when their key is named; sentences for all attributes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import Enum, unique
from typing import NamedTuple

from bench.quality.attributes import Attribute, Item, half
from bench.quality.queries import Split

VERBAL = frozenset(
    (
        *("Lives in", "Works at", "Born", "Married to", "Cannot eat", "Drinks", "Plays", "Drives", "Due"),
        *("Runs on", "Written in", "Paid by", "Where", "Where to park", "Ask for", "Try", "Open", "On duty"),
    )
)
"""Labels that are no nouns, so that `the … of …` does not work with them."""


@unique
class Layout(Enum):
    """How the facts of a note are written. The values are how often, of a hundred notes."""

    KEYED = 28
    BOLD = 20
    TABLE = 16
    PROSE = 15
    BULLETS = 14
    SECTIONS = 7


class Shape(NamedTuple):
    """How one fact is written: `{v}` is where its value goes. `label` is its key, None if none is named.

    `ask` is a question in the words of the line. With `heading` it stands below a heading of its own.
    """

    text: str
    label: str | None
    ask: str
    way: str
    heading: str = ""

    def line(self, value: str) -> str:
        """The line with a value."""
        return self.text.replace("{v}", value)


_ASKS = (
    "{n} {l}",
    "what is the {l} of {n}",
    "{l} of {n}",
    "what do we have as {l} for {n}",
    "{l} {n}",
    "tell me the {l} for {n}",
    "do you know {n}'s {l}",
    "{n}: {l}?",
)
_ASKS_OF_OLD = (
    "is {old} still the {l} of {n}",
    "{n} {l} still {old}?",
    "does {n} have {old} as {l}",
    "{l} of {n}: {old}, or has it changed",
)
_KEYED_NEWS = (
    "- {n} {l}: {v}",
    "- **{n} {l}:** {v}",
    "- {L} of {n}: {v}",
    "- {n}'s {l}: {v}",
)
_NOW_NEWS = (
    "The {l} of {n} is now {v}.",
    "- {n}'s {l} changed to {v}",
    "- {n} {l} is now {v}, everybody knows",
    "{n}'s {l} is now {v}.",
)
_WAS_NEWS = (
    "- {n} {l}: {v} (was {old})",
    "- UPDATE {n}: {l} {old} → {v}",
    "- {n}: {l} changed from {old} to {v}",
    "- {n} {l} {old} -> {v}",
)
_LONG_NEWS = (
    "Long call in the afternoon. The {l} of {n} is {v} from today, the others have to be told. Rain again.",
    "Slept badly. Mail about {n}: new {l} {v}, the rest stays as it is. Bought stamps on the way home.",
    "Two hours with the team, mostly jokes. {n} gets {v} as its {l}. Minutes follow.",
    "Quiet day. Somebody mentioned that for {n} the {l} is {v} from here on. Soup for dinner.",
)
_NEWS = ((25, "key repeated", _KEYED_NEWS), (35, "is now", _NOW_NEWS), (25, "was", _WAS_NEWS))
_STATED = (
    "The {l} is {v}.",
    "{L} is {v}.",
    "As {l} we have {v}.",
    "{L} at present: {v}.",
)


class News(NamedTuple):
    """A line that tells a new value and names the subject, and the way it does."""

    text: str
    way: str


class Wording:
    """Draws wordings of one half."""

    def __init__(self, chance: random.Random, split: Split) -> None:
        self._chance = chance
        self._split = split

    def pick(self, items: tuple[Item, ...]) -> Item:
        """One of the items of this half."""
        return self._chance.choice(half(items, self._split))

    def halved(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """All items of this half."""
        return half(items, self._split)

    def layout(self) -> Layout:
        """A layout, as often as it says."""
        layouts = tuple(Layout)
        return self._chance.choices(layouts, [layout.value for layout in layouts])[0]

    def shape(self, layout: Layout, attribute: Attribute, *, keyed: bool = False) -> Shape:
        """How a fact is written in a note; with `keyed` by a key that is a noun."""
        nouns = tuple(label for label in attribute.labels if label not in VERBAL)
        labels = nouns if keyed or layout is Layout.PROSE else attribute.labels
        label = self._chance.choice((labels[0], *labels))
        ask = self.ask(label)
        if layout is Layout.KEYED or (keyed and layout is Layout.BULLETS):
            return Shape(f"- {label}: {{v}}", label, ask, "key and colon")
        if layout is Layout.BOLD:
            text = self._chance.choice((f"- **{label}:** {{v}}", f"- **{label}**: {{v}}"))
            return Shape(text, label, ask, "bold key")
        if layout is Layout.TABLE:
            return Shape(f"| {label} | {{v}} |", label, ask, "table row")
        if layout is Layout.SECTIONS:
            text = self._chance.choice(("{v}", "{v}, as far as we know.", "{v} (see mail)"))
            return Shape(text, label, ask, "heading as key", f"### {label}")
        if layout is Layout.PROSE and (keyed or self._chance.random() < 0.4):
            return Shape(_with_label(self.pick(_STATED), label), label, ask, "sentence with its key")
        text, ask = self.pick(attribute.free)
        if layout is Layout.PROSE:
            text = text.removeprefix("- ")
            text = text if text.endswith(".") else f"{text[0].upper()}{text[1:]}."
            return Shape(text, None, ask, "free sentence")
        return Shape(text if text.startswith("- ") else f"- {text}", None, ask, "free list item")

    def ask(self, label: str) -> str:
        """A question by a key."""
        return _with_label("{n} {l}" if label in VERBAL else self.pick(_ASKS), label)

    def ask_of_old(self, label: str) -> str:
        """A question that names the value before."""
        return _with_label(self.pick(_ASKS_OF_OLD), label)

    def news(self, label: str) -> News:
        """A new value told by its key."""
        dice = self._chance.random() * 100
        for share, way, templates in _NEWS:
            if dice < share:
                return News(_with_label(self.pick(templates), label), way)
            dice -= share
        return News(_with_label(self.pick(_LONG_NEWS), label), "inside a paragraph")

    def keyed_news(self, label: str) -> News:
        """A new value told as key, colon and value."""
        return News(_with_label(self.pick(_KEYED_NEWS), label), "key repeated")


def fill(template: str, name: str, value: str = "", old: str = "") -> str:
    """A template with what it is about; a sentence never begins with a small letter for it."""
    text = template.replace("{n}", name).replace("{v}", value).replace("{old}", old)
    return text if template.startswith(("- ", "|", "*")) else text[:1].upper() + text[1:]


def question(template: str, name: str, old: str = "") -> str:
    """A question about a subject."""
    return template.replace("{n}", name).replace("{old}", old)


def said(label: str) -> str:
    """A key as it stands inside a sentence."""
    return label if label[:2].isupper() or "-" in label[:3] else label[0].lower() + label[1:]


def _with_label(template: str, label: str) -> str:
    return template.replace("{l}", said(label)).replace("{L}", label)


def nouns_of(labels: Sequence[str]) -> list[str]:
    """The keys that are nouns."""
    return [label for label in labels if label not in VERBAL]
