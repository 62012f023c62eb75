"""Newer lines that say in words that a value is over, put before the older line that still states it.

`Orion lead Ada -> Bo` is no claim that a reader of facts may rely on: of such lines in real notes too few
retire another one. So nothing is said of the older line. Yet who asks for the lead is better served by the
line that names both, when it is younger, names the subject and has the whole value of the older one with an
arrow after it or words such as `no longer` before it.

Measured on three tuning seeds of bench/quality: a later entry comes first for .910 of its questions, not
.833, and .062 of them, not .139, get the old value first; changes told in other words gain .02. No other
family, nor LoCoMo, changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gitmem.clock import Instant
from gitmem.facts.claim import Claim, Statement
from gitmem.index.candidates import Candidate
from gitmem.words import fold, tokens

_ARROW = re.compile(r"->|=>|[\u2192\u21d2]")
_OVER = r"(?:no longer|no more|instead of|rather than|and not|replac(?:es|ed|ing))(?: (?:the|an?|with|by))?"
_ENDS = re.compile(rf"\b{_OVER}\b")
_MARKUP = re.compile(r"[*_`~]+")
_SHORTEST = 4  # letters of a value that is known without its key
_LONGEST = 2000  # characters of a chunk that are read


def changes_first(
    ranked: Sequence[Candidate], stated: Mapping[int, Sequence[Statement]], now: Instant
) -> list[Candidate]:
    """The candidates in their order, but each that ends the value of an older one before that; none is left
    out. `stated` are the facts of chunks by id."""
    found = list(ranked)
    for change in ranked:
        text = _text(change)
        day = change.effective_day(now)
        if day is None or change.later or not (_ARROW.search(text) or _ENDS.search(text)):
            continue
        words = _words("\n".join((*change.headings, *change.parents, change.row.text[:_LONGEST])))
        at = found.index(change)
        for place, older in enumerate(found[:at]):
            said = older.effective_day(now)
            facts = stated.get(older.id, ())
            if said is not None and said < day and any(_ended(each.claim, text, words) for each in facts):
                found.insert(place, found.pop(at))
                break
    return found


def _ended(claim: Claim, text: str, words: frozenset[str]) -> bool:
    """Whether a text of these words says that the value of a claim is over."""
    value = _plain(claim.value)
    named, key = _words(claim.about.name), _words(claim.label)
    subject = named or key
    if not value or not subject or claim.strike is not None:
        return False
    if value not in text or not words.issuperset(subject):
        return False
    exact = rf"(?<!\w){re.escape(value)}(?!\w)"
    if words.issuperset(key) and re.search(rf"{exact} *(?:{_ARROW.pattern}) *\S", text):
        return True
    letters = sum(letter.isalpha() for letter in value)
    return letters >= _SHORTEST and re.search(rf"\b{_OVER} {exact}", text) is not None


def _text(candidate: Candidate) -> str:
    return _plain(candidate.row.text[:_LONGEST])


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", fold(text).casefold()).split())


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold().removesuffix("'s") for word in tokens(text))
