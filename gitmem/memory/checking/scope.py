"""What a check judges and against what: the notes as they lie here, as they are staged, a range, or all."""

from __future__ import annotations

from typing import NamedTuple

from gitmem.config import Settings
from gitmem.errors import ConfigError, RevisionError, RootError, UsageError
from gitmem.git.repository import Repository
from gitmem.memory.checking.findings import CheckScope
from gitmem.memory.place import Place


class Span(NamedTuple):
    """What is judged: the notes of commit `target`, or for None those here or staged, as `scope` says.

    `parents` are full ids of the commits whose pairs are not new: HEAD, or the older end of a range and where
    both ends part. Those of a merge under way are added when the notes are open. None of them for `ALL`.
    """

    scope: CheckScope
    target: str | None = None
    parents: tuple[str, ...] = ()

    @property
    def staged(self) -> bool:
        """Whether what is staged is judged."""
        return self.scope is CheckScope.STAGED


def find_span(place: Place, scope: CheckScope | str, span: str | None) -> Span:
    """What `scope` means here, or the range `span` (`A..B`, `A...B`; a side left out is HEAD).

    Without a repository there is nothing to compare with, so everything is judged. Raises `UsageError` for
    what cannot be asked, and `RevisionError` where there is no such commit.
    """
    repository = place.repository
    wanted = _scope(scope)
    if span is not None or wanted is CheckScope.RANGE:
        if repository is None:
            raise RevisionError(f"{place.top} is in no git repository, so there are no revisions")
        return _range(place, repository, (span or "").strip())
    if repository is None:
        return Span(CheckScope.ALL)
    if wanted is CheckScope.ALL:
        return Span(CheckScope.ALL, target=repository.head if repository.top is None else None)
    if repository.top is None:
        raise UsageError("a bare repository has no work tree; use --all, or name two revisions, A..B")
    return Span(wanted, parents=() if repository.head is None else (repository.head,))


def _scope(scope: CheckScope | str) -> CheckScope:
    try:
        return CheckScope(scope)
    except ValueError:
        legal = ", ".join(each.value for each in CheckScope)
        raise UsageError(f"no such scope: {scope!r}; there are {legal}") from None


def _range(place: Place, repository: Repository, span: str) -> Span:
    dots = "..." if "..." in span else ".."
    first, found, second = span.partition(dots)
    if not found or ".." in second:
        raise UsageError(f"a range is two revisions, A..B, not {span!r}")
    target = place.commit_at(second or "HEAD")
    if first and not first.strip("0") and len(first) == len(target):
        # What git and CI services name as the older end of a branch that is new.
        return Span(CheckScope.RANGE, target)
    base = place.commit_at(first or "HEAD")
    common = repository.merge_base(base, target)
    if dots == "...":
        if common is None:
            raise RevisionError(f"{first or 'HEAD'} and {second or 'HEAD'} have no commit in common")
        return Span(CheckScope.RANGE, target, (common,))
    both = (base,) if common is None or common == base else (base, common)
    return Span(CheckScope.RANGE, target, both)


def former_settings(place: Place, parent: str, settings: Settings) -> Settings | None:
    """The settings of a parent commit where they judge other notes or other keys than `settings`, else None.

    A file that was broken there excused nothing and is passed over.
    """
    try:
        before = place.settings(parent)
    except (ConfigError, RootError):
        return None
    return before if _what_counts(before) != _what_counts(settings) else None


def _what_counts(settings: Settings) -> tuple[object, ...]:
    return settings.facts, settings.root, settings.include, settings.exclude, settings.language
