"""The forms an answer can take, and where it goes: `--format`, `--output` and `--json` of verbs that report.

A file is replaced as a whole: whoever reads it sees the old report or the new one, never half of one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from gitmem.cli.options import Options
from gitmem.cli.output import say
from gitmem.replacing import written_beside
from gitmem.reports.layout import Style

if TYPE_CHECKING:
    from gitmem.memory.library import Memory
    from gitmem.reports.diagnostic import Diagnostic

FORMS = ("text", "json", "markdown", "github", "gitlab", "sarif", "junit", "rdjsonl")
"""What `--format` takes."""

STANDARD_OUTPUT = "-"
"""The file that is standard output."""

Command = Callable[..., int]


class Presented(NamedTuple):
    """An answer and how it is told; what it is told by is only called for the form that is wanted."""

    verb: str
    response: object
    text: Callable[[Style], str]
    markdown: Callable[[], str]
    diagnostics: Callable[[], Sequence[Diagnostic]]


class Output(NamedTuple):
    """The form that was asked for and the file it goes to, None for standard output."""

    form: str
    file: str | None

    def write(self, options: Options, memory: Memory, presented: Presented) -> None:
        """Tells the answer where it was asked for; `OSError` names a file that cannot be written."""
        if self.file is None:
            style = options.style(memory)
        else:
            style = Style(color=options.color == "always", verbose=options.verbose)
        self.put(options, _told(self.form, presented, style))

    def put(self, options: Options, text: str) -> None:
        """Puts a text where the answer was asked for; `OSError` names a file that cannot be written."""
        if self.file is not None:
            replace_file(options.file(self.file), text + "\n" if text else "")
        elif text:
            say(text)


def reporting(verb: str, *, also: tuple[str, ...] = ()) -> Callable[[Command], Command]:
    """Gives a command the three options; it gets what they say as `output`.

    `also` names forms that the command writes itself.
    """

    def decorate(command: Command) -> Command:
        def run(*arguments: object, form: str, output: str | None, as_json: bool, **others: object) -> int:
            file = None if output == STANDARD_OUTPUT else output
            return command(*arguments, output=Output("json" if as_json else form, file), **others)

        decorated: Command = update_wrapper(run, command)
        for option in reversed(_options(verb, also)):
            decorated = option(decorated)
        return decorated

    return decorate


def _options(verb: str, also: tuple[str, ...]) -> tuple[Callable[[Command], Command], ...]:
    return (
        click.option(
            "--format", "form", type=click.Choice(FORMS + also), default="text", help="Form of the answer."
        ),
        output_option("Write the answer to FILE and nothing to standard output ('-' is standard output)."),
        click.option("--json", "as_json", is_flag=True, help=f"Print JSON (schema gitmem.{verb}/1)."),
    )


def output_option(told: str) -> Callable[[Command], Command]:
    """The option that names a file to write."""
    return click.option("--output", metavar="FILE", help=told)


def _told(form: str, presented: Presented, style: Style) -> str:
    if form == "text":
        return presented.text(style)
    if form == "markdown":
        return presented.markdown()
    if form == "json":
        from gitmem.reports.json_output import render_json

        return render_json(presented.verb, presented.response)
    from gitmem.reports.rendering import render

    return render(presented.diagnostics(), form, presented.verb)


def replace_file(path: Path, text: str) -> None:
    """Writes a file as a whole; `OSError` with the name of the file when that cannot be done."""
    try:
        _replace(Path(os.path.realpath(path)), text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, data: bytes) -> None:
    mode = _mode(path)
    if mode is None:  # a pipe or a device has nothing to replace
        path.write_bytes(data)
        return
    fresh = written_beside(path, data, mode)
    try:
        os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _mode(path: Path) -> int | None:
    """The permissions of the new file: those of the old one, or what the process gives; None for no file."""
    try:
        found = path.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(found):
        raise IsADirectoryError(21, "Is a directory", str(path))
    if not stat.S_ISREG(found):
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    return stat.S_IMODE(found)
