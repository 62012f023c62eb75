"""`git mem lessons`."""

from __future__ import annotations

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="lessons", context_settings=CONTEXT)
@click.option("--all", "everything", is_flag=True, help="Also lessons that were struck.")
@click.option("--path", metavar="GLOB", help="Only notes whose path matches; '**' crosses folders.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.lessons/1).")
@click.pass_context
def command(context: click.Context, everything: bool, path: str | None, as_json: bool) -> int:
    """List inferred lessons and whether enough speaks for them.

    A lesson is a list item tagged [inferred]. Its signals are the items under it and lines elsewhere that say
    the same, once for each commit; one older than 30 days weighs half. It passes with a weight of 3 from 2
    days, or with a correction by the operator, tagged [stated], under it. Exit codes: 0 there are lessons,
    1 there are none.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.lessons(all=everything, path=path)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("lessons", response))
    else:
        from gitmem.reports.text_lessons import lessons_text

        say(lessons_text(response, options.style(memory)))
    return Exit.YES if response.lessons else Exit.NO
