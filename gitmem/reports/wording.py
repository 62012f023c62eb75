"""The words for values: one function for each kind of value, so that a thing has one name everywhere."""

from __future__ import annotations

from datetime import date

from gitmem.index.response import AbsenceReason
from gitmem.notes.freshness import Status
from gitmem.reports.layout import Paint, plural

SHORT_ID = 7
"""Characters of a commit id in text; JSON has whole ids."""

_SOURCES = {
    "tag": "verified tag",
    "heading": "dated heading",
    "filename": "file name",
    "text": "said in the text",
    "git": "git",
    "moved": "git",
    "uncommitted": "not committed",
    "untracked": "not tracked by git",
    "unknown": "no date",
}

_PAINTS = {
    Status.STALE: Paint.STALE,
    Status.EXPIRED: Paint.STALE,
    Status.SUPERSEDED: Paint.DIM,
    Status.RETRACTED: Paint.DIM,
    Status.CONTESTED: Paint.ALARM,
}


def short_id(oid: str) -> str:
    """A commit id as people read it."""
    return oid[:SHORT_ID]


def source_words(source: str) -> str:
    """What gave a date: the name in JSON as words for people."""
    if source.startswith("front-matter"):
        _, _, field = source.partition(":")
        return f"front matter, {field}" if field else "front matter"
    return _SOURCES.get(source, source)


def age_words(age_days: int | None) -> str:
    """An age in days; empty when it is not known."""
    return "" if age_days is None else plural(age_days, "day")


def status_paint(status: Status) -> Paint:
    """How a standing is marked; what may be trusted stays plain."""
    return _PAINTS.get(status, Paint.PLAIN)


_REASONS = {
    AbsenceReason.SKIPPED_NOTES: "some notes could not be read",
    AbsenceReason.SHALLOW: "this clone is shallow",
    AbsenceReason.PARTIAL_CLONE: "this clone left text out",
    AbsenceReason.NO_GIT: "there is no history to look into",
    AbsenceReason.STALE_INDEX: "the index is out of date and could not be refreshed",
    AbsenceReason.REMOVED_TEXT: "the words were recorded once, but no line with all of them is known",
}


def reason_words(reason: AbsenceReason) -> str:
    """Why an absence is not proven."""
    return _REASONS[reason]


def flag_words(day: date, today: date) -> str:
    """Why a date was passed over."""
    return f"{day.isoformat()} {'lies in the future' if day > today else 'is no real date'}"
