"""`git mem add`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar
from gitmem.cli.write_verbs import PROVENANCE, REPLACE_STATED, TextCommand, tell_write, writing


@click.command(name="add", cls=TextCommand, context_settings=CONTEXT)
@click.argument("text", nargs=-1, required=True)
@click.option("--to", metavar="NOTE", help="Add to NOTE instead; it is made where it is missing.")
@click.option("--provenance", type=PROVENANCE, help="How it is known; becomes a tag of the line.")
@click.option("--date", metavar="DAY", help="The day that it belongs to (default: today).")
@click.option("--supersede", is_flag=True, help="Strike the line that states another value of this.")
@REPLACE_STATED
@writing("add")
@click.pass_context
def command(
    context: click.Context,
    text: tuple[str, ...],
    to: str | None,
    provenance: str | None,
    date: str | None,
    supersede: bool,
    replace_stated: bool,
    commit: bool,
    as_json: bool,
) -> int:
    """Add an entry to the log, or a line to a note.

    The entry is one list item under today's heading in log.md at the top of the notes, or under the memory
    policy in the note of the day; TEXT cannot become anything else. If a line of the notes states another
    value of the same thing, that is said; with --supersede it is struck in the same step.

    Under the memory policy a line about a person, project or decision needs a --provenance, and a note that
    MEMORY.md does not lead to gets its row there in the same step. Exit codes: 0 written, 1 written but the
    commit was refused, 2 nothing was written.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.add(
            *text,
            to=to,
            provenance=provenance,
            date=date,
            supersede=supersede,
            replace_stated=replace_stated,
            commit=commit,
            folder=options.folder,
        )
    return tell_write(options, memory, response, as_json=as_json)
