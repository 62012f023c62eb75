"""Links in Markdown text: where they stand and where the relative ones lead. Pure.

Inline links, images and reference definitions are links; what stands in code or comments is an example.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from gitmem.notes.visible import visible

_INLINE = re.compile(
    r"(?:!?\[[^\[\]]{0,500})?\]\(\s{0,9}(?:<(?P<angled>[^<>\n]{1,500})>"
    r"|(?P<bare>[^()<>\s]{1,500}(?:\([^()\s]{0,500}\)[^()<>\s]{0,500})?))"
    r"(?:\s{1,9}(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,9}\)"
)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?!\^)[^\[\]\n]{1,500}\]:[ \t]{0,9}(?:<(?P<angled>[^<>\n]{1,500})>|(?P<bare>[^\s<]\S{0,500}))"
    r"(?=[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\))?[ \t]*\r?$)",
    re.MULTILINE,
)
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_ELSEWHERE = re.compile(r"[a-zA-Z][\w+.-]*:|/|#|\?")
_LEAD = re.compile(r"(?:\[[ xX]\] )?\**")


class Link(NamedTuple):
    """A link: its target as written and where that stands, and where all of the link does."""

    target: str
    start: int
    end: int
    first: int
    last: int

    @property
    def path(self) -> str | None:
        """The path of a relative link, without its anchor and escapes; None for any other link."""
        if _ELSEWHERE.match(self.target):
            return None
        return unquote(re.split(r"[#?]", self.target)[0]) or None

    @property
    def anchor(self) -> str:
        """What stands behind the `#`, without escapes; empty without one."""
        return unquote(self.target.partition("#")[2])


def links(text: str) -> list[Link]:
    """The links of a text in order."""
    if "](" not in text and "]:" not in text:
        return []
    found: list[Link] = []
    for offset, prose in _prose(text):
        shown = visible(prose)
        for pattern in (_INLINE, _DEFINITION):
            for match in pattern.finditer(shown):
                name = "bare" if match["angled"] is None else "angled"
                spans = (*match.span(name), *match.span())
                found.append(Link(match[name], *(offset + each for each in spans)))
    return sorted(found, key=lambda each: each.start)


def relative_links(text: str) -> list[str]:
    """Where the relative links of a text lead, as paths without anchors and escapes."""
    return [link.path for link in links(text) if link.path is not None]


def leading_link(text: str) -> str | None:
    """The path of the relative link that a text begins with, a box of a task aside."""
    lead = _LEAD.match(text)
    begin = lead.end() if lead else 0
    return next((link.path for link in links(text) if link.first == begin), None)


def from_note(note: str, target: str) -> str:
    """A relative link of the note at `note` as a path from where that path starts."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(note), target))


def without_links(text: str) -> str:
    """A text without its links and what they are called."""
    for link in reversed(links(text)):
        text = f"{text[: link.first]} {text[link.last :]}"
    return text


def one_folder_deeper(text: str) -> str:
    """A text for a note one folder further down: its relative links lead to the same places."""
    for link in reversed(links(text)):
        if link.path is not None:
            start = link.start + 2 * link.target.startswith("./")
            text = f"{text[: link.start]}../{text[start:]}"
    return text


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text, fenced code left out, each with where it begins; code ends with one."""
    fence = ""
    start = position = 0
    for line in text.splitlines(keepends=True):
        end = position + len(line)
        opened = _FENCE.match(line)
        if fence:
            closing = line.strip(" \t\r\n>")
            if closing.startswith(fence) and not closing.strip(fence[0]):
                fence = ""
            start = end
        elif opened or not line.strip():
            fence = opened[1] if opened else ""
            yield start, text[start:position]
            start = end
        position = end
    yield start, text[start:position]
