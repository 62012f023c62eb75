"""Text that is struck from its first word to its last: nobody's belief any more, a fact or prose."""

from __future__ import annotations

import re

from gitmem.notes.freshness import Status

_SPAN = re.compile(r"~~(?!~)(?=\S)(?:(?!~~).)*?(?<=\S)~~(?!~)", re.DOTALL)
_BEFORE = re.compile(r"^[\s*_]*(?:\[[ xX]\]\s*)?(?:\d{4}-\d\d-\d\d\b[\s:*_–—-]*)?")
"""What stands before the words of an item and is no part of them: a task's box, the day of an entry."""

_AFTER = re.compile(
    r"[\s*_.,;:()]*(?:(?P<end>superseded|replaced|retracted|withdrawn|obsolete|dropped|see)\b.*)?"
    r"(?:\[[^\]\n]*\][\s.]*)*",
    re.DOTALL | re.IGNORECASE,
)
_FOLLOWED = ("superseded", "replaced", "see")


def struck_status(text: str) -> Status | None:
    """What a text counts for that is struck as a whole: SUPERSEDED where it says so or points somewhere, else
    RETRACTED. None where something in it is not struck."""
    rest, spans = _SPAN.subn("", text)
    if not spans:
        return None
    after = _AFTER.fullmatch(_BEFORE.sub("", rest, count=1))
    if after is None:
        return None
    followed = after["end"] is not None and after["end"].lower() in _FOLLOWED
    return Status.SUPERSEDED if followed else Status.RETRACTED
