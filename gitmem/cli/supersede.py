"""`git mem supersede`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.write_verbs import PROVENANCE, REPLACE_STATED, TextCommand, tell_write, writing


@click.command(name="supersede", cls=TextCommand, context_settings=CONTEXT)
@click.argument("cite")
@click.argument("text", nargs=-1, required=True)
@click.option("--provenance", type=PROVENANCE, help="How it is known; becomes a tag of the new line.")
@REPLACE_STATED
@writing("supersede")
@click.pass_context
def command(
    context: click.Context,
    cite: str,
    text: tuple[str, ...],
    provenance: str | None,
    replace_stated: bool,
    commit: bool,
    as_json: bool,
) -> int:
    """Strike a line and write what holds now below it.

    CITE is PATH:LINE, or PATH:LINE@HASH as 'git mem -v search' prints it: then a line that moved is found
    where it is now, and one that says something else is refused. A TEXT without a key gets the key of the
    line; how it is known is never taken over from it, and the memory policy wants it with --provenance. Exit
    codes: 0 written, 1 written but the commit was refused, 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.supersede(
        cite,
        *text,
        provenance=provenance,
        replace_stated=replace_stated,
        commit=commit,
        folder=options.folder,
    )
    return tell_write(options, memory, response, as_json=as_json)
