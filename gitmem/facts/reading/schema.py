"""Which keys hold one value, and which several: the configuration's lists and the built-in ones.

A key is declared when the words of its attribute all belong to a declared key whose other words the subject
has: "fund manager" in a log and "Manager" in the note Fund are both declared by `manager`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gitmem.config import Settings
from gitmem.facts.claim import KeyWords, Subject, Tier
from gitmem.facts.reading.exclusions import is_plural
from gitmem.facts.reading.forms import KeyReader, literal
from gitmem.facts.reading.wordlists import SINGLE_EVERYWHERE

SINGLE_IN_SECTION = (
    *("repo", "model", "url", "database", "location", "cost", "username", "handle", "state", "target"),
    *("goal",),
)
"""Keys that hold one value within one section; elsewhere they may speak of another thing."""

NEVER_SINGLE = (
    *("name", "title", "type", "date", "created", "updated", "author", "total", "license", "language"),
    *("framework",),
)
"""Keys that are never declared by the lists above, whatever they are part of."""

_ROLE_WORDS = (
    *("product", "engineering", "account", "project", "program", "office", "sales", "marketing", "general"),
    *("release", "community", "people", "hiring", "operations", "finance", "delivery", "case", "team"),
    *("design", "content", "store", "branch", "regional", "area", "it", "hr", "qa", "senior", "assistant"),
    *("package", "password", "window", "file", "task", "session", "state", "memory", "context", "tag"),
)
"""Words before "manager" that make it somebody's or something's role and not an attribute."""


class Declared(NamedTuple):
    """What is known of a key: its attribute, who declares that it holds one value, or several."""

    attribute: KeyWords
    tier: Tier | None = None
    many: bool = False


class _Key(NamedTuple):
    """A declared key: its words as a set, and as they are written, one stem group a word."""

    words: frozenset[str]
    spoken: tuple[KeyWords, ...]
    tier: Tier


class Schema:
    """The declarations that hold under one configuration."""

    def __init__(self, settings: Settings, keys: KeyReader) -> None:
        self._reader = keys
        self._configured = frozenset(literal(_spaced(each)) for each in settings.facts.single_valued)
        self._several = frozenset(literal(_spaced(each)) for each in settings.facts.multi_valued)
        tiers = (
            (Tier.CONFIGURED, settings.facts.single_valued),
            (Tier.BUILT_IN, SINGLE_EVERYWHERE),
            (Tier.IN_SECTION, SINGLE_IN_SECTION),
        )
        several = [self._key(text, Tier.CONFIGURED) for text in settings.facts.multi_valued]
        self._single = [self._key(text, tier) for tier, texts in tiers for text in texts]
        self._single = [each for each in self._single if each.words]
        self._many = [each for each in several if each.words]
        self._never = {frozenset(keys.words(text)) for text in NEVER_SINGLE}
        self._roles = {words for text in _ROLE_WORDS if (words := keys.words(text))}
        self._manager = frozenset(keys.words("manager"))
        self._starts = frozenset(word for each in (*self._single, *self._many) for word in each.words)
        self._spelled = {word for text in (*SINGLE_EVERYWHERE, *SINGLE_IN_SECTION) for word in text.split()}
        self._known: dict[tuple[str, KeyWords, tuple[KeyWords, ...]], Declared] = {}

    def _key(self, text: str, tier: Tier) -> _Key:
        return _Key(frozenset(self._reader.words(text)), self._spoken(text), tier)

    def _spoken(self, text: str) -> tuple[KeyWords, ...]:
        """The words of a label in their order, function words left out."""
        words = (self._reader.words(each) for each in literal(_spaced(text)).split())
        return tuple(each for each in words if each)

    def declared(self, label: str, key: KeyWords, subject: Subject) -> Declared:
        """What is known of a key that stands in literal form as `label` in a note about `subject`."""
        asked = label, key, subject.keys  # labels that differ in capitals only may have other words
        found = self._known.get(asked)
        if found is None:
            if len(self._known) > 50_000:
                self._known.clear()
            found = self._known[asked] = self._judge(label, key, subject)
        return found

    def may_declare(self, key: KeyWords) -> bool:
        """Whether a key with these words can be a declared one at all; cheap."""
        return not self._starts.isdisjoint(key)

    def names_field(self, name: str) -> bool:
        """Whether the configuration names this front matter field."""
        return literal(_spaced(name)) in self._configured or literal(_spaced(name)) in self._several

    def names_column(self, header: str) -> bool:
        """Whether the configuration names this column of a table as holding one value."""
        return literal(_spaced(header)) in self._configured

    def _judge(self, label: str, key: KeyWords, subject: Subject) -> Declared:
        attribute = attribute_of(key, subject)
        label = _spaced(label)
        if label in self._several:
            return Declared(attribute, None, True)
        if label in self._configured:
            return Declared(attribute or key, Tier.CONFIGURED)
        if self._starts.isdisjoint(key):
            return Declared(attribute)
        if self._match(self._many, label, key, subject):
            return Declared(attribute, None, True)
        match = self._match(self._single, label, key, subject)
        if match is None or (match[0] is not Tier.CONFIGURED and self._is_plural(label)):
            return Declared(attribute)
        tier, words = match
        if not subject.keys and words:
            attribute = words
        return Declared(attribute, tier)

    def _is_plural(self, label: str) -> bool:
        """Whether a label speaks of several of what a built-in key holds one of (`Owners`)."""
        last = label.partition(" of ")[0].rsplit(" ", 1)[-1]
        return is_plural(last) and last not in self._spelled

    def _match(
        self, declared: list[_Key], label: str, key: KeyWords, subject: Subject
    ) -> tuple[Tier, KeyWords] | None:
        if subject.keys:
            found = self._with_subject(declared, key, subject)
            if found:
                return found
        return self._self_naming(declared, label)

    def _with_subject(
        self, declared: list[_Key], key: KeyWords, subject: Subject
    ) -> tuple[Tier, KeyWords] | None:
        for name in subject.keys:
            attribute = frozenset(key).difference(name)
            if not attribute or (attribute in self._never):
                continue
            known = attribute.union(name)
            for each in declared:
                if attribute <= each.words <= known:
                    return each.tier, ()
        return None

    def _self_naming(self, declared: list[_Key], label: str) -> tuple[Tier, KeyWords] | None:
        """The longest declared key with which a label ends, or begins before " of "."""
        head, of, _ = label.partition(" of ")
        spoken = self._spoken(label)
        head_words = self._spoken(head) if of else ()
        best: _Key | None = None
        for each in declared:
            size = len(each.spoken)
            fits = head_words == each.spoken or spoken[-size:] == each.spoken
            if fits and (best is None or size > len(best.spoken)):
                best = each
        if best is None or (best.words == self._manager and len(spoken) > 1 and spoken[-2] in self._roles):
            return None
        return best.tier, tuple(sorted(best.words))


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


@lru_cache(maxsize=20_000)
def attribute_of(key: KeyWords, subject: Subject) -> KeyWords:
    """The words of a key without those of the subject: of the name that is in it as a whole, else of the
    first one."""
    for name in subject.keys:
        if set(name) <= set(key):
            return tuple(word for word in key if word not in name)
    first = subject.keys[0] if subject.keys else ()
    return tuple(word for word in key if word not in first)
