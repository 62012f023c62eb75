"""What a hook says: what was found and what that stopped, shortly where it stops nothing."""

from __future__ import annotations

from gitmem.checks.finding import Severity, reaches
from gitmem.memory.checking.findings import CheckResponse, FindingShown
from gitmem.reports.finding_words import finding_message
from gitmem.reports.layout import Style
from gitmem.reports.safe import clean_path
from gitmem.reports.text_check import finding_blocks, head_words

_WIDTH = 21
"""Where the ways out of a contradiction begin."""


def errors_text(response: CheckResponse, style: Style, stopped: str | None) -> str:
    """All findings and the ways out, below a line that counts the errors and names what they `stopped`."""
    head = head_words(response, Severity.ERROR) + (f", {stopped} stopped" if stopped else "")
    blocks = [f"gitmem: {head}", *finding_blocks(response, style)]
    if stopped is not None:
        command = "git push --no-verify" if stopped == "push" else "git commit --no-verify"
        blocks.append(f"  {'skip this once:'.ljust(_WIDTH)}{command}")
    return "\n\n".join(blocks)


def brought_text(response: CheckResponse, style: Style, what: str) -> str:
    """The errors that a merge or a rebase (`what`) brought, when it is done."""
    return "\n\n".join(
        [
            f"gitmem: the {what} brought {head_words(response, Severity.ERROR)}",
            *finding_blocks(response, style),
        ]
    )


def warnings_text(response: CheckResponse, style: Style) -> str:
    """One line a finding, for those that stop nothing; empty where nothing is worth telling."""
    told = [each for each in response.findings if style.verbose or reaches(each.severity, Severity.WARNING)]
    if not told:
        return ""
    least = Severity.ADVICE if style.verbose else Severity.WARNING
    return "\n".join([f"gitmem: {head_words(response, least)}", *(_line(each) for each in told)])


def _line(finding: FindingShown) -> str:
    place = "" if finding.path is None else f"{clean_path(finding.path)}:{finding.line or 1}: "
    return f"  {place}{finding_message(finding)}"
