"""`git mem check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import Output, Presented, reporting
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import progress_bar

if TYPE_CHECKING:
    from gitmem.memory.checking.findings import CheckResponse
    from gitmem.reports.diagnostic import Diagnostic
    from gitmem.reports.layout import Style


@click.command(name="check", context_settings=CONTEXT)
@click.argument("span", metavar="[A..B]", required=False)
@click.option("--worktree", "scope", flag_value="worktree", help="What lies here, beside HEAD (default).")
@click.option("--staged", "scope", flag_value="staged", help="What is staged, as a commit would take it.")
@click.option("--all", "scope", flag_value="all", help="Everything the notes hold.")
@click.option("--strict", is_flag=True, help="Contradictions that are warnings count as errors.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    help="The least severity that ends with 1.",
)
@click.option("--path", metavar="GLOB", help="Only findings in notes whose path matches.")
@reporting("check")
@click.pass_context
def command(
    context: click.Context,
    span: str | None,
    scope: str | None,
    strict: bool,
    fail_on: str,
    path: str | None,
    output: Output,
) -> int:
    """Check notes for contradictions, merge markers and impossible dates.

    Copies that sync tools leave are found too. Without --all only what a change makes wrong is told: of the
    work tree, of what is staged, or of the commits of A..B (with A...B of B since both parted). With --all
    everything is judged, and what has to be checked again is listed too; of --worktree, --staged and --all
    the last one counts. Exit codes: 0 nothing that counts, 1 there is something, 2 it could not be done, 4
    nothing was found by --all or in A..B, but history is incomplete.
    """
    if span is not None and scope is not None:
        raise click.UsageError(f"--{scope} does not go with a range ({span})")
    options = options_of(context)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        response = memory.check(span, scope=scope or "worktree", strict=strict, path=path)
    options.pass_on(memory)
    output.write(options, memory, _presented(response, advice=options.verbose))
    return exit_of(response, fail_on)


def exit_of(response: CheckResponse, fail_on: str = "error") -> int:
    """How a check ends: with 1 if a finding is at least as grave as `fail_on`."""
    from gitmem.checks.finding import Rule, Severity, reaches
    from gitmem.memory.checking.findings import CheckScope

    if any(reaches(each.severity, Severity(fail_on)) for each in response.findings):
        return Exit.NO
    blind = any(each.rule is Rule.INCOMPLETE_HISTORY for each in response.findings)
    unproven = blind or (response.scope is CheckScope.ALL and response.answer.unproven)
    return Exit.UNPROVEN if unproven else Exit.YES


def _presented(response: CheckResponse, *, advice: bool) -> Presented:
    def text(style: Style) -> str:
        from gitmem.reports.text_check import check_text

        return check_text(response, style)

    def markdown() -> str:
        from gitmem.reports.markdown import findings_markdown
        from gitmem.reports.text_check import head_words

        return findings_markdown(diagnostics(), head_words(response), response.answer)

    def diagnostics() -> tuple[Diagnostic, ...]:
        from gitmem.reports.diagnostics import check_diagnostics

        return check_diagnostics(response, advice=advice)

    return Presented("check", response, text, markdown, diagnostics)
