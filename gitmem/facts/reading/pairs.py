"""`key: value` in one piece of a line: where the separator is, and what stands on its two sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gitmem.facts.claim import Bar, Shape
from gitmem.facts.reading.exclusions import ends_in_series_number, is_key, is_value, series_number
from gitmem.facts.reading.forms import plain, without_emoji
from gitmem.facts.reading.values import read_value

_FARTHEST = 160
"""Characters within which a separator has to come; a longer label is a sentence."""

_WIDE = re.compile(
    r"\uff1a|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]):(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)
_NEXT_KEY = re.compile(
    r"(?:[ \t]{1,9}[|·•][ \t]{1,9}|(?<=\S);[ \t]{1,9}|(?<=\S)[.,][ \t]{1,9}(?=\*\*|__)|"
    r"(?<=\S)[ \t]{1,9}(?=\*\*[^*\n]{1,60}(?::\*\*|\*\*:)))"
    r"(?=(?:\*\*|__)?[^\W\d_][^.;:,|*]{0,40}(?:\*\*|__)?::?(?:\*\*|__)?[ \t]+\S)"
)
_CHANGE = re.compile(r" (?:is now|is no longer|(?:moved|changed|switched) (?:to|from)) ")

_MARKS = " *_\t"
_EDGES = " -–—•*_\t"


class Pair(NamedTuple):
    """A key and its value, both as a reader sees them. `at` is where the value begins in the piece, 0 when
    the pair is a sentence; `span` is then where the sentence stands in its line."""

    shape: Shape
    label: str
    value: str
    former: str | None
    at: int
    bars: Bar = Bar.NONE
    span: tuple[int, int] | None = None


def has_separator(text: str) -> bool:
    """Whether a separator may be anywhere in a text; cheap."""
    if ":" not in text:
        return not text.isascii() and "\uff1a" in text
    if ": " in text or ":*" in text or ":_" in text or ":\t" in text:
        return True
    return not text.isascii() and _WIDE.search(text) is not None


def find_separator(shown: str) -> tuple[int, int] | None:
    """The range of the first separator in a line whose code is blanked: `:` or `::` before a blank or the
    end of bold, or a full-width colon; in scripts without spaces any colon."""
    position = shown.find(":", 0, _FARTHEST)
    while position >= 0:
        end = position + 1
        after = shown[end : end + 1]
        if after == ":":
            end += 1
            after = shown[end : end + 1]
        if after in " \t" or after in "*_":
            break
        position = shown.find(":", end, _FARTHEST)
    if not shown.isascii():
        wide = _WIDE.search(shown, 0, _FARTHEST)
        if wide and (position < 0 or wide.start() < position):
            return wide.span()
    if position < 0:
        return None
    return len(shown[:position].rstrip()), end


def _behind_name(shown: str, found: tuple[int, int] | None) -> tuple[int, int] | None:
    """The separator that counts, when the first one may belong to a name: `RFC 12: the name owner: Bo`."""
    if found is None or not any(map(str.isdigit, shown[: found[0]])):
        return found
    before = shown[: found[0]].lstrip(_MARKS)
    if not before or not ends_in_series_number(before):
        return found
    further = find_separator(shown[found[1] :])
    if further is None:
        return None if _CHANGE.search(shown, found[1]) else found
    starts = series_number(before) == len(before)
    return (found[1] + further[0], found[1] + further[1]) if starts else found


def label_in(source: str) -> str:
    """A label as a reader sees it, from its Markdown."""
    return without_emoji(plain(source)).strip(_EDGES)


def pieces(text: str, shown: str) -> Iterator[tuple[str, str]]:
    """The pieces of a line that hold a pair each: `A: 1 | B: 2`, `A: 1; B: 2`."""
    start = 0
    if shown.count(":") > 1:
        for cut in _NEXT_KEY.finditer(shown):
            yield text[start : cut.start()], shown[start : cut.start()]
            start = cut.end()
    yield text[start:], shown[start:]


def read_pair(text: str, shown: str) -> Pair | None:
    """The key and the value in a piece of a line, None when it is no claim."""
    found = _behind_name(shown, find_separator(shown))
    if found is None or not shown[: found[0]].strip(_MARKS):
        return None  # nothing, or nothing but code, stands before the separator
    source = text[: found[0]]
    if "](" in source:
        return None
    label = label_in(source)
    if not is_key(label) or _is_mostly_code(source, shown[: found[0]]):
        return None
    told = text[found[1] :]
    marked = source.lstrip()[:1] in ("*", "_")
    value = read_value(told.lstrip(_MARKS) if marked else told)
    if not is_value(value.text):
        return None
    bold = source.lstrip().startswith(("**", "__"))
    bars = Bar.URL_VALUE if "](http" in told else Bar.NONE
    if "? " in told or told.rstrip().endswith("?"):
        bars |= Bar.QUESTION
    return Pair(Shape.BOLD if bold else Shape.LINE, label, value.text, value.former, found[1], bars)


def _is_mostly_code(source: str, shown: str) -> bool:
    """Whether a label is code with a few words around it."""
    return "`" in source and sum(map(str.isalnum, shown)) * 2 < sum(map(str.isalnum, source))
