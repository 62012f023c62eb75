"""`git mem verify`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.write_verbs import tell_write, writing


@click.command(name="verify", context_settings=CONTEXT)
@click.argument("cite")
@click.option("--date", metavar="DAY", help="When it was checked (default: today).")
@writing("verify")
@click.pass_context
def command(context: click.Context, cite: str, date: str | None, commit: bool, as_json: bool) -> int:
    """Say of a line that it was checked and still holds.

    The line gets the tag [verified: DAY], or the one it has is brought up to date. CITE is PATH:LINE, or
    PATH:LINE@HASH as 'git mem -v search' prints it. Exit codes: 0 done, 1 written but the commit was
    refused, 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.verify(cite, date=date, commit=commit, folder=options.folder)
    return tell_write(options, memory, response, as_json=as_json)
