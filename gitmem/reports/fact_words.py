"""The words for facts: why one value follows another, why nothing says, why to look again."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from gitmem.clock import Instant
from gitmem.facts.standing import ConflictReason, Evidence, EvidenceKind
from gitmem.notes.freshness import Volatility
from gitmem.reports.layout import Paint, Style, plural, shorten, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.wording import reason_words, short_id

if TYPE_CHECKING:
    from gitmem.index.response import OriginShown
    from gitmem.memory.shown import Answered

_CONFLICTS = {
    ConflictReason.BESIDE: "both stand in one section, and adding a line beside another does not replace it",
    ConflictReason.SIMULTANEOUS: "one commit wrote both, so nothing says which is true",
    ConflictReason.CONCURRENT: "neither commit knows the other, so nothing says which is true",
    ConflictReason.SAME_DAY: "both are dated the same day, and no commit orders them",
    ConflictReason.AUTHORITY: "the newer one is only inferred or suggested, the older one was stated",
    ConflictReason.UNMERGED: "merge markers were left around them; decide, then remove the markers",
    ConflictReason.UNKNOWN: "history here does not reach back far enough to say which is newer",
}

_EVIDENCE = {
    EvidenceKind.STRUCK: "struck",
    EvidenceKind.SAID: "said so",
    EvidenceKind.REPLACED: "replaced in place",
    EvidenceKind.WRITTEN: "newer written date",
    EvidenceKind.ANCESTRY: "newer commit",
    EvidenceKind.AUTHORITY: "stronger source",
    EvidenceKind.REMOVED: "removed",
    EvidenceKind.BOUND: "its own dates",
    EvidenceKind.UNCOMMITTED: "not committed yet",
}

_LEAST_VALUE, _BESIDE_VALUE = 24, 30  # cells

_CHANGES = (EvidenceKind.REPLACED, EvidenceKind.STRUCK, EvidenceKind.REMOVED)

_VOLATILE = {
    Volatility.MONEY: "money",
    Volatility.HOURS: "opening hours",
    Volatility.STATUS: "status",
    Volatility.STOCK: "availability",
    Volatility.WORDING: "says now",
    Volatility.MARKED: "marked volatile",
}


def conflict_words(reason: ConflictReason) -> str:
    """Why nothing says which of two values is true."""
    return _CONFLICTS[reason]


def has_drafts(answer: Answered) -> bool:
    """Whether what no commit holds is not committed yet; elsewhere history just does not tell."""
    return answer.worktree_digest is not None


def evidence_words(evidence: Evidence, *, drafts: bool = True) -> str:
    """One reason why a value ended, with the commit and the place that show it.

    `drafts` is what `has_drafts` says of the answer.
    """
    words = _EVIDENCE[evidence.kind]
    if evidence.commit is not None:
        return f"{words} by {short_id(evidence.commit)}"
    if evidence.kind in _CHANGES:
        return f"{words}, not committed yet" if drafts else words
    if evidence.place is not None:
        return f"{words}, {short_place(evidence.place)}"
    return words


def kind_words(kind: EvidenceKind) -> str:
    """What kind of reason it is."""
    return _EVIDENCE[kind]


def volatile_words(volatility: Volatility) -> str:
    """Why text changes quickly."""
    return _VOLATILE[volatility]


def short_place(cite: str) -> str:
    """A cite for people: the commit of `rev:path:line` short, the path harmless."""
    head, _, line = cite.rpartition(":")
    revision, colon, path = head.partition(":")
    oid = revision.rstrip("^")
    if colon and (oid == "HEAD" or _is_id(oid)):
        return f"{oid if oid == 'HEAD' else short_id(oid)}{revision[len(oid) :]}:{clean_path(path)}:{line}"
    return f"{clean_path(head)}:{line}"


def _is_id(text: str) -> bool:
    return len(text) in (40, 64) and all(sign in "0123456789abcdef" for sign in text)


def fact_name(subject: str, label: str) -> str:
    """The name of a fact: what it is about, then its key."""
    return ": ".join(clean_line(part) for part in (subject, label) if part)


def value_words(text: str, style: Style) -> str:
    """A value on one line, cut so that its place fits beside it on a terminal; whole in a pipe."""
    room = None
    if style.width is not None and not style.verbose:
        room = max(_LEAST_VALUE, style.width - _BESIDE_VALUE)
    return shorten(clean_line(text), room)


def name_lines(subject: str, label: str, style: Style, paint: Paint = Paint.STRONG) -> list[str]:
    """The name of a fact as the first lines of what is told of it."""
    return [style.paint(line, paint) for line in wrap(fact_name(subject, label), style.width)]


def person_words(origin: OriginShown, *, summary: bool = True, drafts: bool = True) -> str:
    """Who made a commit: name, short id, and what it says; `not committed` without one.

    `drafts` is what `has_drafts` says of the answer.
    """
    if origin.commit is None:
        return "not committed" if drafts else ""
    if origin.boundary:
        return "at least as old as this clone's first commit"
    parts = [clean_line(origin.author or ""), short_id(origin.commit)]
    words = ", ".join(part for part in parts if part)
    return f'{words} "{clean_line(origin.summary)}"' if summary and origin.summary else words


def held_words(
    since: date | None, until: date | None, origin: OriginShown, ended_by: OriginShown, *, over: bool
) -> str:
    """From when to when a value held, as far as it is known: in times where it was one day by two commits.

    `over` tells that it does not hold: no more, or not yet.
    """
    begun, ended = origin.author_time, ended_by.author_time
    if since is None:
        return f"until {until.isoformat()}" if until else ""
    if until is None:
        return f"{'from' if over else 'since'} {since.isoformat()}"
    if begun is not None and ended is not None and begun.day == since == until == ended.day:
        return f"{since.isoformat()} {_time(begun)} to {_time(ended)}"
    return f"{since.isoformat()} to {until.isoformat()}"


def _time(instant: Instant) -> str:
    return instant.isoformat()[11:16]


def searched_words(answer: Answered) -> str:
    """Where an answer comes from, and what is missing there."""
    notes = plural(answer.files_indexed, "note")
    if answer.path is not None:
        notes += f", of them those matching {clean_line(answer.path)}"
    parts = [notes, _state(answer)]
    if answer.skipped:
        parts.append(f"{plural(len(answer.skipped), 'file')} skipped")
    missing = ", ".join(reason_words(reason) for reason in answer.incomplete)
    if missing:
        parts.append(f"incomplete: {missing}")
    return " · ".join([*parts, f"index {answer.index_version[:8]}"])


def _state(answer: Answered) -> str:
    if answer.head is None:
        return "no git" if answer.snapshot == "folder" else "no commit"
    if answer.snapshot == "commit":
        return f"commit {short_id(answer.head)}"
    changes = "clean" if answer.worktree_digest is None else "with uncommitted changes"
    return f"HEAD {short_id(answer.head)}, {changes}"
