"""Memory for agents and people: plain Markdown notes in a git repository, dated by git.

`from gitmem import Memory` is the library. Nothing is imported before it is asked for, because
`git mem search` starts once for every question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitmem.memory.library import Memory

__all__ = ["Memory", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name == "Memory":
        from gitmem.memory.library import Memory

        return Memory
    raise AttributeError(f"module 'gitmem' has no attribute {name!r}")
