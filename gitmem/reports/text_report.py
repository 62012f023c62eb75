"""The state of a memory for people: numbers, contradictions, stale text, what else is wrong, who may help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitmem.checks.finding import Rule
from gitmem.memory.checking.findings import CheckResponse, CheckScope
from gitmem.memory.report import AuthorAttention, NoteAttention, ReportResponse
from gitmem.reports.fact_words import searched_words
from gitmem.reports.layout import Paint, Style, column_widths, pad, plural, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.text_check import finding_blocks
from gitmem.reports.text_conflicts import conflict_blocks
from gitmem.reports.text_stale import stale_blocks
from gitmem.reports.text_state import holds_line, skipped_lines

SHOWN = 20
"""Notes and authors that are named unless everything is asked for."""

_INDENT = "  "
_LIMIT = 48


def report_text(report: ReportResponse, style: Style) -> str:
    """The whole report."""
    answer, today = report.answer, report.answer.searched_at.utc_day
    blocks = ["\n".join(_numbers(report, style)), *_contradictions(report, style)]
    blocks += stale_blocks(report.stale, today, style) if report.stale else ["nothing to check again"]
    others = other_findings(report)
    told = finding_blocks(others, style)
    blocks += ["other findings", *told] if told else ["no other finding"]
    blocks += _attention("notes that need attention", [note_words(each) for each in report.notes], style)
    blocks += _attention("authors who may help", [author_words(each) for each in report.authors], style)
    blocks.append("\n".join(wrap(searched_words(answer), style.width)))
    return "\n\n".join(blocks)


def _contradictions(report: ReportResponse, style: Style) -> list[str]:
    """The contested facts; where there are none it is not said that nothing contradicts, if something may."""
    if not report.conflicts and any(each.rule is Rule.CONFLICT for each in report.others):
        return ["no contested fact; pairs that may contradict each other are among the findings below"]
    return conflict_blocks(report.conflicts, report.answer, style)


def other_findings(report: ReportResponse) -> CheckResponse:
    """What the check of everything finds beside contradictions and stale text, as an answer of its own."""
    return CheckResponse(
        answer=report.answer,
        scope=CheckScope.ALL,
        base=None,
        target=None,
        strict=report.strict,
        differing=None,
        findings=report.others,
    )


def _numbers(report: ReportResponse, style: Style) -> list[str]:
    stats = report.stats
    lines = wrap(holds_line(stats), style.width)
    if stats.oldest and stats.newest:
        lines.append(f"dated {stats.oldest.isoformat()} to {stats.newest.isoformat()}")
    lines += wrap(standing_words(stats.chunks_by_status), style.width)
    return [*lines, *skipped_lines(stats.skipped, style)]


def standing_words(counts: Mapping[str, int]) -> str:
    """How many pieces have which standing."""
    return " · ".join(f"{count:,} {name}" for name, count in counts.items()) or "no text"


def note_words(note: NoteAttention) -> tuple[str, str]:
    """A note, and what is wrong with it."""
    counts = [plural(note.errors, "error")] if note.errors else []
    counts += [plural(note.warnings, "warning")] if note.warnings else []
    return note.path, ", ".join(counts)


def author_words(author: AuthorAttention) -> tuple[str, str]:
    """An author, and what is to be decided or checked of what they wrote."""
    counts = [plural(author.contradictions, "contradiction")] if author.contradictions else []
    counts += [f"{plural(author.stale, 'fact')} to check again"] if author.stale else []
    return author.author, ", ".join([*counts, *(["an agent"] if author.agent else [])])


def _attention(title: str, rows: Sequence[tuple[str, str]], style: Style) -> list[str]:
    if not rows:
        return []
    shown = rows if style.verbose else rows[:SHOWN]
    notes = title.startswith("notes")
    named = [(clean_path(name) if notes else clean_line(name), words) for name, words in shown]
    (width,) = column_widths([(name,) for name, _ in named], (_LIMIT,))
    lines = [style.paint(title, Paint.STRONG)]
    lines += [f"{_INDENT}{pad(name, width)}   {words}" for name, words in named]
    if len(shown) < len(rows):
        lines.append(f"{_INDENT}… and {len(rows) - len(shown):,} more (git mem -v report shows all)")
    return ["\n".join(lines)]
