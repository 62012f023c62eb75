"""`git mem init`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say
from gitmem.cli.write_verbs import tell_refusal, writing


@click.command(name="init", context_settings=CONTEXT)
@click.option("--policy", is_flag=True, help="Also lay out the memory policy and switch its rules on.")
@writing("init")
@click.pass_context
def command(context: click.Context, policy: bool, commit: bool, as_json: bool) -> int:
    """Lay out settings and, with --policy, a memory with rules.

    Writes .gitmem.toml. With --policy also MEMORY.md, an index that only says which note to open;
    memory/people, memory/projects, memory/decisions and memory/context; a daily note; instructions for agents
    in AGENTS.md; and [policy] in .gitmem.toml, so that 'git mem check' keeps the rules.

    What is there already is named and stays. Only a MEMORY.md that is no such index is divided: its lines
    move, as they are, to notes about people, projects, decisions, days and the rest, and -v lists the new
    place of each. A second run only writes what is missing, such as the row in MEMORY.md of a note that was
    made or renamed by hand; a row that points nowhere is named. Exit codes: 0 done; 1 a hook refused the
    commit, the change is in the work tree; 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.init(policy=policy, commit=commit)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("init", response))
    else:
        from gitmem.reports.text_init import init_text

        say(init_text(response, options.style(memory)))
    return tell_refusal(response.write)
