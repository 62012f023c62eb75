"""Everything that is wrong with the notes as a whole, whoever made it so and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from gitmem.checks.contradictions import Court, all_contradictions
from gitmem.checks.copies import copied_note, originals_of
from gitmem.checks.finding import Finding, Rule, Severity
from gitmem.checks.merges import left_markers
from gitmem.checks.strikes import strike_dates
from gitmem.database import Store
from gitmem.errors import MissingObjectError, NoteError
from gitmem.facts.claim import Claim
from gitmem.history.origins import LineOrigin, LineState
from gitmem.index.candidates import load_candidates
from gitmem.index.rows import KINDS
from gitmem.index.scope import DAY_COLUMNS
from gitmem.index.store import NOT_COMMITTED_DAY
from gitmem.memory.checking.findings import FindingShown
from gitmem.memory.checking.shown import Shown, missing_history, within
from gitmem.memory.due import STATES_NOTHING, StaleKind
from gitmem.memory.shown import Ground
from gitmem.memory.stale import StaleResponse, find_stale
from gitmem.notes.dating import SLACK

_BATCH = 2000


def find_everything(
    ground: Ground, court: Court, path: str | None, stale: StaleResponse | None
) -> Iterator[FindingShown]:
    """All findings as they are shown; `path` and `stale` as in `gitmem.memory.checking.check.check_notes`."""
    everything = Everything(ground, court)
    yield from within(Shown(ground, tuple(everything.findings())).findings(), path)
    yield from missing_history(ground.proof.gaps)
    if not ground.proof.gaps:
        yield from within(_undated(everything.undated()), path)
    yield from stale_findings(stale or find_stale(ground, path=path))


def stale_findings(response: StaleResponse) -> Iterator[FindingShown]:
    """What has to be looked at again; dates that have not come yet are a rule of their own."""
    for item in response.items:
        due = tuple(reason for reason in item.reasons if reason.kind is not StaleKind.FUTURE_DATE)
        shown = FindingShown(
            Rule.STALE, Severity.WARNING, item.path, item.line, item.end_line, text=item.text
        )
        if due:
            yield replace(shown, reasons=due)
        for reason in item.reasons:
            if reason.kind is StaleKind.FUTURE_DATE and reason.date is not None:
                where = (reason.place or "").removeprefix(item.path + ":")
                line = int(where) if where.isdigit() else item.line
                written = reason.date.isoformat()
                yield replace(shown, rule=Rule.FUTURE_DATE, line=line, end_line=line, written=written)


def _undated(counts: Mapping[str, int]) -> Iterator[FindingShown]:
    for path, count in counts.items():
        yield FindingShown(Rule.UNDATED, Severity.WARNING, path, 1, 1, count=count)


class Everything:
    """All notes of `ground`. What has to be looked at again is told by `gitmem.memory.stale`."""

    def __init__(self, ground: Ground, court: Court) -> None:
        self._ground = ground
        self._court = court
        self._facts = ground.facts()
        self._view = ground.session.notes.view
        self._origins: dict[str, list[LineOrigin]] = {}

    def findings(self) -> Iterator[Finding]:
        """All findings, in no order."""
        yield from all_contradictions(self._court, self._facts.disputed().statements)
        yield from self._texts()
        yield from strike_dates(self._struck(), self._struck_on)
        if self._ground.session.settings.policy.enabled:
            from gitmem.memory.checking.policy.rules import breaches_of_all

            yield from breaches_of_all(self._ground)

    def undated(self) -> dict[str, int]:
        """How many pieces of each note no date is known of; for a history that is complete."""
        counts: Counter[str] = Counter()
        last = -1
        while ids := _without_day(self._ground.store, self._court, last):
            last = ids[-1]
            for chunk in load_candidates(self._ground.store, ids, self._court.now, self._court.prefer):
                if (
                    KINDS[chunk.row.kind] not in STATES_NOTHING
                    and chunk.effective_day(self._court.now) is None
                ):
                    counts[chunk.path] += 1
        return counts

    def _texts(self) -> Iterator[Finding]:
        paths = sorted(self._view.keys(None))
        named = set(paths)
        self._view.announce(paths)
        for path in paths:
            data = self._text(path)
            yield from left_markers(path, data)
            for original in originals_of(path):
                if original.path in named:
                    found = copied_note(path, original, data, self._text(original.path))
                    if found is not None:
                        yield found
                        break

    def _text(self, path: str) -> bytes:
        try:
            return self._view.read(path)
        except (NoteError, MissingObjectError):
            return b""

    def _struck(self) -> list[Claim]:
        """The claims of pieces in which something is struck."""
        marks = " OR ".join(f"instr(text, '{mark}')" for mark in ("~~", "</del>", "</s>", "</strike>"))
        ids = [row[0] for row in self._ground.store.execute(f"SELECT id FROM chunks WHERE {marks}")]
        return [each.claim for found in self._facts.in_chunks(ids).values() for each in found]

    def _struck_on(self, claim: Claim) -> date | None:
        """The day of the commit that wrote a line as it stands, where that is sure."""
        if claim.path not in self._origins:
            self._origins[claim.path] = self._view.origins(claim.path)
        lines = self._origins[claim.path]
        origin = lines[claim.line - 1] if claim.line <= len(lines) else None
        if origin is None or origin.state is LineState.UNDATED:
            return None
        if origin.blamed is None:
            return self._court.now.utc_day
        # What came with many notes at once, or with the commit at which history is cut, was struck before.
        if origin.blamed.bulk or origin.blamed.boundary:
            return None
        return origin.blamed.authored.day


def _without_day(store: Store, court: Court, last: int) -> list[int]:
    day = f"chunks.{DAY_COLUMNS[court.prefer]}"
    rows = store.execute(
        f"SELECT id FROM chunks WHERE id > ? AND ({day} IS NULL OR {day} BETWEEN ? AND ?)"
        " ORDER BY id LIMIT ?",
        (last, (court.now.utc_day + SLACK).toordinal() + 1, NOT_COMMITTED_DAY - 1, _BATCH),
    )
    return [int(row[0]) for row in rows]
