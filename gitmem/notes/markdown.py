"""Bytes of one note to a `Note`: text, front matter and chunks, with exact line numbers.

Lines are counted by `\\n` as git counts them. A byte order mark is dropped, `\\r\\n` is read as `\\n`
and a lone `\\r` as a space. A file that is no UTF-8 text is refused as a whole and never guessed at.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from gitmem.errors import NoteError
from gitmem.notes.blocks import BlockReader, code_spans
from gitmem.notes.chunks import Chunk, Section
from gitmem.notes.days import NoteWarning
from gitmem.notes.front_matter import FrontMatter, parse_front_matter
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markers import blank, comment_blocks, may_mislead, merge_markers

__all__ = ["Chunk", "ChunkKind", "Note", "NoteWarning", "Section", "read_note"]

_FOREIGN_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


@dataclass(frozen=True, slots=True)
class Note:
    """One note. `title` is its first H1; `chunks` are in the order of their lines and do not overlap.

    `unmerged` has the first and last line of each unresolved merge, its markers included.
    """

    path: str
    title: str | None
    front_matter: FrontMatter
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    warnings: tuple[NoteWarning, ...]
    line_count: int
    unmerged: tuple[tuple[int, int], ...] = ()


def read_note(path: str, data: bytes) -> Note:
    """The note that `data` holds. `path` is relative to the repository's top and is not opened.

    Raises `NoteError` when the data is no UTF-8 text; anything else in it is read somehow.
    """
    content = _normalise(data)
    text = _decode(content)
    front_matter = parse_front_matter(text)
    body = content
    warnings: list[NoteWarning] = list(front_matter.warnings)
    if front_matter.end_line:
        body = content.split(b"\n", front_matter.end_line)[-1] if _has_rest(content, front_matter) else b""
    masked, unmerged = _mask(body, front_matter.end_line)
    reader = BlockReader(body, masked, front_matter.end_line + 1)
    reader.read()
    chunks = reader.chunks
    if front_matter.end_line:
        chunks = [_front_matter_chunk(text, front_matter.end_line), *chunks]
    warnings += [NoteWarning(first, "unresolved merge begins here") for first, _ in unmerged]
    for chunk in chunks:
        warnings += chunk.tags.warnings
    return Note(
        path=path,
        title=reader.title,
        front_matter=front_matter,
        sections=tuple(reader.sections),
        chunks=tuple(chunks),
        warnings=tuple(sorted(warnings, key=lambda each: each.line)),
        line_count=data.count(b"\n") + (not data.endswith(b"\n") and bool(data)),
        unmerged=tuple(unmerged),
    )


def _normalise(data: bytes) -> bytes:
    for mark, name in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise NoteError(f"not UTF-8 text (it begins with a {name} byte order mark)")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise NoteError(f"not a text (NUL byte on line {line})")
    while data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b" ")
    return data


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NoteError(f"not UTF-8 text (byte 0x{content[error.start]:02x} on line {line})") from None


def _has_rest(content: bytes, front_matter: FrontMatter) -> bool:
    return content.count(b"\n") >= front_matter.end_line


def _mask(body: bytes, lines_before: int) -> tuple[bytes, list[tuple[int, int]]]:
    """The body as the parser may see it, and the first and last line of each unresolved merge."""
    if not may_mislead(body):
        return body, []
    code = code_spans(body)
    regions = merge_markers(body, code)
    spans = [span for region in regions for span in region] + comment_blocks(body, code)
    merges: list[tuple[int, int]] = []
    line, position = lines_before + 1, 0
    for region in regions:
        first = line + body.count(b"\n", position, region[0][0])
        position = region[-1][0]
        line = first + body.count(b"\n", region[0][0], position)
        merges.append((first, line))
    return blank(body, spans), merges


def _front_matter_chunk(text: str, end_line: int) -> Chunk:
    lines = text.split("\n", end_line)[:end_line]
    block = "\n".join(each.rstrip() for each in lines)
    return Chunk(1, end_line, ChunkKind.FRONT_MATTER, (), (), 0, block)
