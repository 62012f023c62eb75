"""Records history in a store: a new one from nothing, or what is new in one that stands.

Only imported when there is something to record; an answer from a current store never needs it.
"""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from gitmem.database import Store, replacing, transaction
from gitmem.git.log import History
from gitmem.git.repository import Repository, git_version
from gitmem.history.refresh import Progress, refresh_history
from gitmem.history.store import SCHEMA, Facts


@dataclass(frozen=True, slots=True)
class Recording:
    """How to record: which repository, limited to which notes, with which renames, in which world."""

    repository: Repository
    pathspec: tuple[str, ...]
    strict: bool
    world: str
    progress: Progress | None

    def update(self, facts: Facts, tip: str) -> None:
        """Add what is new and close the store."""
        with closing(facts.store), transaction(facts.store):
            self._refresh(facts.store, tip, facts.fact("limited") == "yes")

    def build(self, path: Path, tip: str) -> None:
        """Record everything in a new store at `path`, in the place of any old one."""
        git_version(self.repository.git_dir)
        limited = self._mostly_others(tip)
        facts = {"world": self.world, "build": os.urandom(8).hex(), "limited": "yes" if limited else "no"}
        with replacing(path, SCHEMA) as store:
            store.executemany("INSERT INTO facts VALUES(?, ?)", facts.items())
            self._refresh(store, tip, limited)

    def _refresh(self, store: Store, tip: str, limited: bool) -> None:
        boundaries = self.repository.boundaries()
        with History(self.repository.objects, self.pathspec if limited else ()) as history:
            refresh_history(
                store, history, tip, boundaries=boundaries, strict=self.strict, progress=self.progress
            )

    def _mostly_others(self, tip: str) -> bool:
        """Whether most files are no notes: only then is a pathspec worth what it costs git per path."""
        if not self.pathspec:
            return False
        names = self.repository.objects.ask("ls-tree", "-r", "-z", "--name-only", tip).lower().split(b"\0")
        endings = tuple(pattern.rpartition("*")[2].lower().encode() for pattern in self.pathspec)
        return sum(name.endswith(endings) for name in names) * 2 < len(names)
