"""What the verbs that write have in common: their options, their words as text, and how they answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.options import Options
from gitmem.cli.output import say, tell, warn
from gitmem.reports.safe import clean_lines

if TYPE_CHECKING:
    from gitmem.memory.library import Memory
    from gitmem.memory.writing.frame import WriteResponse

_OPTION = re.compile(r"--?[A-Za-z][\w-]*(?:=.*)?|--", re.DOTALL)
_WORDS = "\0"
"""Stands before an argument that looks like an option and can be none; no argument can hold it."""

Command = Callable[..., int]

PROVENANCE = click.Choice(["stated", "observed", "inferred", "suggested"])
"""What `--provenance` takes."""


REPLACE_STATED = click.option(
    "--replace-stated",
    is_flag=True,
    help="Let a guess strike a [stated] line, which the memory policy refuses.",
)


class TextCommand(click.Command):
    """A command whose arguments are prose: `- an item`, `---` and `-5` are text, not options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Like click's, with what can be no option taken as text."""
        marked = [
            _WORDS + each if each.startswith("-") and not _OPTION.fullmatch(each) else each for each in args
        ]
        rest = super().parse_args(ctx, marked)
        for name, value in ctx.params.items():
            if isinstance(value, str):
                ctx.params[name] = value.removeprefix(_WORDS)
            elif isinstance(value, tuple):
                ctx.params[name] = tuple(each.removeprefix(_WORDS) for each in value)
        return rest


def writing(verb: str) -> Callable[[Command], Command]:
    """Gives a command `--commit` and `--json`."""

    def decorate(command: Command) -> Command:
        as_json = click.option(
            "--json", "as_json", is_flag=True, help=f"Print JSON (schema gitmem.{verb}/1)."
        )
        commit = click.option("--commit", is_flag=True, help="Commit exactly this change, hooks and all.")
        return commit(as_json(command))

    return decorate


def tell_write(options: Options, memory: Memory, response: WriteResponse, *, as_json: bool) -> Exit:
    """Says what a write did; 1 when it stands in the work tree but git or a hook refused the commit."""
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json(response.verb, response))
    else:
        from gitmem.reports.text_write import write_text

        say(write_text(response, options.style(memory)))
    return tell_refusal(response)


def tell_refusal(response: WriteResponse) -> Exit:
    """Says why a change was not committed, in the words of git or the hook; 1 then, 0 otherwise."""
    if response.refused is None:
        return Exit.YES
    for line in clean_lines(response.refused):
        tell(line)
    warn("the change is written, but it was not committed")
    return Exit.NO
