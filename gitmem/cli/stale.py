"""`git mem stale`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import Output, Presented, reporting
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar

if TYPE_CHECKING:
    from gitmem.memory.stale import StaleResponse
    from gitmem.reports.diagnostic import Diagnostic
    from gitmem.reports.layout import Style


@click.command(name="stale", context_settings=CONTEXT)
@click.option("--within", type=int, metavar="DAYS", help="Also what will be due within DAYS.")
@click.option("--all", "everything", is_flag=True, help="Also everything that is STALE by its age.")
@click.option("--path", metavar="GLOB", help="Only notes whose path matches; '**' crosses folders.")
@reporting("stale")
@click.pass_context
def command(
    context: click.Context,
    within: int | None,
    everything: bool,
    path: str | None,
    output: Output,
) -> int:
    """List what has to be checked again, the oldest first.

    That is text that changes quickly and was not verified for a while (money, opening hours, status, what
    is marked volatile), what is past its 'stale_after' or [until:], and dates that lie in the future.
    Struck and superseded text is left out. Exit codes: 0 there is nothing, 1 there is something, 4 nothing
    was found but history is incomplete.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.stale(within=within, all=everything, path=path)
    options.pass_on(memory)
    output.write(options, memory, _presented(response))
    if response.items:
        return Exit.NO
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES


def _presented(response: StaleResponse) -> Presented:
    def text(style: Style) -> str:
        from gitmem.reports.text_stale import stale_text

        return stale_text(response, style)

    def markdown() -> str:
        from gitmem.reports.markdown import stale_markdown

        return stale_markdown(response)

    def diagnostics() -> tuple[Diagnostic, ...]:
        from gitmem.reports.diagnostics import stale_diagnostics

        return stale_diagnostics(response)

    return Presented("stale", response, text, markdown, diagnostics)
