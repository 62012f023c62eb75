"""A question to an opened session -> its answer, with the proof of what was searched. Opens nothing."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from gitmem.index.response import AbsenceReason, SearchQuery, SearchResponse, SnapshotProof
from gitmem.index.search import search
from gitmem.index.store import open_index
from gitmem.memory.session import Session, people_of

if TYPE_CHECKING:
    from gitmem.git.repository import Repository


def answer(session: Session, question: SearchQuery, commit: str | None) -> SearchResponse:
    """The answer from the notes of `commit` (full id), or of the work tree for None.

    Raises `UsageError` for a query with nothing to search for.
    """
    with closing(open_index(session.index_file)) as store:
        return search(
            store,
            question,
            session.settings,
            snapshot_proof(session, commit),
            details=lambda oids: people_of(session.place, session.settings, oids),
            removed=session.removals,
            order=session.order,
        )


def snapshot_proof(session: Session, commit: str | None, *, staged: bool = False) -> SnapshotProof:
    """What is known of the notes of `commit`, or for None of the work tree or what is `staged`."""
    repository = session.place.repository
    head = commit or session.place.head
    if repository is None:
        kind = "folder"
    else:
        kind = (
            "commit" if commit is not None or repository.top is None else "staged" if staged else "worktree"
        )
    return SnapshotProof(
        state=session.notes.view.state,
        label=kind,
        head=head,
        tree=_tree(repository, head),
        worktree_digest=session.notes.digest,
        commits_searched=session.commits_searched,
        gaps=tuple(AbsenceReason(gap.value) for gap in session.notes.gaps),
    )


def _tree(repository: Repository | None, commit: str | None) -> str | None:
    if repository is None or commit is None:
        return None
    return repository.tree if commit == repository.head else repository.tree_of(commit)
