"""Judges every commit of a history the way a hook would have: the pairs it makes, against each parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bench.snapshots import Shelf, Snapshot, Step, changed_paths, held_by, parents_first, read_steps
from gitmem.clock import Instant
from gitmem.config import DEFAULTS, Settings, is_note
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.claims import ClaimReader
from gitmem.facts.severity import Alarm, alarms
from gitmem.git.objects import Objects
from gitmem.git.repository import Repository
from gitmem.history.ancestry import CommitOrder
from gitmem.history.keeping import open_history
from gitmem.history.origins import LineState
from gitmem.history.store import Facts
from gitmem.history.tip import Tip


class Raised(NamedTuple):
    """An alarm and the commit that raised it."""

    commit: str
    alarm: Alarm


class Replayed(NamedTuple):
    """What a history raised."""

    commits: int
    merges: int
    raised: tuple[Raised, ...]


class Replay:
    """One history, judged commit by commit with the settings given: those of its own snapshots count not."""

    def __init__(self, facts: Facts, objects: Objects, settings: Settings = DEFAULTS) -> None:
        self._facts = facts
        self._objects = objects
        self._settings = settings
        self._order = CommitOrder(facts)
        self._shelf = Shelf(ClaimReader(settings))
        self._versions: dict[tuple[str, str], int] = {}

    def run(self, steps: Sequence[Step], tip: Tip) -> Iterator[Raised]:
        """The alarms of each commit. `tip` is any commit of the history."""
        self._announce(steps)
        wanted = parents_first(steps)
        known: dict[str, dict[str, int]] = {}
        for step in steps:
            notes = dict(known[step.parents[0]]) if step.parents else {}
            self._apply(step, notes)
            parents = [Snapshot(self._shelf, known[parent]) for parent in step.parents]
            snapshot = Snapshot(self._shelf, notes)
            for alarm in self._judge(step, snapshot, parents, tip):
                yield Raised(step.oid, alarm)
            known[step.oid] = notes
            for parent in step.parents:
                wanted[parent] -= 1
                if not wanted[parent]:
                    del known[parent]

    def _announce(self, steps: Iterable[Step]) -> None:
        coming: dict[tuple[str, str], None] = {}
        for step in steps:
            for path, blob in step.changes:
                if blob is not None and is_note(path, self._settings):
                    coming.setdefault((path, blob))
        self._objects.announce([blob for _, blob in coming])

    def _apply(self, step: Step, notes: dict[str, int]) -> None:
        for path, blob in step.changes:
            if blob is None:
                notes.pop(path, None)
            elif is_note(path, self._settings):
                if (path, blob) not in self._versions:
                    self._versions[path, blob] = self._shelf.add(path, self._objects.read(blob))
                notes[path] = self._versions[path, blob]

    def _judge(self, step: Step, snapshot: Snapshot, parents: Sequence[Snapshot], tip: Tip) -> list[Alarm]:
        claims = concerned(snapshot, parents)
        if not claims:
            return []
        # Without dates nothing is ordered and every pair that could matter shows; few commits have any.
        raised = self._alarms([_undated(claim) for claim in claims], snapshot, parents, step.committed)
        if not raised:
            return []
        paths = {side.claim.path for alarm in raised for side in (alarm.first, alarm.second)}
        there = tip.at(step.oid)
        origins = {path: there.origins(path) for path in paths if there.version(path) is not None}
        dated = [
            Statement(claim, (origin := origins[claim.path][claim.line - 1]).state, origin.said)
            if claim.path in origins
            else _undated(claim)
            for claim in claims
        ]
        return self._alarms(dated, snapshot, parents, step.committed)

    def _alarms(
        self, statements: Sequence[Statement], snapshot: Snapshot, parents: Sequence[Snapshot], now: Instant
    ) -> list[Alarm]:
        def held(statement: Statement) -> frozenset[int]:
            return parents_with(statement, snapshot, parents)

        prefer = self._settings.dates.prefer
        return alarms(statements, held=held, order=self._order, subjects=snapshot, now=now, prefer=prefer)


def parents_with(statement: Statement, snapshot: Snapshot, parents: Sequence[Snapshot]) -> frozenset[int]:
    """Which of the parents of a snapshot, by number, hold one of its lines."""
    claim = statement.claim
    return frozenset(at for at, parent in enumerate(parents) if held_by(claim, snapshot, parent))


def _undated(claim: Claim) -> Statement:
    return Statement(claim, LineState.COMMITTED)


def concerned(snapshot: Snapshot, parents: Sequence[Snapshot]) -> list[Claim]:
    """The claims that the commit's own lines may stand against, those lines included.

    A pair is new only where the first parent lacks one of its lines, so those lines lead to all pairs.
    """
    before = parents[0].notes if parents else {}
    found: dict[tuple[str, int, str, str], Claim] = {}
    for path in sorted(changed_paths(snapshot.notes, before)):
        old = {(each.key, each.norm) for each in parents[0].claims(path)} if path in before else frozenset()
        for claim in snapshot.claims(path):
            if not claim.unmerged and (claim.key, claim.norm) in old:
                continue
            related = list(snapshot.related(claim))
            if claim.unmerged or len({each.norm for each in related}) > 1:
                found |= {(each.path, each.line, each.literal, each.norm): each for each in related}
    return list(found.values())


def replay(folder: Path) -> Replayed:
    """What the whole history of a repository would have raised."""
    repository = Repository.open(folder)
    assert repository.head is not None
    steps = read_steps(folder)
    facts = open_history(repository, repository.head)
    with closing(facts.store), Objects(repository.objects) as objects:
        raised = tuple(Replay(facts, objects).run(steps, Tip(facts, repository.head)))
    return Replayed(len(steps), sum(len(step.parents) > 1 for step in steps), raised)
