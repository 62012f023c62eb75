"""The name of a format for machines -> the diagnostics in it; loads nothing but that format."""

from __future__ import annotations

from collections.abc import Sequence

from gitmem.reports.diagnostic import Diagnostic


def render(diagnostics: Sequence[Diagnostic], form: str, verb: str) -> str:
    """The report of `git mem VERB` as `github`, `gitlab`, `sarif`, `junit` or `rdjsonl`.

    It has no line end at its end, and is empty where the format has nothing to say of no finding.
    """
    if form == "github":
        from gitmem.reports.github import github_report

        return github_report(diagnostics)
    if form == "gitlab":
        from gitmem.reports.gitlab import gitlab_report

        return gitlab_report(diagnostics)
    if form == "sarif":
        from gitmem.reports.sarif import sarif_report

        return sarif_report(diagnostics, verb)
    if form == "junit":
        from gitmem.reports.junit import junit_report

        return junit_report(diagnostics, verb)
    if form == "rdjsonl":
        from gitmem.reports.rdjsonl import rdjsonl_report

        return rdjsonl_report(diagnostics)
    raise ValueError(f"{form} is no format of findings")
