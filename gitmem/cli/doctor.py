"""`git mem doctor`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import say

if TYPE_CHECKING:
    from gitmem.memory.doctor import DoctorReport


@click.command(name="doctor", context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema gitmem.doctor/1).")
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Look for what could make answers wrong here, or stop an agent at work.

    Checks git, the environment, the clone, where can be written, hooks, what 'git mem setup' wrote, the
    settings and the index. Changes nothing; what it finds comes with a cure. Exit codes: 0 it looked,
    whatever it found; 2 git reads no repository here, and the report has its words.
    """
    options = options_of(context)
    memory = options.open()
    report, refused = _with_agents(options, memory.doctor())
    if as_json:
        from gitmem.reports.json_output import render_json

        say(render_json("doctor", report))
    else:
        from gitmem.reports.text_doctor import doctor_text

        say(doctor_text(report, options.style(memory)))
    return Exit.FAILED if refused else Exit.YES


def _with_agents(options: Options, report: DoctorReport) -> tuple[DoctorReport, bool]:
    """The report with what it says of agents, and whether git refused to read here."""
    from gitmem.agents.setup.checks import agent_checks
    from gitmem.memory.doctor import CheckStatus, report_of

    if any(each.name == "repository" and each.status is CheckStatus.PROBLEM for each in report.checks):
        return report, True
    place = options.place()
    if place.repository is not None and place.repository.top is None:
        return report, False
    return report_of(iter((*report.checks, *agent_checks(place)))), False
