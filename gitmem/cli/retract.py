"""`git mem retract`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.write_verbs import tell_write, writing


@click.command(name="retract", context_settings=CONTEXT)
@click.argument("cite")
@writing("retract")
@click.pass_context
def command(context: click.Context, cite: str, commit: bool, as_json: bool) -> int:
    """Strike a line that holds no more; nothing comes instead.

    CITE is PATH:LINE, or PATH:LINE@HASH as 'git mem -v search' prints it. Exit codes: 0 written, 1 written
    but the commit was refused, 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.retract(cite, commit=commit, folder=options.folder)
    return tell_write(options, memory, response, as_json=as_json)
