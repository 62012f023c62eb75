"""`git mem conflicts`."""

from __future__ import annotations

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="conflicts", context_settings=CONTEXT)
@click.option("--all", "everything", is_flag=True, help="Also older values that evidence orders.")
@click.option("--at", metavar="REV|DATE", help="Read the notes as they were in a revision or on a day.")
@click.option("--committed", is_flag=True, help="Read the notes as HEAD has them, not the work tree.")
@click.option("--path", metavar="GLOB", help="Only conflicts with a side in a note whose path matches.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.conflicts/1).")
@click.pass_context
def command(
    context: click.Context,
    everything: bool,
    at: str | None,
    committed: bool,
    path: str | None,
    form: str,
    as_json: bool,
) -> int:
    """List facts with two live values that nothing orders.

    Each value is told with its place, author and commit, and with the reason why none of them counts as
    the newer one. Exit codes: 0 there is no such fact, 1 there is, 4 none was found but history is
    incomplete.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.conflicts(all=everything, at=at, committed=committed, path=path)
    options.pass_on(memory)
    if as_json or form == "json":
        from gitmem.reports.json_output import render_json

        say(render_json("conflicts", response))
    else:
        from gitmem.reports.text_conflicts import conflicts_text

        say(conflicts_text(response, options.style(memory)))
    if response.conflicts:
        return Exit.NO
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES
