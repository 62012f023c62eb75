"""Globs over repository paths, compiled to regular expressions that stay fast on hostile input.

`*` and `?` stay within one folder, `**` crosses folders, `[abc]` and `[!abc]` name characters, and a
glob that ends in `/` means everything below that folder. Nothing else is special, case counts, and
a glob always speaks of the whole path. This room touches no files.
"""

from __future__ import annotations

import re

from gitmem.errors import UsageError

LARGEST_GLOB = 256
"""Longest glob in characters; with `MOST_DEEP_STARS` it bounds the work one path can cause."""

MOST_DEEP_STARS = 4
"""How often `**` may stand in one glob."""

_CLASS = re.compile(r"\[(!?)(\]?[^\]/]*)\]")


def glob_fault(glob: str) -> str | None:
    """Why `glob` cannot be used, as words that follow its name; None when it can."""
    parts = glob.split("/")
    if not glob.strip():
        return "is empty"
    if glob.startswith("/") or re.match(r"[A-Za-z]:[/\\]", glob):
        return "is absolute; write it relative to the notes folder"
    if ".." in parts:
        return "leaves the notes folder"
    if len(glob) > LARGEST_GLOB:
        return f"is longer than {LARGEST_GLOB} characters"
    if _folded(glob).count("**") > MOST_DEEP_STARS:
        return f"holds '**' more than {MOST_DEEP_STARS} times"
    return None


def compile_globs(globs: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern whose `fullmatch` holds for a path when any of `globs` does.

    Raises `UsageError` naming a glob that is empty, absolute, too long or leaves the folder.
    """
    for glob in globs:
        fault = glob_fault(glob)
        if fault:
            raise UsageError(f"glob {glob!r} {fault}")
    return re.compile("|".join(_translate(glob) for glob in globs) if globs else r"(?!)", re.DOTALL)


def _folded(glob: str) -> str:
    glob = glob.removeprefix("./")
    glob = glob + "**" if glob.endswith("/") else glob
    return re.sub(r"(?:\*\*/)+", "**/", re.sub(r"\*{3,}", "**", glob))


def _translate(glob: str) -> str:
    parts = _folded(glob).split("/")
    words = [_translate_part(part) for part in parts[:-1]]
    last = r".+" if parts[-1] == "**" else _translate_name(parts[-1])
    return "".join(words) + last


def _translate_part(part: str) -> str:
    return r"(?:[^/]+/)*" if part == "**" else _translate_name(part) + "/"


def _translate_name(part: str) -> str:
    """One path component. Every star but the last is atomic, so no input makes matching explode."""
    pieces = [_translate_fixed(piece) for piece in re.split(r"\*+", part)]
    if len(pieces) == 1:
        return pieces[0]
    middle = "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:-1])
    return f"{pieces[0]}{middle}[^/]*{pieces[-1]}"


def _translate_fixed(piece: str) -> str:
    words: list[str] = []
    position = 0
    while position < len(piece):
        found = _CLASS.match(piece, position)
        if found and found[2]:
            words.append(_translate_class(found[1], found[2]))
            position = found.end()
            continue
        words.append("[^/]" if piece[position] == "?" else re.escape(piece[position]))
        position += 1
    return "".join(words)


def _translate_class(negated: str, members: str) -> str:
    ranges = re.fullmatch(r"(?:[^\\\]\[^&~|-]-[^\\\]\[^&~|-]|[^-])*-?", members)
    safe = re.sub(r"([\\\]\[^&~|])", r"\\\1", members) if ranges else re.escape(members)
    pattern = f"[{'^/' if negated else ''}{safe}]"
    try:
        re.compile(pattern)
    except re.error:
        return f"[{'^/' if negated else ''}{re.escape(members)}]"
    return pattern
