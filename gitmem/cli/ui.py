"""`git mem ui`."""

from __future__ import annotations

import webbrowser

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import finish, say, warn

MISSING = "the pages need the extra 'ui': pip install 'gitmem-notes[ui]'"


@click.command(name="ui", context_settings=CONTEXT)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port; 0 takes any free one.")
@click.option("--open", "opens", is_flag=True, help="Open the address in a browser as well.")
@click.pass_context
def command(context: click.Context, port: int, opens: bool) -> int:
    """Show the memory in a browser, live: overview, search, explain and blame.

    Serves this machine alone, on 127.0.0.1, below an address with a random secret that it prints. Pages read
    the notes anew at every look and change nothing. Ends when it is interrupted. Exit codes: 2 the server
    could not start, 130 interrupted.
    """
    options = options_of(context)
    options.open()  # a folder that does not exist is said at once
    try:
        from gitmem.ui.serving import serve
    except ImportError as error:
        if (error.name or "").startswith("gitmem"):
            raise
        warn(MISSING)
        return Exit.FAILED

    def tell(address: str) -> None:
        say(address)
        finish()
        if opens:
            webbrowser.open(address)

    try:
        serve(options.open, port, tell)
    except OSError as error:
        warn(f"cannot listen on port {port}: {error.strerror}")
        return Exit.FAILED
    return Exit.YES
