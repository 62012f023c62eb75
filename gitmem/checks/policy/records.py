"""What need not be remembered, or cannot be judged later: copies of what git and files record, and figures
without a date. Warnings, and silent when unsure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.lines import SAYING, Line
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import without_tags
from gitmem.notes.times import names_time
from gitmem.notes.visible import visible

MOST_COMMITS = 2
"""Commits listed one below the other that are still a mention of them and no copy of the log."""

MOST_BRANCHES = 2
"""Drawn branches of a tree that are still something else."""

MOST_PATHS = 3
"""Bare paths one below the other that are still a remark and no listing."""

_COMMIT = re.compile(
    r"[\s*|\\/]*(?:commit\s+[0-9a-f]{40}(?:[0-9a-f]{24})?\b|[`\[(]*(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b"
    r"[`\])]*(?:\([^()]*\))?[\s:–—-]+\S)"
)
_BRANCH = re.compile(r"\s*(?:[│┃|]\s+)*(?:[├└┣┗][─━]+|\|--|`--|\+--|\\--)\s*\S")
_PATH = re.compile(r"[`\"']?(?:\.{0,2}/)?[\w.@+~-]+(?:/[\w.@+~-]+)*(?:/|\.[A-Za-z][\w]{0,9})?[`\"']?")
_EXTENSION = re.compile(r"\.[A-Za-z]\w{0,9}[`\"']?$")
_UNITS = (
    *("users?", "customers?", "clients?", "employees?", "people", "engineers?", "developers?", "members?"),
    *("subscribers?", "visitors?", "visits", "downloads?", "stars?", "seats?", "licen[cs]es?", "requests?"),
    *("orders?", "sales", "tickets?", "errors?", "tests?", "rows?", "records?", "lines of code", "loc"),
    *("[kmgt]i?b", "[mgt]hz", "qps", "rps", "tps", "ms", "fte", "headcount", "servers?", "nodes?", "pods?"),
    *("euros?", "dollars?", "pounds?", "percent", "per cent", "eur", "usd", "gbp", "chf", "points?"),
)
_FIGURE = re.compile(
    r"[$€£¥]\s?\d|(?<![\w.#/-])\d[\d.,  ]*(?:%|[$€£¥]|(?:k|m|bn|million|billion|thousand)\b"
    rf"|\s?(?:{'|'.join(_UNITS)})\b)|\b(?:EUR|USD|GBP|CHF)\s?\d",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"(?<!\w)\d{{4}}\s?(?:{'|'.join(_UNITS)})\b", re.IGNORECASE)


def figures(lines: Iterable[Line]) -> Iterator[Finding]:
    """A finding for each line with a figure for which nothing in the note gives a day."""
    for line in lines:
        if line.kind in SAYING and not line.struck and _has_figure(line) and not _is_dated(line):
            detail = PolicyBreach(Breach.UNDATED_FIGURE, line.words)
            yield Finding(Rule.UNDATED_FIGURE, Severity.WARNING, line.path, line.line, line.end_line, detail)


def _has_figure(line: Line) -> bool:
    return bool(_FIGURE.search(without_tags(visible(line.text))))


def _is_dated(line: Line) -> bool:
    if line.days or line.since is not None or line.until is not None:
        return True
    own = _COUNT.sub(" ", line.text)  # "2026 users" is no year
    return any(map(names_time, (own, *line.parents, *line.headings)))


def records(lines: Sequence[Line], is_new: Callable[[Line], bool]) -> Iterator[Finding]:
    """A finding for each list of commits and each listing of files that a new line belongs to."""
    for run in _runs(lines):
        breach, count = _recorded(run)
        if breach is not None and any(map(is_new, run)):
            detail = PolicyBreach(breach, run[0].words or run[0].text, count=count)
            first, last = run[0], run[-1]
            yield Finding(Rule.ON_RECORD, Severity.WARNING, first.path, first.line, last.end_line, detail)


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Neighbouring lines of one kind of record; a block of code or a paragraph is one by itself."""
    run: list[Line] = []
    held: Breach | None = None
    for line in lines:
        kind = _kind_of(line)
        if run and (kind is not held or kind is None or line.section != run[-1].section):
            yield run
            run = []
        if kind is not None:
            run.append(line)
        held = kind
    if run:
        yield run


def _kind_of(line: Line) -> Breach | None:
    """What a whole piece lists; each line of it has to."""
    if line.struck:
        return None
    rows = _rows(line)
    if not rows:
        return None
    if line.kind is ChunkKind.CODE or line.kind is ChunkKind.PARAGRAPH:
        if sum(map(_is_commit, rows)) * 2 > len(rows) or _is_log(rows):
            return Breach.COMMIT_LIST
        return Breach.FILE_TREE if sum(map(_is_branch, rows)) * 2 > len(rows) else None
    if line.kind is not ChunkKind.LIST_ITEM:
        return None
    if _is_commit(rows[0]):
        return Breach.COMMIT_LIST
    return Breach.FILE_TREE if len(rows) == 1 and (_is_branch(rows[0]) or _is_path(rows[0])) else None


def _rows(line: Line) -> list[str]:
    text = line.text if line.kind is ChunkKind.CODE else without_tags(line.text)
    return [row for row in text.split("\n") if row.strip() and not row.strip().startswith(("```", "~~~"))]


def _is_commit(row: str) -> bool:
    return bool(_COMMIT.match(row))


def _is_log(rows: Sequence[str]) -> bool:
    """Whether rows are what `git log` prints: an author to each commit."""
    commits = sum(row.startswith("commit ") and _is_commit(row) for row in rows)
    return commits > 0 and sum(row.startswith("Author: ") for row in rows) >= commits


def _is_branch(row: str) -> bool:
    return bool(_BRANCH.match(row))


def _is_path(row: str) -> bool:
    text = row.strip()
    if not _PATH.fullmatch(text):
        return False
    return "/" in text.strip("`\"'") or bool(_EXTENSION.search(text))


def _recorded(run: Sequence[Line]) -> tuple[Breach | None, int]:
    """What a run of lines repeats and how much of it; nothing where it is too little."""
    rows = [row for line in run for row in _rows(line)]
    if _kind_of(run[0]) is Breach.COMMIT_LIST:
        count = sum(map(_is_commit, rows))
        return (Breach.COMMIT_LIST if count > MOST_COMMITS else None), count
    drawn = sum(map(_is_branch, rows))
    if drawn > MOST_BRANCHES:
        return Breach.FILE_TREE, drawn
    return (Breach.FILE_TREE if len(rows) > MOST_PATHS and drawn == 0 else None), len(rows)
