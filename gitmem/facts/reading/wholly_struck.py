"""Text that is struck from its first word to its last: nobody's belief any more, a fact or prose.

A box, a day, a time or tags before it, a label that it is the value of, and what is said of the strike after
it are no part of it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gitmem.facts.reading.prefixes import read_prefix
from gitmem.facts.reading.struck_text import read_beside, struck_spans, with_tildes
from gitmem.notes.freshness import Status
from gitmem.notes.tags import without_tags
from gitmem.notes.visible import visible

_ENDED = re.compile(
    r"[\W_]*(?P<end>superseded|superceded|replaced|retracted|withdrawn|obsolete|dropped|removed|done|by|see)\b",
    re.IGNORECASE,
)
_FOLLOWED = ("superseded", "superceded", "replaced", "see", "by")
_LABEL_END = re.compile(r":[\s*_]*\Z")
_DECORATION = " \t\n*_()"


class WhollyStruck(NamedTuple):
    """A text of which nothing stands.

    `status` is SUPERSEDED where it says so or points somewhere, else RETRACTED. `remark` tells that other
    words follow the strike, which speak of it as likely as of something new.
    """

    status: Status
    remark: bool = False


def wholly_struck(text: str) -> WhollyStruck | None:
    """How a text is struck as a whole; None where something in it stands."""
    text = with_tildes(text)
    shown = visible(text)
    spans = struck_spans(text, shown)
    if not spans:
        return None
    before = without_tags(text[read_prefix(text, shown, True).end : spans[0][0]])
    if before.strip(_DECORATION) and not _LABEL_END.search(before):
        return None
    ends = [start for start, _ in spans[1:]] + [len(text)]
    after = [without_tags(text[stop:end]) for (_, stop), end in zip(spans, ends, strict=True)]
    if not all(_tells_end(each) for each in after[:-1]) or not _speaks_of_strike(after[-1]):
        return None
    said = [found["end"].lower() for each in after if (found := _ENDED.match(each))]
    followed = bool(said) and said[-1] in _FOLLOWED
    known = len(said) == sum(map(_says, after)) and not _something_new(after[-1])
    return WhollyStruck(Status.SUPERSEDED if followed else Status.RETRACTED, not known)


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _something_new(text: str) -> bool:
    """Whether lines that say something follow one that tells how a struck text ended and is complete."""
    first, _, below = text.partition("\n")
    ended = _ENDED.match(first)
    complete = ended is not None and not any(map(str.isalpha, first[ended.end() :]))
    return complete and _says(below) and not _ENDED.match(below)


def _tells_end(text: str) -> bool:
    """Whether a text after a strike says nothing, or how what is struck ended."""
    return not _says(text) or _ENDED.match(text) is not None


def _speaks_of_strike(text: str) -> bool:
    return _tells_end(text) or read_beside(text).remark
