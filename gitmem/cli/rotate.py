"""`git mem rotate`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say
from gitmem.cli.write_verbs import tell_refusal, writing


@click.command(name="rotate", context_settings=CONTEXT)
@click.option(
    "--keep-days",
    type=click.IntRange(min=0),
    default=14,
    metavar="DAYS",
    help="Days that stay in the log (14).",
)
@writing("rotate")
@click.pass_context
def command(context: click.Context, keep_days: int, commit: bool, as_json: bool) -> int:
    """Move old days of the log into an archive for each month.

    A day is a section of log.md below a heading such as '## 2026-06-09', with all headings within it. Days
    that are more than DAYS old move as they are to archive/log-YYYY-MM.md, in order, each once; they keep
    their dates, and their relative links begin with '../' more. Links to a day that moved are told. What
    stands before the first day stays. The archive is on the disk before the log becomes
    shorter, so a rotation that was cut off is finished by the next one.

    Daily notes (memory/YYYY-MM-DD.md) are a file a day already and stay where they are, so that links to them
    hold; 'git mem consolidate' sums up what recurs in them. Exit codes: 0 done, or nothing is
    that old; 1 a hook refused the commit, the change is in the work tree; 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.rotate(keep_days, commit=commit)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("rotate", response))
    else:
        from gitmem.reports.text_rotate import rotate_text

        say(rotate_text(response, options.style(memory)))
    return tell_refusal(response.write)
