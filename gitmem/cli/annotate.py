"""`git mem annotate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gitmem.cli.blame import complete_files
from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import progress_bar, say, say_bytes, warn
from gitmem.errors import UsageError

if TYPE_CHECKING:
    from gitmem.memory.annotate import AnnotateResponse

MOST_NAMED = 20
"""Places that are named on standard error because nothing is known of them; of more only the number."""


@click.command(name="annotate", context_settings=CONTEXT)
@click.argument("places", metavar="[PLACE…]", nargs=-1, shell_complete=complete_files)
@click.option("--rerank", is_flag=True, help="Put what holds above its former versions, as a search does.")
@click.option("--at", metavar="REV|DATE", help="Read the notes as they were in a revision or on a day.")
@click.option("--as-of", "as_of", metavar="DATE", help="Judge what held on DATE, and count ages to it.")
@click.option("--committed", is_flag=True, help="Read the notes as HEAD has them, not the work tree.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.annotate/1).")
@click.option("-z", "null", is_flag=True, help="Read and print places that end with NUL, and nothing else.")
@click.pass_context
def command(
    context: click.Context,
    places: tuple[str, ...],
    rerank: bool,
    at: str | None,
    as_of: str | None,
    committed: bool,
    as_json: bool,
    null: bool,
) -> int:
    """Date and judge places that another search found.

    A PLACE is PATH, PATH:LINE or PATH:FIRST-LAST, also with ':TEXT' behind as grep and ripgrep print it;
    without one they are read from standard input, one a line. All come back in the order they came in, with
    the date, age and standing that a search would tell, and with what supersedes or contests them. A line on
    which nothing stands (a heading, an empty line) stands for the piece below it. With --rerank what holds
    is put above its former versions, also where it was not among the places. Exit codes: 0 something is
    known of a place, 1 of none; those places are named on standard error and stay where they are.
    """
    options = options_of(context)
    wanted = places or _given(null)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.annotate(
            wanted, rerank, at=at, as_of=as_of, committed=committed, folder=options.folder
        )
    options.pass_on(memory)
    _name_unknown(response, options)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("annotate", response))
    elif null:
        _say_places(response)
    elif response.places:
        from gitmem.reports.text_annotate import annotate_text

        say(annotate_text(response, memory.prefer, options.style(memory)))
    return Exit.YES if any(each.results for each in response.places) else Exit.NO


def _given(null: bool) -> Sequence[str]:
    from gitmem.memory.places_given import split_places

    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("annotate reads places from standard input, or takes them as arguments")
    return split_places(sys.stdin.buffer.read(), null=null)


def _say_places(response: AnnotateResponse) -> None:
    places = (each.place if each.place is not None else each.results[0].cite for each in response.places)
    say_bytes(b"".join(place.encode("utf-8", "surrogateescape") + b"\0" for place in places))


def _name_unknown(response: AnnotateResponse, options: Options) -> None:
    """Says on standard error which places mean nothing here, or two things."""
    from gitmem.reports.text_annotate import ambiguous_words, unknown_words

    if options.quiet:
        return
    said = [unknown_words(each) for each in response.places if each.unknown is not None]
    said += [ambiguous_words(place) for place in response.ambiguous]
    lines = list(dict.fromkeys(said))
    for line in lines[:MOST_NAMED]:
        warn(line)
    if len(lines) > MOST_NAMED:
        warn(f"and so of {len(lines) - MOST_NAMED:,} more places")
