"""`git mem report`."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import Output, Presented, reporting
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import progress_bar

if TYPE_CHECKING:
    from gitmem.memory.report import ReportResponse

PAGE = "html"
"""The form that is a page."""


@click.command(name="report", context_settings=CONTEXT)
@click.option("--strict", is_flag=True, help="Contradictions that are warnings count as errors.")
@click.option(
    "--since", metavar="DATE", help="With --format html: tell changes since this day (default: 90 days ago)."
)
@reporting("report", also=(PAGE,))
@click.pass_context
def command(context: click.Context, strict: bool, since: str | None, output: Output) -> int:
    """Report the whole state: numbers, contradictions, what is stale, and who may help.

    Everything that 'check --all', 'conflicts', 'stale' and 'stats' tell, of one state of the notes, with
    the notes and authors that need attention most. '--format html --output FILE' writes a page to look at
    that needs no network: freshness, what is due, contested facts, changes, and each fact with its values
    and their evidence. Exit codes: 0 whatever is found, 4 history is incomplete.
    """
    options = options_of(context)
    if output.form == PAGE:
        return _write_page(options, strict, since, output)
    if since is not None:
        raise click.UsageError("--since goes with --format html")
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.report(strict=strict)
    options.pass_on(memory)
    output.write(options, memory, _presented(response, advice=options.verbose))
    return Exit.UNPROVEN if response.answer.unproven else Exit.YES


def _write_page(options: Options, strict: bool, since: str | None, output: Output) -> int:
    """Writes the page; it tells every contradiction alike, so that `strict` means nothing there."""
    from gitmem.growing import without_collections
    from gitmem.reports.page.page import page_html

    if strict:
        raise click.UsageError("--strict does not go with --format html")
    with progress_bar(options.quiet) as progress, without_collections():
        memory = options.open(progress)
        data = memory.page(since)
        text = page_html(data)
    options.pass_on(memory)
    output.put(options, text)
    gc.freeze()  # what is left forms no cycles, and Python would look through all of it once more at its end
    return Exit.UNPROVEN if data.answer.unproven else Exit.YES


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
