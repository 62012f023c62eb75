"""`git mem index`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say, say_bytes


@click.command(name="index", context_settings=CONTEXT)
@click.option("--rebuild", is_flag=True, help="Make it anew, whatever is there.")
@click.option("--verify", is_flag=True, help="Read every page of the stores and check them first.")
@click.option("--strict-blame", is_flag=True, help="From now on follow renames exactly as git blame.")
@click.option("--forget", is_flag=True, help="Drop stored text that no commit reaches any more.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.index/1).")
@click.option("-z", "null", is_flag=True, help="Print only skipped paths, each ended by NUL.")
@click.pass_context
def command(
    context: click.Context,
    rebuild: bool,
    verify: bool,
    strict_blame: bool,
    forget: bool,
    as_json: bool,
    null: bool,
) -> None:
    """Build or refresh the index.

    Never needed: every search refreshes what changed. It is useful to pay for a large history ahead of
    time, to repair a damaged index (--rebuild), and after history was rewritten to purge text (--forget).
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        report = memory.refresh(rebuild=rebuild, verify=verify, strict_blame=strict_blame, forget=forget)
    options.pass_on(memory)
    if null:
        say_bytes(b"".join(note.path.encode("utf-8", "surrogateescape") + b"\0" for note in report.skipped))
        return
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("index", report))
        return
    from gitmem.reports.text_state import index_text

    say(index_text(report, options.style(memory)))
