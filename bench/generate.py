"""Repositories of notes out of a seed, for measuring: long histories, and many notes.

The same arguments make the same commits. Nothing here knows gitmem; what the generators promise (numbers
of commits, merges, notes, chunks) a test holds them to.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.importing import Import
from bench.words import Words

Lines = tuple[str, ...]
Tree = dict[str, Lines]
Changes = dict[str, Lines | None]

SEED = 20_260_101
FOLDERS = ("topics", "projects", "people", "journal", "reading/books", "reading/papers", "home", "work/teams")
_FIRST = "README.md"
_MOST_BRANCHES = 4
_LONGEST_BRANCH = 5


@dataclass(slots=True)
class _Branch:
    """A line of development: its last commit, its notes, and what those it touched held at its start."""

    name: str
    mark: int
    notes: Tree
    left: int = 0
    start: Changes = field(default_factory=dict)


class _History:
    """A history under construction."""

    def __init__(self, out: Import, commits: int, merges: int, notes: int, seed: int) -> None:
        self._out = out
        self._chance = random.Random(seed)
        self._words = Words(self._chance)
        self._commits_left = commits
        self._merges_left = merges
        self._notes = notes
        self._known: list[str] = []
        self._hot: list[str] = []
        self._branches: list[_Branch] = []
        first: Changes = {_FIRST: self._note()}
        first |= {self._new_path(): self._note() for _ in range(notes // 100)}
        self._main = _Branch("main", 0, {})
        self._commit(self._main, (), first, "first notes")

    def write(self) -> None:
        """All commits but the first."""
        while self._commits_left:
            self._maybe_branch()
            ripe = [branch for branch in self._branches if not branch.left]
            if ripe:
                self._merge(ripe[0])
            elif self._branches and (self._hurry() or self._chance.random() < 0.4):
                branch = self._chance.choice(self._branches)
                branch.left -= 1
                self._step(branch)
            else:
                self._step(self._main)

    def _maybe_branch(self) -> None:
        """Starts side branches so that the last one ends with the history."""
        room = self._commits_left - self._owed() - (_LONGEST_BRANCH + 1)
        if not self._merges_left or len(self._branches) == _MOST_BRANCHES:
            return
        urgent = self._merges_left * (_LONGEST_BRANCH + 1) >= room
        if urgent or self._chance.random() < 1.2 * self._merges_left / max(room, 1):
            self._merges_left -= 1
            taken = {branch.name for branch in self._branches}
            name = next(name for name in map("side-{}".format, range(_MOST_BRANCHES)) if name not in taken)
            length = 1 if urgent else self._chance.randint(1, _LONGEST_BRANCH)
            self._branches.append(_Branch(name, self._main.mark, dict(self._main.notes), length))

    def _owed(self) -> int:
        return sum(branch.left + 1 for branch in self._branches)

    def _hurry(self) -> bool:
        return self._commits_left <= self._owed()

    def _commit(self, branch: _Branch, parents: Sequence[int], changes: Changes, message: str) -> None:
        for path, lines in changes.items():
            if branch is not self._main:
                branch.start.setdefault(path, branch.notes.get(path))
            if lines is None:
                del branch.notes[path]
            else:
                branch.notes[path] = lines
                self._hot.append(path)
        contents = {path: None if lines is None else _text(lines) for path, lines in changes.items()}
        pause = self._chance.randint(60, 7200)
        branch.mark = self._out.commit(branch.name, parents, contents, message, pause=pause)
        self._commits_left -= 1

    def _step(self, branch: _Branch) -> None:
        changes: Changes = {}
        missing = self._notes - len(self._main.notes)
        if self._chance.random() < missing / max(self._commits_left, 1):
            changes[self._new_path()] = self._note()
        else:
            for _ in range(self._chance.choice((1, 1, 1, 1, 2, 2, 3))):
                self._edit(branch.notes, changes)
        self._commit(branch, (branch.mark,), changes, self._words.phrase(2, 6))

    def _merge(self, branch: _Branch) -> None:
        self._branches.remove(branch)
        changes: Changes = {}
        for path, before in branch.start.items():
            ours, theirs = self._main.notes.get(path), branch.notes.get(path)
            merged = ours if theirs is before or (theirs is None and ours is not before) else theirs
            if None not in (ours, theirs) and before not in (ours, theirs):
                merged = _merge_lines(before or (), ours or (), theirs or ())
                if self._chance.random() < 0.1:
                    merged += (self._line(),)
            if merged != ours:
                changes[path] = merged
        self._commit(self._main, (self._main.mark, branch.mark), changes, f"merge {branch.name}")

    def _edit(self, notes: Tree, changes: Changes) -> None:
        path = self._pick(notes, changes)
        if path in changes:
            return
        kinds: tuple[tuple[float, Callable[[str, Lines], Changes]], ...] = (
            (45, self._append),
            (20, self._change),
            (8, self._strike),
            (10, self._insert),
            (6, self._cut),
            (2.5, self._rename),
            (2.5, self._rotate),
            (1, self._delete),
        )
        weights = [weight for weight, _ in kinds]
        edit = self._chance.choices([edit for _, edit in kinds], weights)[0]
        made = edit(path, notes[path])
        if path == _FIRST and None in made.values():
            made = self._append(path, notes[path])
        for name, lines in made.items():
            older = notes.get(name) if name != path else None
            # What is rotated goes below what the archive holds; other paths made here are new.
            changes[name] = lines if older is None or lines is None else older + lines
        if len(made) == 2 and None in made.values():
            self._known.append(next(name for name, lines in made.items() if lines is not None))

    def _pick(self, notes: Tree, changes: Changes) -> str:
        for _ in range(20):
            if self._chance.random() < 0.5:
                path = self._hot[-1 - min(int(self._chance.expovariate(1 / 30)), len(self._hot) - 1)]
            else:
                path = self._chance.choice(self._known or [_FIRST])
            if path in notes and path not in changes and not path.startswith("archive/"):
                return path
        # Few notes, and most of them changed already: one more change of the first does no harm.
        return _FIRST

    def _append(self, path: str, lines: Lines) -> Changes:
        return {path: (*lines, *self._lines(1, 4))}

    def _change(self, path: str, lines: Lines) -> Changes:
        changed = list(lines)
        for _ in range(self._chance.randint(1, 3)):
            changed[self._chance.randrange(len(changed))] = self._line()
        return {path: tuple(changed)}

    def _strike(self, path: str, lines: Lines) -> Changes:
        at = self._chance.randrange(len(lines))
        if not lines[at].startswith("- ") or "~~" in lines[at]:
            return self._insert(path, lines)
        struck = (f"- ~~{lines[at][2:]}~~", f"- {self._words.phrase(4, 12)}")
        return {path: lines[:at] + struck + lines[at + 1 :]}

    def _insert(self, path: str, lines: Lines) -> Changes:
        at = self._chance.randint(1, len(lines))
        return {path: lines[:at] + self._lines(1, 6) + lines[at:]}

    def _cut(self, path: str, lines: Lines) -> Changes:
        if len(lines) < 12:
            return self._append(path, lines)
        at = self._chance.randint(2, len(lines) - 6)
        return {path: lines[:at] + lines[at + self._chance.randint(1, 5) :]}

    def _rename(self, path: str, lines: Lines) -> Changes:
        edited = self._change(path, lines)[path] if self._chance.random() < 0.6 else lines
        return {path: None, self._fresh_path(): edited}

    def _rotate(self, path: str, lines: Lines) -> Changes:
        if len(lines) < 30:
            return self._append(path, lines)
        at = self._chance.randint(2, len(lines) - 12)
        return {path: lines[:at] + lines[at + 10 :], f"archive/{path.replace('/', '-')}": lines[at : at + 10]}

    def _delete(self, path: str, lines: Lines) -> Changes:
        return {path: None}

    def _new_path(self) -> str:
        path = self._fresh_path()
        self._known.append(path)
        return path

    def _fresh_path(self) -> str:
        name = "-".join(self._words.draw(3))
        return f"{self._chance.choice(FOLDERS)}/{name}-{self._chance.getrandbits(32):x}.md"

    def _note(self) -> Lines:
        size = min(3 + int(self._chance.expovariate(1 / 25)), 300)
        return (f"# {self._words.phrase(2, 4)}", "", *self._lines(size, size))

    def _lines(self, fewest: int, most: int) -> Lines:
        return tuple(self._line() for _ in range(self._chance.randint(fewest, most)))

    def _line(self) -> str:
        dice = self._chance.random()
        if dice < 0.1:
            return ""
        if dice < 0.15:
            return f"## {self._words.phrase(1, 4)}"
        start = "- " if dice < 0.6 else "  - " if dice < 0.65 else "- [ ] " if dice < 0.7 else ""
        return start + self._words.phrase(4, 14)


def _merge_lines(before: Lines, ours: Lines, theirs: Lines) -> Lines:
    """Both changes where they do not overlap, else ours with their lines after it, as by hand."""
    first, last, our_lines = _difference(before, ours)
    start, end, their_lines = _difference(before, theirs)
    if last <= start:
        return before[:first] + our_lines + before[last:start] + their_lines + before[end:]
    if end <= first:
        return before[:start] + their_lines + before[end:first] + our_lines + before[last:]
    return before[:first] + our_lines + tuple(x for x in their_lines if x not in our_lines) + before[last:]


def _difference(before: Lines, after: Lines) -> tuple[int, int, Lines]:
    """Where two versions differ: the span in the first, and what stands there in the second."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    same = next((at for at in range(shorter - start) if before[-1 - at] != after[-1 - at]), shorter - start)
    return start, len(before) - same, after[start : len(after) - same]


def _text(lines: Sequence[str]) -> bytes:
    return "\n".join((*lines, "")).encode()


def generate_history(folder: Path, *, commits: int, merges: int, notes: int, seed: int = SEED) -> None:
    """A repository with exactly so many commits and merges, and about so many notes at its end."""
    if merges * 2 + 1 > commits:
        raise ValueError("a merge needs at least two commits")
    with Import(folder) as out:
        _History(out, commits, merges, notes, seed).write()


def generate_notes(folder: Path, *, chunks: int, notes: int, commits: int = 1, seed: int = SEED) -> None:
    """A repository whose notes hold exactly so many chunks, written in so many commits."""
    if not 0 < commits <= notes <= chunks:
        raise ValueError("every commit needs a note, every note a chunk")
    chance = random.Random(seed)
    words = Words(chance)
    with Import(folder) as out:
        mark = 0
        for commit in range(commits):
            files: dict[str, bytes | None] = {}
            for number in range(commit * notes // commits, (commit + 1) * notes // commits):
                size = (number + 1) * chunks // notes - number * chunks // notes
                place = f"{FOLDERS[number % len(FOLDERS)]}/{number // 800:02}"
                path = f"{place}/{words.draw(1)[0]}-{number:05}.md"
                files[path] = _text(_pieces(chance, words, size))
            parents = (mark,) if mark else ()
            mark = out.commit("main", parents, files, f"notes, part {commit + 1}", pause=30 * 86_400)


def vocabulary(seed: int = SEED) -> Words:
    """The words that `generate_notes` draws from, to ask for them by rank."""
    return Words(random.Random(seed))


def _pieces(chance: random.Random, words: Words, chunks: int) -> list[str]:
    """A note with so many chunks: paragraphs and list items below headings."""
    lines = [f"# {words.phrase(2, 4)}", ""]
    left = chunks
    while left:
        if left < chunks:
            lines += [f"## {words.phrase(1, 3)}", ""]
        if chance.random() < 0.6:
            size = min(left, chance.randint(2, 7))
            lines += [f"- {words.phrase(5, 14)}" for _ in range(size)]
            lines.append("")
        else:
            size = min(left, chance.randint(1, 3))
            for _ in range(size):
                lines += [f"{words.phrase(8, 24)}.", ""]
        left -= size
    return lines


def main() -> None:
    """Make one repository."""
    parser = argparse.ArgumentParser(prog="python -m bench.generate", description=main.__doc__)
    parser.add_argument("kind", choices=("history", "notes"))
    parser.add_argument("folder", type=Path)
    for name, number in (
        ("commits", 2000),
        ("merges", 108),
        ("notes", 400),
        ("chunks", 3000),
        ("seed", SEED),
    ):
        parser.add_argument(f"--{name}", type=int, default=number)
    chosen = parser.parse_args()
    same = {"commits": chosen.commits, "notes": chosen.notes, "seed": chosen.seed}
    if chosen.kind == "history":
        generate_history(chosen.folder, merges=chosen.merges, **same)
    else:
        generate_notes(chosen.folder, chunks=chosen.chunks, **same)


if __name__ == "__main__":
    main()
