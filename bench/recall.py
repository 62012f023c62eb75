"""What of planted conflicts is found, and what was lost and why.

Plants in memory and judges the commit that makes the pair, as a hook would.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.generate import SEED
from bench.planting import KEYS, NO_FIELD, Kind, Order, Planted, plant
from bench.replay import concerned, parents_with
from bench.snapshots import Shelf, Snapshot
from gitmem.clock import Instant
from gitmem.config import DEFAULTS, FactSettings, Settings
from gitmem.facts.claim import Bar, Claim, Statement, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.facts.severity import Alarm, Severity, alarms
from gitmem.facts.standing import Standing
from gitmem.facts.succession import judge
from gitmem.history.origins import Commit, LineState
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note

_BASE, _FIRST, _SECOND, _NEXT = ("b" * 40, "f" * 40, "e" * 40, "d" * 40)
_SECONDS = 1_780_000_000
"""In May 2026, after every commit of the bundles and after the day of the planted log."""

_DAY = 86_400


class Found(NamedTuple):
    """What came of one planting. `why` says what kept it from being found; empty where it was found."""

    kind: Kind
    order: Order
    place: str
    severity: Severity | None
    marked: bool
    why: str

    @property
    def error(self) -> bool:
        """Found as an error."""
        return self.severity is Severity.ERROR

    @property
    def at_all(self) -> bool:
        """Found as an alarm of any severity, or the older line is shown as superseded or contested."""
        return self.severity is not None or self.marked


class Field:
    """Notes to plant in. `texts` are those of a snapshot."""

    def __init__(self, texts: dict[str, bytes], *, configured: bool = False) -> None:
        keys = tuple(key.lower() for key, *_ in KEYS)
        settings = DEFAULTS._replace(facts=FactSettings(single_valued=keys)) if configured else DEFAULTS
        self._settings: Settings = settings
        self._reader = ClaimReader(settings)
        self._shelf = Shelf(self._reader)
        self._texts = texts
        self._notes = {path: self._shelf.add(path, data) for path, data in texts.items()}
        self._made: dict[tuple[str, str], int] = {}

    def anchors(self, count: int, seed: int = SEED) -> list[tuple[Note, int]]:
        """Notes that are about something, each with the line after which an item can be planted."""
        chance = random.Random(seed)
        paths = sorted(self._texts)
        chance.shuffle(paths)
        found: list[tuple[Note, int]] = []
        for path in paths:
            if len(found) == count:
                break
            if NO_FIELD.search(path):
                continue
            subject = self._shelf.subject(self._notes[path])
            if subject.source is SubjectSource.NONE or self._snapshot({}).crowded(subject.keys[0]):
                continue
            note = read_note(path, self._texts[path])
            places = [
                chunk.end_line
                for chunk in note.chunks
                if chunk.kind in (ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH) and not chunk.parents
            ]
            if places and note.title is not None:
                found.append((note, chance.choice(places)))
        return found

    def judge(self, kind: Kind, order: Order, planted: Planted) -> Found:
        """Plants and looks."""
        both = self._snapshot(planted.both)
        sides = {
            Order.LATER: (planted.first,),
            Order.AT_ONCE: (planted.without,),
            Order.BRANCHES: (planted.first, planted.second),
        }
        parents = [self._snapshot(texts) for texts in sides[order]]
        marks = (planted.anchor, planted.rival)
        statements = [_statement(each, order, marks) for each in concerned(both, parents)]
        raised = self._alarms(statements, both, parents)
        severity = next((alarm.severity for alarm in raised if _is_pair(alarm, marks)), None)
        marked = self._marked(statements, both, marks)
        found = Found(kind, order, planted.anchor, severity, marked, "")
        if found.error or (found.at_all and (order not in kind.unordered or kind.prose)):
            return found
        return found._replace(why=_why(both, marks, severity))

    def _alarms(
        self, statements: Sequence[Statement], both: Snapshot, parents: Sequence[Snapshot]
    ) -> list[Alarm]:
        def held(statement: Statement) -> frozenset[int]:
            return parents_with(statement, both, parents)

        now = Instant(_SECONDS + 3 * _DAY)
        prefer = self._settings.dates.prefer
        return alarms(statements, held=held, order=_Planting(), subjects=both, now=now, prefer=prefer)

    def _marked(self, statements: Sequence[Statement], both: Snapshot, marks: tuple[str, str]) -> bool:
        now, prefer = Instant(_SECONDS + 3 * _DAY), self._settings.dates.prefer
        verdict = judge(statements, (), order=_Planting(), subjects=both, now=now, prefer=prefer)
        return any(
            each.statement.claim.cite in marks
            and (each.standing in (Standing.SUPERSEDED, Standing.CONTESTED) or each.newer_reading is not None)
            for each in verdict.judged
        )

    def _snapshot(self, texts: dict[str, str]) -> Snapshot:
        made = {path: self._version(path, text) for path, text in texts.items()}
        return Snapshot(self._shelf, self._notes | made)

    def _version(self, path: str, text: str) -> int:
        if (path, text) not in self._made:
            self._made[path, text] = self._shelf.add(path, text.encode("utf-8", "surrogateescape"))
        return self._made[path, text]


class _Planting:
    """The order of the commits that plant: both come after everything else."""

    def descends(self, newer: str, older: str) -> bool:
        """Whether one came after the other; two branches do not know each other."""
        return (newer, older) in ((_FIRST, _BASE), (_SECOND, _BASE), (_NEXT, _FIRST), (_NEXT, _BASE))


def _commit(oid: str, days: int) -> Commit:
    at = Instant(_SECONDS + days * _DAY)
    return Commit(oid, at, at)


_OLD = _commit(_BASE, -400)
_WRITERS = {
    Order.LATER: (_commit(_FIRST, 0), _commit(_NEXT, 1)),
    Order.AT_ONCE: (_commit(_FIRST, 0), _commit(_FIRST, 0)),
    Order.BRANCHES: (_commit(_FIRST, 0), _commit(_SECOND, 0)),
}


def _statement(claim: Claim, order: Order, marks: tuple[str, str]) -> Statement:
    first, second = _WRITERS[order]
    said = first if claim.cite == marks[0] else second if claim.cite == marks[1] else _OLD
    return Statement(claim, LineState.COMMITTED, said)


def _is_pair(alarm: Alarm, marks: tuple[str, str]) -> bool:
    return {alarm.first.claim.cite, alarm.second.claim.cite} == set(marks)


def _why(both: Snapshot, marks: tuple[str, str], severity: Severity | None) -> str:
    """What kept a pair from being found, told from its claims and in words."""
    if severity is not None:
        return f"only {severity.value}"
    sides = [
        next((each for each in both.claims(mark.rpartition(":")[0]) if each.cite == mark), None)
        for mark in marks
    ]
    anchor, rival = sides
    if anchor is None or rival is None:
        return f"{'first' if anchor is None else 'second'} line not read as a claim"
    bars = [bar.name or "" for each in (anchor, rival) for bar in Bar if bar in each.bars]
    if bars:
        return "barred: " + ", ".join(sorted(set(bars))).lower().replace("_", " ")
    if anchor.tier is None and rival.tier is None:
        return "key not declared"
    if set(anchor.keys).isdisjoint(rival.keys):
        return "keys differ"
    if anchor.spot.narrowing != rival.spot.narrowing:
        return "headings narrow the subject"
    if anchor.spot.parents != rival.spot.parents:
        return "under different items"
    return "no rule took it"


def plantings(field: Field, texts: dict[str, bytes], count: int, kinds: Sequence[Kind]) -> Iterator[Found]:
    """Some plantings of each kind in every order of writing, the same for the same notes."""
    chance = random.Random(SEED)
    for note, line in field.anchors(count):
        text = texts[note.path].decode("utf-8").replace("\r\n", "\n")
        for kind in kinds:
            if not kind.suits(note.title or ""):
                continue
            planted = plant(kind, note, text, line, chance)
            for order in kind.orders:
                yield field.judge(kind, order, planted)
