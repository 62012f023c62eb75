"""What a caller writes -> the text of one list item, which can be nothing else than that. Pure.

A text that would begin another block (a heading, a list, a quotation, a rule, a fence …) begins with a
backslash instead, as Markdown has it, so a reader still sees the sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from gitmem.errors import UsageError
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import Provenance, inline_tags
from gitmem.notes.visible import visible

PROVENANCES = tuple(each.value for each in Provenance if each is not Provenance.IMPORTED)
"""What a caller may say of how something is known."""

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_STRUCTURE = re.compile(
    r"#{1,6}(?=[ ]|$)|[-+*](?=[ ]|$)|>|(?:[-_*=+][ ]*){2,}$|(?=`{3}|~{3})|"
    r"<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]{1,31}:)|\[(?=[^\]]+\]:)|%%"
)
_NUMBER = re.compile(r"(\d{1,9})(?=[.)](?:[ ]|$))")
_COMMENT = re.compile(r"(?<!\\)<!--")
_GROUP = re.compile(r"(?<! )[ ]*\{[^{}\n]{1,300}\}$")


def entry_text(texts: Sequence[str], provenance: str | None = None, key: str = "") -> str:
    """The words of a caller as the text of one item, with a tag for `provenance` if it has none yet.

    `key` is Markdown that comes before them. Line breaks become spaces. Raises `UsageError` for an empty
    text, one with control characters or bytes that are no UTF-8, or one that carries another provenance.
    """
    return _tagged(without_structure(key + clean_words(texts)), provenance)


def clean_words(texts: Sequence[str]) -> str:
    """The words of a caller on one line; see `entry_text`."""
    text = _BREAKS.sub(" ", " ".join(texts).replace("\ufeff", ""))
    text = re.sub(" {2,}", " ", text).strip()
    for sign in text:
        if unicodedata.category(sign) in ("Cc", "Cs"):
            what = (
                "bytes that are no UTF-8" if sign >= "\ud800" else f"the control character U+{ord(sign):04X}"
            )
            raise UsageError(f"the text holds {what}")
    if not text:
        raise UsageError("the text is empty")
    return text


def without_structure(text: str) -> str:
    """`text` so that nothing but the text of an item begins with it; comments are shown, not opened."""
    text = _COMMENT.sub(r"\\<!--", text)
    if _STRUCTURE.match(text):
        return f"\\{text}"
    return _NUMBER.sub(r"\1\\", text, count=1) if _NUMBER.match(text) else text


def _tagged(text: str, provenance: str | None) -> str:
    if provenance is None:
        return text
    if provenance not in PROVENANCES:
        raise UsageError(f"provenance is one of {', '.join(PROVENANCES)}, not {provenance!r}")
    said = inline_tags(text, ChunkKind.LIST_ITEM).provenance
    if said is not None and said is not Provenance(provenance):
        raise UsageError(f"the text says {said.value} itself, not {provenance}")
    return text if said is not None else without_structure(with_tag(text, f"[{provenance}]"))


def with_tag(text: str, tag: str) -> str:
    """`text` with a tag behind it; plainmem's group, which only counts at the end, stays there."""
    group = _GROUP.search(visible(text))
    cut = group.start() if group else len(text)
    return f"{text[:cut]}{' ' if cut else ''}{tag}{text[cut:]}"
