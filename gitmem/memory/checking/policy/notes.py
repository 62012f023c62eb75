"""The notes of a memory as the policy's rules read them: lines, their origins, and what repeats them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property

from gitmem.checks.policy.lessons import Signal, Weighed, is_correction, is_signal, nested, own_day, weigh
from gitmem.checks.policy.lines import SAYING, Line, read_lines
from gitmem.checks.policy.places import places_of
from gitmem.config import is_note
from gitmem.errors import MissingObjectError, NoteError
from gitmem.facts.claims import claim_reader
from gitmem.facts.judging.order import commit_day
from gitmem.history.origins import UNDATED, Commit, LineOrigin, LineState
from gitmem.index.store import NOTE_SHIFT, decode_path
from gitmem.memory.shown import Ground

_WORD = re.compile(r"[a-z0-9]+")
_MOST_WORDS = 6
"""Words of a line by which notes that may repeat it are looked up."""


class PolicyNotes:
    """The notes of `ground`; each is read once, and only when it is asked for.

    Without `claims` lines come without them, but for those of notes in which something is struck.
    """

    def __init__(self, ground: Ground, *, claims: bool = True) -> None:
        self._claims = claims
        self._ground = ground
        self.view = ground.session.notes.view
        self.settings = ground.session.settings
        self.places = places_of(self.settings)
        self.reader = claim_reader(self.settings)
        self.today = ground.now.utc_day
        self._texts: dict[str, bytes] = {}
        self._lines: dict[str, tuple[Line, ...]] = {}
        self._origins: dict[str, list[LineOrigin]] = {}

    def text(self, path: str) -> bytes:
        """The bytes of a note; empty where there is none, or none that can be read."""
        if path not in self._texts:
            try:
                self._texts[path] = self.view.read(path) if self._is_there(path) else b""
            except (NoteError, MissingObjectError):
                self._texts[path] = b""
        return self._texts[path]

    def _is_there(self, path: str) -> bool:
        return path in self.known or bool(self.view.keys([path]))

    def lines(self, path: str) -> tuple[Line, ...]:
        """The lines of a note."""
        if path not in self._lines:
            index = path == self.places.index
            self._lines[path] = read_lines(path, self.text(path), self.reader, claims=self._claims or index)
        return self._lines[path]

    def all_lines(self, paths: Iterable[str]) -> list[Line]:
        """The lines of some notes."""
        return [line for path in paths for line in self.lines(path)]

    def origin(self, line: Line) -> LineOrigin:
        """Where the first line of a piece comes from."""
        if line.path not in self._origins:
            self._origins[line.path] = self.view.origins(line.path) if self.text(line.path) else []
        lines = self._origins[line.path]
        return lines[line.line - 1] if 0 < line.line <= len(lines) else UNDATED

    @cached_property
    def known(self) -> frozenset[str]:
        """The paths of all notes."""
        rows = self._ground.store.execute("SELECT path FROM notes")
        return frozenset(decode_path(row[0]) for row in rows)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(path.rpartition("/")[2] for path in self.known)

    def exists(self, path: str) -> bool:
        """Whether there is a note at a path (`**/NAME`: anywhere); what can be no note counts as there."""
        if path.startswith("**/"):
            return path[3:] in self._names
        return not is_note(path, self.settings) or self._is_there(path)

    def holding(self, folded: str) -> list[str]:
        """Paths of notes that may have a line of this folded text."""
        words = sorted(set(_WORD.findall(folded)), key=lambda word: (-len(word), word))[:_MOST_WORDS]
        if not words:
            return []
        question = (
            f"SELECT DISTINCT notes.path FROM chunks JOIN notes ON notes.id = chunks.id >> {NOTE_SHIFT}"
            f" WHERE {' AND '.join(['instr(lower(chunks.text), ?)'] * len(words))}"
        )
        return sorted(decode_path(row[0]) for row in self._ground.store.execute(question, words))

    def equal_lines(self, line: Line) -> list[Line]:
        """All lines that say the same, whatever their looks, struck or not; the line itself among them."""
        return [
            each
            for path in self.holding(line.folded)
            for each in self.lines(path)
            if each.folded == line.folded and each.kind in SAYING
        ]

    # Lessons

    def weighed(self, lesson: Line) -> Weighed:
        """A lesson with its signals: what nests under it, and lines elsewhere that say the same.

        A lesson in a dated entry is an observation of its day, too.
        """
        lines = self.lines(lesson.path)
        inner = list(nested(lines, lines.index(lesson)))
        found = [line for line in inner if is_signal(line)]
        for each in self.equal_lines(lesson):
            if not each.struck and (each.in_entry or each.cite != lesson.cite) and each not in inner:
                found.append(each)
        return weigh(map(self._signal, found), any(map(is_correction, inner)), self.today)

    def _signal(self, line: Line) -> Signal:
        origin = self.origin(line)
        day = own_day(line)
        if origin.state is LineState.UNDATED:
            return Signal(line, day)
        commit = origin.said
        committed = self.today if commit is None else self.day_of(commit)
        if day is None or (committed is not None and day > committed):
            day = committed
        return Signal(line, day, commit.oid if commit is not None else None, committed)

    def day_of(self, commit: Commit) -> date | None:
        """The day of a commit, as it dates its lines."""
        return commit_day(commit, self._ground.now, self._ground.prefer)
