"""`git mem stats`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="stats", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.stats/1).")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Count notes, pieces, dates and ages.

    Refreshes the index first, as a search does.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        report = memory.stats()
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("stats", report))
        return
    from gitmem.reports.text_state import stats_text

    say(stats_text(report, options.style(memory)))
