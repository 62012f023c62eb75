"""What two states of the notes a comparison is about: revisions, days, or the work tree."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from gitmem.clock import require_day
from gitmem.errors import RevisionError, UsageError
from gitmem.git.repository import Repository
from gitmem.memory.place import Place


class Ends(NamedTuple):
    """Full ids of commits; `base` is None for the time before the first one, `target` for the work tree."""

    base: str | None
    target: str | None


def find_ends(place: Place, span: str | None, since: str | None, until: str | None) -> Ends:
    """What `span` (`A..B`, `A...B` from where both part, `A` alone up to the notes as they lie here) or the
    days from `since` to `until` mean; without any of them HEAD and the notes as they lie here.

    A side of `span` is a revision or a day, HEAD when it is left out. Raises `UsageError` for what makes no
    sense together, `DateError` for a malformed day, and `RevisionError` where there is no such commit.
    """
    repository = place.repository
    if repository is None:
        raise RevisionError(f"{place.top} is in no git repository, so there is nothing to compare with")
    if span is not None and (since is not None or until is not None):
        raise UsageError("compare two revisions or two days: A..B does not go with --since and --until")
    if until is not None and since is None:
        raise UsageError("--until needs --since, the first day whose changes are asked for")
    if since is not None:
        return _between_days(place, require_day(since), until)
    if span is None or not span.strip():
        return Ends(repository.head, _present(repository, otherwise="name two revisions, A..B"))
    return _of_span(place, repository, span.strip())


def _between_days(place: Place, since: date, until: str | None) -> Ends:
    assert place.repository is not None
    last = require_day(until) if until is not None else None
    if last is not None and last < since:
        raise UsageError(f"nothing lies between {since} and {last}: the first day is the later one")
    if last is not None:
        target: str | None = place.commit_at(last.isoformat())
    else:
        target = _present(place.repository)
    return Ends(_before(place, since), target)


def _before(place: Place, day: date) -> str | None:
    """The newest commit before a day; None when there was none yet."""
    if place.head is None or day == date.min:
        return None
    try:
        return place.commit_at((day - timedelta(days=1)).isoformat())
    except RevisionError:
        if place.repository is not None and place.repository.shallow:
            raise  # there may have been one, so nothing may be called new
        return None


def _present(repository: Repository, otherwise: str | None = None) -> str | None:
    """The notes as they lie here; in a bare repository those of HEAD, or the hint what to do instead."""
    if repository.top is not None:
        return None
    if otherwise is not None:
        raise UsageError(f"a bare repository has no work tree; {otherwise}")
    if repository.head is None:
        raise RevisionError("nothing is committed yet in this bare repository, so there are no notes")
    return repository.head


def _of_span(place: Place, repository: Repository, span: str) -> Ends:
    dots = "..." if "..." in span else ".."
    first, found, second = span.partition(dots)
    if not found:
        return Ends(place.commit_at(span), _present(repository))
    base, target = place.commit_at(first or "HEAD"), place.commit_at(second or "HEAD")
    if dots == "...":
        common = repository.merge_base(base, target)
        if common is None:
            raise RevisionError(f"{first or 'HEAD'} and {second or 'HEAD'} have no commit in common")
        base = common
    return Ends(base, target)
