"""What an opened session knows of the notes it reads: which they are, and what of history is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitmem.index.response import AbsenceReason, SnapshotProof
from gitmem.memory.session import Session

if TYPE_CHECKING:
    from gitmem.git.repository import Repository


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
