"""What a writer gives as the value, apart from what is said around it.

"active (was paused)" gives active and the former value paused; "8 May, as of yesterday's call" keeps what
is not clearly a remark. When in doubt nothing is cut.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from gitmem.facts.reading.forms import plain

LONGEST_PHRASE = 8
"""Words of a value that may stand against another; a longer one is a description."""

_PARENTHESIS = re.compile(r"\s*\(([^()]{1,200})\)$")
_WAS = re.compile(
    r"(?:(?:it )?was|were|formerly|previously|before|used to be|up from|down from|instead of|not)[:\s]\s*"
    r"(?P<former>(?:[^;,()]|,(?=\d)){1,60})",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+(?:—|–|--)\s+(?=[^\W\d_])")
_VERB = (
    r"(?:moved|changed|switched|went|raised|lowered|increased|decreased|reduced|bumped|renamed|upgraded|"
    r"downgraded|cut|grew|dropped|migrated|transferred)"
)
_FROM_TO = re.compile(
    rf"(?:(?:was |were |has |have |been |it )*{_VERB}\s+)?from\s+(?P<former>\S.{{0,80}}?)\s+to\s+"
    r"(?P<value>\S.{0,120})",
    re.IGNORECASE,
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
"""A month by its name, in small letters."""

_AS_OF = re.compile(
    rf"[\s,;]+\(?(?:as of:?|since|effective)\s+(?:the )?(?:\d|today|now|yesterday|last |{MONTH})"
    r"[^,;]{0,20}$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[a-z0-9%)]{2})[.!]\s+(?=[A-Z])")
_ABBREVIATIONS = frozenset(
    (
        "mr",
        "mrs",
        "ms",
        "dr",
        "st",
        "no",
        "vol",
        "inc",
        "ltd",
        "fig",
        "sec",
        "ave",
        "prof",
        "dept",
        "corp",
        "assn",
        "govt",
        "approx",
        "incl",
        "excl",
        "resp",
    )
)
_DOTTED = re.compile(r"(?:^|[\s.])(?:inc|ltd|co|corp|jr|sr|etc|st|no|[a-z])\.$", re.IGNORECASE)


class Value(NamedTuple):
    """A value as a reader would repeat it, and the one that the text says came before."""

    text: str
    former: str | None = None


@lru_cache(maxsize=20_000)
def read_value(source: str) -> Value:
    """The value in `source`, which is Markdown; empty when there is none."""
    text = plain(source)
    text, former = _without_parentheses(text)
    text = _first_sentence(text)
    if " from " in text or text.lower().startswith("from "):
        changed = _FROM_TO.fullmatch(text)
        if changed:
            text, former = changed["value"], former or changed["former"]
    text = _AS_OF.sub("", text)
    return Value(without_stop(text).strip(), former)


def _without_parentheses(text: str) -> tuple[str, str | None]:
    """`text` without remarks at its end, and the former value that one of them names."""
    former: str | None = None
    for _ in range(3):
        shorter, remark = _cut_remark(text)
        if remark is None:
            break
        was = _WAS.match(remark)
        former = former or (without_stop(was["former"]).strip() if was else None)
        text = shorter
    return text, former


def _cut_remark(text: str) -> tuple[str, str | None]:
    """`text` without the remark in parentheses or after a dash at its end, and that remark."""
    bare = text.rstrip(" .")
    if bare.endswith(")"):
        found = _PARENTHESIS.search(bare, max(0, len(bare) - 210))
        if found and found.start() > 0:
            return bare[: found.start()], found[1]
    if "—" in text or "–" in text or "--" in text:
        dash = _DASH.search(text)
        if dash and dash.start() > 0 and text[dash.end()].islower():
            return text[: dash.start()], text[dash.end() :]
    return text, None


def _first_sentence(text: str) -> str:
    """The first sentence, when more than a word or two follow it."""
    if ". " not in text and "! " not in text:
        return text
    for end in _SENTENCE_END.finditer(text):
        before = text[: end.start()]
        last = before.rsplit(" ", 1)[-1].lower()
        if last not in _ABBREVIATIONS and text.count(" ", end.end()) >= 2:
            return before
    return text


def without_stop(text: str) -> str:
    """`text` without a final stop, unless it belongs to an abbreviation."""
    if text.endswith(".") and not text.endswith("..") and not _DOTTED.search(text[-8:]):
        return text[:-1]
    return text


def is_long(value: str) -> bool:
    """Whether a value has more words than a phrase."""
    return value.count(" ") >= LONGEST_PHRASE or len(value) > 120
