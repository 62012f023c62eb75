"""What a hook has to judge, as git's and the pre-commit framework's variables and the index tell it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from gitmem.config import CONFIG_NAME, is_note
from gitmem.errors import RevisionError
from gitmem.git.repository import Repository, bytes_in_git, decode_path
from gitmem.git.unfinished import merge_parents
from gitmem.memory.place import Place

if TYPE_CHECKING:
    from gitmem.memory.checking.findings import CheckScope


class Judged(NamedTuple):
    """What is judged; `span` is `A..B` for a range."""

    scope: CheckScope
    span: str | None = None


def judged_before(place: Place, environment: Mapping[str, str], *, framework: bool) -> Judged | None:
    """What a hook that may stop git judges; None when a commit is under way that changes no note.

    Only hooks of the pre-commit framework (`framework`) are told of a push: of the range that is pushed, or
    of none when the other side has nothing of the branch; then all that its commits hold is judged. Where
    neither a range nor anything staged is there to judge, as in a CI job, everything is.
    """
    begin, end = environment.get("PRE_COMMIT_FROM_REF"), environment.get("PRE_COMMIT_TO_REF")
    ranged = framework and bool(begin and end)
    pushed = framework and bool(environment.get("PRE_COMMIT_REMOTE_NAME"))
    repository, staged = place.repository, False
    if not ranged and not pushed and repository is not None and repository.top is not None:
        committing = bool(environment.get("GIT_INDEX_FILE"))
        staged = _stages_note(place, repository, committing) or bool(merge_parents(repository))
        if committing and not staged:
            return None
    from gitmem.memory.checking.findings import CheckScope  # only where something is judged

    if ranged:
        return Judged(CheckScope.RANGE, f"{begin}..{end}")
    if pushed and repository is not None and repository.head is not None:
        nothing = "0" * len(repository.head)
        return Judged(CheckScope.RANGE, f"{nothing}..{environment.get('PRE_COMMIT_LOCAL_BRANCH') or 'HEAD'}")
    return Judged(CheckScope.STAGED if staged else CheckScope.ALL)


def _stages_note(place: Place, repository: Repository, committing: bool) -> bool:
    """Whether the index holds a note or the settings otherwise than HEAD does."""
    paths = _staged_paths(repository)
    if CONFIG_NAME in paths:
        return True
    if committing and any(path.endswith(".md") for path in paths):
        return True  # whether it counts as a note is found out when it is judged
    settings = place.settings(staged=True) if paths else None
    return settings is not None and any(is_note(path, settings) for path in paths)


def _staged_paths(repository: Repository) -> list[str]:
    """Paths that differ between HEAD and the index that is being committed, unmerged ones among them."""
    if repository.head is None:
        listed = repository.files.ask("ls-files", "-z", "--full-name")
    else:
        listed = repository.files.ask(
            "diff-index", "--cached", "--name-only", "--no-renames", "-z", repository.head, "--"
        )
    return [decode_path(path) for path in listed.split(b"\0") if path]


def brought(place: Place) -> str | None:
    """The commits that the last merge or rebase brought, as `A..B`; None when there are none."""
    repository = place.repository
    if repository is None or repository.head is None:
        return None
    former = _rebased_from(repository) or _resolved(repository, "ORIG_HEAD")
    return None if former in (None, repository.head) else f"{former}..{repository.head}"


def _rebased_from(repository: Repository) -> str | None:
    """Where the branch of a rebase stood that is about to end; ORIG_HEAD may be another after its steps."""
    for name in ("rebase-merge", "rebase-apply"):
        written = bytes_in_git(repository.git_dir / name / "orig-head").decode("ascii", "replace").strip()
        if written:
            return _resolved(repository, written)
    return None


def _resolved(repository: Repository, revision: str) -> str | None:
    with suppress(RevisionError):
        return repository.resolve(revision)
    return None
