"""CPU and memory of what runs, and tables that judge them. Wall time is never measured: others share it.

CPU is user plus system time of a process and of every process it waited for, as the kernel counts it.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

_KEPT = ("PATH", "LANG", "TMPDIR", "VIRTUAL_ENV")
_SCRIPTS = Path(sys.executable).parent
_PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, and the CPU seconds it and its children took."""

    cpu: float
    out: bytes


@dataclass(slots=True)
class Spent:
    """CPU seconds of a piece of work: of this process, and of children it waited for."""

    own: float = 0.0
    children: float = 0.0

    @property
    def cpu(self) -> float:
        """All of it."""
        return self.own + self.children

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.own + other.own, self.children + other.children)


def prepare_environment(home: Path) -> None:
    """Makes this process and its children independent of the user: own home, no git settings."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    os.environ.clear()
    os.environ |= kept
    os.environ["PATH"] = f"{_SCRIPTS}{os.pathsep}{kept.get('PATH', os.defpath)}"
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_CONFIG_HOME": str(home / "config")}
    git = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0"}
    python = {"PYTHONPATH": str(_PROJECT), "PYTHONHASHSEED": "0"}
    os.environ |= own | git | python | {"LC_ALL": "C.UTF-8"}


def run(command: Sequence[str | Path], cwd: Path | None = None, *, codes: Sequence[int] = (0,)) -> Ran:
    """Runs a command to its end. Raises `RuntimeError` with its last words when it fails."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as problems:
        before = _children()
        code = subprocess.run(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=problems, check=False
        ).returncode
        cpu = _children() - before
        if code not in codes:
            problems.seek(0)
            raise RuntimeError(f"{command}: exit {code}: {problems.read()[-2000:].decode(errors='replace')}")
        out.seek(0)
        return Ran(cpu, out.read())


@contextmanager
def metered() -> Iterator[Spent]:
    """Fills in what the body took, its children included."""
    spent = Spent()
    own, children = time.process_time(), _children()
    yield spent
    spent.own, spent.children = time.process_time() - own, _children() - children


def peak_memory() -> int:
    """Most bytes this process ever held.

    The kernel's `ru_maxrss` would do, were it not inherited from the process that started this one.
    """
    try:
        lines = Path("/proc/self/status").read_text("ascii").split("\n")
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return size if sys.platform == "darwin" else size * 1024


_WATCHED = (
    "import os, resource, sys\n"
    "pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,"
    " file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])\n"
    "_, status, usage = os.wait4(pid, 0)\n"
    "print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)\n"
    "sys.exit(os.waitstatus_to_exitcode(status))\n"
)


@dataclass(frozen=True, slots=True)
class Watched:
    """CPU seconds of a command and its children, and the most bytes that one of these processes held."""

    cpu: float
    peak: int


def watch(command: Sequence[str | Path], cwd: Path) -> Watched:
    """Runs a command for its CPU and memory.

    The peak is at least what a bare Python holds, which starts it: the kernel lets a process inherit it.
    """
    told = run([sys.executable, "-S", "-E", "-c", _WATCHED, *command], cwd).out.split()
    return Watched(float(told[0]), int(told[1]) * (1 if sys.platform == "darwin" else 1024))


def side_by_side(rounds: int, *works: Callable[[], float]) -> list[float]:
    """The median figure of each work, done in turn round by round, so that all meet the same weather."""
    figures: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for found, work in zip(figures, works, strict=True):
            found.append(work())
    return [median(found) for found in figures]


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True, slots=True)
class Target:
    """A limit, in words and as a number; `at_least` when more is better. `why` explains a known miss."""

    limit: float
    unit: str = ""
    at_least: bool = False
    why: str = ""

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:g}{self.unit}"

    def verdict(self, figure: float) -> str:
        """ "met", or "missed" with how much and, where it is known, why."""
        if figure >= self.limit if self.at_least else figure <= self.limit:
            return "met"
        return f"missed: {self._distance(figure)}{f' ({self.why})' if self.why else ''}"

    def _distance(self, figure: float) -> str:
        if not self.limit or figure <= 0:
            return f"{figure:g} instead of {self.limit:g}"
        factor = self.limit / figure if self.at_least else figure / self.limit
        return f"{factor:.2f} times off"


def all_met(*verdicts: str) -> str:
    """One verdict out of several."""
    missed = [verdict.removeprefix("missed: ") for verdict in verdicts if verdict != "met"]
    return f"missed: {'; '.join(missed)}" if missed else "met"


@dataclass(slots=True)
class Table:
    """A table in Markdown with a note above it. Its first `labels` cells say what a row is about."""

    title: str
    columns: tuple[str, ...]
    note: str = ""
    labels: int = 1
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """A row; raises `ValueError` when it has not one cell for every column."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for {len(self.columns)} columns")
        self.rows.append(cells)
        print(" | ".join(cells), file=sys.stderr, flush=True)

    def render(self) -> str:
        """The table as Markdown."""
        lines = [f"## {self.title}", ""]
        if self.note:
            lines += [self.note, ""]
        for cells in (self.columns, ("---",) * len(self.columns), *self.rows):
            lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
        return "\n".join([*lines, ""])

    @property
    def missed(self) -> list[str]:
        """What missed its target, and how."""
        missed = [row for row in self.rows if row[-1].startswith("missed")]
        return [f"{self.title}: {', '.join(row[: self.labels])}: {row[-1]}" for row in missed]


def seconds(value: float) -> str:
    """A time in seconds, to three figures."""
    return f"{value:.0f} s" if value >= 100 else f"{value:#.3g} s".replace(". s", " s")


def milliseconds(value: float) -> str:
    """A time given in seconds, in milliseconds."""
    return f"{value * 1000:.1f} ms" if value < 0.0995 else f"{value * 1000:,.0f} ms"


def megabytes(size: int) -> str:
    """A size in megabytes of 1,000,000 bytes."""
    return f"{size / 1e6:.1f} MB" if size < 99_500_000 else f"{size / 1e6:,.0f} MB"


def version_of(distribution: str) -> str:
    """The version that is installed here, or that none is."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def machine() -> list[tuple[str, str]]:
    """What figures depend on: the machine, and the versions of what everything here stands on."""
    git = run(["git", "version"]).out.decode().strip().removeprefix("git version ")
    return [
        ("machine", f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"),
        ("Python", platform.python_version()),
        ("git", git),
        ("SQLite", sqlite3.sqlite_version),
    ]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").split("\n")
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def tool(name: str) -> str | None:
    """Where a program is, None when it is not on the path."""
    return shutil.which(name)
