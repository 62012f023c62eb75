"""Consolidation of a place: its notes, how old their lines are, and the diff or write that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from typing import NamedTuple

from gitmem.checks.policy.places import places_of
from gitmem.clock import Instant
from gitmem.config import DatePreference, is_note
from gitmem.errors import NoteError, UsageError
from gitmem.facts.claims import claim_reader
from gitmem.git.identity import agent_committing
from gitmem.git.repository import encode_path
from gitmem.history.opening import OpenedNotes
from gitmem.history.origins import LineOrigin, LineState
from gitmem.memory.session import Request, open_notes, people_of
from gitmem.memory.writing.frame import Frame, Planned, Reader, WriteResponse
from gitmem.writing.consolidation.patch import patch_of
from gitmem.writing.consolidation.plan import Grounds, consolidate
from gitmem.writing.consolidation.pruning import newest_day
from gitmem.writing.consolidation.sameness import Judging
from gitmem.writing.consolidation.values import Consolidation, DatedNote, KeptNote, KeptReason, Proposal
from gitmem.writing.files import read_notes


@dataclass(frozen=True, slots=True)
class ConsolidateResponse:
    """What a consolidation proposes.

    `edge` is the day before which notes and months count as old. `kept` are old context notes that stay, and
    why. `patch` is all of it as a unified diff from the top; `written` is what was changed, None unless that
    was asked for.
    """

    today: date
    edge: date
    proposals: tuple[Proposal, ...]
    kept: tuple[KeptNote, ...]
    patch: str
    written: WriteResponse | None


class Question(NamedTuple):
    """How to consolidate: whether to write, the days after which notes are old (None: as the settings say),
    and which date of a commit counts (None: the same)."""

    write: bool = False
    context_days: int | None = None
    prefer: DatePreference | None = None


def consolidate_notes(frame: Frame, question: Question) -> ConsolidateResponse:
    """The proposals for the notes in the work tree, carried out under the lock with `write`.

    Raises `UsageError` for a number of days that is none.
    """
    days = question.context_days
    if days is not None and days < 1:
        raise UsageError(f"context-days is a number of days from 1, not {days}")
    planner = _Planner(frame, question)
    written = frame.write("consolidate", planner.planned) if question.write else None
    found = planner.found if question.write else planner.look(partial(_read, frame))
    patch = patch_of(found.before, found.after, found.moves).decode("utf-8", "surrogateescape")
    return ConsolidateResponse(planner.today, planner.edge, found.proposals, found.kept, patch, written)


def _read(frame: Frame, path: str) -> bytes | None:
    return read_notes(frame.top, [path])[path]


class _Planner:
    """Looks at the notes of one place once."""

    def __init__(self, frame: Frame, question: Question) -> None:
        self.found = Consolidation()
        self.today = frame.now.utc_day
        self._frame = frame
        policy = frame.settings.policy
        self._days = policy.context_days if question.context_days is None else question.context_days
        self._prefer = question.prefer or frame.settings.dates.prefer
        self._places = places_of(frame.settings)

    @property
    def edge(self) -> date:
        """The day before which notes and months count as old."""
        return date.fromordinal(max(self.today.toordinal() - self._days, 1))

    def planned(self, read: Reader) -> Planned:
        """The proposals as a write wants them; all that is written was read with `read`."""
        found = self.look(read)
        for path in found.after:
            read(path)
        return Planned(found.after, found.places, "Consolidate notes")

    def look(self, read: Reader) -> Consolidation:
        """The proposals for the notes as they are now."""
        with open_notes(self._frame.place, Request()) as (_, notes):
            dated = self._dated(notes, read)
            grounds = Grounds(
                notes=dated,
                log=self._frame.log,
                places=self._places,
                touched=self._touched(dated, notes),
                judging=Judging(claim_reader(self._frame.settings), self._prefer, self._guarded),
                today=self.today,
                edge=self.edge,
                blocked=self._blocked,
                taken=lambda path: read(path) is not None,
                daily=self._places.daily,
            )
            self.found = consolidate(grounds)
        return self.found

    def _dated(self, notes: OpenedNotes, read: Reader) -> dict[str, DatedNote]:
        """All notes as they lie on the disk; a commit may have them with other line endings."""
        found: dict[str, DatedNote] = {}
        for path in sorted(notes.view.keys(None)):
            try:
                data = read(path)
            except NoteError:
                continue
            if data is not None:
                found[path] = DatedNote(path, data, _once(partial(notes.view.origins, path)))
        return found

    def _blocked(self, path: str) -> KeptReason | None:
        """Why no note may be written at a path."""
        if not is_note(path, self._frame.settings):
            return KeptReason.NO_NOTE_THERE
        try:
            self._frame.target(path)
        except UsageError:
            return KeptReason.NO_NOTE_THERE
        return None

    # Who wrote what

    def _guarded(self, older: LineOrigin, stays: LineOrigin) -> bool:
        """Whether striking one [stated] line for another would put an agent's word for a person's, or have an
        agent strike a person's line."""
        if self._by_agent(older):
            return False
        return self._runs_as_agent or self._by_agent(stays)

    def _by_agent(self, origin: LineOrigin) -> bool:
        if origin.said is None:
            return self._runs_as_agent
        found = people_of(self._frame.place, self._frame.settings, [origin.said.oid])
        return any(person.agent is not None for person in found.values())

    @cached_property
    def _runs_as_agent(self) -> bool:
        """Whether git would commit as an agent here."""
        repository = self._frame.place.repository
        identities = self._frame.settings.agents.identities
        return repository is not None and agent_committing(repository.files, identities) is not None

    # When context notes were touched

    def _touched(self, dated: dict[str, DatedNote], notes: OpenedNotes) -> dict[str, date]:
        """The newest day of each context note: of its lines, of what they speak of, of its last commit."""
        head = self._frame.place.head
        changed = None if head is None else notes.view.differing_from(head)
        found: dict[str, date] = {}
        for path, note in dated.items():
            if not self._places.in_context(path) or changed is None or path in changed:
                continue
            day = _newest(note.origins())
            if day is not None and day < self.edge:
                named = newest_day(path, note.data)
                last = self._last_commit(path)
                if last is not None:
                    found[path] = max(day, last, named or day)
        return found

    def _last_commit(self, path: str) -> date | None:
        """The day of the last commit that changed a note."""
        repository = self._frame.place.repository
        assert repository is not None
        question = ("log", "-1", "--format=%at %ct", repository.head or "HEAD", "--", encode_path(path))
        told = repository.objects.ask(*question)
        seconds = [int(each) for each in told.split()]
        return Instant(max(seconds)).utc_day if seconds else None


def _newest(origins: Sequence[LineOrigin]) -> date | None:
    """The newest day of some lines, None when it is not known of all of them."""
    newest: date | None = None
    for origin in origins:
        commit = origin.blamed
        if origin.state is not LineState.COMMITTED or commit is None or commit.boundary:
            return None
        day = max(commit.authored.utc_day, commit.committed.utc_day)
        newest = day if newest is None else max(newest, day)
    return newest


def _once(ask: Callable[[], Sequence[LineOrigin]]) -> Callable[[], Sequence[LineOrigin]]:
    """Asks once, however often it is called."""
    known: list[Sequence[LineOrigin]] = []

    def answer() -> Sequence[LineOrigin]:
        if not known:
            known.append(ask())
        return known[0]

    return answer
