"""Marks of standing on current snapshots, through the real index, and whether they are right.

On the bundles labels by hand decide; in a generated memory its own truth does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from bench.judgements import Judged as ByHand
from bench.judgements import Verdict, pair, quote, share, verdict_of
from bench.measure import Table, Target
from bench.memories import Line, Told, Truth
from bench.repositories import Subject, git
from gitmem.clock import Instant
from gitmem.database import reading
from gitmem.facts.claim import Statement
from gitmem.facts.standing import EvidenceKind, Judged, Standing
from gitmem.facts.succession import judge
from gitmem.index.store import open_index
from gitmem.memory.place import Start, open_place
from gitmem.memory.session import Request, open_session

LISTED = 100
RIGHT = Target(0.95, at_least=True)


class Kind(Enum):
    """What a mark says of a line."""

    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    NEWER_READING = "newer reading"
    CONTESTED = "contested"


class Mark(NamedTuple):
    """A line that is said not to be simply current, the line that says so, and the evidence for it."""

    kind: Kind
    evidence: str
    place: str
    other: str


class _Read(NamedTuple):
    """A mark and what is thought of it."""

    subject: Subject
    mark: Mark
    by_hand: ByHand


class Marked(NamedTuple):
    """All marks of a snapshot and how many claims it has."""

    claims: int
    marks: tuple[Mark, ...]


def marks_of(folder: Path, *, now: Instant | None = None) -> Marked:
    """What gitmem says of the notes of HEAD; `now` defaults to a day after its commit."""
    if now is None:
        now = Instant(int(git(folder, "log", "-1", "--format=%ct")) + 86_400)
    place = open_place(Start(folder, None, False, False))
    with (
        open_session(place, Request(commit=git(folder, "rev-parse", "HEAD"), rebuild=True)) as session,
        closing(open_index(session.index_file)) as store,
        reading(store),
    ):
        facts = session.facts(store)
        found = facts.everything()
        prefer = session.settings.dates.prefer
        verdict = judge(
            found.statements,
            found.edits,
            order=session.order,
            subjects=facts.subjects,
            now=now,
            prefer=prefer,
        )
        return Marked(len(found.statements), tuple(_marks(verdict.judged, found.statements)))


def _marks(judged: Iterable[Judged], statements: Sequence[Statement]) -> Iterable[Mark]:
    for each in judged:
        claim = each.statement.claim
        evidence = each.evidence[0].kind if each.evidence else None
        told = evidence.value if evidence else "—"
        if claim.strike is not None and evidence is EvidenceKind.STRUCK:
            continue  # What its writer struck needs nobody's judgement.
        if each.standing is Standing.SUPERSEDED:
            other = each.superseded_by[0] if each.superseded_by else _shown(each)
            yield Mark(Kind.SUPERSEDED, told, claim.cite, other)
        elif each.standing is Standing.RETRACTED:
            yield Mark(Kind.RETRACTED, told, claim.cite, _shown(each))
        elif each.standing is Standing.CONTESTED:
            reason = each.reason.value if each.reason else "—"
            # Both sides are marked; one of them stands for the pair.
            yield from (
                Mark(Kind.CONTESTED, reason, claim.cite, other)
                for other in each.contested_with
                if claim.cite < other
            )
        elif each.newer_reading is not None:
            yield Mark(Kind.NEWER_READING, told, claim.cite, each.newer_reading)


def _shown(judged: Judged) -> str:
    return next((each.place for each in judged.evidence if each.place), "—")


def standing_tables(subjects: Sequence[Subject], memories: Sequence[tuple[Subject, Truth]]) -> list[Table]:
    """How many lines are marked, by which evidence, and how many of the marks are right."""
    table = Table(
        "Marks of standing on current snapshots",
        ("notes", "claims", "mark", "evidence", "marks", "per 1,000 claims", "read", "good", "wrong"),
        "Read by hand: marks of the bundles. In generated memories their own truth judges every mark. Good: "
        "right or harmless.",
        labels=4,
    )
    read: list[_Read] = []
    for subject in subjects:
        marked = marks_of(subject.folder)
        found = [_Read(subject, mark, _by_hand(subject.name, mark)) for mark in marked.marks]
        _add(table, subject.name, marked.claims, found)
        read += found
    known: list[_Read] = []
    claims = 0
    for subject, truth in memories:
        marked = marks_of(subject.folder)
        claims += marked.claims
        known += (_Read(subject, mark, true_verdict(truth, mark)) for mark in marked.marks)
    _add(table, "generated memories", claims, known)
    return [_summary(read, known), table, _listing([*read, *known])]


def _by_hand(repository: str, mark: Mark) -> ByHand:
    return verdict_of("standing", pair(repository, mark.place, mark.other))


def _add(table: Table, name: str, claims: int, found: Sequence[_Read]) -> None:
    groups: defaultdict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for each in found:
        groups[each.mark.kind.value, each.mark.evidence].append(each.by_hand.verdict)
    for (kind, evidence), verdicts in sorted(groups.items()):
        good, read = share(verdicts, Verdict.RIGHT, Verdict.HARMLESS)
        rate = 1000 * len(verdicts) / max(claims, 1)
        figures = (str(len(verdicts)), f"{rate:.2f}", str(read), str(good), str(read - good))
        table.add(name, f"{claims:,}", kind, evidence, *figures)
    if not found:
        table.add(name, f"{claims:,}", "—", "—", "0", "0.00", "0", "0", "0")


def _summary(*sources: Sequence[_Read]) -> Table:
    table = Table(
        "Are the marks of standing right?",
        ("notes", "marks", "read", "right", "harmless", "wrong", "right or harmless", "target", "verdict"),
    )
    for name, found in zip(("bundles", "generated memories"), sources, strict=True):
        counts = Counter(each.by_hand.verdict for each in found)
        read = len(found) - counts[Verdict.OPEN]
        good = (counts[Verdict.RIGHT] + counts[Verdict.HARMLESS]) / read if read else 1.0
        parts = [str(counts[each]) for each in (Verdict.RIGHT, Verdict.HARMLESS, Verdict.WRONG)]
        verdict = RIGHT.verdict(good) if read else "missed: nobody has read them" if found else "no marks"
        shown = f"{good:.1%}" if read else "—"
        table.add(name, str(len(found)), str(read), *parts, shown, f"{RIGHT.limit:.0%}", verdict)
    return table


def _line_shown(subject: Subject, place: str) -> str:
    """A place with its line; it may be a place in an older commit."""
    path, _, number = place.rpartition(":")
    if not number.isdigit():
        return place
    lines = git(subject.folder, "cat-file", "blob", path if ":" in path else f"HEAD:{path}").split("\n")
    return f"`{place}` {quote(lines[int(number) - 1])}" if int(number) <= len(lines) else f"`{place}`"


def _listing(read: Iterable[_Read]) -> Table:
    columns = ("notes", "mark", "evidence", "line", "because of", "by hand or by truth")
    table = Table("Marks that are wrong or that nobody has read", columns, labels=3)
    faults = [each for each in read if each.by_hand.verdict in (Verdict.WRONG, Verdict.OPEN)]
    for subject, mark, by_hand in faults[:LISTED]:
        sides = (_line_shown(subject, place) for place in (mark.place, mark.other))
        told = by_hand.verdict.value + (f": {by_hand.reason}" if by_hand.reason else "")
        table.add(subject.name, mark.kind.value, mark.evidence, *sides, told)
    return table


def true_verdict(truth: Truth, mark: Mark) -> ByHand:
    """What the truth of a generated memory says of a mark."""
    line, other = _line(truth, mark.place), _line(truth, mark.other)
    if line.told is Told.NOISE:
        return ByHand(Verdict.WRONG, "the line tells no fact")
    if other is not None and other.told is not Told.NOISE and other.fact != line.fact:
        return ByHand(Verdict.WRONG, f"{line.fact} is another fact than {other.fact}")
    if line.told is Told.BESIDE:
        return ByHand(Verdict.WRONG, "both values hold")
    if line.told is Told.READING:
        good = mark.kind is Kind.NEWER_READING
        return (
            ByHand(Verdict.RIGHT)
            if good
            else ByHand(Verdict.WRONG, "a figure of its day, not a former value")
        )
    if mark.kind is Kind.CONTESTED:
        return _contested(truth, line, other)
    if line.value in truth.contested.get(line.fact, ()):
        return ByHand(Verdict.WRONG, "nothing says which of two values holds")
    if line.value == truth.current[line.fact]:
        return ByHand(Verdict.WRONG, "this value holds")
    return ByHand(Verdict.RIGHT)


def _contested(truth: Truth, line: Line, other: Line) -> ByHand:
    values = frozenset((line.value, other.value))
    if values == truth.contested.get(line.fact):
        return ByHand(Verdict.RIGHT)
    if (line.fact, values) in truth.unordered:
        return ByHand(Verdict.HARMLESS, "settled by a later line that does not name the subject")
    if line.day == other.day:
        return ByHand(Verdict.HARMLESS, "two values of one day, the order of which only commits tell")
    return ByHand(Verdict.WRONG, "one of the two is newer")


def _line(truth: Truth, place: str) -> Line:
    path, _, number = place.rpartition(":")
    return truth.lines.get((path, int(number)), Line("")) if number.isdigit() else Line("")
