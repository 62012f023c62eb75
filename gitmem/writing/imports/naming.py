"""Names imported notes in `.gitmem.toml`, so that the day they came does not pass for the day they were
written. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gitmem.clock import Instant
from gitmem.config import Settings, is_import, load_settings
from gitmem.errors import ConfigError, NoteError
from gitmem.globs import LARGEST_GLOB
from gitmem.notes.dating import SLACK
from gitmem.notes.markdown import read_note
from gitmem.notes.written import note_dates
from gitmem.writing.text import NoteText

_ARRAY = re.compile(rb"\s*(?:dates\s*\.\s*)?imports\s*=\s*\[")
_TABLE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*dates\s*\]\s*(?:#.*)?")


def without_date(notes: Mapping[str, bytes], now: Instant) -> list[str]:
    """The notes for which neither their name nor their front matter gives a day that can be true."""
    return [path for path, data in notes.items() if not _dates_itself(path, data, now)]


def _dates_itself(path: str, data: bytes, now: Instant) -> bool:
    try:
        fields = read_note(path, data).front_matter.dates
    except NoteError:
        fields = ()
    return any(each.day <= now.utc_day + SLACK for each in note_dates(path, fields))


def with_imports(there: bytes | None, paths: Iterable[str], settings: Settings) -> bytes | None:
    """The settings file with these notes in `dates.imports`; None where they cannot be put there safely.

    `settings` are those in use. Lines are only added, or what the list holds at its beginning.
    """
    before = load_settings(there)
    globs = tuple(dict.fromkeys(glob_of(_below(path, settings)) for path in paths))
    for after in _attempts(NoteText.of(there or b""), globs, before.dates.imports):
        try:
            found = load_settings(after)
        except ConfigError:
            continue
        same = found._replace(dates=found.dates._replace(imports=before.dates.imports)) == before
        used = found._replace(root=settings.root)
        if same and {*before.dates.imports, *globs} == {*found.dates.imports}:
            return after if all(is_import(path, used) for path in paths) else None
    return None


def glob_of(path: str) -> str:
    """A glob that names one path; where the path is too long for that, one of the folders above it."""
    plain = "".join("?" if char in "*[" or not char.isprintable() else char for char in path)
    while len(plain) > LARGEST_GLOB:
        plain = plain.removesuffix("/**").rpartition("/")[0] + "/**"
    return plain


def _below(path: str, settings: Settings) -> str:
    return path if settings.root is None else path.removeprefix(settings.root + "/")


def _attempts(text: NoteText, globs: Sequence[str], held: Sequence[str]) -> Iterator[bytes]:
    """The file with the globs in a list that is there, in a new list of a table that is there, and in a
    table of its own; what of it is right is known when it is read."""
    new = [_quoted(glob) for glob in globs]
    listed = [b"imports = [", *(b"  %s," % _quoted(glob) for glob in (*held, *globs)), b"]"]
    for number in range(1, len(text.lines) + 1):
        line = text.line(number)
        if found := _ARRAY.match(line):
            rest = line[found.end() :]
            if rest.strip():
                yield text.replaced(number, b"%s%s, %s" % (found[0], b", ".join(new), rest.lstrip())).data
            else:
                yield text.inserted(number, [b"  %s," % each for each in new]).data
        elif _TABLE.fullmatch(line):
            yield text.inserted(number, listed).data
    end = text.closed()
    gap = [b""] if end.lines and end.lines[-1].strip() else []
    yield end.inserted(len(end.lines), [*gap, b"[dates]", *listed]).data


def _quoted(glob: str) -> bytes:
    """A glob, which holds no control characters, as a TOML string."""
    return json.dumps(glob, ensure_ascii=False).encode("utf-8")
