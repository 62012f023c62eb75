"""`git mem report`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import Output, Presented, reporting
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar

if TYPE_CHECKING:
    from gitmem.memory.report import ReportResponse


@click.command(name="report", context_settings=CONTEXT)
@click.option("--strict", is_flag=True, help="Contradictions that are warnings count as errors.")
@reporting("report")
@click.pass_context
def command(context: click.Context, strict: bool, output: Output) -> int:
    """Report the whole state: numbers, contradictions, what is stale, and who may help.

    Everything that 'check --all', 'conflicts', 'stale' and 'stats' tell, of one state of the notes, with
    the notes and authors that need attention most. Exit codes: 0 whatever is found, 4 history is incomplete.
    """
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.report(strict=strict)
    options.pass_on(memory)
    output.write(options, memory, _presented(response, advice=options.verbose))
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES


def _presented(response: ReportResponse, *, advice: bool) -> Presented:
    from gitmem.reports.diagnostics import finding_diagnostics
    from gitmem.reports.markdown_report import report_markdown
    from gitmem.reports.text_report import report_text

    return Presented(
        "report",
        response,
        lambda style: report_text(response, style),
        lambda: report_markdown(response, advice=advice),
        lambda: finding_diagnostics(response.findings, advice=advice),
    )
