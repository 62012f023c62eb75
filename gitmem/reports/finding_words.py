"""The words for findings: what each rule is about, and one line for each violation of it.

Every format says a thing in these words. All that is returned is one line without control characters.
"""

from __future__ import annotations

from gitmem.checks.finding import Rule
from gitmem.facts.standing import ConflictReason
from gitmem.facts.standing import Rule as PairRule
from gitmem.git.repository import SHALLOW_CURE
from gitmem.history.origins import LineState
from gitmem.index.response import AbsenceReason
from gitmem.memory.checking.findings import FindingShown
from gitmem.memory.due import StaleKind, StaleReason
from gitmem.memory.shown import StatementShown
from gitmem.reports.fact_words import conflict_words, fact_name, short_place, volatile_words
from gitmem.reports.layout import plural, shorten
from gitmem.reports.safe import clean_line, clean_lines, clean_path
from gitmem.reports.wording import reason_words

MOST_TEXT = 120
"""Cells of the text that a finding quotes; its place has the rest."""

_NAMES = {
    Rule.CONFLICT: "contradiction",
    Rule.STALE: "to check again",
    Rule.MERGE_MARKERS: "merge markers",
    Rule.INCOMPLETE_HISTORY: "history incomplete",
    Rule.UNDATED: "undated text",
    Rule.STRIKE_DATE: "date of a strike",
    Rule.DELETED_FACT: "deleted fact",
    Rule.ROUTING_INDEX: "routing index",
    Rule.PROVENANCE: "missing provenance",
    Rule.UNPROVEN_LESSON: "unproven lesson",
    Rule.AGENT_STRIKE: "stated by a person, changed by an agent",
    Rule.COPY: "conflicted copy",
    Rule.FUTURE_DATE: "date in the future",
    Rule.ORDER: "lesson phrased as an order",
    Rule.AGENT_STATED: "stated by an agent",
    Rule.ON_RECORD: "on record elsewhere",
    Rule.UNDATED_FIGURE: "figure without a date",
}

_HELP = {
    Rule.CONFLICT: "Two values of one fact stand in the notes and neither is struck. Strike the one that is "
    "over (~~key: value~~ superseded YYYY-MM-DD). If both are meant, add [multi] to a line or the key to "
    "facts.multi_valued in .gitmem.toml; if it is no contradiction, add [allow] to a line.",
    Rule.STALE: "Text that changes quickly was not verified for a while, or is past its own end. If it "
    "is still true, add [verified: YYYY-MM-DD] to the line; if not, strike it and write the new value "
    "beside it.",
    Rule.MERGE_MARKERS: "The markers of an unfinished merge stand in the note. Decide which lines are right "
    "and delete the lines that begin with <<<<<<<, ======= and >>>>>>>. Markers in code are left alone.",
    Rule.INCOMPLETE_HISTORY: "This copy of the repository does not hold all of its history, so lines may be "
    "older than they seem and a check cannot prove that nothing is wrong. Cure: git fetch --unshallow "
    "(in CI: fetch-depth: 0); in a partial clone: git mem --allow-fetch index.",
    Rule.UNDATED: "Nothing says when this text was written: no commit with a believable date and no date in "
    "the note. Add [verified: YYYY-MM-DD] to the lines, or verified: to the note's front matter.",
    Rule.STRIKE_DATE: "A struck line says when it ended, but that is no day of the calendar, or (told "
    "as advice) it is far from the day of the commit that struck it. Write the day as YYYY-MM-DD; a strike "
    "without a day is fine.",
    Rule.COPY: "A synchronising tool could not merge two versions of a note and left one beside it. Search "
    "finds both. Move what is missing into the original and delete the copy.",
    Rule.FUTURE_DATE: "A date that tells what has been (verified, updated, date) lies in the future, so it "
    "is passed over. Correct the date; what is planned is written with [from: YYYY-MM-DD].",
    Rule.DELETED_FACT: "A live fact was deleted instead of struck, so a reader cannot see that it ended "
    "(memory policy). Put the line back and strike it (~~key: value~~ superseded YYYY-MM-DD), with the "
    "new line beside it if there is one. Lines may be moved, reworded and replaced in place.",
    Rule.ROUTING_INDEX: "The routing index names each note with its file and the words that lead to it, "
    "holds no facts, and stays short (memory policy). Move facts into the notes they belong to, and "
    "change the index in the same commit as the note it routes to.",
    Rule.PROVENANCE: "A line about people, projects or decisions does not say how it is known (memory "
    "policy). Add [stated], [observed], [inferred] or [suggested] to the line.",
    Rule.UNPROVEN_LESSON: "An inferred lesson stands as a rule without enough signals (memory policy): it "
    "needs a weight of 3 from 2 days or more, each commit counts once, and a signal older than 30 days "
    "counts half. Move it below a heading for candidates, add signals as items under it as they come, "
    "or have the operator's correction under it, tagged [stated].",
    Rule.AGENT_STRIKE: "An agent struck or replaced what a person had stated (memory policy). Ask the "
    "person; whoever stated it should commit the change, or the agent's line stands beside it, tagged "
    "[inferred].",
    Rule.ORDER: "A lesson tells its reader what to do, but lessons are data and no instructions (memory "
    "policy). Say what was seen (Deploys on Fridays failed three times) instead of what to do.",
    Rule.AGENT_STATED: "A line tagged [stated] was written by an agent (memory policy). Check that a "
    "person said so; what an agent saw is [observed], and what it concluded is [inferred].",
    Rule.ON_RECORD: "The lines repeat what git or the files themselves record, so they will be wrong "
    "without anybody noticing (memory policy). Keep what cannot be looked up, and point to the rest.",
    Rule.UNDATED_FIGURE: "A figure changes, and nothing says when this one was right (memory policy). Add "
    "[verified: YYYY-MM-DD] to the line, or say as of when it holds.",
}

_PAIRS = {
    PairRule.NEAR: "under other list items of one section",
    PairRule.S: "in one section",
    PairRule.E: "in one section",
    PairRule.C: "in one note",
}


def rule_name(rule: Rule) -> str:
    """What a rule finds, in few words without a capital."""
    return _NAMES[rule]


def rule_help(rule: Rule) -> str:
    """One paragraph: what the rule finds and what cures it."""
    return _HELP[rule]


def finding_title(finding: FindingShown) -> str:
    """A heading for a finding: what it is, and of which fact or note."""
    name = rule_name(finding.rule).capitalize()
    if finding.rule is Rule.CONFLICT:
        if finding.excused:
            name = "Contradiction excused by the configuration"
        return f"{name}: {fact_name(finding.subject, finding.label)}"
    return name


def finding_message(finding: FindingShown) -> str:
    """One line that says what was found, with values and places."""
    return _MESSAGES[finding.rule](finding)


def copy_words(finding: FindingShown) -> str:
    """Of which note a note is a copy."""
    return f"this note is a sync tool's copy of {clean_path(finding.original or '')}"


def _conflict(finding: FindingShown) -> str:
    sides = " and ".join(map(_side, finding.sides))
    return f"{fact_name(finding.subject, finding.label)}: {sides}; {why_words(finding)}"


def _side(side: StatementShown) -> str:
    return f'"{clean_line(side.value)}" ({clean_path(side.path)}:{side.line})'


def why_words(finding: FindingShown) -> str:
    """Why two values are a contradiction, or which of them is the newer one."""
    if finding.excused:
        return "the changed configuration makes this no contradiction"
    if finding.newer is not None:
        return f"{short_place(finding.newer)} is newer; strike the older one or update it"
    if finding.reason is ConflictReason.SIMULTANEOUS and all(map(is_draft, finding.sides)):
        return "both are new here, and nothing says which is true"
    if finding.reason is not None:
        return conflict_words(finding.reason)
    where = _PAIRS.get(finding.pair_rule) if finding.pair_rule is not None else None
    return f"both stand {where}" if where else "nothing says which is true"


def is_draft(side: StatementShown) -> bool:
    """Whether a value is not committed yet; one that history merely does not know is none."""
    return side.date_source in (LineState.UNCOMMITTED.value, LineState.UNTRACKED.value)


def _stale(finding: FindingShown) -> str:
    text, why = first_line(finding.text), "; ".join(map(stale_words, finding.reasons))
    return f"{text}: {why}" if why else text


def stale_words(reason: StaleReason) -> str:
    """Why something has to be looked at again."""
    if reason.kind is StaleKind.VOLATILE:
        return volatile_words(reason.volatility) if reason.volatility is not None else "changes quickly"
    if reason.kind is StaleKind.UNTIL:
        return "its [until:] has passed"
    if reason.kind is StaleKind.STALE_AFTER:
        return "past its stale_after"
    if reason.kind is StaleKind.FUTURE_DATE and reason.date is not None:
        return f"date in the future: {reason.date.isoformat()}"
    return "old"


def _markers(finding: FindingShown) -> str:
    return f"markers of an unfinished merge on lines {finding.line} to {finding.end_line}"


def _history(finding: FindingShown) -> str:
    gaps = ", ".join(map(reason_words, finding.gaps))
    cures = [_CURES[gap] for gap in finding.gaps if gap in _CURES]
    return "; ".join([gaps, *(f"cure: {cure}" for cure in cures)])


_CURES = {
    AbsenceReason.SHALLOW: SHALLOW_CURE,
    AbsenceReason.PARTIAL_CLONE: "git mem --allow-fetch index",
}


def _undated(finding: FindingShown) -> str:
    count = finding.count or 0
    return f"{plural(count, 'piece')} of this note {'has' if count == 1 else 'have'} no date at all"


def _strike(finding: FindingShown) -> str:
    if finding.breach is not None:
        return _breach(finding)
    text, written = clean_line(finding.text), clean_line(finding.written or "")
    if finding.struck is None:
        return f"{text}: {written} is no date; write the day as YYYY-MM-DD"
    return f"{text}: struck on {finding.struck.isoformat()}, but the line says {written}"


def _future(finding: FindingShown) -> str:
    day = clean_line(finding.written or "")
    return f"{day} lies in the future, so it dates nothing: {first_line(finding.text)}"


def first_line(text: str) -> str:
    """The first line of a text that says something; an ellipsis stands for the rest."""
    lines = [line.strip() for line in clean_lines(text) if line.strip()]
    return shorten((lines[0] if lines else "") + (" …" if len(lines) > 1 else ""), MOST_TEXT)


def _breach(finding: FindingShown) -> str:
    from gitmem.reports.policy_words import breach_words  # of use only under the memory policy

    return breach_words(finding)


_MESSAGES = {
    Rule.CONFLICT: _conflict,
    Rule.STALE: _stale,
    Rule.MERGE_MARKERS: _markers,
    Rule.INCOMPLETE_HISTORY: _history,
    Rule.UNDATED: _undated,
    Rule.STRIKE_DATE: _strike,
    Rule.DELETED_FACT: _breach,
    Rule.ROUTING_INDEX: _breach,
    Rule.PROVENANCE: _breach,
    Rule.UNPROVEN_LESSON: _breach,
    Rule.AGENT_STRIKE: _breach,
    Rule.COPY: copy_words,
    Rule.FUTURE_DATE: _future,
    Rule.ORDER: _breach,
    Rule.AGENT_STATED: _breach,
    Rule.ON_RECORD: _breach,
    Rule.UNDATED_FIGURE: _breach,
}
