"""Several processes that write the same log, some of which are killed while they do.

Lost otherwise: entries of two agents that work at once, of which the later one wins; or half a line from a
process that was ended; or a lock that nobody holds and everybody waits for.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, PROJECT, Mem
from tests.writing.interruptions import tree, unfinished
from tests.writing.writers import DAYS, entry

_LINE = re.compile(r"|# Log( archive \d{4}-\d{2})?|## \d{4}-\d{2}-\d{2}")


@dataclass
class Writer:
    """One writer and all the processes it takes to finish its work; `seed` lets the first of them die."""

    verb: str
    name: str
    count: int
    seed: int
    written: list[int] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    deaths: int = 0
    _next: int = 0

    def start(self, folder: Path) -> subprocess.Popen[bytes]:
        """A process that goes on where the last one ended."""
        seed = self.seed if self.deaths < 3 else 0
        numbers = (self._next, self.count - self._next, seed * (self.deaths + 1))
        return subprocess.Popen(
            [sys.executable, "-m", "tests.writing.writers", self.verb, str(folder), self.name]
            + [str(number) for number in numbers],
            cwd=PROJECT,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ended(self, process: subprocess.Popen[bytes]) -> bool:
        """Reads what a process has written; whether all is done. The entry at which it died is in doubt."""
        out, err = process.communicate()
        told = [int(line) for line in out.split()]
        assert told == list(range(self._next, self._next + len(told)))
        self.written += told
        self._next += len(told)
        if process.returncode == 0:
            return True
        assert process.returncode == -9, err.decode()
        self.deaths += 1
        self.doubtful.add(self._next)
        self._next += 1
        return self._next >= self.count


def write_at_once(folder: Path, writers: list[Writer]) -> None:
    """Lets all writers work at the same time until each is done."""
    working = list(writers)
    while working:
        processes = [writer.start(folder) for writer in working]
        working = [
            writer for writer, process in zip(working, processes, strict=True) if not writer.ended(process)
        ]


def require_each_once(repo: RepoBuilder, writers: list[Writer]) -> None:
    """Every entry that was told as written is there once, one in doubt once or not at all, and all whole."""
    files = {path: data.decode() for path, data in tree(repo.path).items() if data is not None}
    assert set(files) <= {"log.md", *(f"archive/log-{day[:7]}.md" for day in DAYS)}
    lines = [line for text in files.values() for line in text.split("\n") if not _LINE.fullmatch(line)]
    found = Counter(lines)
    sure = {f"- {entry(each.name, number)}" for each in writers for number in each.written}
    doubtful = {f"- {entry(each.name, number)}" for each in writers for number in each.doubtful}
    assert not sure - set(found), "lost"
    assert not set(found) - sure - doubtful, "no entry as it was written"
    assert set(found.values()) == {1}, "doubled"
    for text in files.values():
        assert text.endswith("\n")


@pytest.mark.parametrize(
    ("writing", "count", "rounds"),
    [
        pytest.param(4, 8, 1, id="few"),
        pytest.param(6, 25, 1, id="more", marks=pytest.mark.stress),
        pytest.param(6, 25, 20, id="many", marks=pytest.mark.endurance),
    ],
)
@pytest.mark.parametrize("dying", [False, True], ids=["alive", "dying"])
@pytest.mark.stress
def test_every_entry_lands_once_while_the_log_is_rotated(
    writing: int, count: int, rounds: int, dying: bool, repo: RepoBuilder, mem: Mem
) -> None:
    """Whoever is killed, and at whatever point, the others go on and nothing of theirs is lost."""
    everyone: list[Writer] = []
    repo.commit("2026-01-01", {"log.md": "# Log\n"})
    for number in range(rounds):
        seed = 1 + number if dying else 0
        writers = [Writer("add", f"w{number}.{each}", count, seed) for each in range(writing)]
        rotating = Writer("rotate", f"r{number}", 2 * count, seed)
        write_at_once(repo.path, [*writers, rotating])
        everyone += writers
        assert mem("rotate", "--keep-days", "0").code == 0
        require_each_once(repo, everyone)
    assert dying is any(writer.deaths for writer in everyone)
    assert unfinished(repo.git_path / "gitmem") == []


@pytest.mark.parametrize("times", [6, pytest.param(200, id="many", marks=pytest.mark.endurance)])
def test_a_rotation_that_is_killed_at_any_moment_is_finished_by_the_next(
    times: int, repo: RepoBuilder, mem: Mem
) -> None:
    """Killed from outside, at a point that the program knows nothing of."""
    days = "\n".join(f"## 2026-{month:02}-{day:02}\n\n- Fog {day}\n" for month in (5, 6, 7) for day in (3, 9))
    before = f"# Log\n\n{days}\n## 2026-09-30\n\n- Sun\n"
    repo.commit("2026-01-01", {"log.md": before})
    assert mem("rotate").code == 0
    after = tree(repo.path)
    chance = random.Random(73)
    for _ in range(times):
        repo.write({"log.md": before} | {path: None for path in after if path.startswith("archive/")})
        process = subprocess.Popen(
            [str(mem.script()), "--now", NOW, "rotate"], cwd=repo.path, env=clean_environment()
        )
        try:
            process.wait(chance.uniform(0.05, 0.6))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for path, data in tree(repo.path).items():
            assert data in (after.get(path), before.encode()), path
        assert mem("rotate").code == 0
        assert tree(repo.path) == after
