"""`git mem search`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, Unpack

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar, say, say_bytes

if TYPE_CHECKING:
    from gitmem.index.response import SearchResponse
    from gitmem.memory.asking import SearchOptions

MOST_RESULTS = 1000
"""Largest `-k`; more answers than that are an export, not an answer."""


Command = TypeVar("Command", bound=Callable[..., object])

_ASKING = (
    click.argument("query", nargs=-1),
    click.option("-k", "count", type=click.IntRange(1, MOST_RESULTS), default=5, help="Answers at most (5)."),
    click.option(
        "--mode",
        type=click.Choice(["lexical", "bm25", "hybrid"]),
        help=(
            "Rank by words, note and age (lexical), by words alone (bm25), or by likeness of meaning too "
            "(hybrid; the default where [semantic] names a provider, else lexical)."
        ),
    ),
    click.option("--since", metavar="DATE", help="Only what is dated on or after DATE."),
    click.option("--until", metavar="DATE", help="Only what is dated on or before DATE."),
    click.option("--path", metavar="GLOB", help="Only notes whose path matches; '**' crosses folders."),
    click.option("--at", metavar="REV|DATE", help="Read the notes as they were in a revision or on a day."),
    click.option("--as-of", "as_of", metavar="DATE", help="Judge what held on DATE, and count ages to it."),
    click.option("--history", is_flag=True, help="Tell former values of the facts in question too."),
    click.option("--committed", is_flag=True, help="Read the notes as HEAD has them, not the work tree."),
)


def asking(command: Command) -> Command:
    """The words and options of a question, for every verb that asks one."""
    for parameter in reversed(_ASKING):
        command = parameter(command)
    return command


@click.command(name="search", context_settings=CONTEXT)
@asking
@click.option("--explain-score", is_flag=True, help="Tell what each word contributes to the score.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.search/1).")
@click.option("-z", "null", is_flag=True, help="Print only the paths of the answers, each ended by NUL.")
@click.pass_context
def command(
    context: click.Context,
    query: tuple[str, ...],
    count: int,
    committed: bool,
    as_json: bool,
    null: bool,
    **asked: Unpack[SearchOptions],
) -> int:
    """Search the notes: ranked, dated, cited answers with proof.

    Any words will do, no sign is syntax; words that begin with a hyphen go after '--'. A value that no
    longer holds stands under the one that came instead, contested values stand side by side. Exit codes: 0
    something matches, 1 nothing does and that is proven (or it was recorded and removed, which is told),
    4 nothing does but that is not proven, with the reason.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.search(" ".join(query), count, committed=committed, **asked)
    options.pass_on(memory)
    if null:
        _say_paths(response)
    elif as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("search", response))
    else:
        from gitmem.reports.text_search import search_text

        say(search_text(response, memory.prefer, options.style(memory)))
    return _exit(response)


def _say_paths(response: SearchResponse) -> None:
    paths = dict.fromkeys(result.path for result in response.results)
    say_bytes(b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths))


def _exit(response: SearchResponse) -> Exit:
    if not response.no_match:
        return Exit.YES
    from gitmem.index.response import Absence

    return Exit.UNPROVEN if response.absence is Absence.UNPROVEN else Exit.NO
