"""Histories out of a seed: what people do to facts, in an order nobody would choose.

Facts are written, edited in place, struck, moved, copied, reordered, reformatted and brought back, on
branches that are merged line by line. Every line knows what it says, so that an oracle can know the truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from tests.facts.model import (
    ALIKE,
    FIRST_DAY,
    KEYS,
    NAMES,
    NOW,
    PART,
    SPELLINGS,
    Fact,
    Kind,
    Line,
    Note,
    Section,
    Spot,
    Step,
    Strike,
    Tree,
    at_spot,
    first_tree,
    holds,
    lines_of,
    render,
    text_of,
    with_lines,
)


@dataclass(slots=True)
class Branch:
    """The end of a line of work: its last commit, the notes there, and the notes where it began."""

    position: int
    tree: Tree
    base: Tree


@dataclass(slots=True)
class History:
    """A history out of a seed; `steps` are its commits, the last one is where it ends."""

    seed: int
    steps: list[Step] = field(default_factory=list)
    chance: random.Random = field(init=False)
    facts: list[Fact] = field(init=False)
    uids: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.facts = self._some_facts()

    @classmethod
    def of(cls, seed: int, commits: int = 7) -> History:
        """A whole history of about so many commits."""
        history = cls(seed)
        history._grow(commits)
        return history

    def _some_facts(self) -> list[Fact]:
        """Few facts, so that lines meet; the same key of two subjects, so that they are kept apart."""
        subjects = self.chance.sample(sorted(NAMES), 2)
        key = self.chance.choice(KEYS)
        facts = [Fact(subjects[0], None, key)]
        others = (
            Fact(subjects[1], None, key),
            Fact(subjects[0], PART, key),
            Fact(subjects[0], None, self.chance.choice(KEYS)),
        )
        return facts + [fact for fact in others if self.chance.random() < 0.5 and fact not in facts]

    def _grow(self, commits: int) -> None:
        tree = first_tree(self.chance)
        main = Branch(-1, tree, tree)
        self._commit(main, self._written(tree, 0), "write")
        branches = [main]
        while len(self.steps) < commits:
            dice = self.chance.random()
            if dice < 0.12 and len(branches) < 3:
                branches.append(Branch(main.position, main.tree, main.tree))
            elif dice < 0.28 and len(branches) > 1:
                self._merge(main, branches.pop())
            else:
                self._work(self.chance.choice(branches))
        while len(branches) > 1 and self.chance.random() < 0.85:
            self._merge(main, branches.pop())
        if main.position != len(self.steps) - 1:
            self._commit(main, main.tree, "nothing")

    @property
    def now(self) -> int:
        """The position of the commit that is being made."""
        return len(self.steps)

    def day(self, position: int) -> date:
        """Commits are days apart, in the order they are made."""
        return FIRST_DAY + timedelta(days=9 * position + (self.seed + position * 5) % 7)

    def _commit(self, branch: Branch, tree: Tree, did: str, *others: int) -> None:
        parents = (*((branch.position,) if branch.position >= 0 else ()), *others)
        self.steps.append(Step(parents, self.day(self.now), tree, did))
        branch.position, branch.tree = len(self.steps) - 1, tree

    def _work(self, branch: Branch) -> None:
        operation = self.chance.choices(OPERATIONS, weights=WEIGHTS)[0]
        tree = operation(self, branch.tree)
        if operation is History.revert:
            tree = self._reverted(branch)
        elif operation is History.write and tree is not None and self.chance.random() < 0.3:
            tree = self.write(tree)
        if tree is not None and tree != branch.tree and not _says_twice(tree):
            self._commit(branch, tree, operation.__name__)

    # --- choosing -------------------------------------------------------------------------------

    def _lines(self, tree: Tree, *, struck: bool = False) -> list[tuple[Spot, Line]]:
        return [(spot, line) for spot, line in lines_of(tree) if (line.strike is not None) == struck]

    def _some_line(self, tree: Tree, *, struck: bool = False) -> tuple[Spot, Line] | None:
        found = self._lines(tree, struck=struck)
        return self.chance.choice(found) if found else None

    def _spots(self, tree: Tree, fact: Fact) -> list[Spot]:
        return [
            Spot(path, number)
            for path, note in tree.items()
            for number, section in enumerate(note.sections)
            if holds(note, section, fact)
        ]

    def _new_line(self, fact: Fact, value: str | None = None, kind: Kind = Kind.SUBJECT) -> Line:
        self.uids += 1
        called = None
        if kind is not Kind.SUBJECT and NAMES[fact.subject] and self.chance.random() < 0.4:
            called = self.chance.choice(NAMES[fact.subject])
        value = value or self.chance.choice(fact.key.values)
        bullet, bold = self.chance.choice(["- ", "- ", "* ", ""]), self.chance.random() < 0.2
        until = None
        if self.chance.random() < 0.04:
            until = NOW + timedelta(days=self.chance.choice([-40, -20, 30, 90]))
        return Line(self.uids, fact, value, self.now, self.now, bullet, bold, called=called, until=until)

    def _other_value(self, line: Line) -> str:
        return self.chance.choice([value for value in line.fact.key.values if value != line.value])

    def _replaced(self, tree: Tree, spot: Spot, *lines: Line) -> Tree:
        there = at_spot(tree, spot)
        return with_lines(tree, spot, (*there[: spot.at], *lines, *there[spot.at + 1 :]))

    # --- operations: each gives the notes after it, None when there is nothing to do -------------------

    def write(self, tree: Tree) -> Tree | None:
        """States a fact somewhere, perhaps beside another value of it."""
        return self._written(tree, self.chance.randrange(len(self.facts)))

    def _written(self, tree: Tree, number: int) -> Tree:
        fact = self.facts[number]
        spot = self.chance.choice(self._spots(tree, fact))
        there = at_spot(tree, spot)
        at = self.chance.randint(0, len(there))
        line = self._new_line(fact, kind=tree[spot.path].kind)
        return with_lines(tree, spot, (*there[:at], line, *there[at:]))

    def entry(self, tree: Tree) -> Tree | None:
        """A dated entry in the log, of the day or written up some days later."""
        day = self.day(self.now) - timedelta(days=self.chance.choice([0, 0, 0, 2, 30]))
        if self.chance.random() < 0.04:
            day = NOW + timedelta(days=60)
        log = tree["log.md"]
        if any(section.day == day for note in tree.values() for section in note.sections):
            return None
        count = min(len(self.facts), self.chance.choice([1, 1, 2]))
        lines = tuple(self._new_line(fact, kind=Kind.LOG) for fact in self.chance.sample(self.facts, count))
        lines = tuple(line for line in lines if line.fact.part is None)
        section = Section(day.isoformat(), lines, day)
        first = self.chance.random() < 0.5
        sections = (section, *log.sections) if first else (*log.sections, section)
        return {**tree, "log.md": replace(log, sections=sections)} if lines else None

    def edit(self, tree: Tree) -> Tree | None:
        """Another value in the same place: how people supersede."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        spot, line = chosen
        self.uids += 1
        value = self._other_value(line)
        said = replace(line, put=self.now, stated=self.now)
        new = replace(said, uid=self.uids, value=value, was=None, revived=False)
        return self._replaced(tree, spot, new)

    def copy(self, tree: Tree) -> Tree | None:
        """Says the same in another place."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        _, line = chosen
        spot = self.chance.choice(self._spots(tree, line.fact))
        if any(there.fact == line.fact for there in at_spot(tree, spot)):
            return None
        new = self._new_line(line.fact, line.value, tree[spot.path].kind)
        return with_lines(tree, spot, (*at_spot(tree, spot), new))

    def strike(self, tree: Tree) -> Tree | None:
        """Strikes a line, with or without a day, and names or writes what came instead, or nothing."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        spot, line = chosen
        day = self.day(self.now) if self.chance.random() < 0.5 else None
        manner = self.chance.choice(["alone", "alone", "named", "beside", "within"])
        struck = replace(line, strike=Strike(day), put=self.now, bold=False, was=None)
        if manner == "named":
            struck = replace(struck, strike=Strike(day, self._other_value(line)))
        if manner in ("alone", "named"):
            return self._replaced(tree, spot, struck)
        self.uids += 1
        said = replace(line, put=self.now, stated=self.now, revived=False)
        new = replace(said, uid=self.uids, value=self._other_value(line), was=None)
        if manner == "within":
            return self._replaced(tree, spot, replace(new, was=line.value))
        return self._replaced(tree, spot, struck, new)

    def restore(self, tree: Tree) -> Tree | None:
        """Takes a strike back."""
        chosen = self._some_line(tree, struck=True)
        if chosen is None:
            return None
        spot, line = chosen
        return self._replaced(
            tree, spot, replace(line, strike=None, put=self.now, stated=self.now, revived=True)
        )

    def delete(self, tree: Tree) -> Tree | None:
        """A line goes."""
        chosen = self._some_line(tree, struck=self.chance.random() < 0.2)
        return self._replaced(tree, chosen[0]) if chosen else None

    def move(self, tree: Tree) -> Tree | None:
        """A line goes to another section or note where it means the same and is written the same."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        spot, line = chosen
        named = tree[spot.path].kind is Kind.SUBJECT
        targets = [
            target
            for target in self._spots(tree, line.fact)
            if (target.path, target.section) != (spot.path, spot.section)
            and (tree[target.path].kind is Kind.SUBJECT) == named
        ]
        if not targets:
            return None
        target = self.chance.choice(targets)
        tree = self._replaced(tree, spot)
        there = at_spot(tree, target)
        at = self.chance.randint(0, len(there))
        return with_lines(tree, target, (*there[:at], line, *there[at:]))

    def rotate(self, tree: Tree) -> Tree | None:
        """An entry of the log goes to the archive."""
        log, archive = tree["log.md"], tree["archive/log.md"]
        if not log.sections:
            return None
        at = self.chance.randrange(len(log.sections))
        rest = log.sections[:at] + log.sections[at + 1 :]
        kept = (*archive.sections, log.sections[at])
        return {
            **tree,
            "log.md": replace(log, sections=rest),
            "archive/log.md": replace(archive, sections=kept),
        }

    def reorder(self, tree: Tree) -> Tree | None:
        """The lines of a section change places."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        there = list(at_spot(tree, chosen[0]))
        self.chance.shuffle(there)
        return with_lines(tree, chosen[0], tuple(there))

    def restyle(self, tree: Tree) -> Tree | None:
        """Other bullets, bold labels, other marks around values: the same words."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        bullet, spelling = self.chance.choice(["- ", "* ", "+ ", "-  ", ""]), self.chance.choice(ALIKE)
        lines = []
        for line in at_spot(tree, chosen[0]):
            plain = line.spelling in ALIKE and line.strike is None
            bold = self.chance.random() < 0.5 and line.strike is None
            lines.append(
                replace(line, bullet=bullet, bold=bold, spelling=spelling if plain else line.spelling)
            )
        return with_lines(tree, chosen[0], tuple(lines))

    def respell(self, tree: Tree) -> Tree | None:
        """The same value, written in another way."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        spot, line = chosen
        spelling = self.chance.choice([each for each in SPELLINGS if each != line.spelling])
        put = line.put if spelling in ALIKE and line.spelling in ALIKE else self.now
        return self._replaced(tree, spot, replace(line, spelling=spelling, put=put))

    def verify(self, tree: Tree) -> Tree | None:
        """Somebody looked: it still holds today."""
        chosen = self._some_line(tree)
        if chosen is None:
            return None
        spot, line = chosen
        return self._replaced(tree, spot, replace(line, verified=self.day(self.now), put=self.now))

    def revert(self, tree: Tree) -> Tree | None:
        """Undoes the last commit of the branch (see `_reverted`)."""
        return None

    def _reverted(self, branch: Branch) -> Tree | None:
        """What stood before the last commit stands again; what had gone was said again today."""
        parents = self.steps[branch.position].parents
        if len(parents) != 1:
            return None
        here = {line.uid: line for _, line in lines_of(branch.tree)}
        before = self.steps[parents[0]].tree
        for spot, line in list(lines_of(before)):
            now = here.get(line.uid)
            if now is None:
                line = replace(line, put=self.now, stated=self.now)
            elif now.says != line.says:
                revived = now.strike is not None
                stated = self.now if revived else line.stated
                line = replace(line, put=self.now, stated=stated, revived=line.revived or revived)
            before = self._replaced(before, spot, line)
        return before

    # --- merges ---------------------------------------------------------------------------------

    def _merge(self, main: Branch, side: Branch) -> None:
        if side.position == main.position or side.tree is side.base:
            return
        merged: Tree = {}
        for path in main.tree:
            note = _merged_note(side.base[path], main.tree[path], side.tree[path])
            if note is None:
                return
            merged[path] = note
        if not _says_twice(merged):
            self._commit(main, merged, "merge", side.position)


def _says_twice(tree: Tree) -> bool:
    """Whether two lines of one note have the same words: no diff could tell which of them is which."""
    for note in tree.values():
        words = [
            text_of(replace(line, bullet="", bold=False), note.kind).replace("*", "")
            for section in note.sections
            for line in section.lines
        ]
        if len(set(words)) < len(words):
            return True
    return False


def _merged_note(base: Note, ours: Note, theirs: Note) -> Note | None:
    """Both sides' work on one note, line by line; None when they ordered its lines differently."""
    if theirs in (base, ours) or render(theirs)[0] == render(ours)[0]:
        return ours
    if ours == base:
        return theirs
    names = [section.heading for section in ours.sections]
    names += [section.heading for section in theirs.sections if section.heading not in names]
    sections = []
    for name in names:
        old, mine, other = (_section(note, name) for note in (base, ours, theirs))
        if mine is None or other is None:
            if old is None or (mine or other) == old:
                kept = (mine or other) if old is None else None
            else:
                return None
            sections += [kept] if kept is not None else []
            continue
        lines = _merged_lines(old.lines if old else (), mine.lines, other.lines)
        if lines is None:
            return None
        sections.append(replace(mine, lines=lines))
    return replace(ours, sections=tuple(sections))


def _section(note: Note, heading: str | None) -> Section | None:
    return next((section for section in note.sections if section.heading == heading), None)


def _merged_lines(
    base: tuple[Line, ...], ours: tuple[Line, ...], theirs: tuple[Line, ...]
) -> tuple[Line, ...] | None:
    before = {line.uid: line for line in base}
    mine, others = ({line.uid: line for line in side} for side in (ours, theirs))
    result: list[Line] = []
    for line in ours:
        if line.uid not in others and line.uid in before:
            continue
        other = others.get(line.uid, line)
        # A line that both sides have, whenever they wrote it, is the first side's.
        alike = replace(other, put=line.put, stated=line.stated, revived=line.revived) == line
        untouched = line.uid in before and line == before[line.uid]
        result.append(other if untouched and not alike else line)
    previous: int | None = None
    for line in theirs:
        if line.uid not in mine and line.uid not in before:
            uids = [each.uid for each in result]
            at = uids.index(previous) + 1 if previous in uids else len(uids)
            result.insert(at, line)
        previous = line.uid
    order = [line.uid for line in result if line.uid in others]
    if order != [line.uid for line in theirs if line.uid in {each.uid for each in result}]:
        return None
    return tuple(result)


OPERATIONS: list[Callable[[History, Tree], Tree | None]] = [
    History.write,
    History.entry,
    History.edit,
    History.copy,
    History.strike,
    History.restore,
    History.delete,
    History.move,
    History.rotate,
    History.reorder,
    History.restyle,
    History.respell,
    History.verify,
    History.revert,
]
WEIGHTS = [6, 5, 6, 3, 4, 1, 2, 4, 1, 2, 3, 2, 1, 2]
