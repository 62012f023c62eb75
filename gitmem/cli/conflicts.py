"""`git mem conflicts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import Output, Presented, reporting
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar

if TYPE_CHECKING:
    from gitmem.memory.conflicts import ConflictsResponse
    from gitmem.reports.diagnostic import Diagnostic
    from gitmem.reports.layout import Style


@click.command(name="conflicts", context_settings=CONTEXT)
@click.option("--all", "everything", is_flag=True, help="Also older values that evidence orders.")
@click.option("--at", metavar="REV|DATE", help="Read the notes as they were in a revision or on a day.")
@click.option("--committed", is_flag=True, help="Read the notes as HEAD has them, not the work tree.")
@click.option("--path", metavar="GLOB", help="Only conflicts with a side in a note whose path matches.")
@reporting("conflicts")
@click.pass_context
def command(
    context: click.Context,
    everything: bool,
    at: str | None,
    committed: bool,
    path: str | None,
    output: Output,
) -> int:
    """List facts with two live values that nothing orders.

    Each value is told with its place, author and commit, and with the reason why none of them counts as
    the newer one. Exit codes: 0 there is no such fact, 1 there is, 4 none was found but history is
    incomplete.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.conflicts(all=everything, at=at, committed=committed, path=path)
    options.pass_on(memory)
    output.write(options, memory, _presented(response))
    if response.conflicts:
        return Exit.NO
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES


def _presented(response: ConflictsResponse) -> Presented:
    def text(style: Style) -> str:
        from gitmem.reports.text_conflicts import conflicts_text

        return conflicts_text(response, style)

    def markdown() -> str:
        from gitmem.reports.markdown import conflicts_markdown

        return conflicts_markdown(response)

    def diagnostics() -> tuple[Diagnostic, ...]:
        from gitmem.reports.diagnostics import conflict_diagnostics

        return conflict_diagnostics(response)

    return Presented("conflicts", response, text, markdown, diagnostics)
