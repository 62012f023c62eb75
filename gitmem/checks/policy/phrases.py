"""How English lines of notes are phrased as rules, and which headings name rules.

Made to be silent when unsure: what was never seen so far is an observation, and so is what always failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitmem.checks.policy.orders import QUOTED, begins_as_name

_GENERAL = re.compile(
    r"(?<![\w-])(?:(?P<often>always|never)|(?<!\ba )must(?:n['\u2019]t)?|whenever|"
    r"(?:every ?|each )time(?! (?:zone|slot|frame|series|step|sheet|window|period)s?\b)|"
    r"without exception|in all cases|in no case|as a rule|rule of thumb|at all times|"
    r"no matter what)(?![\w-])",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"(?:\bnot|n['\u2019]t|\balmost|\bnearly|\bhardly|\bas|\blike|\bhave|\bhas|\bhad|['\u2019]ve|\bwas|\bwere)\s+$",
    re.IGNORECASE,
)
"""What before `always` or `never` takes it back or puts it into the past."""

_RULING = re.compile(
    r"\b(?:is|are|be|being|must|should|shall|may|can|will|to|gets?)\s+(?:to\s+)?$", re.IGNORECASE
)
"""What before it makes a participle after it a rule: `Secrets are never stored`."""

_PARTICIPLE = (
    r"(?:was|were|had|did|been|seen|done|went|gone|got|came|saw|said|made|took|taken|gave|given|knew|known|wrote|"
    r"written|broke|broken|heard|felt|met|found|left|lost|won|ran|sent|told|paid|built|bought|thought|caught|"
    r"held|kept|fell|rose|grew|began|became|spoke|ate|slept|meant|(?!embed\b|shed\b)\w{2,}(?<!e)ed)\b"
)
_PAST = re.compile(r"\s+(?:(?:really|once|even|actually|quite)\s+)?" + _PARTICIPLE, re.IGNORECASE)
_SO_FAR = re.compile(r"\b(?:so far|to date|until now|up to now|yet|in the past|back then)\b", re.IGNORECASE)
_GUESS = re.compile(r"\s+have\s+" + _PARTICIPLE, re.IGNORECASE)
"""After `must`, a guess about the past: `Ann must have left`."""

_DOUBLED = re.compile(r"\b(?:Always|Never)\s+$")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n")
_RULES = re.compile(
    r"\b(?:rules?|lessons?|guidelines?|guides?|conventions?|principles?|polic(?:y|ies)|playbooks?|"
    r"(?:best )?practices?|standing orders?|do['\u2019]?s and don['\u2019]?ts|how to work|standards?)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:candidates?|observations?|signals?|hypothes[ie]s|open|unproven|unconfirmed|tentative|pending|"
    r"possible|suspected|ideas?|inbox|to confirm|maybe)\b",
    re.IGNORECASE,
)


def names_rules(places: Iterable[str]) -> bool:
    """Whether headings or list items above a line say that rules stand below them; candidates are none."""
    text = " \n ".join(places)
    return bool(_RULES.search(text)) and not _NOT_YET.search(text)


def is_general(words: str) -> bool:
    """Whether a text says that something holds without exception; what it says of the past does not."""
    return any(map(_holds_always, _SENTENCE_END.split(QUOTED.sub(" ", words))))


def _holds_always(sentence: str) -> bool:
    if begins_as_name(sentence) or _SO_FAR.search(sentence):
        return False
    return any(_is_ruling(sentence, match) for match in _GENERAL.finditer(sentence))


def _is_ruling(sentence: str, match: re.Match[str]) -> bool:
    before, after = sentence[: match.start()], sentence[match.end() :]
    if match[0].casefold() == "must":
        return not _GUESS.match(after)
    if match["often"] is None:
        return True
    if _is_named(before, match[0]) or _HEDGE.search(before):
        return False
    return bool(_RULING.search(before)) or not _PAST.match(after)


def _is_named(before: str, word: str) -> bool:
    """Whether a word has a capital in the middle of a sentence: `the Never Never Land tour`."""
    if not before.endswith(" ") or not word[:1].isupper() or word.isupper():
        return False
    last = _DOUBLED.sub("", before).split()[-1:]
    return bool(last) and (last[0].islower() or last[0] == "The")
