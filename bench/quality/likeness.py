"""Whether two texts have a content word in common, whatever its ending."""

from __future__ import annotations

import re

import Stemmer

_STEM = Stemmer.Stemmer("english").stemWord
_WORDS = """
a an and are as at be by do does for from had has have he her his how i if in is it its may me must my of on
or shall should so that the there they this to was we were what when where which who whom whose will with
would you
"""
_FUNCTION_WORDS = frozenset(_WORDS.split())
"""Words that carry no meaning of their own. Short on purpose: a list that is too long hides likeness."""


def content(text: str, name: str = "") -> set[str]:
    """The stems of what a text says, those of a name aside."""
    words = set(re.findall(r"\w+", text.casefold())) - set(re.findall(r"\w+", name.casefold()))
    return {_STEM(word) for word in words - _FUNCTION_WORDS if word != "s"}


def share_nothing(question: str, line: str, name: str) -> bool:
    """Whether a question about somebody or something shares no content word with a line."""
    return not content(question, name) & content(line, name)
