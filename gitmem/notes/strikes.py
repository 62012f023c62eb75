"""Text that is struck from its first word to its last: nobody's belief any more, a fact or prose."""

from __future__ import annotations

import re

from gitmem.notes.freshness import Status

_WHOLE = re.compile(r"\s*~~(?!~)(?P<struck>[^\n]*?\S)~~(?!~)(?P<after>.*)", re.DOTALL)
_AFTER = re.compile(
    r"[\s*_.,;:()]*(?:(?P<end>superseded|replaced|retracted|withdrawn|obsolete|dropped|see)\b.*)?"
    r"(?:\[[^\]\n]*\][\s.]*)*",
    re.DOTALL | re.IGNORECASE,
)
_FOLLOWED = ("superseded", "replaced", "see")


def struck_status(text: str) -> Status | None:
    """What a text counts for that is struck as a whole: SUPERSEDED where it says so or points somewhere, else
    RETRACTED. None where something in it is not struck."""
    found = _WHOLE.fullmatch(text)
    if found is None or "~~" in found["struck"]:
        return None
    after = _AFTER.fullmatch(found["after"])
    if after is None:
        return None
    followed = after["end"] is not None and after["end"].lower() in _FOLLOWED
    return Status.SUPERSEDED if followed else Status.RETRACTED
