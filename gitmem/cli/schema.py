"""`git mem schema suggest`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say


@click.group(name="schema", context_settings=CONTEXT, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Suggest which keys hold one value and which many.

    'git mem schema suggest' mines the notes and their history for keys that behave so.
    """
    if context.invoked_subcommand is None:
        raise click.UsageError("say what to do: git mem schema suggest", context)


@command.command(name="suggest", context_settings=CONTEXT)
@click.option(
    "--min-subjects",
    "least",
    type=click.IntRange(min=2),
    default=5,
    help="Subjects that must have a key, each with one value (5).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.schema/1).")
@click.pass_context
def suggest(context: click.Context, least: int, as_json: bool) -> None:
    """Suggest keys to declare in .gitmem.toml.

    Prints the lines to paste there: keys that are not declared and hold one value in every subject that
    has them, in all of history, and keys that plainly hold many. Only for declared keys do two values
    count as a contradiction. Keys that are declared already are repeated, so that the lists replace the
    old ones.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.suggest_schema(least)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("schema", response))
        return
    from gitmem.reports.text_schema import schema_text

    say(schema_text(response, options.style(memory)))
