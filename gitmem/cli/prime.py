"""`git mem prime`: what an agent should know when a session begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say

if TYPE_CHECKING:
    from gitmem.memory.library import Memory
    from gitmem.memory.place import Place
    from gitmem.memory.session import Progress


@click.command(name="prime", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.prime/1).")
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Print what an agent should know when a session begins.

    How to search and cite, what must not be claimed, how many facts are contested and how many have to be
    checked again; under the memory policy also its routing index, and nothing else of the notes. At most
    6,000 characters, in a second or two. The exit code is always 0: where there is no repository, or its
    memory cannot be read, one sentence says so.
    """
    from gitmem.agents.prime import prime

    options = options_of(context)

    def opened(progress: Progress) -> tuple[Memory, Place]:
        return options.open(progress), options.place()

    response = prime(opened)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("prime", response))
    else:
        say(response.text)
    return Exit.YES
