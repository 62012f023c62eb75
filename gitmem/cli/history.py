"""`git mem history`."""

from __future__ import annotations

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="history", context_settings=CONTEXT)
@click.argument("key", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.history/1).")
@click.pass_context
def command(context: click.Context, key: tuple[str, ...], as_json: bool) -> int:
    """List former values and the commit that ended each.

    Those are values that were replaced, struck, removed, overruled or expired.

    All facts count whose key and subject have every word of KEY. Exit codes: 0 there are former values,
    1 there are none.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.history(" ".join(key))
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("history", response))
    else:
        from gitmem.reports.text_history import history_text

        say(history_text(response, options.style(memory)))
    return Exit.YES if response.values else Exit.NO
