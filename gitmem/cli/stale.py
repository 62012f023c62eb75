"""`git mem stale`."""

from __future__ import annotations

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="stale", context_settings=CONTEXT)
@click.option("--within", type=int, metavar="DAYS", help="Also what will be due within DAYS.")
@click.option("--all", "everything", is_flag=True, help="Also everything that is STALE by its age.")
@click.option("--path", metavar="GLOB", help="Only notes whose path matches; '**' crosses folders.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.stale/1).")
@click.pass_context
def command(
    context: click.Context,
    within: int | None,
    everything: bool,
    path: str | None,
    form: str,
    as_json: bool,
) -> int:
    """List what has to be checked again, the oldest first.

    That is text that changes quickly and was not verified for a while (money, opening hours, status, what
    is marked volatile), what is past its 'stale_after' or [until:], and dates that lie in the future.
    Struck and superseded text is left out. Exit codes: 0 there is nothing, 1 there is something, 4 nothing
    was found but history is incomplete.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.stale(within=within, all=everything, path=path)
    options.pass_on(memory)
    if as_json or form == "json":
        from gitmem.reports.json_output import render_json

        say(render_json("stale", response))
    else:
        from gitmem.reports.text_stale import stale_text

        say(stale_text(response, options.style(memory)))
    if response.items:
        return Exit.NO
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES
