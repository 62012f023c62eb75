"""`git mem proof`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from gitmem.cli.exits import Exit
from gitmem.cli.formats import STANDARD_OUTPUT, output_option, replace_file
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import progress_bar, say
from gitmem.cli.search import asking

if TYPE_CHECKING:
    from gitmem.memory.asking import SearchOptions


@click.command(name="proof", context_settings=CONTEXT)
@asking
@output_option("Write the receipt to FILE and tell about it in a few lines ('-' is standard output).")
@click.option("--verify", metavar="FILE", help="Ask again what the receipt in FILE says, and compare.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.proof/1, or of --verify).")
@click.pass_context
def command(
    context: click.Context,
    query: tuple[str, ...],
    count: int,
    committed: bool,
    output: str | None,
    verify: str | None,
    as_json: bool,
    **asked: Unpack[SearchOptions],
) -> int:
    """Write a receipt of a search, or verify one.

    A receipt is JSON: the question, the commit, what was searched and what was found, where, with which
    standing. It speaks of committed notes only. With --verify the question is asked again at its commit
    and time, in this or any other clone; exit codes then: 0 all is as the receipt says, 1 something is
    not, 2 it cannot be verified here (commit missing, receipt damaged, other version of gitmem).
    """
    options = options_of(context)
    if verify is not None:
        _refuse_with_verify(context)
        return _verify(options, verify, as_json)
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        receipt = memory.receipt(" ".join(query), count, committed=committed, **asked)
    options.pass_on(memory)
    from gitmem.reports.json_output import render_json

    text = render_json("proof", receipt)
    if output is not None and output != STANDARD_OUTPUT:
        replace_file(options.file(output), text + "\n")
    if output is None or output == STANDARD_OUTPUT or as_json:
        say(text)
    else:
        from gitmem.reports.text_proof import receipt_text

        say(receipt_text(receipt, output, options.style(memory)))
    return Exit.YES


def _verify(options: Options, file: str, as_json: bool) -> Exit:
    data = options.file(file).read_bytes()
    with progress_bar(options.quiet) as progress:
        memory = options.open(progress)
        verification = memory.verify_receipt(data, file)
    options.pass_on(memory)
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("proof-verify", verification))
    else:
        from gitmem.reports.text_proof import verification_text

        say(verification_text(verification, file, options.style(memory)))
    return Exit.YES if verification.equal else Exit.NO


def _refuse_with_verify(context: click.Context) -> None:
    """A receipt names its own question; one beside it would be passed over without a word."""
    given = [
        parameter
        for parameter in context.command.params
        if parameter.name not in ("verify", "as_json")
        and context.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        name = given[0].opts[0] if isinstance(given[0], click.Option) else "a query"
        raise click.UsageError(
            f"--verify takes question and options from the receipt, so not {name}", context
        )
