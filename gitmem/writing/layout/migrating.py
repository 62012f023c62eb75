"""A flat memory note becomes a routing index and the notes it routes to, by moving lines. Pure.

Every line is moved as it is, to one place; what is written beside them (titles, tables, blank lines) is
only added. The plan proves this before anything is written.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from gitmem.checks.policy.places import Places
from gitmem.errors import NoteError
from gitmem.notes.front_matter import FrontMatter
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.links import relative_links
from gitmem.notes.markdown import Note, read_note
from gitmem.writing.layout.homes import TAIL, TITLE, Home, Homes, find_homes, table_of
from gitmem.writing.layout.routing import Route, index_lines, is_index, opening, triggers_of
from gitmem.writing.text import NoteText

_BLANK = b""

Reader = Callable[[str], bytes | None]


class MovedLine(NamedTuple):
    """A line of the flat note and its new place, both counted from 1."""

    line: int
    path: str
    to_line: int
    text: str


class Migration(NamedTuple):
    """The files afterwards, those that take lines before the index that gives them; every line's place."""

    files: dict[str, bytes]
    moved: tuple[MovedLine, ...]
    warnings: tuple[str, ...]


class _Line(NamedTuple):
    """A line of a new note; `source` is its line in the flat note, None if it is new, and `ending` its own
    ending there, empty where it had none."""

    text: bytes
    source: int | None = None
    ending: bytes = b""


def plan_migration(data: bytes, places: Places, read: Reader, linked: frozenset[str]) -> Migration:
    """The files that a flat memory becomes. `read` gives what lies at a path now, which is never replaced.

    `linked` are the relative links that lead to files; list items that begin with one stay in the index,
    where it works. Raises `NoteError`
    when the note is no text or has an unresolved merge in it.
    """
    note = read_note(places.index, data)
    if note.unmerged:
        raise NoteError(f"{places.index}: line {note.unmerged[0][0]}: an unresolved merge; resolve it first")
    mark, text = _without_mark(data)
    homes = find_homes(note, text.lines, places, linked)
    migration = _build(note, mark, text, homes, places, read)
    if not is_index(places.index, migration.files[places.index]):
        # A title that hides what follows it (an open comment) goes with the rest.
        homes = homes._replace(lines=tuple(_hidden(each, places) for each in homes.lines))
        migration = _build(note, mark, text, homes, places, read)
    _prove(text, migration, {places.index: len(mark)})
    return migration._replace(warnings=(*migration.warnings, *_cut_links(migration.moved, places, linked)))


def _cut_links(moved: tuple[MovedLine, ...], places: Places, linked: frozenset[str]) -> Iterator[str]:
    """The lines whose links worked and do not from their new note."""
    for each in moved:
        folder = each.path.rpartition("/")[0]
        if folder != places.index.rpartition("/")[0]:
            for target in relative_links(each.text):
                if target in linked:
                    yield f"{each.path}:{each.to_line}: links to {target}, which lies beside {places.index}"


def _without_mark(data: bytes) -> tuple[bytes, NoteText]:
    mark = data[: len(data) - len(_unmarked(data))]
    return mark, NoteText.of(_unmarked(data))


def _unmarked(data: bytes) -> bytes:
    while data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    return data


def _hidden(home: Home, places: Places) -> Home:
    return home if home.folder or home == TAIL else Home(places.context, "general")


def _build(note: Note, mark: bytes, text: NoteText, homes: Homes, places: Places, read: Reader) -> Migration:
    grouped = _grouped(text, homes)
    files: dict[str, bytes] = {}
    moved: list[MovedLine] = []
    routes: dict[str, list[Route]] = {}
    warnings: list[str] = []
    for home, lines in grouped.items():
        if not home.folder:
            continue
        body = _note_lines(home, lines, homes, note.front_matter)
        data = _joined(body, text.ending)
        path = _free_path(home, data, read, warnings)
        files[path] = data
        moved += _places(path, body)
        if home.folder != places.daily or home.folder in places.all_folders:
            routes.setdefault(home.folder, []).append(
                _route(path, home, body, homes, note.front_matter.end_line)
            )
    index = _index(grouped, places, routes, homes, triggers=True)
    if len(_joined(index, text.ending).decode("utf-8")) > places.characters:
        index = _index(grouped, places, routes, homes, triggers=False)
    files[places.index] = mark + _joined(index, text.ending)
    moved += _places(places.index, index)
    warnings += _told(note, files, places)
    return Migration(files, tuple(sorted(moved)), tuple(warnings))


def _grouped(text: NoteText, homes: Homes) -> dict[Home, list[_Line]]:
    """The lines of every home in their order."""
    grouped: dict[Home, list[_Line]] = {}
    for number, home in enumerate(homes.lines, start=1):
        line = text.line(number)
        grouped.setdefault(home, []).append(_Line(line, number, text.lines[number - 1][len(line) :]))
    return grouped


def _note_lines(home: Home, lines: list[_Line], homes: Homes, front: FrontMatter) -> list[_Line]:
    """A new note: its lines, below a title unless they begin with a heading of their own."""
    kept = [each for each in lines if each.source is not None and each.source <= front.end_line]
    rest = _spaced(lines[len(kept) :])
    head: list[_Line] = kept
    if not kept and front.dates and not re.fullmatch(r"\d{4}-\d\d-\d\d", home.stem):
        dates = [_Line(f"{each.field}: {each.day}".encode()) for each in front.dates]
        head = [_Line(b"---"), *dates, _Line(b"---"), _Line(_BLANK)]
    first = next((each for each in rest if each.text.strip()), None)
    if first is None or first.source in homes.headings:
        return [*head, *rest]
    title = [_Line(f"# {homes.names.get(home, home.stem)}".encode("utf-8", "surrogateescape"))]
    before = [_Line(_BLANK)] if kept else []
    after = [_Line(_BLANK)] if rest[0].text.strip() else []
    return [*head, *before, *title, *after, *rest]


def _spaced(lines: list[_Line]) -> list[_Line]:
    """The lines with a blank one between those that were not neighbours, unless there is one."""
    spaced: list[_Line] = []
    for each in lines:
        before = spaced[-1] if spaced else None
        if (
            before is not None
            and before.source is not None
            and each.source != before.source + 1
            and before.text.strip()
            and each.text.strip()
        ):
            spaced.append(_Line(_BLANK))
        spaced.append(each)
    return spaced


def _free_path(home: Home, data: bytes, read: Reader, warnings: list[str]) -> str:
    """A path where nothing lies, or these very bytes, as they do when an interrupted run is repeated."""
    wanted = f"{home.folder}/{home.stem}.md"
    path, number = wanted, 1
    while (there := read(path)) is not None and there != data:
        path = f"{home.folder}/{home.stem}-from-memory{'' if number == 1 else f'-{number}'}.md"
        number += 1
    if path != wanted:
        warnings.append(f"{wanted} is there already and stays; the moved lines are in {path}")
    return path


def _index(
    grouped: dict[Home, list[_Line]],
    places: Places,
    routes: dict[str, list[Route]],
    homes: Homes,
    *,
    triggers: bool,
) -> list[_Line]:
    """The lines of the index: title, tables, and what stays of the flat note."""
    title = grouped.get(TITLE, [])
    lines = [*title, *_new(opening(bool(title)))]
    tables = index_lines(places, routes, triggers=triggers)
    for folder, (heading, table) in zip(places.all_folders, tables, strict=True):
        kept = grouped.get(table_of(folder), [])
        lines += [kept[0] if kept else _Line(f"## {heading}".encode()), *_new(table), *kept[1:]]
    tail = _spaced(grouped.get(TAIL, []))
    first = next((each for each in tail if each.text.strip()), None)
    if first is not None and first.source not in homes.headings:
        lines += _new(["## Other notes", ""])
    return [*lines, *tail] if tail else lines[:-1]


def _new(lines: Iterable[str]) -> list[_Line]:
    return [_Line(each.encode("utf-8", "surrogateescape")) for each in lines]


def _route(path: str, home: Home, body: list[_Line], homes: Homes, after: int) -> Route:
    """The row of a note, with its keys as what leads to it: they say what it tells, not what is true.

    Lines up to `after` are front matter.
    """
    texts = (each.text.decode("utf-8", "replace") for each in body if each.source and each.source > after)
    return Route(homes.names.get(home, home.stem), path, triggers_of(texts))


def _joined(lines: list[_Line], ending: bytes) -> bytes:
    """The lines with their own endings; those without get what most lines of the flat note end with."""
    return b"".join(each.text + (each.ending or ending) for each in lines)


def _places(path: str, lines: list[_Line]) -> list[MovedLine]:
    return [
        MovedLine(each.source, path, number, each.text.decode("utf-8", "surrogateescape"))
        for number, each in enumerate(lines, start=1)
        if each.source is not None
    ]


def _told(note: Note, files: dict[str, bytes], places: Places) -> list[str]:
    """What the reader of the report has to know."""
    warnings = []
    if len(files[places.index].decode("utf-8")) > places.characters:
        warnings.append(f"{places.index} is longer than {places.characters} characters; take rows out of it")
    if note.front_matter.end_line and len(files) > 2:
        warnings.append(f"the front matter of {places.index} stands in one note now; its dates were copied")
    if untagged := sum(_untagged(path, data) for path, data in files.items() if _needs_tags(path, places)):
        warnings.append(
            f"{untagged} moved lines about people, projects or decisions do not say how they are known; "
            "git mem check --all lists them"
        )
    return warnings


def _needs_tags(path: str, places: Places) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in places.folders))


def _untagged(path: str, data: bytes) -> int:
    """How many pieces of text in a note carry no provenance."""
    kinds = (ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH, ChunkKind.TABLE_ROW)
    chunks = read_note(path, data).chunks
    return sum(chunk.kind in kinds and chunk.tags.provenance is None for chunk in chunks)


def _prove(text: NoteText, migration: Migration, marks: Mapping[str, int]) -> None:
    """Raises `NoteError` unless every line of the flat note is in the new files, at the place reported.

    `marks` are the bytes of a file before its first line.
    """
    before = Counter(text.line(number) for number in range(1, len(text.lines) + 1))
    new = {path: NoteText.of(data[marks.get(path, 0) :]) for path, data in migration.files.items()}
    after = Counter(new[each.path].line(each.to_line) for each in migration.moved)
    if before != after or [each.line for each in migration.moved] != list(range(1, len(text.lines) + 1)):
        raise NoteError("the memory cannot be divided without losing a line; nothing was written")
