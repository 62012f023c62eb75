"""The routing index of the memory policy: names, files and triggers, short, without facts, and complete."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.lines import SAYING, Line
from gitmem.checks.policy.places import Places
from gitmem.facts.claim import Shape
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.links import links, without_links

NEAR = 0.9
"""Share of the cap from which the length of the index is worth a warning."""

_WIKI = re.compile(r"\[\[([^\[\]|#\\]+)")
_CODE = re.compile(r"`([^`\n]+)`")
_PLAIN = re.compile(r"[^\s|`()\[\]<>\"',;]+")
_CELL_PATH = re.compile(r"[^|`\[\]<>\"\n]*?\.md(?:#[^|\s]*)?")
_URL = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"[<>{}*?]|YYYY|\.\.\.|…")
_EMPTY_CELL = re.compile(r"[\W_]*|\(.*\)|tbd|todo|none(?: yet)?|n/a", re.IGNORECASE)
_SHAPES = frozenset((Shape.ITEM, Shape.LINE, Shape.BOLD, Shape.BECOMES, Shape.ENDS))
_ABOUT_ITSELF = frozenset(
    (
        *("rule", "rules", "how", "format", "limit", "cap", "purpose", "columns", "column", "use", "usage"),
        *("policy", "read", "write", "keep", "see", "also", "trigger", "triggers", "file", "files", "name"),
        *("order", "instructions", "maintenance", "scope", "contents", "layout", "updated", "last updated"),
    )
)
"""Keys with which an index speaks of itself."""


class Pointer(NamedTuple):
    """A place that a line of the index names; `paths` are what it may mean, none of a placeholder or URL."""

    line: Line
    name: str
    paths: tuple[str, ...] = ()

    @property
    def is_folder(self) -> bool:
        """Whether it names a folder."""
        return self.name.endswith("/")


def pointers_of(places: Places, lines: Iterable[Line]) -> list[Pointer]:
    """All pointers of the index, in the order of its lines."""
    return [
        pointer for line in lines if line.kind is not ChunkKind.CODE for pointer in _pointers(places, line)
    ]


def _pointers(places: Places, line: Line) -> Iterator[Pointer]:
    for name in dict.fromkeys(_names(line.text)):
        if _URL.match(name):
            yield Pointer(line, name)
            continue
        path = unquote(name.partition("#")[0]).strip()
        if not path:
            continue
        yield Pointer(line, path, () if _PLACEHOLDER.search(name) else _meant(places, path))


def _names(text: str) -> Iterator[str]:
    yield from (link.target for link in links(text))
    yield from (match[1].strip() + ("" if "." in match[1] else ".md") for match in _WIKI.finditer(text))
    text = _WIKI.sub(" ", without_links(text))
    yield from (match[1] for match in _CODE.finditer(text) if _looks_like_path(match[1]))
    text = _CODE.sub(" ", text)
    if "|" in text:
        for cell in text.split("|"):
            if " " in cell.strip() and _CELL_PATH.fullmatch(cell.strip()) and "/" in cell:
                yield cell.strip()
                text = text.replace(cell, " ")
    yield from (match[0].rstrip(".:") for match in _PLAIN.finditer(text) if _looks_like_path(match[0]))


def _looks_like_path(text: str) -> bool:
    text = text.strip().rstrip(".:").partition("#")[0]
    return text.endswith(".md") or (text.endswith("/") and len(text) > 1 and "//" not in text)


def _meant(places: Places, path: str) -> tuple[str, ...]:
    """From the folder of the index, from the notes folder, and from the top; the first is the likeliest."""
    beside = posixpath.dirname(places.index)
    found = []
    for base in (beside, places.prefix, ""):
        joined = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
        if not joined.startswith("../") and joined != "..":
            found.append(joined + ("/" if path.endswith("/") else ""))
    return tuple(dict.fromkeys(found))


def leads_to(pointers: Iterable[Pointer], path: str) -> bool:
    """Whether some pointer names a note, or a folder above it."""
    for pointer in pointers:
        for meant in pointer.paths:
            if path.startswith(meant) if pointer.is_folder else _same_note(meant, path, pointer.name):
                return True
    return False


def _same_note(meant: str, path: str, name: str) -> bool:
    """A name without a folder, as in a wikilink, means the note of that name wherever it is."""
    return meant == path or ("/" not in name and path.rpartition("/")[2] == name)


def length(places: Places, data: bytes, former: Sequence[int] = ()) -> Iterator[Finding]:
    """A finding when the index is over its cap or near it; none where it was as long before (`former`)."""
    count, limit = characters(data), places.characters
    if count <= limit * NEAR or any(count <= before for before in former):
        return
    over = count > limit
    breach = PolicyBreach(Breach.OVER_CAP if over else Breach.NEAR_CAP, count=count, limit=limit)
    yield _finding(places.index, 1, 1, breach, Severity.ERROR if over else Severity.WARNING)


def characters(data: bytes) -> int:
    """How long a note is; line ends of Windows count once, a byte order mark not at all."""
    return len(data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))


def facts_in_index(places: Places, lines: Iterable[Line]) -> Iterator[Finding]:
    """A finding for each line of the index that states something instead of pointing at it."""
    for line in lines:
        if line.kind in SAYING and not line.struck and _is_fact(places, line):
            breach = PolicyBreach(Breach.FACT_IN_INDEX, line.words)
            yield _finding(places.index, line.line, line.end_line, breach)


def _is_fact(places: Places, line: Line) -> bool:
    if line.provenance is not None:
        return True
    if any(True for _ in _pointers(places, line)):
        return False
    if line.kind is ChunkKind.TABLE_ROW:
        cells = [cell.strip() for cell in line.text.strip().strip("|").split("|")]
        return sum(not _EMPTY_CELL.fullmatch(cell) for cell in cells) > 1
    return any(claim.shape in _SHAPES and claim.literal not in _ABOUT_ITSELF for claim in line.claims)


def dangling(places: Places, pointers: Iterable[Pointer], exists: Callable[[str], bool]) -> Iterator[Finding]:
    """A finding for each pointer at a note that is not there."""
    for pointer in pointers:
        if not is_dangling(pointer, exists):
            continue
        breach = PolicyBreach(Breach.DANGLING, pointer.line.words, target=pointer.name)
        yield _finding(places.index, pointer.line.line, pointer.line.end_line, breach)


def is_dangling(pointer: Pointer, exists: Callable[[str], bool]) -> bool:
    """Whether a pointer names a note, and there is none of those it may mean."""
    if not pointer.paths or not pointer.name.endswith(".md"):
        return False
    if "/" not in pointer.name and exists(f"**/{pointer.name}"):
        return False
    return not any(map(exists, pointer.paths))


def unrouted(
    places: Places, pointers: Sequence[Pointer], notes: Iterable[str], severity: Severity
) -> Iterator[Finding]:
    """A finding for each note of the folders to which the index does not lead."""
    for path in sorted(notes):
        if places.in_folders(path) and path != places.index and not leads_to(pointers, path):
            yield _finding(path, 1, 1, PolicyBreach(Breach.UNROUTED, target=places.index), severity)


def no_index(places: Places) -> Finding:
    """The finding that there is no routing index."""
    return _finding(places.index, 1, 1, PolicyBreach(Breach.NO_INDEX, target=places.index))


def _finding(
    path: str, line: int, end_line: int, breach: PolicyBreach, severity: Severity = Severity.ERROR
) -> Finding:
    return Finding(Rule.ROUTING_INDEX, severity, path, line, end_line, breach)
