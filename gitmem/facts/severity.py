"""What may stop a commit: pairs of values that a commit makes, each with a measured severity.

Looks at pairs and their newness only; what is current is judged elsewhere (`gitmem.facts.succession`), by
the same rules (`gitmem.facts.judging.rules`). No match across notes without the subject's own note in it is
ever reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from enum import Enum
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim, Statement, Tier
from gitmem.facts.judging.order import Ordered
from gitmem.facts.judging.rivals import sentence
from gitmem.facts.judging.rules import Pair, any_key, between_markers, contests, near
from gitmem.facts.judging.said import said
from gitmem.facts.judging.survey import Survey, place_of, survey
from gitmem.facts.judging.validity import bounds
from gitmem.facts.standing import Ancestry, ConflictReason, EvidenceKind, Rule, Subjects

__all__ = ["Alarm", "Held", "Severity", "alarms"]

Held = Callable[[Statement], frozenset[int]]
"""The parents (by index) of the commit judged that hold a statement: the same key, value and subject in the
same place, or in another from which it was moved."""


class Severity(Enum):
    """What an alarm does: an error stops a commit; the value is the name in JSON."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


class Alarm(NamedTuple):
    """Two un-struck values of one fact, by path and line. `reason` tells why nothing orders them, `newer`
    (`path:line`) which is the newer where something does."""

    first: Statement
    second: Statement
    rule: Rule
    severity: Severity
    reason: ConflictReason | None = None
    newer: str | None = None


def alarms(
    statements: Sequence[Statement],
    *,
    held: Held | None,
    order: Ancestry,
    subjects: Subjects,
    now: Instant,
    prefer: DatePreference,
    strict: bool = False,
) -> list[Alarm]:
    """The alarms that a commit raises, by place; independent of the order of `statements`.

    A pair is new when no parent holds both of its lines, and two lines are new together when no parent
    holds either and one commit first stated both, or none yet. Without `held` every pair is judged. `strict`
    makes errors of all warnings but those about other parent bullets.
    """
    placed = sorted(statements, key=place_of)
    live = [_live(each.claim, now) for each in placed]
    laid = survey(placed, live, order=order, subjects=subjects, now=now, prefer=prefer)
    return list(_Watch(laid, held, strict).all())


def _live(claim: Claim, now: Instant) -> bool:
    return claim.strike is None and not claim.unmerged and bounds(claim, now, None) is None


class _Watch:
    """One run of `alarms`."""

    def __init__(self, laid: Survey, held: Held | None, strict: bool) -> None:
        self._survey, self._held, self._strict = laid, held, strict
        self._index = {each: index for index, each in enumerate(laid.statements)}
        self._said = {each.loser: each.winner for each in said(laid)}

    def all(self) -> Iterator[Alarm]:
        """Every alarm, by place."""
        laid = self._survey
        pairs = [
            *contests(laid.claims, laid.live, laid.kin, set(laid.plural)),
            *near(laid.claims, laid.live),
            *between_markers(laid.claims),
        ]
        outdated: dict[int, Alarm] = {}
        found: list[tuple[int, int, Alarm]] = []
        for first, second, pair in sorted((min(each[:2]), max(each[:2]), each) for each in pairs):
            alarm = self._alarm(pair._replace(first=first, second=second))
            if alarm is None:
                continue
            if pair.rule is Rule.X0 and alarm.newer is not None:
                self._keep_newest(outdated, alarm, first, second)
            else:
                found.append((first, second, alarm))
        found += ((*self._places(alarm), alarm) for alarm in outdated.values())
        return (alarm for _, _, alarm in sorted(found, key=lambda each: each[:2]))

    def _keep_newest(self, outdated: dict[int, Alarm], alarm: Alarm, first: int, second: int) -> None:
        """One alarm for each outdated line, against the newest that came instead; none where it is a dated
        entry, since a log is not rewritten when things change."""
        older = second if alarm.newer == alarm.first.claim.cite else first
        if self._survey.claims[older].entry.day is not None:
            return
        known = outdated.get(older)
        if known is None or self._time(alarm) > self._time(known):
            outdated[older] = alarm

    def _places(self, alarm: Alarm) -> tuple[int, int]:
        return self._index[alarm.first], self._index[alarm.second]

    def _time(self, alarm: Alarm) -> tuple[date, str]:
        newer = alarm.first if alarm.newer == alarm.first.claim.cite else alarm.second
        at = self._survey.positions[self._index[newer]]
        return (at.written.day if at.written else at.day) or date.min, newer.claim.entry.time or ""

    def _alarm(self, pair: Pair) -> Alarm | None:
        one, two = self._survey.statements[pair.first], self._survey.statements[pair.second]
        new, both = self._newness(one, two)
        if not new:
            return None
        reason, newer = self._order(pair)
        severity = self._severity(pair, both, newer is not None)
        if severity is None:
            return None
        if self._strict and severity is Severity.WARNING and pair.rule is not Rule.NEAR:
            severity = Severity.ERROR
        return Alarm(one, two, pair.rule, severity, reason, newer)

    def _newness(self, one: Statement, two: Statement) -> tuple[bool, bool]:
        """Whether the pair is new, and whether one commit (or none yet) brought both of its lines."""
        together = (one.pending and two.pending) or (one.said is not None and one.said == two.said)
        if self._held is None:
            return True, together
        first, second = self._held(one), self._held(two)
        return not first & second, together and not first and not second

    def _order(self, pair: Pair) -> tuple[ConflictReason | None, str | None]:
        """Why nothing orders the pair, or which one is newer."""
        if pair.rule is Rule.MARKERS:
            return ConflictReason.UNMERGED, None
        laid = self._survey
        for loser, winner in ((pair.first, pair.second), (pair.second, pair.first)):
            if loser in self._said:
                heir = self._said[loser]
                return None, laid.claims[winner if heir is None else heir].cite
        one, two = laid.claims[pair.first], laid.claims[pair.second]
        together = one.path == two.path and one.spot.section == two.spot.section
        found = laid.compare(pair.first, pair.second, ancestry=not together)
        if isinstance(found, ConflictReason):
            return found, None
        if together and found.evidence[0].kind is EvidenceKind.AUTHORITY:
            return ConflictReason.SIMULTANEOUS, None
        return None, self._newer(pair, found)

    def _newer(self, pair: Pair, found: Ordered) -> str:
        return self._survey.claims[pair.first if found.first_newer else pair.second].cite

    def _severity(self, pair: Pair, both_new: bool, ordered: bool) -> Severity | None:
        one, two = self._survey.claims[pair.first], self._survey.claims[pair.second]
        if pair.rule is Rule.MARKERS:
            return Severity.ERROR
        if pair.rule is Rule.NEAR:
            return Severity.WARNING
        if not pair.declared:
            return Severity.ADVICE
        if pair.rule is Rule.C:
            return Severity.ERROR if both_new or not ordered else None
        tagged = one.provenance is not None or two.provenance is not None
        plain = not sentence(one) and not sentence(two)
        if pair.rule is Rule.S:
            if ordered or (both_new and not tagged):
                return Severity.WARNING if tagged else None  # what one commit lists, its writer meant
            return Severity.ERROR if tagged else Severity.WARNING
        if ordered or not plain:
            return Severity.WARNING
        if pair.rule is Rule.E and both_new:
            meant = one.tier is Tier.CONFIGURED or (tagged and any_key(one) and any_key(two))
            return Severity.ERROR if meant else Severity.WARNING
        return Severity.ERROR
