"""Writes that are interrupted: at every call that changes a file, and in every way such a call can fail.

Lost otherwise: half a note after a full disk, an entry that is neither here nor there after a crash, or a
work tree with files in it that nobody asked for.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import gitmem.writing.files as files
from tests.builder import clean_environment
from tests.running import NOW, Mem, Ran
from tests.writing.interruptions import CHANGING, Failing, Failure, Killed, Tree, failing, tree, unfinished

LOG = """# Log

## 2026-06-09

- Tern count: 6 [observed]

## 2026-06-16

- Tern count: 5

Free text of the 16th.

## 2026-07-02

- Fog

## 2026-09-29

- Tern warden: Hanne Ruud
"""


@dataclass(frozen=True, slots=True)
class Write:
    """A verb with its arguments, and the notes it finds.

    `again` tells that doing it twice is doing it once; if not, what is done is not done again. None: what was
    done by half is not finished by doing it again either, and both notes say what they said.
    """

    arguments: tuple[str, ...]
    notes: Mapping[str, str] = field(default_factory=lambda: {"log.md": LOG})
    again: bool | None = False


BOAT = {"log.md": LOG, "boat.md": "# Boat\n\n- Mast: spruce\n- Sails: [stated] red"}
MEMORY = """# Memory

## Hanne Ruud

- Hanne Ruud lives in Bergen
- Hanne Ruud email: hanne@notes.example

## Decisions

- 2026-06-01: we count at low tide

## 2026-06-09

- Tern count: 6

Other things that matter.
"""
MAY = "".join(f"## 2026-05-{day:02}\n\n- Tern count: {day}\n\n" for day in (4, 8, 15, 16, 23, 30))
TWICE = "# Birds\n\n- The terns nest on the north skerry\n- The terns nest on the north skerry\n- Fog\n"
ELSEWHERE = {"../elsewhere/b/c.md": LOG, "../elsewhere/d.md": "# D\n\nSee [c](b/c.md).\n"}
INDEXED = {
    ".gitmem.toml": "[policy]\nenabled = true\n",
    "MEMORY.md": "# Index\n\n## People\n\n| name | file | triggers |\n|---|---|---|\n",
}
WRITES = {
    "rotate": Write(("rotate",), again=True),
    "rotate into archives": Write(
        ("rotate", "--keep-days", "0"),
        {
            "log.md": LOG,
            "archive/log-2026-06.md": "# June\n\n## 2026-06-09\n\n- Tern count: 6 [observed]\n",
            "archive/log-2026-09.md": "# September\n\n## 2026-09-01\n\n- Rain",
        },
        again=True,
    ),
    "add": Write(("add", "Gulls: too many")),
    "add to a new note": Write(("add", "Gulls: too many", "--to", "birds/gulls.md")),
    "add instead": Write(("add", "Tern warden: Olav Moe", "--supersede")),
    "supersede": Write(("supersede", "log.md:19", "Tern warden: Olav Moe")),
    "retract": Write(("retract", "log.md:19")),
    "verify": Write(("verify", "boat.md:3"), BOAT),
    "add instead of a line in another note": Write(
        ("add", "Boat mast: larch", "--supersede"), BOAT, again=None
    ),
    "add a note with its row": Write(
        ("add", "Phone: 31", "--to", "memory/people/ann.md", "--provenance", "stated"), INDEXED, again=None
    ),
    "init": Write(("init",), {"a.md": "# A\n"}, again=True),
    "init with the policy": Write(("init", "--policy"), {"a.md": "# A\n"}, again=True),
    "init with a memory to divide": Write(("init", "--policy"), {"MEMORY.md": MEMORY}, again=True),
    "import": Write(("import", "../elsewhere"), {"a.md": "# A\n"} | ELSEWHERE, again=True),
    "consolidate": Write(
        ("consolidate", "--write", "--context-days", "30"),
        {"log.md": f"# Log\n\n{MAY}## 2026-09-29\n\n- Fog\n", "birds.md": TWICE},
        again=True,
    ),
}
"""Everything that writes notes, one line for each."""


class Place:
    """A plain folder with the notes of a write, which is done in this process."""

    def __init__(self, write: Write, folder: Path) -> None:
        self.write = write
        self.top = folder / "notes"
        self.mem = Mem(self.top, folder)
        self.stores = Path(os.environ["XDG_CACHE_HOME"])
        self.reset()
        self.before = tree(self.top)

    def reset(self) -> None:
        """Lays the notes out anew."""
        shutil.rmtree(self.top, ignore_errors=True)
        for path, text in self.write.notes.items():
            (self.top / path).parent.mkdir(parents=True, exist_ok=True)
            (self.top / path).write_text(text)

    def run(self, place: int | None = None, failure: Failure = Failure.REFUSED) -> tuple[Ran | None, Failing]:
        """Does the write, which fails at one call; None when that killed it."""
        with failing(place, failure) as system:
            try:
                return self.mem(*self.write.arguments), system
            except Killed:
                return None, system

    def finish(self, after: Tree) -> None:
        """Does the write again if it is to be done again: then all is as if nothing had been interrupted."""
        now = tree(self.top)
        if self.write.again is None and now not in (self.before, after):
            return
        if self.write.again or now != after:
            ran = self.mem(*self.write.arguments)
            assert ran.code in (0, 1), ran.err  # 1: there is nothing to consolidate any more
            assert tree(self.top) == after
            assert unfinished(self.stores) == []


@pytest.fixture(params=WRITES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for each of the writes."""
    return Place(WRITES[request.param], tmp_path)


KILLS = [Failure.KILLED_BEFORE, Failure.KILLED_AFTER, Failure.KILLED_WITHIN]
FAULTS = [Failure.REFUSED, Failure.FULL, Failure.STOPPED]


def points(calls: list[str], failure: Failure, most: int | None) -> list[int]:
    """The calls that can fail so, each state of the files once; at most `most` of them, evenly spread.

    A disk is full, or a write half done, where something is written; and to die after a call is to die before
    the next one, but for the last.
    """
    every = list(range(len(calls)))
    if failure in (Failure.KILLED_WITHIN, Failure.FULL):
        every = [place for place, name in enumerate(calls) if name == "write"]
    elif failure is Failure.KILLED_AFTER:
        every = every[-1:]
    if most is None or len(every) <= most:
        return every
    return sorted({every[number * (len(every) - 1) // (most - 1)] for number in range(most)})


HOW_MANY = [pytest.param(5, id="some calls"), pytest.param(None, id="all calls", marks=pytest.mark.endurance)]


@pytest.mark.parametrize("most", HOW_MANY)
@pytest.mark.parametrize("failure", KILLS, ids=lambda each: each.value)
@pytest.mark.representatives(9)
def test_a_write_that_is_killed_leaves_no_half_note_and_can_be_done_again(
    failure: Failure, most: int | None, place: Place
) -> None:
    """Whatever call it dies at, every note is as before or as after, and the next run makes it whole."""
    after, calls = _whole(place)
    for number in points(calls, failure, most):
        place.reset()
        ran, _ = place.run(number, failure)
        assert ran is None
        _require_whole(tree(place.top), place.before, after)
        place.finish(after)


@pytest.mark.parametrize("most", HOW_MANY)
@pytest.mark.parametrize("failure", FAULTS, ids=lambda each: each.value)
@pytest.mark.representatives(9)
def test_a_write_that_cannot_be_done_changes_nothing(
    failure: Failure, most: int | None, place: Place
) -> None:
    """One line says so, or that it was interrupted; notes and folders are as before."""
    after, calls = _whole(place)
    for number in points(calls, failure, most):
        place.reset()
        ran, _ = place.run(number, failure)
        assert ran is not None
        assert (ran.code, ran.out) == (130 if failure is Failure.STOPPED else 2, ""), calls[number]
        line = ran.err.lstrip("\n")  # a terminal shows the key that interrupts on the line before
        assert line.startswith("git-mem: ")
        assert line.count("\n") == 1
        assert tree(place.top) == place.before, calls[number]
        place.finish(after)


def _whole(place: Place) -> tuple[Tree, list[str]]:
    """What the write leads to when nothing interrupts it, and the calls it makes."""
    ran, system = place.run()
    assert ran is not None
    assert ran.code == 0, ran.err
    assert {"open", "replace", "fsync"} <= set(system.calls)
    after = tree(place.top)
    assert after != place.before
    return after, system.calls


def _require_whole(now: Tree, before: Tree, after: Tree) -> None:
    """Each note is the old one or the new one, and there is nothing else."""
    for path, data in now.items():
        assert path in before or path in after, f"{path} is left lying about"
        assert data in (before.get(path, b""), after.get(path, b"")), f"{path} is neither old nor new"
    for path in before:
        assert path in now or path not in after, f"{path} is gone"


def test_notes_are_changed_in_one_place_only() -> None:
    """What is tested here is all there is: no other module of the room changes files."""
    for path in Path(files.__file__).parent.glob("*.py"):
        if path.name in ("files.py", "locks.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith(("write_", "symlink_", "hardlink_")), path.name
                if isinstance(node.value, ast.Name):
                    assert (node.value.id, node.attr) not in {("os", each) for each in CHANGING}, path.name
                    assert node.value.id != "shutil", path.name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "open", path.name


@pytest.mark.stress
def test_a_process_that_is_killed_at_any_moment(place: Place) -> None:
    """A signal from outside comes at no point that the program knows of, within git or the index too."""
    after, _ = _whole(place)
    chance = random.Random(69)
    for _ in range(15):
        place.reset()
        process = subprocess.Popen(
            [str(place.mem.script()), "--now", NOW, *place.write.arguments],
            cwd=place.top,
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(chance.uniform(0.1, 0.9))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _require_whole(tree(place.top), place.before, after)
        place.finish(after)
