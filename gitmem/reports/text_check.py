"""Findings for people: each contradiction with its places and people, what else is wrong, and the cures."""

from __future__ import annotations

from collections.abc import Sequence

from gitmem.checks.finding import Rule, Severity, reaches
from gitmem.facts.standing import Rule as PairRule
from gitmem.memory.checking.findings import CheckResponse, CheckScope, FindingShown
from gitmem.memory.shown import StatementShown
from gitmem.reports.fact_words import (
    name_lines,
    person_words,
    searched_words,
    value_words,
)
from gitmem.reports.finding_words import finding_message, is_draft, rule_name, why_words
from gitmem.reports.layout import Paint, Style, beside, column_widths, pad, plural, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.ways_out import ways_out
from gitmem.reports.wording import short_id, source_words

SHOWN = 50
"""Contradictions, and findings of any other rule, that are shown unless everything is asked for."""

_INDENT = "  "
_LIMITS = (28, 44)
_WRITTEN = ("tag", "heading", "filename", "text", "front-matter")


def check_text(response: CheckResponse, style: Style) -> str:
    """The whole answer: a count, the findings, the ways out, and what was judged."""
    blocks = [head_words(response), *finding_blocks(response, style)]
    skipped = _skipped(response)
    if skipped:
        blocks.append("\n".join(skipped))
    judged = " · ".join(filter(None, (_judged(response), searched_words(response.answer))))
    blocks.append("\n".join(wrap(judged, style.width)))
    return "\n\n".join(blocks)


def head_words(response: CheckResponse, least: Severity = Severity.WARNING) -> str:
    """How many findings of each rule there are, the contradictions first; hints count for nothing."""
    found = [each for each in response.findings if reaches(each.severity, least)]
    if not found:
        return "nothing found" if response.scope is CheckScope.ALL else "nothing found in the change"
    counts = {rule: [each for each in found if each.rule is rule] for rule in Rule}
    parts = []
    for rule, findings in counts.items():
        if not findings:
            continue
        parts.append(_count(rule, len(findings)) + _warned(findings))
    return ", ".join(parts)


_GRAVE = (Rule.CONFLICT, Rule.STRIKE_DATE, Rule.ROUTING_INDEX, Rule.UNPROVEN_LESSON)
"""Rules whose findings may be errors or less."""


def _warned(findings: Sequence[FindingShown]) -> str:
    """How many of some findings are only warnings, where rules are of both kinds."""
    warned = sum(each.severity is not Severity.ERROR for each in findings)
    if not warned or findings[0].rule not in _GRAVE:
        return ""
    if warned < len(findings):
        return f" ({plural(warned, 'warning')})"
    return " (warning)" if warned == 1 else " (warnings)"


_NOUNS = {
    Rule.CONFLICT: "contradiction",
    Rule.STALE: "fact to check again",
    Rule.MERGE_MARKERS: "unfinished merge",
    Rule.INCOMPLETE_HISTORY: "gap in history",
    Rule.UNDATED: "undated note",
    Rule.STRIKE_DATE: "impossible strike",
    Rule.DELETED_FACT: "deleted fact",
    Rule.ROUTING_INDEX: "fault of the routing index",
    Rule.PROVENANCE: "line without provenance",
    Rule.UNPROVEN_LESSON: "unproven lesson",
    Rule.AGENT_STRIKE: "stated line changed by an agent",
    Rule.ORDER: "lesson phrased as an order",
    Rule.AGENT_STATED: "line stated by an agent",
    Rule.ON_RECORD: "copy of what is on record",
    Rule.UNDATED_FIGURE: "figure without a date",
    Rule.COPY: "conflicted copy",
    Rule.FUTURE_DATE: "date in the future",
}
_PLURALS = {
    Rule.STALE: "facts to check again",
    Rule.INCOMPLETE_HISTORY: "gaps in history",
    Rule.FUTURE_DATE: "dates in the future",
    Rule.ROUTING_INDEX: "faults of the routing index",
    Rule.PROVENANCE: "lines without provenance",
    Rule.AGENT_STRIKE: "stated lines changed by an agent",
    Rule.ORDER: "lessons phrased as orders",
    Rule.AGENT_STATED: "lines stated by an agent",
    Rule.ON_RECORD: "copies of what is on record",
    Rule.UNDATED_FIGURE: "figures without a date",
}


def _count(rule: Rule, count: int) -> str:
    if count != 1 and rule in _PLURALS:
        return f"{count:,} {_PLURALS[rule]}"
    return plural(count, _NOUNS[rule])


def finding_blocks(response: CheckResponse, style: Style) -> list[str]:
    """The findings that are worth telling and what to do about them, without any head or foot."""
    least = Severity.ADVICE if style.verbose else Severity.WARNING
    told = [each for each in response.findings if reaches(each.severity, least)]
    told.sort(key=lambda each: each.severity is not Severity.ERROR)
    pairs = [each for each in told if each.rule is Rule.CONFLICT and not each.excused]
    excused = [each for each in told if each.rule is Rule.CONFLICT and each.excused]
    blocks = _shown(pairs, style)
    undecided = [each for each in pairs if each.newer is None] or pairs
    if undecided:
        blocks.append("\n".join(_ways_out(undecided[0], style)))
    blocks += _shown(excused, style)
    for rule in Rule:
        others = [each for each in told if each.rule is rule is not Rule.CONFLICT]
        if others:
            blocks.append("\n".join(_others(rule, others, style)))
    if response.unstaged and told:
        blocks.append("\n".join(_unstaged(response, style)))
    return blocks


def _shown(pairs: Sequence[FindingShown], style: Style) -> list[str]:
    shown = pairs if style.verbose else pairs[:SHOWN]
    blocks = ["\n".join(_pair(each, style)) for each in shown]
    return blocks + _more(len(pairs) - len(shown))


def _more(count: int) -> list[str]:
    return [f"{_INDENT}… and {count:,} more (git mem -v check shows all)"] if count else []


def _pair(finding: FindingShown, style: Style) -> list[str]:
    lines = [
        _INDENT + line for line in name_lines(finding.subject, finding.label, style, _paint(finding.severity))
    ]
    rows = [(_value(side, style), f"{clean_path(side.path)}:{side.line}") for side in finding.sides]
    widths = column_widths(rows, _LIMITS)
    for side, (value, cite) in zip(finding.sides, rows, strict=True):
        left = f"{_INDENT * 2}{pad(value, widths[0])}   {style.paint(pad(cite, widths[1]), Paint.STRONG)}"
        lines += beside(left, _who(side), style)
    why = why_words(finding)
    if finding.severity is not Severity.ERROR:
        why = f"{finding.severity.value}: {why}"
    return lines + wrap(why, style.width, _INDENT * 2)


def _paint(severity: Severity) -> Paint:
    return Paint.ALARM if severity is Severity.ERROR else Paint.STRONG


def _value(side: StatementShown, style: Style) -> str:
    value = value_words(side.value, style)
    return f"{value} [{side.provenance.value}]" if side.provenance is not None else value


def _who(side: StatementShown) -> str:
    parts = [side.as_of.isoformat()] if side.as_of else []
    if side.as_of and side.date_source.startswith(_WRITTEN):
        parts.append(source_words(side.date_source))
    person = person_words(side.origin, summary=False, drafts=is_draft(side))
    return " · ".join(filter(None, (", ".join(parts), person)))


def _ways_out(finding: FindingShown, style: Style) -> list[str]:
    """How to end a contradiction, with the edit written out for one of them."""
    side = _older(finding)
    return ways_out(side.path, side.line, style, listed=finding.pair_rule is not PairRule.NEAR)


def _older(finding: FindingShown) -> StatementShown:
    """The side to strike in the example: what is known to be older, else what the change did not add."""
    if finding.newer is not None:
        older = [side for side in finding.sides if side.cite != finding.newer]
    else:
        older = [side for side in finding.sides if (side.path, side.line) != (finding.path, finding.line)]
    return (older or list(finding.sides))[0]


def _others(rule: Rule, findings: Sequence[FindingShown], style: Style) -> list[str]:
    shown = findings if style.verbose else findings[:SHOWN]
    worst = Paint.ALARM if any(each.severity is Severity.ERROR for each in findings) else Paint.STRONG
    lines = [_INDENT + style.paint(rule_name(rule), worst)]
    for each in shown:
        place = f"{clean_path(each.path)}:{each.line}   " if each.path is not None else ""
        lines += wrap(place + finding_message(each), style.width, _INDENT * 2)
    return lines + _more(len(findings) - len(shown))


def _unstaged(response: CheckResponse, style: Style) -> list[str]:
    names = " ".join(map(clean_path, response.unstaged[:5])) + (" …" if len(response.unstaged) > 5 else "")
    words = f"judged is what is staged; the files on disk are not the same: git add {names}"
    return wrap(words, style.width, _INDENT)


def _judged(response: CheckResponse) -> str:
    if response.differing is None:
        return ""
    base = "nothing" if response.base is None else short_id(response.base)
    what = {CheckScope.STAGED: "staged", CheckScope.WORKTREE: "the work tree"}.get(response.scope)
    end = what or short_id(response.target or "")
    verb = "differs" if response.differing == 1 else "differ"
    return f"{plural(response.differing, 'note')} {verb} between {base} and {end}"


def _skipped(response: CheckResponse) -> list[str]:
    skipped = response.unread
    lines = [f"not read: {clean_path(each.path)}: {clean_line(each.reason)}" for each in skipped[:10]]
    return [_INDENT + line for line in lines] + _more(len(skipped) - len(lines))
