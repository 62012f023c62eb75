"""The history of each fact: its values with the days between which they held, newest first.

Built from a verdict and from what commits did to claims; judges nothing again. A value that only history
has is cited where it last stood. A value that comes back is a step of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim, KeyWords, Shape, Statement, SubjectSource
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.judging.order import commit_day
from gitmem.facts.judging.rivals import kin_of
from gitmem.facts.moment import Moment, apart, not_before, rank_of
from gitmem.facts.standing import Ancestry, Evidence, EvidenceKind, Judged, Standing, Subjects
from gitmem.facts.succession import Verdict
from gitmem.history.origins import Commit

_KINDS = {
    EditKind.REPLACED: EvidenceKind.REPLACED,
    EditKind.STRUCK: EvidenceKind.STRUCK,
    EditKind.REMOVED: EvidenceKind.REMOVED,
}
_LIVE = (Standing.CURRENT, Standing.CONTESTED)
_ENDED = (Standing.SUPERSEDED, Standing.RETRACTED)
_NEAREST = 64  # edits of one place looked through for the one that brought a value


class Step(NamedTuple):
    """One value of a fact and when it held, as far as known.

    `standing` is None for a value that only history has; then `edit` is what ended it (`EDITED` where the
    words may only have been put differently) and `statement` is None. `closed` tells of a done task.
    """

    value: str
    cite: str
    since: Moment | None
    until: Moment | None
    standing: Standing | None
    evidence: tuple[Evidence, ...]
    statement: Statement | None = None
    edit: Edit | None = None
    closed: bool = False


class FactHistory(NamedTuple):
    """One fact: its subject (empty when nothing names one), its label for people, its key, its steps."""

    subject: str
    label: str
    key: KeyWords
    steps: tuple[Step, ...]


class _Episode(NamedTuple):
    """A step on its way; episodes are sorted by `rank`, day and second at which they began."""

    rank: tuple[int, int]
    norm: str
    live: bool
    step: Step
    claim: Claim


def fact_histories(
    verdict: Verdict,
    edits: Sequence[Edit],
    *,
    order: Ancestry,
    subjects: Subjects,
    now: Instant,
    prefer: DatePreference,
    starts: Callable[[Edit], Moment | None],
) -> tuple[FactHistory, ...]:
    """The facts that a verdict and some edits speak of, by subject and label.

    `starts` looks up when the old value of an edit was first said; it is asked only where no other edit
    tells. Independent of the order of `edits`.
    """
    edits = sorted(edits, key=_edit_place)
    claims = [each.statement.claim for each in verdict.judged]
    links: list[tuple[int, int]] = []
    sources: list[Judged | Edit] = list(verdict.judged)
    for edit in edits:
        if edit.new is not None:
            links.append((len(claims), len(claims) + 1))
            claims.append(edit.new)
            sources.append(edit)
        claims.append(edit.old)
        sources.append(edit)
    writer = _Writer(edits, order, now, prefer, starts)
    found = []
    for fact in kin_of(claims, subjects, links).facts:
        members = list({_mark(sources[index]): sources[index] for index in fact}.values())
        history = writer.history(members)
        if history is not None:
            found.append(history)
    return tuple(sorted(found, key=lambda each: (each.subject, each.label, each.steps[0].cite)))


def holding(history: FactHistory, day: date) -> tuple[Step, ...]:
    """The steps that held on a day: begun by then, or nobody knows since when, and not yet ended.

    The day of an `[until:]` tag is still held; a day on which a value was replaced is the successor's.
    """
    return tuple(each for each in history.steps if _held(each, day))


def _held(step: Step, day: date) -> bool:
    if step.edit is not None and step.edit.kind is EditKind.EDITED:
        return False
    if step.since is not None and step.since.day > day:
        return False
    if step.until is None:
        return step.standing not in _ENDED
    tagged = step.statement is not None and step.statement.claim.until == step.until.day
    return day <= step.until.day if tagged else day < step.until.day


def _edit_place(edit: Edit) -> tuple[int, str, str, int, str, str, str, str]:
    seconds = edit.commit.committed.seconds if edit.commit else 0
    oid, old, new = edit.commit.oid if edit.commit else "~", edit.old, edit.new
    return seconds, oid, old.path, old.line, old.literal, old.norm, new.norm if new else "", edit.kind.value


_Place = tuple[str, str, tuple[str, ...], tuple[str, ...]]


def _place(claim: Claim) -> _Place:
    return claim.path, claim.literal, claim.spot.narrowing, claim.spot.parents


class _Writer:
    """Puts the steps of facts together."""

    def __init__(
        self,
        edits: Sequence[Edit],
        order: Ancestry,
        now: Instant,
        prefer: DatePreference,
        starts: Callable[[Edit], Moment | None],
    ) -> None:
        self._order, self._now, self._prefer, self._starts = order, now, prefer, starts
        self._bringing: defaultdict[tuple[_Place, str], list[Edit]] = defaultdict(list)
        for edit in edits:
            if edit.new is not None and edit.new.norm != edit.old.norm:
                self._bringing[_place(edit.new), edit.new.norm].append(edit)
        self._began: dict[Edit, tuple[Moment | None, tuple[int, int]]] = {}

    def history(self, members: Sequence[Judged | Edit]) -> FactHistory | None:
        """The history of one fact; None when nothing is left to tell, its only edits being moves."""
        judged = [each for each in members if isinstance(each, Judged) and _names_a_value(each)]
        edits = [each for each in members if isinstance(each, Edit)]
        episodes = [self._stated(each, edits) for each in judged]
        episodes += (self._former(each) for each in edits if _tells(each, judged))
        if not episodes:
            return None
        if len(episodes) > 1:  # most facts were stated once
            episodes.sort(key=lambda each: (each.rank, each.live, each.step.cite, each.norm))
            episodes = list(_merged(episodes))
            episodes.sort(key=lambda each: (_first_shown(each), each.rank), reverse=True)
        about = [each.claim for each in episodes if each.claim.about.source is not SubjectSource.NONE]
        # The note whose subject it is needs fewest words to say what the fact is.
        named = min(about, key=lambda claim: len(claim.attribute), default=episodes[0].claim)
        subject = named.about.name if named.about.source is not SubjectSource.NONE else ""
        return FactHistory(
            subject, named.label, named.attribute or named.key, tuple(e.step for e in episodes)
        )

    def _stated(self, judged: Judged, edits: Sequence[Edit]) -> _Episode:
        """A statement of the snapshot."""
        statement = judged.statement
        claim, said = statement.claim, statement.said
        since = self._moment_of(judged)
        if since is None and claim.strike is not None:
            since = self._struck_since(claim, edits)
        brought = self._bringer(claim, said)
        rank = rank_of(since)
        if brought is not None:
            rank = max(rank, self._after(brought))
        until = None if judged.until is None else self._until(judged.until, judged.evidence)
        until = not_before(since, until)
        step = Step(
            claim.value,
            claim.cite,
            since,
            until,
            judged.standing,
            judged.evidence,
            statement,
            closed=judged.closed,
        )
        return _Episode(rank, claim.norm, judged.standing in _LIVE, step, claim)

    def _moment_of(self, judged: Judged) -> Moment | None:
        if judged.since is None:
            return None
        said = judged.statement.said
        if said is not None and not said.boundary:
            by_commit = commit_day(said, self._now, self._prefer)
            if by_commit == judged.since:
                return Moment(judged.since, said.oid, self._instant(said))
        return Moment(judged.since)

    def _struck_since(self, claim: Claim, edits: Sequence[Edit]) -> Moment | None:
        for edit in edits:
            same = edit.new is not None and _place(edit.new) == _place(claim) and edit.new.norm == claim.norm
            if edit.kind is EditKind.STRUCK and same:
                return self._beginning(edit)[0]
        return None

    def _until(self, day: date, evidence: Sequence[Evidence]) -> Moment:
        commit = next((each.commit for each in evidence if each.commit and each.day == day), None)
        return Moment(day, commit)

    def _former(self, edit: Edit) -> _Episode:
        """A value that only history has."""
        since, rank = self._beginning(edit)
        until = self._moment(edit.commit) if edit.commit is not None else Moment(self._now.utc_day)
        strike = edit.old.strike
        if strike is not None and strike.day is not None:
            until = Moment(strike.day)
        evidence: tuple[Evidence, ...] = ()
        if edit.kind in _KINDS:
            oid = edit.commit.oid if edit.commit else None
            day = until.day if until else None
            evidence = (Evidence(_KINDS[edit.kind], oid, day, edit.cite),)
        until = not_before(since, until)
        step = Step(edit.old.value, edit.cite, since, until, None, evidence, None, edit)
        return _Episode(rank, edit.old.norm, False, step, edit.old)

    def _beginning(self, edit: Edit) -> tuple[Moment | None, tuple[int, int]]:
        """When the old value of an edit began: with the edit that brought it, else as `starts` knows."""
        chain: list[tuple[Edit, Edit | None]] = []
        current: Edit | None = edit
        while current is not None and current not in self._began:
            self._began[current] = None, (0, 0)
            chain.append((current, self._bringer(current.old, current.commit, before=True)))
            current = chain[-1][1]
        for each, brought in reversed(chain):
            if brought is not None:
                self._began[each] = self._moment(brought.commit), self._after(brought)
            else:
                since = _written(each.old) or self._moment(each.said) or self._starts(each)
                self._began[each] = since, rank_of(since)
        return self._began[edit]

    def _after(self, edit: Edit) -> tuple[int, int]:
        """The rank of the value an edit brought: never before that of the value it took away."""
        own = rank_of(self._moment(edit.commit)) if edit.commit else (date.max.toordinal(), 0)
        day, second = self._beginning(edit)[1]
        return max(own, (day, second + 1))

    def _bringer(self, claim: Claim, commit: Commit | None, *, before: bool = False) -> Edit | None:
        """The edit that put this value in its place: `commit` itself, or with `before` the last one that
        `commit` (None: the work tree) has among its ancestors."""
        for edit in self._bringing.get((_place(claim), claim.norm), ())[: -_NEAREST - 1 : -1]:
            if edit.commit is None or commit is None:
                fits = commit is None and (edit.commit is not None or not before)
            elif before:
                fits = self._order.descends(commit.oid, edit.commit.oid)
            else:
                fits = commit.oid == edit.commit.oid
            if fits:
                return edit
        return None

    def _moment(self, commit: Commit | None) -> Moment | None:
        if commit is None or commit.boundary:
            return None
        day = commit_day(commit, self._now, self._prefer)
        return None if day is None else Moment(day, commit.oid, self._instant(commit))

    def _instant(self, commit: Commit) -> Instant:
        return commit.authored if self._prefer is DatePreference.AUTHOR else commit.committed


def _mark(source: Judged | Edit) -> object:
    """What tells sources apart; a judgement is there once, and is a deep value that takes long to hash."""
    return id(source) if isinstance(source, Judged) else source


def _written(claim: Claim) -> Moment | None:
    day = claim.since or claim.entry.day
    return None if day is None else Moment(day)


def _names_a_value(judged: Judged) -> bool:
    """Not so where a sentence only says that a value is no longer so."""
    return judged.statement.claim.shape is not Shape.ENDS


def _tells(edit: Edit, judged: Sequence[Judged]) -> bool:
    """Whether the old value of an edit is a step: not when the snapshot still shows it as moved or struck."""
    old = edit.old
    if edit.kind is EditKind.STRUCK:
        return not any(
            each.statement.claim.strike is not None and each.statement.claim.norm == old.norm
            for each in judged
        )
    if edit.kind is EditKind.REMOVED:
        return not any(each.statement.claim.norm == old.norm for each in judged)
    if edit.new is not None and edit.new.norm == old.norm:
        return False
    return old.strike is None


def _first_shown(episode: _Episode) -> bool:
    return episode.step.standing in _LIVE


def _merged(episodes: Sequence[_Episode]) -> Iterator[_Episode]:
    """Neighbours of one value as one step, unless one of them still counts and the other does not."""
    held: _Episode | None = None
    for each in episodes:
        if held is not None and held.norm == each.norm and _continues(held, each):
            held = _together(held, each)
            continue
        if held is not None:
            yield held
        held = each
    if held is not None:
        yield held


def _continues(first: _Episode, second: _Episode) -> bool:
    """Whether the second is no return of a value that was away for a while."""
    same = _first_shown(first) == _first_shown(second)
    return same and not apart(first.step.until, second.step.since)


def _together(first: _Episode, second: _Episode) -> _Episode:
    """Two episodes of one value: since the first of them, told as by the later that can still be read."""
    readable = second.step.statement is not None or first.step.statement is None
    shown = second if readable else first
    since = first.step.since or second.step.since
    ends = [each.step.until for each in (first, second)]
    until = max((each for each in ends if each), key=rank_of) if all(ends) else None
    if not _first_shown(shown) and until is None:
        until = ends[0] or ends[1]
    return shown._replace(rank=first.rank, step=shown.step._replace(since=since, until=until))
