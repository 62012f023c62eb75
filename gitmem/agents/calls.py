"""One call of a tool: opens the memory, asks it, and tells the answer or the one line that says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING

from gitmem.agents.answers import Told, tell
from gitmem.reports.error_words import error_line
from gitmem.reports.fenced import line_for_model

if TYPE_CHECKING:
    from gitmem.agents.tools import Tool
    from gitmem.memory.library import Memory

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and of how much (0: not known)."""

OpenMemory = Callable[[Progress], "Memory"]
"""Opens the memory that a server speaks of; work that takes long calls the progress."""

PAUSE = 0.5
"""Seconds between two words of progress."""


class Abandoned(Exception):
    """Nobody waits for the answer any more, so long work stops where it may."""


class Watch:
    """The progress of one call: passed on from time to time, and the end of the work once it is abandoned."""

    def __init__(self, told: Callable[[str], None] | None) -> None:
        self.abandoned = False
        self._told = told
        self._next = 0.0

    def step(self, label: str, done: int, total: int) -> None:
        """Tells that `done` of `total` is done. Raises `Abandoned` when nobody waits."""
        if self.abandoned:
            raise Abandoned
        if self._told is not None and monotonic() >= self._next:
            self._told(f"{label}: {done:,} of {total:,}" if total else label)
            self._next = monotonic() + PAUSE


def answer(tool: Tool, open_memory: OpenMemory, given: Mapping[str, object], watch: Watch) -> Told | str:
    """What the tool answers; a text alone is the one line that the command line says when it fails."""
    try:
        memory = open_memory(watch.step)
        response = tool.call(memory, given)
        return tell(tool.name, response, memory.warnings)
    except Abandoned:
        return "cancelled"
    except Exception as error:  # the session goes on, whatever a call met
        return line_for_model(error_line(error))
