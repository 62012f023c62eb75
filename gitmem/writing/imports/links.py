"""The relative links of Markdown text. Pure."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

_LINK = re.compile(r"\]\(<?([^()<>\s]{1,500})>?[^()\n]{0,200}\)")
_LEADING = re.compile(r"(?:\[[ xX]\] )?\**\[[^\[\]\n]{0,200}" + _LINK.pattern)
_ELSEWHERE = re.compile(r"[a-zA-Z][\w+.-]*:|/|#|\?")


def relative_links(text: str) -> list[str]:
    """Where the relative links of a text lead, as written but without anchors and escapes."""
    return [path for found in _LINK.finditer(text) if (path := _relative(found[1]))]


def leading_link(text: str) -> str | None:
    """The relative link that a text begins with, a box of a task aside."""
    found = _LEADING.match(text)
    return _relative(found[1]) if found else None


def from_note(note: str, target: str) -> str:
    """A relative link of the note at `note` as a path from where that path starts."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(note), target))


def _relative(target: str) -> str | None:
    if _ELSEWHERE.match(target):
        return None
    return unquote(re.split(r"[#?]", target)[0]) or None
