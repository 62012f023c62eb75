"""How English questions begin before they say what they are about.

Those words are nothing to search for: that no note has `tell` proves nothing. Elsewhere in a question they
are words like any other.
"""

from __future__ import annotations

import re
from functools import cache

_OPENINGS = (
    r"(?:please,?\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?(?:tell|show|give|remind|find)\s+(?:me|us)\b",
    r"(?:please|any\s+idea|i\s+wonder|let\s+me\s+know)\b",
    r"do(?:es)?\s+(?:you|we|anyone|anybody|someone|somebody)\s+(?:happen\s+to\s+)?(?:know|remember|recall)\b",
    r"what\s+do\s+(?:you|we)\s+know\b",
    r"i(?:['\u2019]d|\s+would)\s+like\s+to\s+know\b|i\s+(?:want|need)\s+to\s+know\b",
)
_FIRST = re.compile(
    r"\s*(?:please|can|could|would|will|tell|show|give|remind|find|any|i|let|do|does|what)\b", re.IGNORECASE
)
"""With what they begin. The rest takes milliseconds to compile, and most questions need none of it."""

_END_BACKWARDS = re.compile(r"\W*esaelp\s+,?", re.IGNORECASE)
"""A last `please`, read from the end: looked for from the front, a long run of spaces costs its square."""


def matter_of(question: str) -> str:
    """What a question is about, without the words that only ask."""
    if _FIRST.match(question):
        found = _opening().match(question)
        question = question if found is None else question[found.end() :]
    please = _END_BACKWARDS.match(question[::-1])
    return question if please is None else question[: len(question) - please.end()]


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(_OPENINGS)})", re.IGNORECASE)
