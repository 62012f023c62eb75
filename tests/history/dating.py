"""Asks gitmem's history room for origins the way the rest of gitmem does, and holds them against git's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from gitmem.git.repository import Repository
from gitmem.history.keeping import open_history
from gitmem.history.lines import line_of
from gitmem.history.origins import LineOrigin
from gitmem.history.store import Facts
from gitmem.history.tip import Tip
from tests.builder import RepoBuilder
from tests.history.judge import Blamed, blamable, blame


class Dater:
    """Dates lines at whatever commit HEAD is; what it learns stays in the repository."""

    def __init__(self, repo: RepoBuilder, *, strict: bool = True) -> None:
        self.repo = repo
        self.strict = strict

    @contextmanager
    def tip(self) -> Iterator[tuple[Tip, Facts]]:
        """HEAD's notes, brought up to date first."""
        repository = Repository.open(self.repo.path)
        assert repository.head is not None
        facts = open_history(repository, repository.head, strict=self.strict)
        try:
            yield Tip(facts, repository.head), facts
        finally:
            facts.store.close()

    def origins(self, path: str) -> list[LineOrigin]:
        """The origin of every line of one note."""
        with self.tip() as (tip, _):
            return tip.origins(path)

    def paths(self) -> list[str]:
        """Every path that HEAD holds."""
        with self.tip() as (tip, _):
            return sorted(tip.versions())

    def blamed(self) -> dict[str, list[Blamed]]:
        """Every line of every path as blame would name it."""
        with self.tip() as (tip, facts):
            return {path: _lines(tip, facts, path, version) for path, version in tip.versions().items()}

    def forget(self) -> None:
        """Throws away all that was learned."""
        shutil.rmtree(Repository.open(self.repo.path).store_folder())


def _lines(tip: Tip, facts: Facts, path: str, version: int) -> list[Blamed]:
    found = []
    numbers = [line_of(identity) for identity in facts.line_ids(version)]
    for origin, number in zip(tip.origins(path), numbers, strict=True):
        assert origin.blamed is not None
        assert origin.path is not None
        found.append(Blamed(origin.blamed.oid, origin.path, number))
    return found


def assert_equals_blame(repo: RepoBuilder, dater: Dater | None = None) -> None:
    """Every path of HEAD, and every line of it, is what `git blame` says."""
    mine = (dater or Dater(repo)).blamed()
    wanted = blamable(repo)
    assert sorted(map(os.fsencode, mine)) == sorted(map(os.fsencode, wanted))
    for path in wanted:
        assert mine[path] == blame(repo, path), path
