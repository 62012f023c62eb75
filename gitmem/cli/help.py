"""`git mem help [VERB]`: the same text as `-h`, where git would ask for a man page."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT, VERBS, cli, new_context, show_help, unknown_verb


def _verbs(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return [verb for verb in VERBS if verb.startswith(incomplete)]


@click.command(name="help", context_settings=CONTEXT)
@click.argument("verb", required=False, shell_complete=_verbs)
@click.pass_context
def command(context: click.Context, verb: str | None) -> None:
    """Show help for a verb.

    Without VERB it lists all verbs and the options that stand before them. 'git mem --help' asks man,
    which needs the man page that comes with gitmem; this and 'git mem -h' always work.
    """
    parent = context.parent or context
    if verb is None:
        show_help(parent)
        return
    found = cli.get_command(parent, verb)
    if found is None:
        raise click.UsageError(unknown_verb(verb))
    show_help(new_context(found, verb, parent))
