"""Where the memory policy has what: its folders, its routing index, and the memory around them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote

from gitmem.config import Settings

_ODD = re.compile(r"[^\w./+ -]")
"""What ends a cell or a path in running text, or means something else there."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the policy has what, as paths relative to the repository's top.

    `prefix` is the notes folder with its slash, empty for the whole repository; `folders` hold what is
    known of people, projects and decisions, `context` the rest; `daily`, around them, has the daily notes.
    `characters` is how long the index may be.
    """

    prefix: str
    index: str
    folders: tuple[str, ...]
    context: str
    daily: str
    characters: int
    around: str = ""
    """The folder around all the others, with its slash; empty for the top."""

    @property
    def all_folders(self) -> tuple[str, ...]:
        """The folders that have a table each."""
        return tuple(dict.fromkeys((*self.folders, self.context)))

    def shown(self, path: str) -> str:
        """A path as rows name it: relative to the notes folder, as a link where it must be."""
        path = path.removeprefix(self.prefix)
        if not _ODD.search(path):
            return path
        name = _ODD.sub("-", posixpath.basename(path).removesuffix(".md"))
        return f"[{name}](<{_ODD.sub(lambda odd: quote(odd[0], safe=''), path)}>)"

    def in_folders(self, path: str) -> bool:
        """Whether a note holds what is known of people, projects or decisions."""
        return any(path.startswith(f"{folder}/") for folder in self.folders)

    def in_context(self, path: str) -> bool:
        """Whether a note holds passing context."""
        return path.startswith(f"{self.context}/")

    def in_memory(self, path: str) -> bool:
        """Whether a note belongs to the memory; beside it there may be other Markdown, as in any project."""
        return path == self.index or path.startswith(self.around)


def places_of(settings: Settings) -> Places:
    """The places that the settings name."""
    policy = settings.policy
    prefix = "" if settings.root is None else f"{settings.root}/"
    common = posixpath.commonpath([*policy.folders, policy.context])
    return Places(
        prefix=prefix,
        index=prefix + policy.index,
        folders=tuple(prefix + folder for folder in policy.folders),
        context=prefix + policy.context,
        daily=prefix + (common or "daily"),
        characters=policy.index_characters,
        around=prefix + (f"{common}/" if common else ""),
    )
