"""What `init` lays out: settings, and under the policy index, folders, a first day and instructions. Pure.

Nothing that is there is replaced. A settings file gets the policy's table at its end, a file of instructions
gets the marked part at its end, and what has both already stays as it is, byte for byte.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from gitmem.checks.policy.places import Places
from gitmem.config import CONFIG_NAME
from gitmem.errors import UsageError
from gitmem.writing.layout.instructions import INSTRUCTIONS, with_instructions
from gitmem.writing.layout.routing import empty_index
from gitmem.writing.text import NoteText

KEEPER = ".gitkeep"
"""What keeps an empty folder in git."""

_SETTINGS = """\
# Settings of gitmem: data only, nothing here runs. What is not set has its default.
"""
_PARTS = """\
# include = ["**/*.md"]       # which files are notes, relative to the notes folder
{exclude}
[facts]
single_valued = []            # keys of which only one value is true, such as "door code"
multi_valued = []             # keys that list, such as "likes"
"""
_EXCLUDE = "# exclude = []\n"
_EXCLUDE_INSTRUCTIONS = f'exclude = ["{INSTRUCTIONS}"]       # instructions are no memory\n'
_POLICY = b"[policy]\nenabled = true\n"

Reader = Callable[[str], bytes | None]


class Layout(NamedTuple):
    """The files that are made or get something added, in the order of writing; what is there already and
    stays; and what else there is to say."""

    files: dict[str, bytes]
    kept: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def plan_settings(there: bytes | None, root: str | None, *, policy: bool) -> bytes:
    """The settings file afterwards. `root` is the notes folder, None for the whole repository."""
    if there is None:
        named = "" if root is None else f"root = {_quoted(root)}\n"
        exclude = _EXCLUDE_INSTRUCTIONS if policy and root is None else _EXCLUDE
        text = (_SETTINGS + named + _PARTS.format(exclude=exclude)).encode("utf-8")
        return text + b"\n" + _POLICY if policy else text
    if not policy or has_policy(there):
        return there
    note = NoteText.of(there).closed()
    gap = [b""] if note.lines and note.lines[-1].strip() else []
    return note.inserted(len(note.lines), [*gap, *_POLICY.splitlines()]).data


def has_policy(there: bytes) -> bool:
    """Whether settings, which can be read, say something of the policy."""
    return "policy" in tomllib.loads(there.decode("utf-8-sig").replace("\r\n", "\n"))


def plan_policy(
    places: Places,
    today: date,
    read: Reader,
    held: Callable[[str], tuple[str, ...]],
    *,
    instructed: bool = True,
) -> Layout:
    """Index, folders, a first daily note and, if `instructed`, instructions, where they are not there.
    `held` gives the names that lie in a folder."""
    files: dict[str, bytes] = {}
    kept: list[str] = []
    for folder in places.all_folders:
        if held(folder):
            kept.append(folder)
        else:
            files[f"{folder}/{KEEPER}"] = b""
    if not any(is_daily(name) for name in held(places.daily)):
        files[f"{places.daily}/{today}.md"] = f"# {today}\n".encode()
    if read(places.index) is None:
        files[places.index] = empty_index(places)
    else:
        kept.append(places.index)
    after = with_instructions(read(INSTRUCTIONS), places) if instructed else None
    if after is None or after == read(INSTRUCTIONS):
        kept.append(INSTRUCTIONS)
    else:
        files[INSTRUCTIONS] = after
    return Layout(files, tuple(kept))


def is_daily(name: str) -> bool:
    """Whether a file's name is that of a daily note."""
    try:
        return name.endswith(".md") and date.fromisoformat(name[:-3]).isoformat() == name[:-3]
    except ValueError:
        return False


def _quoted(text: str) -> str:
    """Text as a TOML string. Raises `UsageError` for a name that is no UTF-8, which TOML cannot say."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise UsageError(f"the name of the notes folder is not UTF-8, and {CONFIG_NAME} cannot name it")
    plain = str.maketrans({'"': '\\"', "\\": "\\\\"})
    return (
        '"'
        + "".join(char.translate(plain) if char.isprintable() else f"\\U{ord(char):08x}" for char in text)
        + '"'
    )
