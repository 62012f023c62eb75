"""Rows for notes to which the routing index does not lead yet, put into the tables they belong to. Pure.

A row points and tells no fact. What stands in the index stays: rows are added, and the row of a note that
was renamed in its folder gets the new name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gitmem.checks.policy.index import Pointer, facts_in_index, is_dangling, leads_to, pointers_of
from gitmem.checks.policy.lines import Line, read_lines
from gitmem.checks.policy.places import Places, places_of
from gitmem.config import Settings
from gitmem.errors import NoteError
from gitmem.facts.claims import ClaimReader, claim_reader
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note
from gitmem.writing.layout.routing import HEADER, Route, cells, row_of, table_title, triggers_of
from gitmem.writing.outline import headings_of, is_blank, last_line, section_end
from gitmem.writing.pieces import without_mark
from gitmem.writing.text import NoteText

_KEYED = (ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH)


class Routed(NamedTuple):
    """The index with rows for some notes: the lines of these rows, the notes for which none could be
    written, and the rows (line and what they name) that lead to nothing."""

    data: bytes
    rows: tuple[int, ...]
    left: tuple[str, ...]
    dangling: tuple[tuple[int, str], ...]


def route_of(path: str, data: bytes) -> Route:
    """What a row says of a note: its title, and its keys as what leads to it. Raises `NoteError`."""
    note = read_note(path, data)
    keyed = (each.text.split("\n")[0] for each in note.chunks if each.kind in _KEYED)
    return Route(note.title or _stem(path), path, triggers_of(keyed))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md").replace("-", " ")


def without_row(settings: Settings, data: bytes, paths: Iterable[str]) -> list[str]:
    """Those of some notes to which nothing in the index `data` leads."""
    pointers = _Index(settings, data, lambda path: True).pointers
    return [path for path in paths if not leads_to(pointers, path)]


def with_rows(
    settings: Settings, data: bytes, routes: Sequence[Route], exists: Callable[[str], bool]
) -> Routed:
    """The index `data` with a row for each note of `routes` to which nothing in it leads yet.

    `exists` tells whether there is a note at a path. Raises `NoteError` for an index that is no text.
    """
    index = _Index(settings, data, exists)
    read_note(index.places.index, data)
    missing = [each for each in routes if not leads_to(index.pointers, each.path)]
    fitting = {each.path: fit for each in missing if (fit := index.fitting(each)) is not None}
    left = [each for each in fitting.values() if not index.repoint(each)]
    for folder in index.places.all_folders:
        inside = [each for each in left if each.path.startswith(f"{folder}/")]
        left = [each for each in left if each not in inside]
        if inside:
            index.put(folder, inside)
    written = {each.path for each in fitting.values() if each not in left}
    rows = [line.line for each in written if (line := index.line_of(each)) is not None]
    unwritten = (each.path for each in missing if each.path not in written)
    return Routed(index.data, tuple(sorted(rows)), tuple(unwritten), tuple(index.dangling()))


class _Index:
    """The index while it gets rows."""

    def __init__(self, settings: Settings, data: bytes, exists: Callable[[str], bool]) -> None:
        self.places: Places = places_of(settings)
        self._reader: ClaimReader = claim_reader(settings)
        self._exists = exists
        self._mark, self._body = without_mark(data)
        self.pointers = self._read(self._body)

    @property
    def data(self) -> bytes:
        """Its bytes as they are now."""
        return self._mark + self._body

    def _read(self, body: bytes) -> list[Pointer]:
        return pointers_of(self.places, self._lines(body, claims=False))

    def _lines(self, body: bytes, *, claims: bool) -> Sequence[Line]:
        return read_lines(self.places.index, body, self._reader, claims=claims)

    def _set(self, text: NoteText) -> None:
        self._body = text.data
        self.pointers = self._read(self._body)

    def line_of(self, path: str) -> Line | None:
        """The line that leads to a note."""
        return next((each.line for each in self.pointers if leads_to([each], path)), None)

    def fitting(self, route: Route) -> Route | None:
        """A route whose row is read as a pointer to its note and as nothing else; None if none is."""
        plain = Route(_stem(route.path), route.path)
        return next((each for each in (route, plain) if self._fits(each)), None)

    def _fits(self, route: Route) -> bool:
        try:
            body = "\n".join([*HEADER, row_of(self.places, route)]).encode("utf-8")
            lines = [each for each in self._lines(body, claims=True) if each.kind is ChunkKind.TABLE_ROW]
        except (UnicodeEncodeError, NoteError):
            return False
        alone = len(lines) == 1 and not any(True for _ in facts_in_index(self.places, lines))
        pointers = pointers_of(self.places, lines)
        return alone and bool(pointers) and all(leads_to([each], route.path) for each in pointers)

    # Renamed notes

    def dangling(self) -> Iterator[tuple[int, str]]:
        """The lines of pointers to notes that are not there, and the names they give."""
        yield from ((each.line.line, each.name) for each in self.pointers if self._is_dangling(each))

    def _is_dangling(self, pointer: Pointer) -> bool:
        return is_dangling(pointer, lambda path: path.startswith("**/") or self._exists(path))

    def repoint(self, route: Route) -> bool:
        """Gives the row of a note that was renamed in its folder the new path; whether there is one."""
        name, folder = cells(row_of(self.places, route))[0], f"{route.path.rpartition('/')[0]}/"
        for each in self.pointers:
            line, old = each.line, each.name.encode("utf-8", "surrogateescape")
            same = line.kind is ChunkKind.TABLE_ROW and cells(line.text)[0] == name
            if not same or not any(path.startswith(folder) for path in each.paths):
                continue
            text = NoteText.of(self._body)
            source = text.line(line.line)
            if source.count(old) == 1 and self._is_dangling(each):
                new = self.places.shown(route.path).encode("utf-8")
                self._set(text.replaced(line.line, source.replace(old, new)))
                return leads_to(self.pointers, route.path)
        return False

    # New rows

    def put(self, folder: str, routes: Sequence[Route]) -> None:
        """Adds rows below the last one of a folder's table; a table is made where there is none."""
        note, text = read_note(self.places.index, self._body), NoteText.of(self._body)
        rows = [row_of(self.places, each).encode("utf-8") for each in routes]
        end = self._table_end(note, folder)
        if end is not None:
            self._set(text.inserted(end, rows))
            return
        title, table = table_title(folder), [b"", *(each.encode("ascii") for each in HEADER), *rows]
        headings = headings_of(note, text)
        own = next((each for each in headings if each.title.casefold() == title.casefold()), None)
        if own is None:
            after, table = last_line(text, 1, len(text.lines)), [b"", f"## {title}".encode(), *table]
        else:
            after = section_end(text, headings, own)
        if after < len(text.lines) and not is_blank(text, after + 1):
            table.append(b"")
        self._set(text.inserted(after, table))

    def _table_end(self, note: Note, folder: str) -> int | None:
        """The last line of the table for the notes of a folder; the only table of an index is for all, unless
        its heading is that of another folder."""
        ends: list[tuple[str, int, range]] = []
        for number, chunk in enumerate(note.chunks):
            if chunk.kind is ChunkKind.TABLE_HEADER and cells(chunk.text) == cells(HEADER[0]):
                end = chunk.line + 1
                for row in note.chunks[number + 1 :]:
                    if row.kind is not ChunkKind.TABLE_ROW or row.line != end + 1:
                        break
                    end = row.line
                heading = chunk.heading_path[-1] if chunk.heading_path else ""
                ends.append((heading.casefold(), end, range(chunk.line, end + 1)))
        titled = [end for heading, end, _ in ends if heading == table_title(folder).casefold()]
        inside = {
            each.line.line for each in self.pointers if any(p.startswith(f"{folder}/") for p in each.paths)
        }
        used = [end for _, end, lines in ends if any(line in lines for line in inside)]
        others = {table_title(each).casefold() for each in self.places.all_folders}
        only = [end for heading, end, _ in ends if len(ends) == 1 and heading not in others]
        return next(iter([*titled, *used, *only]), None)
