"""`git mem explain`."""

from __future__ import annotations

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="explain", context_settings=CONTEXT)
@click.argument("question", nargs=-1)
@click.option("--at", metavar="REV|DATE", help="Read the notes as they were in a revision or on a day.")
@click.option("--as-of", metavar="DATE", help="Tell what held on that day, by all that is known.")
@click.option("--committed", is_flag=True, help="Read the notes as HEAD has them, not the work tree.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.explain/1).")
@click.pass_context
def command(
    context: click.Context,
    question: tuple[str, ...],
    at: str | None,
    as_of: str | None,
    committed: bool,
    as_json: bool,
) -> int:
    """Explain one fact: its value, its former values, and the commit of each.

    The fact is the one whose key and subject have most words of the question; others that match as well
    are named. Values that were replaced or removed are recovered from history and cited as
    rev:path:line. Exit codes: 0 a fact matches, 1 none does.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.explain(" ".join(question), at=at, as_of=as_of, committed=committed)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("explain", response))
    else:
        from gitmem.reports.text_explain import explain_text

        say(explain_text(response, options.style(memory)))
    return Exit.NO if response.fact is None else Exit.YES
