"""`git mem diff`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.command(name="diff", context_settings=CONTEXT)
@click.argument("span", metavar="[A..B]", required=False)
@click.option("--since", metavar="DATE", help="From the notes as they were before DATE.")
@click.option("--until", metavar="DATE", help="Up to the notes at the end of DATE.")
@click.option("--path", metavar="GLOB", help="Only facts in notes whose path matches, on either side.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.diff/1).")
@click.pass_context
def command(
    context: click.Context,
    span: str | None,
    since: str | None,
    until: str | None,
    path: str | None,
    as_json: bool,
) -> None:
    """Show which facts changed between two revisions or dates.

    Facts that were added, changed, struck, removed or became contested, each with its places on both
    sides. Without arguments HEAD is compared with the notes as they lie here; A alone is compared with
    those too, 'A..B' are two revisions or days, and 'A...B' begins where both parted. Text that only moved
    or was reformatted is no change.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.diff(span, since=since, until=until, path=path)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("diff", response))
        return
    from gitmem.reports.text_diff import diff_text

    say(diff_text(response, options.style(memory)))
