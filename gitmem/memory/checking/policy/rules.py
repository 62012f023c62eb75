"""The memory policy: what a change, or everything there is, breaks of it. Loaded only where it is enabled.

Of a change only the notes that differ are read. What was there before is nobody's fault, and a line that only
moved, was reformatted or renamed with its note was there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.deleted import Kept, deleted_facts
from gitmem.checks.policy.lessons import is_lesson, lesson_finding, orders, written_as_rule
from gitmem.checks.policy.lines import Line, read_lines
from gitmem.checks.policy.places import Places
from gitmem.checks.policy.records import figures, records
from gitmem.checks.policy.tags import bare_strikes, untagged
from gitmem.memory.checking.parents import ParentNotes
from gitmem.memory.checking.policy.authors import Authors
from gitmem.memory.checking.policy.index import index_after, index_of_change
from gitmem.memory.checking.policy.notes import PolicyNotes
from gitmem.memory.shown import Ground

if TYPE_CHECKING:
    from gitmem.git.objects import Objects

Mark = Callable[[Line], tuple[object, ...]]


def breaches_of_all(ground: Ground) -> Iterator[Finding]:
    """Every breach of the policy in the notes of `ground`."""
    notes = PolicyNotes(ground, claims=False)
    places = notes.places
    paths = sorted(notes.view.keys(None))
    notes.view.announce(paths)
    for path in paths:
        notes.text(path)
    authors, lines = Authors(ground, notes), notes.all_lines(paths)
    yield from index_after(notes, places, paths)
    yield from _of_lines(ground, notes, places, lines)
    for path in paths:
        if places.in_memory(path):
            yield from records(notes.lines(path), lambda line: True)
    yield from authors.stated(lines)
    yield from authors.struck(lines)


def _of_lines(ground: Ground, notes: PolicyNotes, places: Places, lines: Sequence[Line]) -> Iterator[Finding]:
    """What single lines break, whoever wrote them and when."""
    yield from untagged(places, lines)
    yield from bare_strikes(places, lines)
    yield from orders(lines)
    yield from figures(line for line in lines if places.in_folders(line.path) or places.in_context(line.path))
    yield from _lessons(ground, notes, lines)


def _lessons(ground: Ground, notes: PolicyNotes, lines: Iterable[Line]) -> Iterator[Finding]:
    for line in lines:
        if is_lesson(line) and written_as_rule(line):
            found = lesson_finding(line, notes.weighed(line), sure=not ground.proof.gaps)
            if found is not None:
                yield found


class _Before:
    """The lines of one parent beside those judged."""

    def __init__(self, parent: ParentNotes, notes: PolicyNotes) -> None:
        self.parent = parent
        self._notes = notes
        self._lines: dict[str, tuple[Line, ...]] = {}
        self._counts: dict[str, Counter[tuple[object, ...]]] = {}

    def lines(self, path: str) -> tuple[Line, ...]:
        """The lines of its note at a path that differs."""
        if path not in self._lines:
            self._lines[path] = read_lines(path, self.parent.text(path), self._notes.reader)
        return self._lines[path]

    @cached_property
    def paths(self) -> list[str]:
        """Paths of its notes that differ."""
        return self.parent.announced()

    @cached_property
    def all_lines(self) -> list[Line]:
        """The lines of all its notes that differ."""
        return [line for path in self.paths for line in self.lines(path)]

    @cached_property
    def after(self) -> list[Line]:
        """The lines that stand now in the notes that differ."""
        return self._notes.all_lines(sorted(self._notes.view.keys(sorted(self.parent.differing))))

    def holds(self, line: Line, mark: Mark, name: str) -> bool:
        """Whether a line was there, or in a place that it has left since; `name` names the kind of `mark`."""
        if line.path not in self.parent.differing:
            return True
        wanted = mark(line)
        if any(mark(each) == wanted for each in self.lines(line.path)):
            return True
        return self._left(mark, name)[wanted] > 0

    def _left(self, mark: Mark, name: str) -> Counter[tuple[object, ...]]:
        """How often each line stood in places where it does not stand now."""
        if name not in self._counts:
            before = Counter((each.path, mark(each)) for each in self.all_lines)
            before.subtract((each.path, mark(each)) for each in self.after)
            left: Counter[tuple[object, ...]] = Counter()
            for (_, wanted), count in before.items():
                left[wanted] += max(0, count)
            self._counts[name] = left
        return self._counts[name]


class PolicyChange:
    """What the notes of `ground` break that none of their parents breaks; there is one parent at least."""

    def __init__(self, ground: Ground, parents: Sequence[ParentNotes], objects: Objects) -> None:
        self._ground = ground
        self._parents = parents
        self._objects = objects
        self._notes = PolicyNotes(ground)
        self._places = self._notes.places
        self._before = [_Before(parent, self._notes) for parent in parents]

    def findings(self) -> Iterator[Finding]:
        """All findings, in no order."""
        if not self._parents[0].differing:
            return
        yield from self._deleted()
        yield from index_of_change(self._notes, self._places, self._parents, self._here)
        yield from self._of_new_lines()
        for path in self._here:
            if self._places.in_memory(path):
                yield from records(self._notes.lines(path), self._is_new)
        yield from self._authors()

    @cached_property
    def _here(self) -> list[str]:
        """Paths of the notes that are there and that no parent has like this."""
        paths = sorted(self._notes.view.keys(sorted(self._parents[0].differing)))
        return [path for path in paths if all(path in parent.differing for parent in self._parents)]

    @cached_property
    def _new(self) -> list[Line]:
        return [line for line in self._notes.all_lines(self._here) if self._is_new(line)]

    def _is_new(self, line: Line) -> bool:
        return not any(each.holds(line, _mark, "line") for each in self._before)

    def _is_new_rule(self, line: Line) -> bool:
        """A lesson that is moved below a heading for rules is a new rule."""
        return not any(each.holds(line, _rule_mark, "rule") for each in self._before)

    def _of_new_lines(self) -> Iterator[Finding]:
        places = self._places
        yield from untagged(places, self._new)
        yield from bare_strikes(places, self._new)
        yield from orders(self._new)
        yield from figures(
            line for line in self._new if places.in_folders(line.path) or places.in_context(line.path)
        )
        lessons = (line for line in self._notes.all_lines(self._here) if is_lesson(line))
        yield from _lessons(self._ground, self._notes, filter(self._is_new_rule, lessons))

    def _authors(self) -> Iterator[Finding]:
        authors, first = Authors(self._ground, self._notes), self._before[0]
        yield from authors.stated(self._new)
        yield from authors.struck(self._new)
        guesses = [line for line in self._new if line.claims]
        if guesses:
            before = [line for path in {each.path for each in guesses} for line in first.lines(path)]
            yield from authors.replaced(guesses, before, {line.folded for line in first.after})

    # Deleted facts

    def _deleted(self) -> Iterator[Finding]:
        if not any(map(self._places.in_folders, self._parents[0].differing)):
            return
        lost = [self._lost_since(each) for each in self._before]
        merging = bool(self._ground.session.notes.merging) and len(lost) > 1
        told: set[tuple[str, str]] = set()
        for number, lines in enumerate(lost):
            for line in lines:
                others = [at for at in range(len(lost)) if at != number]
                missing = [at for at in others if not _among(line, lost[at])]
                if missing and not (merging and self._lost_in_merge(line, number, missing)):
                    continue
                if (line.path, line.folded) not in told:
                    told.add((line.path, line.folded))
                    yield self._deletion(line, self._parents[number].commit)

    def _lost_since(self, before: _Before) -> list[Line]:
        folders = [path for path in before.paths if self._places.in_folders(path)]
        lines = [line for path in folders for line in before.lines(path)]
        after = {line.folded for line in before.after}
        if all(line.folded in after for line in lines):
            return []
        kept = Kept(before.all_lines, before.after)
        elsewhere = partial(self._elsewhere, before.parent)
        return list(deleted_facts(self._places, lines, kept, self._notes.today, elsewhere))

    def _elsewhere(self, parent: ParentNotes, line: Line) -> bool:
        """Whether a note that is as it was says the same."""
        return any(each.path not in parent.differing for each in self._notes.equal_lines(line))

    def _lost_in_merge(self, line: Line, number: int, others: Sequence[int]) -> bool:
        """Whether a merge lost a line that one parent has: no other parent deleted it since they parted."""
        repository = self._ground.session.place.repository
        own = self._parents[number].commit
        assert repository is not None and own is not None
        for other in others:
            theirs = self._parents[other].commit
            base = repository.merge_base(own, theirs) if theirs is not None else None
            if base is None:
                continue
            notes = ParentNotes(
                repository, self._objects, base, self._notes.view, self._ground.session.settings
            )
            if _among(line, _Before(notes, self._notes).lines(line.path)):
                return False
        return True

    def _deletion(self, line: Line, commit: str | None) -> Finding:
        target = f"{commit}:{line.path}:{line.line}" if commit is not None else line.cite
        detail = PolicyBreach(Breach.DELETED, line.words, target=target)
        place = self._place_of(line)
        return Finding(Rule.DELETED_FACT, Severity.ERROR, line.path, place, place, detail)

    def _place_of(self, line: Line) -> int:
        """The line of the note, as it is now, where a line was."""
        from gitmem.history.overlay import changed_stretches

        now = self._notes.text(line.path)
        if not now:
            return line.line
        for before in self._before:
            old = before.parent.text(line.path)
            shift = 0
            for edit in changed_stretches(old, now) if old else ():
                first = edit.old_start
                if first <= line.line < first + edit.old_count:
                    return max(1, min(edit.new_start, now.count(b"\n") + 1))
                if first + edit.old_count <= line.line:
                    shift += edit.new_count - edit.old_count
            if old:
                return max(1, line.line + shift)
        return line.line


def _among(line: Line, lines: Iterable[Line]) -> bool:
    return any(each.folded == line.folded for each in lines)


def _mark(line: Line) -> tuple[object, ...]:
    return line.mark


def _rule_mark(line: Line) -> tuple[object, ...]:
    return (*line.mark, is_lesson(line) and written_as_rule(line))
