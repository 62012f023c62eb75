"""`git mem doctor`."""

from __future__ import annotations

import click

from gitmem.cli.main import CONTEXT
from gitmem.cli.options import options_of
from gitmem.cli.output import say


@click.command(name="doctor", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.doctor/1).")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Look for what could make answers wrong here.

    Checks git, the environment, the clone, its settings and the index. Changes nothing; what it finds
    comes with a cure.
    """
    options = options_of(context)
    memory = options.open()
    report = memory.doctor()
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("doctor", report))
        return
    from gitmem.reports.text_doctor import doctor_text

    say(doctor_text(report, options.style(memory)))
