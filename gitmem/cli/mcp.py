"""`git mem mcp`."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import warn

if TYPE_CHECKING:
    from gitmem.agents.calls import Progress
    from gitmem.memory.library import Memory

PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
"""Names the folder of the project that an agent works in, where its program says so."""

MISSING = "the server needs the extra 'mcp': pip install 'gitmem-notes[mcp]'"


@click.command(name="mcp", context_settings=CONTEXT)
@click.option("--repo", metavar="DIR", help="The repository (or folder) whose notes are served.")
@click.option("--allow-write", is_flag=True, help="Offer the tools that change notes too.")
@click.pass_context
def command(context: click.Context, repo: str | None, allow_write: bool) -> int:
    """Serve the notes to an agent over the Model Context Protocol.

    The client speaks on standard input and is answered on standard output. Its tools answer with the JSON
    of the verbs of the same name: search, explain, blame, diff, conflicts, stale and history, and with
    --allow-write add, supersede, verify and retract. The repository is the one of --repo, else of -C or
    --root, else of the variable CLAUDE_PROJECT_DIR, else of the working folder. It ends when standard input
    does. Exit codes: 0 the client hung up, 2 the server could not start, 130 interrupted.
    """
    options = _placed(options_of(context), repo)
    options.open()  # a folder that does not exist is said at once, not at the first call
    try:
        from gitmem.agents.server import serve
    except ImportError as error:
        if (error.name or "").startswith("gitmem"):
            raise
        warn(MISSING)
        return Exit.FAILED
    from gitmem.agents.pipes import standard_pipes
    from gitmem.agents.tools import offered

    def opened(progress: Progress) -> Memory:
        return options.open(progress)

    with standard_pipes() as pipes:
        serve(offered(writes=allow_write), opened, pipes)
    return Exit.YES


def _placed(options: Options, repo: str | None) -> Options:
    """The options with the folder that is served, which no later change of the working folder moves."""
    start = options.start
    if repo is not None:
        start = os.fspath(options.file(repo))
    elif start is None and options.root is None:
        start = os.environ.get(PROJECT_VARIABLE) or None
    return replace(options, start=None if start is None else os.path.abspath(start))
