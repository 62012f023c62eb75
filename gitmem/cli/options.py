"""The options before the verb, and the memory they open."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitmem.cli.output import Progress, terminal_style, warn
from gitmem.reports.layout import Style
from gitmem.reports.safe import clean_line

if TYPE_CHECKING:
    from gitmem.memory.library import Memory
    from gitmem.memory.place import Place


@dataclass(frozen=True, slots=True)
class Options:
    """What was said before the verb. `start` is None when the working folder and environment decide."""

    start: str | None = None
    root: str | None = None
    now: str | None = None
    date_by: str | None = None
    allow_fetch: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False

    @property
    def places(self) -> tuple[str, str | None]:
        """Start and notes folder as the file system knows them."""
        return _as_file_name(self.start or "."), None if self.root is None else _as_file_name(self.root)

    @property
    def folder(self) -> Path:
        """The folder that relative paths are relative to.

        An alias such as `!git-mem` runs at the top; git then names the folder it was called in.
        """
        if self.start is not None:
            return Path(self.places[0])
        return Path(os.environ.get("GIT_PREFIX") or ".")

    def file(self, argument: str) -> Path:
        """The file that an argument names, as git reads it: relative to that folder."""
        return self.folder / _as_file_name(argument)

    def open(self, progress: Progress | None = None) -> Memory:
        """The memory the options speak of."""
        from gitmem.clock import parse_instant
        from gitmem.config import DatePreference
        from gitmem.memory.library import Memory

        start, root = self.places
        return Memory(
            start,
            root=root,
            now=parse_instant(self.now) if self.now is not None else None,
            prefer=DatePreference(self.date_by) if self.date_by else None,
            allow_fetch=self.allow_fetch,
            from_environment=self.start is None and self.root is None,
            progress=progress,
        )

    def place(self) -> Place:
        """The place the options speak of."""
        from gitmem.memory.place import Start, open_place

        start, root = self.places
        from_environment = self.start is None and self.root is None
        folder = None if root is None else Path(root)
        return open_place(Start(Path(start), folder, self.allow_fetch, from_environment))

    def pass_on(self, memory: Memory) -> None:
        """Says on standard error what the memory has to say beside its answer, unless `--quiet`."""
        if not self.quiet:
            for warning in memory.warnings:
                warn(clean_line(warning))

    def style(self, memory: Memory | None = None) -> Style:
        """How text is laid out on standard output."""
        return terminal_style(
            self.color, lambda: memory.color_setting if memory is not None else None, self.verbose
        )


def _as_file_name(argument: str) -> str:
    """Arguments are read as UTF-8; the file system may have another encoding, but the bytes are the same."""
    try:
        return os.fsdecode(argument.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return argument


def options_of(context: click.Context) -> Options:
    """The options of this run."""
    options = context.find_object(Options)
    return options if options is not None else Options()
