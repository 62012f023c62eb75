"""What a changed configuration excuses: contradictions of the same notes, judged by the former settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gitmem.checks.contradictions import Court, excused
from gitmem.checks.finding import Finding
from gitmem.config import Settings
from gitmem.errors import MissingObjectError, NoteError
from gitmem.facts.claim import KeyWords, Statement, Subject, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.history.opening import OpenedNotes, Wanted, open_commit, open_staged, open_worktree
from gitmem.history.origins import UNDATED
from gitmem.history.views import View
from gitmem.index.snapshot_facts import MOST_IN_TITLE
from gitmem.memory.checking.scope import Span
from gitmem.memory.place import Place
from gitmem.notes.markdown import read_note


def newly_excused(
    place: Place, span: Span, before: Settings, court: Court, statements: Iterable[Statement]
) -> list[Finding]:
    """What the settings `before` would have called errors in the notes judged, and the present ones do not.

    `statements` are those of the notes by the present settings that may contradict each other.
    """
    with _open(place, span, before) as notes:
        found = _Notes(notes.view, before)
    former = court._replace(subjects=found).alarms(found.statements, None)
    return list(excused(former, court.alarms(list(statements), None))) if former else []


def _open(place: Place, span: Span, settings: Settings) -> OpenedNotes:
    repository = place.repository
    assert repository is not None
    wanted = Wanted(settings.dates.strict_blame)
    if span.target is not None:
        return open_commit(repository, span.target, settings, wanted)
    if span.staged:
        return open_staged(repository, settings, wanted)
    return open_worktree(repository, settings, wanted)


class _Notes:
    """All statements of a view and the subjects of its notes; see `gitmem.facts.standing.Subjects`."""

    def __init__(self, view: View, settings: Settings) -> None:
        self._names: Counter[KeyWords] = Counter()
        self._titles: Counter[KeyWords] = Counter()
        self.statements = list(self._read(view, ClaimReader(settings)))

    def knows(self, key: KeyWords) -> bool:
        """Whether a note is about what has exactly these words."""
        return key in self._names

    def crowded(self, key: KeyWords) -> bool:
        """Whether more than a few notes without `entity:` share a title."""
        return self._titles[key] > MOST_IN_TITLE

    def _read(self, view: View, reader: ClaimReader) -> Iterator[Statement]:
        paths = sorted(view.keys(None))
        view.announce(paths)
        for path in paths:
            try:
                note = read_note(path, view.read(path))
            except (NoteError, MissingObjectError):
                continue
            self._meet(reader.frame(note).subject)
            claims = reader.read(note)
            origins = view.origins(path) if claims else []
            for claim in claims:
                origin = origins[claim.line - 1] if claim.line <= len(origins) else UNDATED
                yield Statement(claim, origin.state, origin.said, origin.moved_from)

    def _meet(self, subject: Subject) -> None:
        self._names.update(subject.keys)
        if subject.source is SubjectSource.TITLE:
            self._titles.update(subject.keys[:1])
