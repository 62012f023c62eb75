"""The routing index beside the notes it routes to: as it is, or what a change makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitmem.checks.finding import Finding, Severity
from gitmem.checks.policy.index import (
    Pointer,
    characters,
    dangling,
    facts_in_index,
    is_dangling,
    length,
    no_index,
    pointers_of,
    unrouted,
)
from gitmem.checks.policy.lines import Line, read_lines
from gitmem.checks.policy.places import Places
from gitmem.config import is_note
from gitmem.memory.checking.parents import ParentNotes
from gitmem.memory.checking.policy.notes import PolicyNotes


def index_after(notes: PolicyNotes, places: Places, paths: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the index as it is; `paths` are all notes."""
    if not is_note(places.index, notes.settings):
        return
    if not notes.text(places.index).strip():
        yield no_index(places)
        return
    lines = notes.lines(places.index)
    pointers = pointers_of(places, lines)
    yield from length(places, notes.text(places.index))
    yield from facts_in_index(places, lines)
    yield from dangling(places, pointers, notes.exists)
    yield from unrouted(places, pointers, paths, Severity.WARNING)


def index_of_change(
    notes: PolicyNotes, places: Places, parents: Sequence[ParentNotes], here: Sequence[str]
) -> Iterator[Finding]:
    """What a change makes wrong; `here` are the notes that no parent has like this."""
    if not is_note(places.index, notes.settings):
        return
    former = [_Former(places, parent, notes) for parent in parents]
    gone = [each for each in former if each.held and places.index in each.parent.differing]
    if gone and not notes.text(places.index).strip():
        yield no_index(places)
        return
    lines = notes.lines(places.index)
    pointers = pointers_of(places, lines)
    if places.index in here:
        counts = [each.characters for each in former if each.held]
        yield from length(places, notes.text(places.index), counts)
        known = {line.mark for each in former for line in each.lines}
        yield from facts_in_index(places, (line for line in lines if line.mark not in known))
    if places.index in here or len(notes.view.keys(sorted(parents[0].differing))) < len(parents[0].differing):
        new = [each for each in pointers if not any(before.is_dangling(each) for before in former)]
        yield from dangling(places, new, notes.exists)
    added = [path for path in here if places.in_folders(path) and not any(p.holds(path) for p in parents)]
    yield from unrouted(places, pointers, added, Severity.ERROR)


class _Former:
    """The index of one parent."""

    def __init__(self, places: Places, parent: ParentNotes, notes: PolicyNotes) -> None:
        self.parent = parent
        self._notes = notes
        differs = places.index in parent.differing
        data = parent.text(places.index) if differs else notes.text(places.index)
        self.held = bool(data)
        self.characters = characters(data)
        self.lines: tuple[Line, ...] = (
            read_lines(places.index, data, notes.reader) if differs else notes.lines(places.index)
        )
        self._names = {each.name for each in pointers_of(places, self.lines)}

    def is_dangling(self, pointer: Pointer) -> bool:
        """Whether the same pointer led nowhere before."""
        return pointer.name in self._names and is_dangling(pointer, self._exists)

    def _exists(self, path: str) -> bool:
        if path.startswith("**/"):
            name = path[3:]
            return any(each.rpartition("/")[2] == name for each in self.parent.announced())
        return self.parent.holds(path) if path in self.parent.differing else self._notes.exists(path)
