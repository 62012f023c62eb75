"""`git mem consolidate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say, say_bytes, tell

if TYPE_CHECKING:
    from gitmem.cli.options import Options
    from gitmem.memory.writing.consolidate import ConsolidateResponse


@click.command(name="consolidate", context_settings=CONTEXT)
@click.option("--write", is_flag=True, help="Change the notes in the work tree instead of showing a diff.")
@click.option(
    "--context-days",
    type=int,
    metavar="N",
    help="Days after which months of entries and context notes are old (default: as configured, 90).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.consolidate/1).")
@click.pass_context
def command(context: click.Context, write: bool, context_days: int | None, as_json: bool) -> int:
    """Propose, as a diff to review, what of the notes could be put in order.

    A line of a list that says what another line of it says is struck, with a mark that names the other one;
    only what surely says the same is proposed, and the younger line stays. Past months of the log in which a
    key recurs get a summary in the archive, above their entries; past months of daily notes get theirs in
    memory/archive/days-YYYY-MM.md, and the daily notes stay. Context notes that nobody touched for long and
    that nothing points at go to the archive as they are. No line is lost.

    The diff is for "git apply" at the top of the repository. Exit codes: 0 something is proposed, 1 nothing.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.consolidate(write=write, context_days=context_days)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("consolidate", response))
    else:
        _show(options, response)
    return Exit.YES if response.proposals else Exit.NO


def _show(options: Options, response: ConsolidateResponse) -> None:
    """The diff on standard output and what it does on standard error; after a write only what was done."""
    from gitmem.reports.text_consolidate import consolidation_text, diff_text

    style = options.style()
    told = consolidation_text(response, style)
    if response.written is not None:
        say(told)
        return
    if not options.quiet:
        tell(told)
    if response.patch and style.width is None:
        say_bytes(response.patch.encode("utf-8", "surrogateescape"))
    elif response.patch:
        say(diff_text(response.patch))
