"""`git mem setup AGENT`: what an agent reads in a project, written, checked, printed or taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import say, say_bytes, warn

if TYPE_CHECKING:
    from gitmem.agents.setup.setting_up import SetupResponse

AGENTS = ("agents", "claude", "codex", "gemini", "cursor")
"""Whom it knows; `agents` is the file AGENTS.md alone, which many agents read."""


@click.command(name="setup", context_settings=CONTEXT)
@click.argument("agent", type=click.Choice(AGENTS))
@click.option("--check", is_flag=True, help="Only say whether it is there and up to date.")
@click.option("--remove", is_flag=True, help="Take out what was written; what was there before comes back.")
@click.option("--print", "only_print", is_flag=True, help="Print what would be added; change nothing.")
@click.option("--force", is_flag=True, help="Replace or remove also what somebody has changed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.setup/1).")
@click.pass_context
def command(
    context: click.Context,
    agent: str,
    check: bool,
    remove: bool,
    only_print: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Set an agent up to use the memory of this repository.

    Writes instructions, and the entry of the MCP server where the agent has a file for it in the project:
    agents AGENTS.md; codex also .codex/config.toml; claude AGENTS.md, CLAUDE.md, .mcp.json and a hook in
    .claude/settings.json that runs 'git mem prime'; gemini AGENTS.md, GEMINI.md and .gemini/settings.json;
    cursor .cursor/rules/gitmem.mdc and .cursor/mcp.json. Nothing outside the repository is written.

    What is there stays: gitmem's part of a text stands between two marks, and of a JSON file no other byte
    changes. A part that somebody has changed is theirs. A second run changes nothing. The MCP server needs
    the extra 'mcp'; add "--allow-write" to its "args" to let it write notes. Exit codes: 0 done, or with
    --check all in place; 1 with --check something is missing or out of date, with --remove something stays;
    2 not done.
    """
    if check + remove + only_print > 1:
        raise click.UsageError("only one of --check, --remove and --print goes at a time", context)
    from gitmem.agents.setup.setting_up import look, open_setup, set_up, snippets
    from gitmem.agents.setup.table import Agent

    options, who = options_of(context), Agent(agent)
    frame = open_setup(options.place())
    if only_print:
        for path, text in snippets(frame.settings, who):
            say(f"# {path}")
            say_bytes(text)
        return Exit.YES
    response = look(frame, who) if check else set_up(frame, who, remove=remove, force=force)
    return _tell(options, response, as_json=as_json)


def _tell(options: Options, response: SetupResponse, *, as_json: bool) -> int:
    from gitmem.agents.setup.words import setup_text, setup_warnings

    if not options.quiet:
        for line in setup_warnings(response):
            warn(line)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("setup", response))
    else:
        say(setup_text(response))
    return Exit.YES if response.complete else Exit.NO
