"""Conflicts for people: each fact with its values and their places, why nothing decides, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gitmem.facts.standing import ConflictReason
from gitmem.memory.conflicts import ConflictShown, ConflictsResponse, ResolvedShown
from gitmem.memory.shown import Answered, StatementShown
from gitmem.reports.fact_words import (
    conflict_words,
    evidence_words,
    has_drafts,
    name_lines,
    person_words,
    searched_words,
    short_place,
    value_words,
)
from gitmem.reports.layout import Paint, Style, beside, column_widths, pad, plural, wrap
from gitmem.reports.safe import clean_path
from gitmem.reports.ways_out import ways_out
from gitmem.reports.wording import source_words

_INDENT = "  "
_LIMITS = (28, 44)
_NOT_GIT = ("tag", "heading", "filename", "text")


def conflicts_text(response: ConflictsResponse, style: Style) -> str:
    """All conflicts, what to do about them, and with them what evidence has settled."""
    blocks, drafts = conflict_blocks(response.conflicts, response.answer, style), has_drafts(response.answer)
    if response.all and response.resolved:
        blocks.append(f"{plural(len(response.resolved), 'older value')} that evidence orders")
        blocks += ["\n".join(_resolved(each, style, drafts)) for each in response.resolved]
    blocks.append("\n".join(wrap(searched_words(response.answer), style.width)))
    return "\n\n".join(blocks)


def conflict_blocks(conflicts: Sequence[ConflictShown], answer: Answered, style: Style) -> list[str]:
    """A count, each contradiction, and what to do about them."""
    drafts = has_drafts(answer)
    blocks = [plural(len(conflicts), "contradiction") if conflicts else "no contradiction found"]
    blocks += ["\n".join(_conflict(each, style, drafts)) for each in conflicts]
    merged = [each for each in conflicts if ConflictReason.UNMERGED not in each.reasons]
    if merged:
        blocks.append("\n".join(_advice(merged[0], style)))
    return blocks


def _conflict(conflict: ConflictShown, style: Style, drafts: bool) -> list[str]:
    lines = name_lines(conflict.subject, conflict.label, style, Paint.ALARM)
    lines += _sides(conflict.sides, style, drafts)
    for reason in conflict.reasons:
        lines += wrap(conflict_words(reason), style.width, _INDENT)
    return lines


def _sides(sides: tuple[StatementShown, ...], style: Style, drafts: bool) -> list[str]:
    rows = [(_value(side, style), f"{clean_path(side.path)}:{side.line}") for side in sides]
    widths = column_widths(rows, _LIMITS)
    lines: list[str] = []
    for side, (value, cite) in zip(sides, rows, strict=True):
        left = f"{_INDENT}{pad(value, widths[0])}   {style.paint(pad(cite, widths[1]), Paint.STRONG)}"
        lines += beside(left, _who(side, drafts), style)
    return lines


def _value(side: StatementShown, style: Style) -> str:
    value = value_words(side.value, style)
    return f"{value} [{side.provenance.value}]" if side.provenance is not None else value


def _who(side: StatementShown, drafts: bool) -> str:
    parts = [side.as_of.isoformat()] if side.as_of else []
    if side.as_of and side.date_source.startswith((*_NOT_GIT, "front-matter")):
        parts.append(source_words(side.date_source))
    person = person_words(side.origin, drafts=drafts)
    return " · ".join(filter(None, (", ".join(parts), person)))


def _advice(first: ConflictShown, style: Style) -> list[str]:
    # What is of unknown age comes first: it is older than what is known of history.
    side = min(first.sides, key=lambda each: (each.as_of is not None, each.as_of or date.min))
    return ways_out(side.path, side.line, style)


def _resolved(each: ResolvedShown, style: Style, drafts: bool) -> list[str]:
    lines = name_lines(each.subject, each.label, style, Paint.PLAIN)
    sides = (each.older,) if each.newer is None else (each.newer, each.older)
    lines += _sides(sides, style, drafts)
    if each.reading:
        words = f"newer reading at {short_place(each.newer_cite)}; both may have been true"
    else:
        how = ", ".join(dict.fromkeys(evidence_words(evidence, drafts=drafts) for evidence in each.evidence))
        words = f"{short_place(each.newer_cite)} came after: {how}" if how else "superseded"
        if not each.struck:
            words += "; the older line is not struck"
    return lines + wrap(words, style.width, _INDENT)
