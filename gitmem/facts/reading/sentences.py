"""Sentences that assert something: `X is Y`, `X is now Y`, `X moved from A to B`, `X is no longer Y`.

Only plain statements about a thing that is named are read. Questions, conditions, negations, and sentences
about "it", "this" or "we" say too little about what they speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gitmem.facts.claim import Shape
from gitmem.facts.reading.exclusions import is_value, without_series_colon
from gitmem.facts.reading.forms import plain
from gitmem.facts.reading.sentence_words import (
    DETERMINERS,
    EMPTY_VALUE,
    INFINITIVES,
    PARTICIPLES,
    POINTING,
    PREPOSITIONS,
    RANKS,
    VAGUE,
    VERBS,
)
from gitmem.facts.reading.values import MONTH, read_value
from gitmem.facts.reading.wordlists import TITLE_WORDS

_LONGEST_SUBJECT = 8
_LONGEST_CERTAIN = 14
"""Words of a subject that says whose attribute it is: `the X of Y`, `Y's X`."""

_LONGEST_VALUE = 8
_LONGEST_SENTENCE = 300
_FARTHEST = 100
_LONGEST_REST = 160
_END = re.compile(r"(?<=[.!?])[*_\"')]{0,4}\s+(?=[A-Z\"'(\[*_`])")
_CHANGE = re.compile(r"\b(?P<verb>moved|changed|switched|migrated|went|became)\s+", re.IGNORECASE)
_STATE = re.compile(r"\b(?:is|are)\s+(?P<how>now|no longer|currently)?\s*", re.IGNORECASE)
_STATE_NOW = re.compile(r"\b(?:is|are)\s+(?P<how>now)\s+", re.IGNORECASE)
_FROM_NOW = re.compile(
    r"\s+(?:from (?:today|tomorrow|now|here|this (?:week|month|year))(?: on(?:wards?)?)?|as of (?:today|now)|"
    r"(?:starting|effective) (?:today|now|immediately))\b(?!\s+(?:to|until|till)\b)",
    re.IGNORECASE,
)
"""What makes a new value of what is said to be so."""

_FOR_SUBJECT = re.compile(
    r"(?:^|\bthat )for (?P<subject>[^\s,]+(?: [^\s,]+){0,4}?),? (?:the|its) (?P<key>[^,]+)$", re.IGNORECASE
)
"""`for X the Y`, which is the Y of X."""

_AUXILIARY = re.compile(
    r"(?:\s+(?:has|have|had|was|were|been|is|are|gets?|got|just|already|recently|officially|now|"
    r"finally|also|then|effectively|therefore|still|only))+$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:the|our|my|your|its|a|an)\s+", re.IGNORECASE)
_CONJUNCTIONS = (
    r"since|because|so|but|as|after|before|until|when|while|which|who|where|if|effective|starting|beginning|"
    r"instead of|rather than|due to|and (?:we|it|they|he|she|is|are|has|have|will)"
)
_WHEN = (
    rf"(?:in|on) (?:(?:19|20)\d\d\b|{MONTH}|\d{{1,2}} {MONTH}|(?:mon|tues|wednes|thurs|fri)day)|today|"
    r"yesterday|(?:last|this|next) (?:week|month|year|quarter|spring|summer|autumn|fall|winter)"
)
_CLAUSE = re.compile(
    rf"\s*[,;:]\s|\s+(?:{_CONJUNCTIONS})\b|\s+(?:{_WHEN})|\s+[–—]+\s|\s--\s|"
    r"\s+\((?!was\b|formerly\b|previously\b)",
    re.IGNORECASE,
)
_SIGNS = frozenset(',;:()[]{}<>=|?!\u2026"')
_CONNECTORS = frozenset(("and", "but", "so", "also", "now", "then", "update", "today"))
_ACTORS = frozenset(("we", "i", "they", "we have", "we've", "i have", "i've", "we just", "they have"))


class Said(NamedTuple):
    """One sentence read: its shape, what it speaks of, the value, and the value it says came before.

    `start` and `end` are where the sentence stands in the text."""

    shape: Shape
    label: str
    value: str
    former: str | None
    start: int = 0
    end: int = 0


def has_cue(text: str) -> bool:
    """Whether a text may hold a sentence that is read here; cheap."""
    return " is " in text or " are no" in text or _has_change(text)


def _has_change(text: str) -> bool:
    return (
        " moved " in text
        or " changed " in text
        or " switched " in text
        or " migrated " in text
        or " went from " in text
        or " became " in text
    )


def read_sentences(source: str) -> Iterator[Said]:
    """The statements in `source` (Markdown on one line; comments blanked), in order."""
    for start, end in _candidates(source):
        sentence = source[start:end]
        if _may_read(sentence):
            said = _read(plain(sentence))
            if said is not None:
                yield said._replace(start=start, end=start + len(sentence.rstrip()))


def _candidates(source: str) -> Iterator[tuple[int, int]]:
    """The ranges of the sentences that may be read; the whole text is cut only where a change may be told."""
    if _has_change(source):
        start = 0
        for end in [*(match.end() for match in _END.finditer(source)), len(source)]:
            yield start, end
            start = end
        return
    done, at = 0, _next_state(source, 0)
    while at >= 0:
        begin = max(done, at - _FARTHEST)
        start = begin if begin == done else -1
        for cut in _END.finditer(source, begin, at + 1):
            start = cut.end()
        if start >= 0 and ", " not in source[start:at]:
            stop = _END.search(source, at, at + _LONGEST_REST)
            done = stop.end() if stop else len(source)
            yield start, done
        at = _next_state(source, max(done, at + 1))


def _next_state(source: str, start: int) -> int:
    """Where the next word stands that tells a state, -1 if none does."""
    at, many = source.find(" is ", start), source.find(" are no", start)
    return at if many < 0 or 0 <= at < many else many


def _may_read(sentence: str) -> bool:
    """Whether a sentence is short enough and does not begin with a vague word; cheap."""
    if len(sentence) > _LONGEST_SENTENCE or "](" in sentence[:4]:
        return False
    at = sentence.find(" is ", 0, _FARTHEST)
    if at < 0:
        at = sentence.find(" are no", 0, _FARTHEST)
    changes = _has_change(sentence)
    if not changes:
        if at < 0 or len(sentence) - at > _LONGEST_REST or ", " in sentence[:at]:
            return False
        longest = _LONGEST_CERTAIN + 1 if sentence.startswith(" is now ", at) else _LONGEST_SUBJECT
        if sentence.count(" ", 0, at) > longest:
            return False
    words = sentence.lstrip(" *_\"'(")[:40].lower().split(" ", 2)
    first = words[1] if words[0].rstrip(",:") in _CONNECTORS and len(words) > 1 else words[0]
    if first == "for":
        return " is now " in sentence or _FROM_NOW.search(sentence) is not None
    return first not in VAGUE or (first in _ACTORS and changes)


def _read(sentence: str) -> Said | None:
    if sentence.endswith("?"):
        return None
    first, _, rest = sentence.partition(" ")
    if first.rstrip(",:").lower() in _CONNECTORS:
        sentence = rest
    change = _CHANGE.search(sentence)
    if change and (said := _change(sentence, change)):
        return said
    told = _STATE_NOW.search(sentence)
    if told and (said := _state(sentence, told)):
        return said
    state = _STATE.search(sentence)
    return _state(sentence, state) if state else None


def _state(sentence: str, state: re.Match[str]) -> Said | None:
    rest = sentence[state.end() :]
    how = (state["how"] or "").lower()
    begins = None if how else _FROM_NOW.search(rest)
    if begins is not None:
        how, rest = "now", rest[: begins.start()]
    before = sentence[: state.start()]
    whose = _FOR_SUBJECT.search(before) if how == "now" else None
    if whose is not None and not whose["subject"][0].islower():
        before = f"{whose['key'].strip()} of {whose['subject']}"
    label = _subject(before, changed=how == "now")
    if label is None or not rest:
        return None
    first = rest.split(" ", 1)[0].lower().strip(".,")
    if how == "no longer":
        value = _value(rest)
        return Said(Shape.ENDS, label, value[0], None) if value else None
    if first in EMPTY_VALUE or (not how and sentence[state.start() :][:3].lower() == "are"):
        return None
    value = _value(rest)
    if value is None or first.endswith("ing") or first in INFINITIVES:
        return None
    if how == "now":
        if value[0].count(" ") > 2 and (first.endswith("ed") or first in PARTICIPLES):
            return None
        return Said(Shape.BECOMES, label, value[0], value[1])
    if value[2] or not _is_telling(label, value[0], first):
        return None
    return Said(Shape.IS, label, value[0], value[1])


def _is_telling(label: str, value: str, first: str) -> bool:
    """Whether `X is Y` tells something of a thing: not what is done with it, nor of "the second way"."""
    more = value.count(" ")
    if more and (first.endswith(("ed", "ly")) or first in ("otherwise", "therefore") or first in PARTICIPLES):
        return False
    if first in PREPOSITIONS and more > 2:
        return False
    words = label.lower().split()
    return words[-1] not in POINTING or (len(words) > 1 and words[0] not in RANKS) or len(words) > 2


def _change(sentence: str, change: re.Match[str]) -> Said | None:
    """`X moved to B`, `X changed from A to B`, `we switched X from A to B`, `X became B`."""
    before = sentence[: change.start()]
    rest = sentence[change.end() :]
    verb = change["verb"].lower()
    actor = before.strip().lower()
    if verb == "became":
        direction, told = "", rest
    else:
        direction = rest.split(" ", 1)[0].lower()
        told = rest
        if direction not in ("to", "from"):
            if actor not in _ACTORS:
                return None
            before, told = _moved_thing(rest)
            direction = told.split(" ", 1)[0].lower()
    label = _subject(before, changed=True)
    if label is None or not told or (verb == "went" and direction != "from"):
        return None
    if direction == "to":
        told = told[3:]
    value = _value(told)
    if value is None or (direction == "from" and value[1] is None):
        return None
    if value[0].split(" ", 1)[0] in INFINITIVES:
        return None
    return Said(Shape.BECOMES, label, value[0], value[1])


def _moved_thing(rest: str) -> tuple[str, str]:
    """`the host from A to B` -> the thing, and `from A to B` or `to B`."""
    for word in (" from ", " to "):
        thing, found, told = rest.partition(word)
        if found and len(thing) <= 60:
            return thing, f"{word.strip()} {told}"
    return "", ""


def _subject(text: str, *, changed: bool) -> str | None:
    """What a sentence speaks of, or None when it is too long, too vague or a clause of its own.

    Where it tells a change of what is somebody's, the name of that somebody may be any title.
    """
    text = _AUXILIARY.sub("", text.rstrip())
    text = text.strip(" \"'")
    certain = changed and (" of " in text or "'s " in text or "s' " in text)
    if not text or len(text) > (120 if certain else 80) or text[0] in "-$~/.&*":
        return None
    if not _SIGNS.isdisjoint(without_series_colon(text) if certain else text):
        return None
    if " - " in text or " -- " in text:
        return None
    words = text.lower().replace("\u2019", "'").split()
    longest = _LONGEST_CERTAIN if certain else _LONGEST_SUBJECT
    if len(words) > longest or (words[0] in VAGUE and not (certain and words[0] in ("how", "using"))):
        return None
    if not (VERBS - TITLE_WORDS if certain else VERBS).isdisjoint(words):
        return None
    if words[-1] in PREPOSITIONS or words[-1] in VAGUE or (not certain and _is_activity(words)):
        return None
    article = _ARTICLE.match(text)
    bare = text[article.end() :] if article else text
    return bare if any(map(str.isalpha, bare)) else None


def _is_activity(words: list[str]) -> bool:
    """Whether words speak of doing something (`Running it in a shell`) or begin with an adverb."""
    if len(words) == 1:
        return False
    if words[0].endswith("ing"):
        return len(words) > 3 or words[1] in DETERMINERS or words[1] in PREPOSITIONS
    return words[0].endswith("ly") and words[0] not in ("family", "weekly", "monthly", "daily", "early")


def _value(text: str) -> tuple[str, str | None, bool] | None:
    """The value a sentence ends in, the one before, and whether a clause was cut off after it."""
    clause = _CLAUSE.search(text, 1)
    told = text[: clause.start()] if clause else text
    value = read_value(told)
    shown = value.text
    article = _ARTICLE.match(shown)
    if article and not shown.lower().startswith(("a ", "an ")):
        shown = shown[article.end() :]
    if not is_value(shown) or shown.count(" ") >= _LONGEST_VALUE:
        return None
    return shown, value.former, clause is not None
