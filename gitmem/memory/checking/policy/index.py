"""The routing index beside the notes it routes to: as it is, or what a change makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitmem.checks.finding import Finding, Severity
from gitmem.checks.policy.area import Area
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
from gitmem.config import is_note
from gitmem.memory.checking.parents import ParentNotes
from gitmem.memory.checking.policy.notes import PolicyNotes


def index_after(notes: PolicyNotes, area: Area, paths: Sequence[str]) -> Iterator[Finding]:
    """What is wrong with the index as it is; `paths` are all notes."""
    if not is_note(area.routing, notes.settings):
        return
    if not notes.text(area.routing).strip():
        yield no_index(area)
        return
    lines = notes.lines(area.routing)
    pointers = pointers_of(area, lines)
    yield from length(area, notes.text(area.routing))
    yield from facts_in_index(area, lines)
    yield from dangling(area, pointers, notes.exists)
    yield from unrouted(area, pointers, paths, Severity.WARNING)


def index_of_change(
    notes: PolicyNotes, area: Area, parents: Sequence[ParentNotes], here: Sequence[str]
) -> Iterator[Finding]:
    """What a change makes wrong; `here` are the notes that no parent has like this."""
    if not is_note(area.routing, notes.settings):
        return
    former = [_Former(area, parent, notes) for parent in parents]
    gone = [each for each in former if each.held and area.routing in each.parent.differing]
    if gone and not notes.text(area.routing).strip():
        yield no_index(area)
        return
    lines = notes.lines(area.routing)
    pointers = pointers_of(area, lines)
    if area.routing in here:
        counts = [each.characters for each in former if each.held]
        yield from length(area, notes.text(area.routing), counts)
        known = {line.mark for each in former for line in each.lines}
        yield from facts_in_index(area, (line for line in lines if line.mark not in known))
    if area.routing in here or len(notes.view.keys(sorted(parents[0].differing))) < len(parents[0].differing):
        new = [each for each in pointers if not any(before.is_dangling(each) for before in former)]
        yield from dangling(area, new, notes.exists)
    added = [path for path in here if area.in_folders(path) and not any(p.holds(path) for p in parents)]
    yield from unrouted(area, pointers, added, Severity.ERROR)


class _Former:
    """The index of one parent."""

    def __init__(self, area: Area, parent: ParentNotes, notes: PolicyNotes) -> None:
        self.parent = parent
        self._notes = notes
        differs = area.routing in parent.differing
        data = parent.text(area.routing) if differs else notes.text(area.routing)
        self.held = bool(data)
        self.characters = characters(data)
        self.lines: tuple[Line, ...] = (
            read_lines(area.routing, data, notes.reader) if differs else notes.lines(area.routing)
        )
        self._names = {each.name for each in pointers_of(area, self.lines)}

    def is_dangling(self, pointer: Pointer) -> bool:
        """Whether the same pointer led nowhere before."""
        return pointer.name in self._names and is_dangling(pointer, self._exists)

    def _exists(self, path: str) -> bool:
        if path.startswith("**/"):
            name = path[3:]
            return any(each.rpartition("/")[2] == name for each in self.parent.announced())
        return self.parent.holds(path) if path in self.parent.differing else self._notes.exists(path)
