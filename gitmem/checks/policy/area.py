"""Which notes the memory policy speaks of: its folders, its routing index, and the memory around them."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from gitmem.config import Settings


class Area(NamedTuple):
    """Paths from the repository's top. `around` is the folder around all the others; empty for the top."""

    root: str
    routing: str
    folders: tuple[str, ...]
    context: str
    around: str
    characters: int

    def in_folders(self, path: str) -> bool:
        """Whether a note holds what is known of people, projects or decisions."""
        return path.startswith(self.folders)

    def in_context(self, path: str) -> bool:
        """Whether a note holds passing context."""
        return path.startswith(self.context)

    def in_memory(self, path: str) -> bool:
        """Whether a note belongs to the memory; beside it there may be other Markdown, as in any project."""
        return path == self.routing or path.startswith(self.around)


def area_of(settings: Settings) -> Area:
    """The area that some settings describe."""
    policy = settings.policy
    root = f"{settings.root}/" if settings.root else ""
    inner = [*policy.folders, policy.context]
    common = posixpath.commonpath(inner) if inner else ""
    return Area(
        root=root,
        routing=root + policy.index,
        folders=tuple(f"{root}{each}/" for each in policy.folders),
        context=f"{root}{policy.context}/",
        around=root + (f"{common}/" if common else ""),
        characters=policy.index_characters,
    )
