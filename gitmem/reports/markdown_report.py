"""The state of a memory as Markdown; the rules of `gitmem.reports.markdown` hold here too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitmem.memory.report import ReportResponse
from gitmem.reports.diagnostics import finding_diagnostics
from gitmem.reports.markdown import (
    MOST,
    code,
    conflict_blocks,
    counts_table,
    findings_sections,
    more_line,
    searched_markdown,
    stale_blocks,
)
from gitmem.reports.safe import bare_path
from gitmem.reports.text_report import author_words, note_words


def report_markdown(report: ReportResponse, *, advice: bool = False) -> str:
    """The whole report."""
    today = report.answer.searched_at.utc_day
    others = finding_diagnostics(report.others, advice=advice)
    blocks = ["# State of the memory", _numbers(report)]
    blocks += ["## Contradictions", *conflict_blocks(report.conflicts, report.answer, "###")]
    blocks += ["## To check again", *stale_blocks(report.stale, today, "###")]
    if others:
        blocks += ["## Other findings", *findings_sections(others, "###")]
    blocks += _attention("Notes that need attention", [note_words(each) for each in report.notes])
    blocks += _attention("Authors who may help", [author_words(each) for each in report.authors])
    return "\n\n".join([*blocks, searched_markdown(report.answer)])


def _numbers(report: ReportResponse) -> str:
    stats = report.stats
    rows = [
        ("notes", stats.files_indexed),
        ("pieces of text", stats.chunks_indexed),
        ("contradictions", len(report.conflicts)),
        ("to check again", len(report.stale)),
        *((name.lower(), count) for name, count in stats.chunks_by_status.items()),
        ("skipped files", len(stats.skipped)),
    ]
    return counts_table(rows)


def _attention(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    if rows:
        yield f"## {title}"
        shown = [f"- {code(bare_path(name))} {words}" for name, words in rows[:MOST]]
        yield "\n".join([*shown, *more_line(len(rows))])
