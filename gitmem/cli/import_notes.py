"""`git mem import`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say
from gitmem.cli.write_verbs import tell_refusal, writing


@click.command(name="import", context_settings=CONTEXT)
@click.argument("source", metavar="SOURCE")
@click.option(
    "--from",
    "kind",
    type=click.Choice(["claude", "plainmem", "folder"]),
    help="Whose notes they are (default: as they look).",
)
@click.option("--to", "folder", metavar="DIR", help="Folder for the notes, from the top (imported/NAME).")
@writing("import")
@click.pass_context
def command(
    context: click.Context, source: str, kind: str | None, folder: str | None, commit: bool, as_json: bool
) -> int:
    """Copy the notes of another memory into this one.

    SOURCE is a folder: a memory of Claude Code (CLAUDE.md, MEMORY.md with its topics, memory/ and the notes
    these name), notes of plainmem, whose tags are read as they are, or any folder of Markdown notes. It is
    not changed. The notes keep their bytes, names and folders, so links between them keep working; what was
    no note, and links that lead out, are told.

    Dates that the notes give in their text, name or front matter count as they do everywhere; the times of
    the files never do. The other lines are dated by the commit that brings them in, with low confidence,
    until they are edited: for notes below imported/ by default, for a note without a date elsewhere because
    this command names it under [dates] imports in .gitmem.toml.

    Nothing here is replaced: where another note has the name of one, nothing is written at all, and a note
    that is here already is left out, so a second run changes nothing. Exit codes: 0 done; 1 a hook refused
    the commit, the change is in the work tree; 2 nothing was written.
    """
    options = options_of(context)
    memory = options.open()
    response = memory.import_notes(options.file(source), kind=kind, to=folder, commit=commit)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("import", response))
    else:
        from gitmem.reports.text_import import import_text

        say(import_text(response, options.style(memory)))
    return tell_refusal(response.write)
