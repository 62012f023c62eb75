"""What a change of the notes makes wrong. Reads the notes that differ and what may stand against their lines.

Work grows with the change and not with the notes: everything else is looked up in the index, and parents
after the first are read only where a finding would depend on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property

from gitmem.checks.contradictions import Court, new_contradictions
from gitmem.checks.finding import Finding
from gitmem.checks.future_dates import future_date, holds_line, line_of
from gitmem.checks.held import HeldLines
from gitmem.checks.merges import left_markers
from gitmem.checks.strikes import strike_dates, strike_mark, strikes_of
from gitmem.errors import MissingObjectError, NoteError
from gitmem.facts.claim import Claim, Statement
from gitmem.index.candidates import load_candidates
from gitmem.index.rival_lookup import opposed
from gitmem.index.store import NOTE_SHIFT, encode_path
from gitmem.memory.checking.parents import ParentNotes
from gitmem.memory.shown import Ground
from gitmem.notes.dating import PAST_ONLY

MOST_ASKED = 1000
"""Notes that differ from which all that may contradict each other is looked up at once."""


class Change:
    """The notes of `ground` beside their parents, of which there is at least one."""

    def __init__(self, ground: Ground, parents: list[ParentNotes], court: Court) -> None:
        self._ground = ground
        self._parents = parents
        self._court = court
        self._facts = ground.facts()
        self._view = ground.session.notes.view
        self._texts: dict[str, bytes] = {}
        self.differing = parents[0].differing

    def findings(self) -> Iterator[Finding]:
        """All findings, in no order."""
        if self.differing:
            yield from self._contradictions()
            yield from self._markers()
            yield from self._strikes()
            yield from self._copies()
            yield from self._future_dates()

    @cached_property
    def _here(self) -> list[str]:
        """Paths of the notes that differ and are there."""
        paths = sorted(self.differing)
        return sorted(self._view.keys(paths))

    @cached_property
    def _touched(self) -> list[Statement]:
        return self._facts.of_paths(self._here)

    def _claims_at(self, paths: Iterable[str]) -> list[Claim]:
        return [each.claim for each in self._facts.of_paths(paths)]

    def _contradictions(self) -> list[Finding]:
        held = HeldLines(self._parents, self._claims_at, self._court.now)
        claims = (each.claim for each in self._touched if not each.claim.unmerged)
        touched = opposed(self._ground.store, claims)
        if not touched:
            return []
        if len(self._here) > MOST_ASKED:
            statements = self._facts.disputed().statements
        else:
            statements = self._facts.around(touched).statements
        return new_contradictions(self._court, statements, held, len(self._parents))

    def _markers(self) -> Iterator[Finding]:
        self._view.announce(self._here)
        for path in self._here:
            yield from left_markers(path, self._text(path))

    def _strikes(self) -> list[Finding]:
        # What the commits of a range struck, and when, is for a check of everything to tell.
        pending = {each.claim for each in self._touched if each.pending}
        today = self._court.now.utc_day
        claims = (each.claim for each in self._touched)
        found = list(strike_dates(claims, lambda claim: today if claim in pending else None))
        for parent in self._parents if found else ():
            known = strikes_of(parent.all_claims())
            found = [
                each
                for each in found
                if each.path in parent.differing and strike_mark(each.detail.claim) not in known  # type: ignore[union-attr]
            ]
        return found

    def _copies(self) -> Iterator[Finding]:
        added = [path for path in self._here if not self._parents[0].holds(path)]
        if not added:
            return
        from gitmem.checks.copies import copied_note, originals_of

        for path in added:
            for original in originals_of(path):
                if not self._view.keys([original.path]) or not self._added(path):
                    continue
                found = copied_note(path, original, self._text(path), self._text(original.path))
                if found is not None:
                    yield found
                    break

    def _added(self, path: str) -> bool:
        return all(path in parent.differing and not parent.holds(path) for parent in self._parents)

    def _future_dates(self) -> Iterator[Finding]:
        for path, line, day in sorted(set(self._flagged())):
            text = line_of(self._text(path), line)
            if not any(self._stood(path, text, parent) for parent in self._parents):
                yield future_date(path, line, day, text)

    def _stood(self, path: str, text: bytes, parent: ParentNotes) -> bool:
        """Whether a parent has a line of this text, in this note or in another that differs."""
        if path not in parent.differing:
            return True
        return any(holds_line(held, text) for held in parent.texts())

    def _flagged(self) -> Iterator[tuple[str, int, date]]:
        """Path, line and day of the dates that notes of the change give and that have not come yet."""
        question = (
            f"SELECT chunks.id FROM notes CROSS JOIN chunks ON chunks.id BETWEEN notes.id << {NOTE_SHIFT}"
            f" AND ((notes.id + 1) << {NOTE_SHIFT}) - 1 WHERE notes.path = ? AND chunks.written IS NOT NULL"
        )
        for path in self._here:
            ids = [row[0] for row in self._ground.store.execute(question, (encode_path(path),))]
            for chunk in load_candidates(self._ground.store, ids, self._court.now, self._court.prefer):
                for each in chunk.dated.flagged:
                    if each.source in PAST_ONLY and each.line:
                        yield path, each.line, each.day

    def _text(self, path: str) -> bytes:
        """The bytes of a note, empty where it cannot be read: such notes are named as skipped."""
        if path not in self._texts:
            try:
                self._texts[path] = self._view.read(path)
            except (NoteError, MissingObjectError):
                self._texts[path] = b""
        return self._texts[path]
