"""`git mem blame`."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


def complete_files(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Leaves it to the shell to complete file names."""
    return [CompletionItem(incomplete, type="file")]


@click.command(name="blame", context_settings=CONTEXT)
@click.argument("place", metavar="PATH[:LINE]", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.blame/1).")
@click.pass_context
def command(context: click.Context, place: str, as_json: bool) -> None:
    """Show a note piece by piece with dates, authors and standing.

    PATH is relative to the top of the repository, as answers print it; one that exists below the folder
    you are in works too, and './PATH' always means that one. With LINE only what stands there is shown;
    with -v before the verb whole pieces are shown instead of their first lines.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.blame(place, folder=options.folder)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("blame", response))
        return
    from gitmem.reports.text_blame import blame_text

    say(blame_text(response, options.style(memory)))
