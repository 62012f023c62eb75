"""The words for breaches of the memory policy: one line for each, without control characters."""

from __future__ import annotations

from gitmem.checks.finding import Breach
from gitmem.checks.policy.lessons import NEEDED_DAYS, NEEDED_WEIGHT
from gitmem.memory.checking.findings import FindingShown
from gitmem.reports.fact_words import short_place
from gitmem.reports.layout import plural
from gitmem.reports.safe import clean_line, clean_lines, clean_path

_MOST_SIGNS = 90


def breach_words(finding: FindingShown) -> str:
    """What is wrong, and with which line."""
    assert finding.breach is not None
    return _WORDS[finding.breach](finding)


def quoted(text: str) -> str:
    """The beginning of a text, in quotes."""
    shown = clean_line(" ".join(clean_lines(text)))
    return f'"{shown if len(shown) <= _MOST_SIGNS else shown[: _MOST_SIGNS - 1].rstrip() + "…"}"'


def weight_words(weight: float) -> str:
    """A weight without needless zeros."""
    return f"{weight:g}"


def _deleted(finding: FindingShown) -> str:
    place = short_place(finding.target or "")
    return f"{quoted(finding.text)} was deleted (it stood at {place}); strike it instead"


def _over_cap(finding: FindingShown) -> str:
    return f"the routing index has {finding.count or 0:,} characters, more than {finding.limit or 0:,}"


def _near_cap(finding: FindingShown) -> str:
    return f"the routing index has {finding.count or 0:,} of {finding.limit or 0:,} characters"


def _fact(finding: FindingShown) -> str:
    return f"the routing index holds a fact instead of a pointer: {quoted(finding.text)}"


def _dangling(finding: FindingShown) -> str:
    return (
        f"the routing index points at {clean_path(finding.target or '')}, which is not there: "
        "take the row out, or run git mem init --policy if it was renamed"
    )


def _unrouted(finding: FindingShown) -> str:
    index = clean_path(finding.target or "")
    return f"no line of {index} leads to this note; git mem init --policy writes its row"


def _no_index(finding: FindingShown) -> str:
    return f"there is no routing index {clean_path(finding.target or '')}"


def _untagged(finding: FindingShown) -> str:
    return f"no provenance: {quoted(finding.text)}"


def _unproven(finding: FindingShown) -> str:
    has = f"weight {weight_words(finding.weight or 0)} from {plural(finding.days or 0, 'day')}"
    return f"written as a rule with {has}, needs {weight_words(NEEDED_WEIGHT)} from {NEEDED_DAYS}: " + quoted(
        finding.text
    )


def _faded(finding: FindingShown) -> str:
    weight = f"weight {weight_words(finding.weight or 0)} of {weight_words(NEEDED_WEIGHT)}"
    return f"its signals have grown old ({weight}): {quoted(finding.text)}"


def _struck(finding: FindingShown) -> str:
    who, agent = clean_line(finding.person or ""), clean_line(finding.agent or "")
    return f"{agent} struck what {who} had stated: {quoted(finding.text)}"


def _replaced(finding: FindingShown) -> str:
    who, agent = clean_line(finding.person or ""), clean_line(finding.agent or "")
    return f"{agent} put a guess where {who} had stated something else: {quoted(finding.text)}"


def _order(finding: FindingShown) -> str:
    return f"tells its reader what to do: {quoted(finding.text)}"


def _stated(finding: FindingShown) -> str:
    return f"tagged [stated], but written by {clean_line(finding.agent or '')}: {quoted(finding.text)}"


def _commits(finding: FindingShown) -> str:
    return f"{finding.count or 0} commits are listed that git records, from {quoted(finding.text)} on"


def _tree(finding: FindingShown) -> str:
    return f"{finding.count or 0} lines list what files there are, from {quoted(finding.text)} on"


def _figure(finding: FindingShown) -> str:
    return f"a figure, and nothing says as of when: {quoted(finding.text)}"


def _bare_strike(finding: FindingShown) -> str:
    return f"struck without a day, write superseded YYYY-MM-DD behind it: {quoted(finding.text)}"


_WORDS = {
    Breach.BARE_STRIKE: _bare_strike,
    Breach.DELETED: _deleted,
    Breach.OVER_CAP: _over_cap,
    Breach.NEAR_CAP: _near_cap,
    Breach.FACT_IN_INDEX: _fact,
    Breach.DANGLING: _dangling,
    Breach.UNROUTED: _unrouted,
    Breach.NO_INDEX: _no_index,
    Breach.UNTAGGED: _untagged,
    Breach.UNPROVEN: _unproven,
    Breach.FADED: _faded,
    Breach.STRUCK_STATED: _struck,
    Breach.REPLACED_STATED: _replaced,
    Breach.ORDER: _order,
    Breach.AGENT_STATED: _stated,
    Breach.COMMIT_LIST: _commits,
    Breach.FILE_TREE: _tree,
    Breach.UNDATED_FIGURE: _figure,
}
