"""Updates by one commit, in this process, along the first parents of a history's last stretch.

Beside the time of each step it keeps what was then known of every line, to be held against a store that
was built from nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.lines import StoredLines
from bench.measure import Spent, metered
from bench.repositories import git
from bench.share import facts_share
from gitmem import Memory
from gitmem.config import Settings
from gitmem.git.repository import Repository
from gitmem.history.keeping import open_history
from gitmem.history.opening import Wanted, open_commit
from gitmem.index.refresh import refresh_index
from gitmem.index.store import open_index, read_meta
from gitmem.memory.removals import removed_log

STEPS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """One commit more: what its update took, and what the stores said after it.

    `index` is the refresh of an index of the commit, `worktree` that of the work tree's, which asks git
    what differs from HEAD as well; both come after `history`. `facts` is what of `index` went to facts.
    """

    commit: str
    merge: bool
    history: Spent
    index: Spent
    facts: Spent
    worktree: Spent
    lines: bytes
    version: str


class Walk:
    """Steps through a clone whose stores are then its own."""

    def __init__(self, folder: Path, steps: int = STEPS) -> None:
        self._folder = folder
        listed = git(folder, "rev-list", "--first-parent", "--parents", f"--max-count={steps + 1}", "HEAD")
        chain = [line.split(" ") for line in reversed(listed.split("\n"))]
        self._start = chain[0][0]
        self._chain = [(oids[0], len(oids) > 2) for oids in chain[1:]]
        self._index = folder / ".git" / "gitmem" / "commit-index.sqlite3"

    def steps(self) -> Iterator[Step]:
        """Builds at the start, then takes one step after the other."""
        git(self._folder, "checkout", "--quiet", "--detach", self._start)
        memory = Memory(self._folder)
        memory.refresh()
        self._refresh_index(Repository.open(self._folder), self._start)
        for commit, merge in self._chain:
            git(self._folder, "checkout", "--quiet", "--detach", commit)
            repository = Repository.open(self._folder)
            with metered() as history:
                open_history(repository, commit).store.close()
            with metered() as index, facts_share() as facts:
                self._refresh_index(repository, commit)
            with metered() as worktree:
                memory.refresh()
            with closing(StoredLines(open_history(repository, commit))) as stored:
                lines = stored.digest(commit)
            with closing(open_index(self._index)) as store:
                version = str(read_meta(store)["version"])
            yield Step(commit, merge, history, index, facts, worktree, lines, version)

    def _refresh_index(self, repository: Repository, commit: str) -> None:
        with open_commit(repository, commit, Settings(), Wanted()) as notes:
            refresh_index(self._index, notes.view, Settings(), removed=removed_log(notes), edits=notes.edits)


def middle(spent: list[Spent]) -> Spent:
    """The median of each part."""
    return Spent(median(each.own for each in spent), median(each.children for each in spent))
