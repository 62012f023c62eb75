"""What a refresh did, and a memory in numbers, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitmem.index.plan import NoteProblem
from gitmem.index.response import SkippedNote
from gitmem.memory.stats import IndexReport, StatsReport, VectorsKept
from gitmem.reports.layout import Style, pad, plural, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.wording import short_id, source_words

_SHOWN = 10


def index_text(report: IndexReport, style: Style) -> str:
    """One line on what was done, one on what is there, and what was skipped."""
    changes = [(report.added, "new"), (report.changed, "changed"), (report.removed, "gone")]
    done = [f"{count:,} {word}" for count, word in changes if count]
    action = "built" if report.rebuilt else "refreshed" if done else "up to date"
    lines = [" · ".join([f"index {action}", *done])]
    lines.append(holds_line(report))
    lines.append(f"kept in {clean_line(report.stored_in)}")
    lines += _problem_lines(report.problems, style)
    return "\n".join([*lines, *skipped_lines(report.skipped, style)])


def _problem_lines(problems: Sequence[NoteProblem], style: Style) -> list[str]:
    shown = problems if style.verbose else problems[:_SHOWN]
    lines = [f"{clean_path(each.path)}:{each.line}: {clean_line(each.text)}" for each in shown]
    return lines + _more(len(problems) - len(shown))


def _more(count: int) -> list[str]:
    return [f"… and {count:,} more (git mem -v shows all)"] if count else []


def holds_line(report: IndexReport | StatsReport) -> str:
    """How much an index holds, and of which commit."""
    head = f"HEAD {short_id(report.head)}" if report.head else "no commit yet"
    history = plural(report.commits_searched, "commit")
    if not report.history_complete:
        history += " (history is incomplete)"
    counts = [plural(report.chunks_indexed, "chunk"), plural(report.files_indexed, "note"), history, head]
    return " · ".join([*counts, f"index {report.index_version[:8]}"])


def skipped_lines(skipped: Sequence[SkippedNote], style: Style) -> list[str]:
    """The skipped files with their reasons; all of them with `style.verbose`, otherwise the first few."""
    if not skipped:
        return []
    shown = skipped if style.verbose else skipped[:_SHOWN]
    lines = [f"{plural(len(skipped), 'file')} skipped:"]
    lines += [f"  {clean_path(note.path)}: {clean_line(note.reason)}" for note in shown]
    return lines + [f"  {line}" for line in _more(len(skipped) - len(shown))]


def stats_text(report: StatsReport, style: Style) -> str:
    """Counts by standing, by source of the date and by kind, then sizes and what was skipped."""
    lines = [holds_line(report)]
    if report.oldest and report.newest:
        lines.append(f"dated {report.oldest.isoformat()} to {report.newest.isoformat()}")
    lines += ["", *_table("standing", report.chunks_by_status)]
    checks = f"{plural(report.must_reverify, 'chunk')} to check before use, "
    checks += f"{plural(report.low_confidence, 'chunk')} with a weak date"
    lines += ["", *wrap(checks, style.width)]
    named = {_source(name): count for name, count in report.chunks_by_date_source.items()}
    lines += ["", *_table("date from", named), "", *_table("kind", report.chunks_by_kind)]
    lines += ["", f"on disk: index {_size(report.index_bytes)}, history {_size(report.history_bytes)}"]
    lines += [_vectors_line(each) for each in report.vectors]
    return "\n".join([*lines, *skipped_lines(report.skipped, style)])


def _vectors_line(kept: VectorsKept) -> str:
    state = "one for each chunk" if kept.complete else "not for all chunks yet"
    count = plural(kept.vectors, "vector")
    return f"{count} of {clean_line(kept.model)}, {state}: {_size(kept.bytes)}"


def _table(title: str, counts: Mapping[str, int]) -> list[str]:
    names = {name.replace("_", " "): count for name, count in counts.items()}
    width = max(map(len, (title, *names)))
    digits = max(map(len, ("chunks", *(f"{count:,}" for count in names.values()))))
    lines = [f"{pad(title, width)}  {pad('chunks', digits, right=True)}"]
    return lines + [
        f"{pad(name, width)}  {pad(f'{count:,}', digits, right=True)}" for name, count in names.items()
    ]


def _source(name: str) -> str:
    return "git, text moved since" if name == "moved" else source_words(name)


def _size(count: int) -> str:
    if count < 1_000_000:
        return f"{count / 1000:.0f} kB"
    return f"{count / 1_000_000:.1f} MB"
