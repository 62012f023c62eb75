"""Diagnostics and answers made by hand, and texts that would break a format that trusts its input."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hypothesis import strategies as st

from gitmem.checks.finding import Rule, Severity
from gitmem.clock import parse_instant
from gitmem.facts.standing import ConflictReason
from gitmem.facts.standing import Rule as PairRule
from gitmem.index.response import AbsenceReason, OriginShown
from gitmem.memory.checking.findings import CheckResponse, CheckScope, FindingShown
from gitmem.memory.due import StaleKind, StaleReason
from gitmem.memory.shown import Answered, StatementShown
from gitmem.memory.stale import StaleItem
from gitmem.notes.dating import Confidence
from gitmem.notes.freshness import Status, Volatility
from gitmem.notes.kinds import ChunkKind
from gitmem.reports.diagnostic import Diagnostic, Place

FRAGMENTS = (
    "::error::forged",
    "::error file=a.md,line=1::forged",
    "##[error]forged",
    "::stop-commands::x",
    "\n::warning::forged",
    "\r\n",
    "%0A::error::forged",
    "%",
    ":",
    ",",
    "|",
    "`",
    "```",
    "``` ",
    "\\",
    "\\`",
    "<script>alert(1)</script>",
    "<!--",
    "]]>",
    "&lt;",
    "&#10;",
    "@user",
    "#123",
    "https://evil.example/x",
    "www.evil.example",
    "a@evil.example",
    "[words](https://evil.example)",
    "![picture](https://evil.example/p.png)",
    "$x$",
    "# heading",
    "- item",
    "---",
    "\x00",
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\x85",
    "\u2028",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\ufffe",
    "\uffff",
    "\udcff",
    "\ud83d",
    "\udc00",
    "\U0010ffff",
    '"',
    "'",
    "é",
    "李",
    " ",
    "",
)
"""Pieces of notes that are markup, commands or no legal text somewhere."""

TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(st.characters(), max_size=4), max_size=6).map("".join)
PATHS = TEXTS.map(lambda text: text.replace("\0", "").strip("/") or "a.md")
LINES = st.integers(1, 10_000)


@st.composite
def made_diagnostics(draw: st.DrawFn) -> Diagnostic:
    """A diagnostic with any text in every place that a note can reach."""
    placed = draw(st.booleans())
    line = draw(LINES) if placed else None
    places = st.builds(Place, PATHS, LINES, LINES, TEXTS)
    return Diagnostic(
        draw(st.sampled_from(Rule)),
        draw(st.sampled_from(Severity)),
        draw(PATHS) if placed else None,
        line,
        None if line is None else line + draw(st.integers(0, 5)),
        draw(TEXTS),
        draw(TEXTS),
        tuple(draw(st.lists(places, max_size=2))),
        tuple(draw(st.lists(TEXTS, max_size=3))),
    )


ANY_DIAGNOSTICS = st.lists(made_diagnostics(), max_size=5)


def diagnostic(
    rule: Rule = Rule.CONFLICT,
    severity: Severity = Severity.ERROR,
    path: str | None = "a.md",
    line: int | None = 3,
    message: str = "a message",
    identity: Sequence[str] = ("key", "value"),
    title: str = "Contradiction: Orion: phase",
) -> Diagnostic:
    """A diagnostic of which a test says only what it is about."""
    return Diagnostic(rule, severity, path, line, line, title, message, (), tuple(identity))


ANSWER = Answered(
    searched_at=parse_instant("2026-10-01T12:00:00Z"),
    head="9" * 40,
    worktree_digest=None,
    index_version="1" * 16,
    snapshot="worktree",
    at=None,
    path=None,
    files_indexed=3,
    chunks_indexed=9,
    commits_searched=4,
    history_complete=True,
    incomplete=(),
    skipped=(),
)


def origin(author: str = "Ann", summary: str = "a change") -> OriginShown:
    """The commit of a line."""
    at = parse_instant("2026-05-01T09:00:00Z")
    return OriginShown("c" * 40, author, at, at, summary, None, False)


def statement(path: str, line: int, label: str, value: str, author: str = "Ann") -> StatementShown:
    """One side of a contradiction."""
    return StatementShown(
        cite=f"{path}:{line}",
        path=path,
        line=line,
        end_line=line,
        label=label,
        value=value,
        provenance=None,
        as_of=date(2026, 5, 1),
        age_days=153,
        date_source="git",
        date_confidence=Confidence.HIGH,
        origin=origin(author),
        moved_from=None,
    )


def contradiction(*sides: StatementShown, subject: str = "Orion") -> FindingShown:
    """A finding on two values, at the first of them."""
    first = sides[0]
    return FindingShown(
        Rule.CONFLICT,
        Severity.ERROR,
        first.path,
        first.line,
        first.end_line,
        subject=subject,
        label=first.label,
        pair_rule=PairRule.E,
        reason=ConflictReason.BESIDE,
        sides=sides,
    )


def stale_item(path: str, line: int, text: str, author: str = "Ann") -> StaleItem:
    """A volatile line that was not verified for long."""
    return StaleItem(
        cite=f"{path}:{line}",
        hash="0" * 16,
        path=path,
        line=line,
        end_line=line,
        heading_path=(),
        text=text,
        kind=ChunkKind.LIST_ITEM,
        status=Status.AGING,
        age_days=153,
        as_of=date(2026, 5, 1),
        date_source="git",
        date_confidence=Confidence.HIGH,
        volatile=True,
        must_reverify=True,
        origin=origin(author),
        keys=(),
        reasons=(StaleReason(StaleKind.VOLATILE, date(2026, 6, 1), Volatility.MONEY),),
    )


def check_of(*findings: FindingShown) -> CheckResponse:
    """A check of everything with these findings."""
    return CheckResponse(ANSWER, CheckScope.ALL, None, None, False, None, findings)


INCOMPLETE = FindingShown(
    Rule.INCOMPLETE_HISTORY, Severity.WARNING, None, None, None, gaps=(AbsenceReason.SHALLOW,)
)
