"""Histories out of a seed: what people and tools do to notes, in an order nobody would choose.

Text is drawn from few lines on purpose, so that the same line stands in many places and a diff has more
than one way to explain a change. Merges are often resolved by hand, which means: against both sides.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.builder import Content, PlannedCommit, Symlink

WORDS = ("ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew")
NAMES = (
    "a.md",
    "b.md",
    "log.md",
    "deep/er/c.md",
    "sp ace.md",
    'qu"ote.md',
    "ta\tb.md",
    "new\nline.md",
    "-dash.md",
    "back\\slash.md",
    "ä ö.md",
    os.fsdecode(b"raw\xff\xfe.md"),
    ":(top)x.md",
    "folder.md/inner.md",
)

Tree = dict[str, bytes | Symlink]


@dataclass(slots=True)
class Head:
    """The end of a branch under construction: its commit's position and its files."""

    position: int
    tree: Tree


@dataclass(slots=True)
class Generator:
    """Plans a history; `plan` is what `RepoBuilder.fast_import` takes."""

    seed: int
    plan: list[PlannedCommit] = field(default_factory=list)
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def history(self, commits: int, branches: int = 3) -> list[PlannedCommit]:
        """A history of about `commits` commits that ends in one merge of all its branches."""
        heads = [self._root()]
        while len(self.plan) < commits:
            dice = self.chance.random()
            if dice < 0.12 and len(heads) < branches:
                source = self.chance.choice(heads)
                heads.append(Head(source.position, dict(source.tree)))
            elif dice < 0.3 and len(heads) > 1:
                self._merge(heads)
            elif dice < 0.32:
                heads.append(self._root())
            else:
                self._step(self.chance.choice(heads))
        while len(heads) > 1:
            self._merge(heads, at_most=3)
        self._step(heads[0])
        return self.plan

    def line(self) -> bytes:
        """One line: few words, many repeats."""
        dice = self.chance.random()
        if dice < 0.2:
            return b""
        words = " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 3)))
        return (f"- {words}" if dice < 0.6 else words).encode()

    def text(self, least: int = 0, most: int = 14) -> bytes:
        """A small file, sometimes empty, without an end of line, or with Windows ends."""
        return self._joined([self.line() for _ in range(self.chance.randint(least, most))])

    def _joined(self, lines: list[bytes]) -> bytes:
        if not lines:
            return b""
        end = self.chance.choice([b"\n", b"\n", b"\n", b"\n", b"\n", b"\n", b"\n", b""])
        return b"\n".join(lines) + end

    def _root(self) -> Head:
        tree: Tree = {
            name: self.text(3) for name in self.chance.sample(NAMES[:-1], self.chance.randint(2, 4))
        }
        return self._commit(Head(-1, {}), tree, ())

    def _commit(self, head: Head, tree: Tree, parents: tuple[int, ...]) -> Head:
        changes: dict[str, Content] = {path: None for path in head.tree if path not in tree}
        changes.update((path, value) for path, value in tree.items() if head.tree.get(path) != value)
        # Clocks are wrong sometimes; order must come from the graph.
        skew = self.chance.choice([0, 0, 0, -400_000, 400_000])
        date = 1_700_000_000 + 1_000 * len(self.plan) + skew
        self.plan.append(PlannedCommit(date, changes, parents, message=f"step {len(self.plan)}"))
        return Head(len(self.plan) - 1, tree)

    # --- steps -----------------------------------------------------------------------------------

    def _step(self, head: Head) -> None:
        tree = dict(head.tree)
        for _ in range(self.chance.choice([1, 1, 1, 2, 3])):
            self.chance.choices(STEPS, weights=WEIGHTS)[0](self, tree)
        made = self._commit(head, tree, (head.position,))
        head.position, head.tree = made.position, made.tree

    def _some_file(self, tree: Tree) -> str | None:
        files = sorted(path for path, value in tree.items() if isinstance(value, bytes))
        return self.chance.choice(files) if files else None

    def _free_name(self, tree: Tree) -> str | None:
        taken = {part for path in tree for part in (path, path.split("/")[0])}
        free = [name for name in NAMES if name not in taken and name.split("/")[0] not in taken]
        return self.chance.choice(free) if free else None

    def edit(self, tree: Tree) -> None:
        """Changes, adds or removes lines of one file."""
        path = self._some_file(tree)
        if path is None:
            return self.create(tree)
        lines = self._lines(tree[path])
        for _ in range(self.chance.randint(1, 3)):
            where = self.chance.randint(0, len(lines))
            removed = self.chance.randint(0, 2)
            lines[where : where + removed] = [self.line() for _ in range(self.chance.randint(0, 3))]
        tree[path] = self._joined(lines)

    def create(self, tree: Tree) -> None:
        """A new file, sometimes a copy of another one."""
        name, source = self._free_name(tree), self._some_file(tree)
        if name:
            tree[name] = tree[source] if source and self.chance.random() < 0.3 else self.text()

    def remove(self, tree: Tree) -> None:
        """A file goes."""
        if len(tree) > 1:
            del tree[self.chance.choice(sorted(tree))]

    def rename(self, tree: Tree) -> None:
        """A file moves, often edited on the way."""
        source = self._some_file(tree)
        if source is None:
            return
        content = tree.pop(source)
        name = self._free_name(tree)
        tree[name or source] = content
        if name and self.chance.random() < 0.6:
            lines = self._lines(content)
            lines[self.chance.randint(0, len(lines)) :][:1] = [self.line()]
            tree[name] = self._joined([*lines, self.line()])

    def swap(self, tree: Tree) -> None:
        """Two files exchange their names."""
        one, other = self._some_file(tree), self._some_file(tree)
        if one and other:
            tree[one], tree[other] = tree[other], tree[one]

    def move_lines(self, tree: Tree) -> None:
        """Lines leave one file for another, as in a rotation."""
        one, other = self._some_file(tree), self._some_file(tree)
        if one and other and one != other:
            lines = self._lines(tree[one])
            cut = self.chance.randint(0, len(lines))
            tree[one] = self._joined(lines[:cut])
            tree[other] = self._joined(self._lines(tree[other]) + lines[cut:])

    def change_type(self, tree: Tree) -> None:
        """A file becomes a link, or a link a file."""
        path = self.chance.choice(sorted(tree)) if tree else None
        if path:
            value = tree[path]
            tree[path] = self.text(2) if isinstance(value, Symlink) else Symlink(self.chance.choice(WORDS))

    def flip_ends(self, tree: Tree) -> None:
        """All line ends of a file change."""
        path = self._some_file(tree)
        if path:
            text = self._bytes(tree[path])
            tree[path] = text.replace(b"\r\n", b"\n") if b"\r\n" in text else text.replace(b"\n", b"\r\n")

    def restyle(self, tree: Tree) -> None:
        """Every bullet of a file changes its sign."""
        path = self._some_file(tree)
        if path:
            text = self._bytes(tree[path])
            tree[path] = text.replace(b"* ", b"- ") if b"* " in text else text.replace(b"- ", b"* ")

    def bring_back(self, tree: Tree) -> None:
        """An old state of some file returns."""
        old = self.chance.choice(self.plan)
        kept = [(path, value) for path, value in sorted(old.changes.items()) if isinstance(value, bytes)]
        if kept:
            path, value = self.chance.choice(kept)
            clash = any(
                other != path and (other.startswith(path + "/") or path.startswith(other + "/"))
                for other in tree
            )
            if not clash:
                tree[path] = value

    @staticmethod
    def _bytes(value: bytes | Symlink) -> bytes:
        return value if isinstance(value, bytes) else value.target.encode()

    def _lines(self, value: bytes | Symlink) -> list[bytes]:
        text = self._bytes(value)
        return text.removesuffix(b"\n").split(b"\n") if text else []

    # --- merges ----------------------------------------------------------------------------------

    def _merge(self, heads: list[Head], at_most: int = 2) -> None:
        count = min(len(heads), self.chance.choice([2, 2, 2, at_most, 3]))
        chosen = self.chance.sample(heads, count)
        positions = tuple(dict.fromkeys(head.position for head in chosen))
        for head in chosen[1:]:
            if len(heads) > 1 and (at_most > 2 or self.chance.random() < 0.5):
                heads.remove(head)
        if len(positions) < 2:
            return
        tree = self._merged([head.tree for head in chosen])
        made = self._commit(chosen[0], tree, positions)
        chosen[0].position, chosen[0].tree = made.position, made.tree

    def _merged(self, trees: list[Tree]) -> Tree:
        merged: Tree = {}
        for path in sorted({path for tree in trees for path in tree}):
            versions = [tree[path] for tree in trees if path in tree]
            if len(versions) < len(trees) and self.chance.random() < 0.4:
                continue
            if any(part in merged for part in _parents_of(path)):
                continue
            merged[path] = self._resolved(versions)
        return merged

    def _resolved(self, versions: list[bytes | Symlink]) -> bytes | Symlink:
        if len(set(versions)) == 1 or self.chance.random() < 0.35:
            return self.chance.choice(versions)
        if any(isinstance(version, Symlink) for version in versions):
            return versions[0]
        sides = [self._lines(version) for version in versions]
        cut = self.chance.random()
        lines = sides[0][: int(len(sides[0]) * cut)]
        for side in sides[1:]:
            lines += side[int(len(side) * cut) :]
        if self.chance.random() < 0.4:
            lines.insert(self.chance.randint(0, len(lines)), self.line())
        return self._joined(lines)


def _parents_of(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


STEPS: list[Callable[[Generator, Tree], None]] = [
    Generator.edit,
    Generator.create,
    Generator.remove,
    Generator.rename,
    Generator.swap,
    Generator.move_lines,
    Generator.change_type,
    Generator.flip_ends,
    Generator.restyle,
    Generator.bring_back,
]
WEIGHTS = [10, 3, 2, 5, 1, 2, 1, 1, 1, 2]
