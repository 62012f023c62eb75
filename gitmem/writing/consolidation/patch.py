"""Changes to files as one unified diff that `git apply` takes, names quoted as git quotes them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import diff_bytes, unified_diff

from gitmem.git.repository import encode_path
from gitmem.writing.text import NoteText

_ESCAPES = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r"}
_ESCAPES |= {ord('"'): b'\\"', ord("\\"): b"\\\\"}


def patch_of(
    before: Mapping[str, bytes | None], after: Mapping[str, bytes | None], moves: Mapping[str, str]
) -> bytes:
    """The diff from one state of some files to another; empty when they are equal.

    `after` has every file that is made, changed or goes away; `moves` (old path to new) tells which of
    them are one file that only got another name, unless it was there under both.
    """
    renames = {old: new for old, new in moves.items() if before.get(new) is None}
    moved = {*renames, *renames.values()}
    parts = [_renamed(old, new) for old, new in renames.items()]
    for path, data in after.items():
        if path not in moved and before.get(path) != data:
            parts.append(b"".join(_changed(path, before.get(path), data)))
    return b"".join(parts)


def _renamed(old: str, new: str) -> bytes:
    first, second = _name(b"a/", old), _name(b"b/", new)
    names = b"rename from %s\nrename to %s\n" % (_name(b"", old), _name(b"", new))
    return b"diff --git %s %s\nsimilarity index 100%%\n" % (first, second) + names


def _changed(path: str, before: bytes | None, after: bytes | None) -> Iterator[bytes]:
    old, new = _name(b"a/", path), _name(b"b/", path)
    yield b"diff --git %s %s\n" % (old, new)
    if before is None:
        yield b"new file mode 100644\n"
    if after is None:
        yield b"deleted file mode 100644\n"
    if before or after:
        yield b"--- %s\n" % (b"/dev/null" if before is None else _ended(old))
        yield b"+++ %s\n" % (b"/dev/null" if after is None else _ended(new))
        yield from _hunks(before or b"", after or b"")


def _hunks(before: bytes, after: bytes) -> Iterator[bytes]:
    """The hunks; a last line without an ending is told as git tells it."""
    lines = diff_bytes(unified_diff, NoteText.of(before).lines, NoteText.of(after).lines)
    for number, line in enumerate(lines):
        if number >= 2:  # the names stand above already
            yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _ended(name: bytes) -> bytes:
    """A name as it stands after `---`: a tab ends one that holds a blank."""
    return name + b"\t" if b" " in name and not name.startswith(b'"') else name


def _name(prefix: bytes, path: str) -> bytes:
    """A name as git writes it: in quotes with escapes where a byte of it could be misread."""
    raw = prefix + encode_path(path)
    if all(0x20 <= byte < 0x7F and byte not in b'"\\' for byte in raw):
        return raw
    return b'"' + b"".join(map(_escaped, raw)) + b'"'


def _escaped(byte: int) -> bytes:
    plain = 0x20 <= byte < 0x7F
    return _ESCAPES.get(byte) or (bytes([byte]) if plain else b"\\%03o" % byte)
