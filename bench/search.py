"""Search, build and update, measured beside the peers.

Notes are generated, queries are words of known rank: sparse ones match under a twentieth of the chunks
each, dense ones around a sixth and more. All tools answer the same queries on the same files.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench import peers
from bench.generate import vocabulary
from bench.measure import (
    Spent,
    Table,
    Target,
    all_met,
    megabytes,
    metered,
    milliseconds,
    run,
    seconds,
    side_by_side,
    tool,
)
from bench.repositories import Repositories, git
from bench.steps import middle
from gitmem import Memory
from gitmem.config import Settings
from gitmem.git.repository import Repository
from gitmem.history.opening import Wanted, open_worktree
from gitmem.index.refresh import refresh_index
from gitmem.index.store import index_path, open_index, read_meta
from gitmem.memory.removals import removed_log

SPARSE = ((30, 200, 900), (45, 350, 700), (80, 120, 500))
"""Ranks of the words of each query: they stand in a twentieth of the chunks down to one in a thousand."""

DENSE = ((3, 6), (4, 7), (5, 8))
"""The same: in 40 % of the chunks down to 16 %."""

UPDATES = 15
SLOW = 10_000
"""From so many chunks on plainmem is asked every query once; it takes seconds each time."""


@dataclass(frozen=True, slots=True)
class Size:
    """A number of chunks and notes, and the targets of searching them."""

    name: str
    chunks: int
    notes: int
    sparse: Target
    dense: Target
    plainmem: bool


_START = "loading Python, click and gitmem is more than half of it, git's four processes a tenth"
_LARGE = "git's look at 40,000 files of the work tree, and matches read and ranked in Python"

SIZES = (
    Size("3k", 3_000, 300, Target(0.08, why=_START), Target(0.08, why=_START), True),
    Size("100k", 100_000, 5_000, Target(0.12, why=_START), Target(0.12, why=_START), True),
    Size("1M", 1_000_000, 40_000, Target(0.25, why=_LARGE), Target(0.5, why=_LARGE), False),
)
BUILT = SIZES[1]
"""The size at which building and updating have targets."""

FASTER = Target(90, at_least=True)
BUILD = Target(6, " s")
DISK = Target(60_000_000)
UPDATE = Target(0.01)
COMMITS = 12


@dataclass(frozen=True, slots=True)
class Tools:
    """The commands that search one folder of notes."""

    folder: Path
    fts5: Path
    plain: Path

    def gitmem(self, query: str) -> list[str | Path]:
        return ["git", "mem", "search", "--json", *query.split()]

    def bare(self, query: str) -> list[str | Path]:
        return [sys.executable, Path(peers.__file__), "search", self.fts5, query]

    def plainmem(self, query: str) -> list[str | Path]:
        return ["plainmem", "--root", self.folder, "--index-dir", self.plain, "search", *query.split()]

    def index(self) -> list[str | Path]:
        return ["git", "mem", "index"]

    def index_bare(self) -> list[str | Path]:
        return [sys.executable, peers.__file__, "build", self.fts5, self.folder]

    def index_plainmem(self, *options: str) -> list[str | Path]:
        return ["plainmem", "--root", self.folder, "--index-dir", self.plain, "index", *options]

    def forget(self) -> None:
        """Removes gitmem's indexes, and leaves its history."""
        for path in (self.folder / ".git" / "gitmem").glob("index-*"):
            path.unlink()

    def timed(self, command: Sequence[str | Path]) -> Callable[[], float]:
        """What runs a command there and tells its CPU seconds."""
        return lambda: run(command, self.folder).cpu

    def ripgrep(self, query: str) -> list[str | Path]:
        patterns = [part for word in query.split() for part in ("-e", word)]
        return ["rg", "--no-config", "-n", "-i", "-g", "*.md", *patterns, "."]


class SearchBench:
    """Builds, asks and updates at every size."""

    def __init__(self, repositories: Repositories, scratch: Path, rounds: int) -> None:
        self._repositories = repositories
        self._scratch = scratch
        self._rounds = rounds
        ripgrep = "" if tool("rg") else " ripgrep is not on the path."
        self.searches = Table(
            "A warm search, as a command",
            ("chunks", "words", "`git mem search`", "plainmem", "bare FTS5", "ripgrep", "target", "verdict"),
            "CPU of whole processes, children included; medians over three queries. FTS5 (porter, unicode61) "
            "and ripgrep know no dates; ripgrep does not rank. plainmem is not asked at 1M chunks, where a "
            f"query would take minutes.{ripgrep}",
            labels=2,
        )
        self.builds = Table(
            "Building an index",
            ("chunks", "tool", "CPU", "on disk", "target", "verdict"),
            "Without history: gitmem's history has been read before, and its index alone is built.",
            labels=2,
        )
        self.updates = Table(
            "One note changed, 100k chunks",
            ("what", "in process", "children", "target", "verdict"),
            f"Medians over {UPDATES} edits of one note in the work tree.",
        )

    def measure(self, size: Size) -> None:
        """Everything at one size."""
        print(f"-- {size.name} chunks", file=sys.stderr, flush=True)
        folder = self._repositories.notes(chunks=size.chunks, notes=size.notes, commits=COMMITS)
        tools = Tools(
            folder, self._scratch / f"fts5-{size.name}.sqlite", self._scratch / f"plainmem-{size.name}"
        )
        self._build(size, tools)
        words = vocabulary()
        for kind, ranks, target in (("sparse", SPARSE, size.sparse), ("dense", DENSE, size.dense)):
            queries = [" ".join(words.of_rank(rank) for rank in query) for query in ranks]
            self._search(size, kind, queries, tools, target)
        if size is BUILT:
            self._update(tools)

    def _build(self, size: Size, tools: Tools) -> None:
        rounds = self._rounds if size is BUILT else 1
        whole, index, bare = side_by_side(
            rounds, lambda: _build_all(tools), lambda: _build_index(tools), lambda: _build_bare(tools)
        )
        store = tools.folder / ".git" / "gitmem"
        disk = index_path(store).stat().st_size
        judged = ("—", "—")
        if size is BUILT:
            judged = (f"{BUILD}, ≤ 60 MB", all_met(BUILD.verdict(index), DISK.verdict(disk)))
        self.builds.add(size.name, "gitmem, without history", seconds(index), megabytes(disk), *judged)
        both = disk + sum(path.stat().st_size for path in store.glob("history-*.sqlite"))
        self.builds.add(
            size.name, f"gitmem, with {COMMITS} commits", seconds(whole), megabytes(both), "—", "—"
        )
        self.builds.add(size.name, "bare FTS5", seconds(bare), megabytes(tools.fts5.stat().st_size), "—", "—")
        if size.plainmem:
            cpu = run(tools.index_plainmem("--rebuild")).cpu
            disk = sum(path.stat().st_size for path in tools.plain.iterdir())
            self.builds.add(size.name, "plainmem", seconds(cpu), megabytes(disk), "—", "—")

    def _search(self, size: Size, kind: str, queries: Sequence[str], tools: Tools, target: Target) -> None:
        # Files as young as git's index are read again by every question until something like this looks.
        git(tools.folder, "status")
        matched = [share for query in queries for share in _shares(tools, query)]
        ask: list[Callable[[str], list[str | Path]]] = [tools.gitmem, tools.bare]
        if tool("rg"):
            ask.append(tools.ripgrep)
        figures = [
            median(found)
            for found in zip(
                *(
                    side_by_side(self._rounds, *(tools.timed(each(query)) for each in ask))
                    for query in queries
                ),
                strict=True,
            )
        ]
        plain = None
        if size.plainmem:
            rounds = 1 if size.chunks >= SLOW else self._rounds
            plain = median(side_by_side(rounds, tools.timed(tools.plainmem(query)))[0] for query in queries)
        ours = figures[0]
        verdict, wanted = target.verdict(ours), f"≤ {target.limit * 1000:.0f} ms"
        if size is BUILT and plain is not None:
            wanted += ", 90 times under plainmem"
            verdict = all_met(verdict, FASTER.verdict(plain / ours))
        shares = f"{kind}, in {max(matched):.0%} to {min(matched):.2%}"
        rest = [milliseconds(figure) for figure in figures[1:]]
        self.searches.add(
            size.name,
            shares,
            milliseconds(ours),
            "not asked" if plain is None else f"{milliseconds(plain)} ({plain / ours:.0f} times)",
            rest[0],
            rest[1] if len(rest) > 1 else "—",
            wanted,
            verdict,
        )

    def _update(self, tools: Tools) -> None:
        alone, whole, bare = update_times(tools)
        for name, spents, target in (
            ("gitmem, index", alone, UPDATE),
            ("gitmem, `Memory.refresh()` from opening to closing", whole, None),
            ("bare FTS5", bare, None),
        ):
            spent = middle(spents)
            judged = ("—", "—") if target is None else ("≤ 10 ms", target.verdict(spent.own))
            self.updates.add(name, milliseconds(spent.own), milliseconds(spent.children), *judged)


def update_times(tools: Tools) -> tuple[list[Spent], list[Spent], list[Spent]]:
    """What one changed note takes again and again: in gitmem's index alone, in all of gitmem, in FTS5."""
    path = git(tools.folder, "ls-files", "*.md").split("\n")[7]
    note = tools.folder / path
    before = note.read_bytes()
    index = index_path(tools.folder / ".git" / "gitmem")
    memory = Memory(tools.folder)
    alone: list[Spent] = []
    whole: list[Spent] = []
    bare: list[Spent] = []
    with closing(sqlite3.connect(tools.fts5)) as store:
        for number in range(UPDATES):
            note.write_bytes(before + f"- tried {number} times\n".encode())
            alone.append(_refresh_alone(tools.folder, index))
            with metered() as spent:
                peers.update(store, str(note))
            bare.append(spent)
            note.write_bytes(before + f"- tried it {number} times\n".encode())
            with metered() as spent:
                memory.refresh()
            whole.append(spent)
    note.write_bytes(before)
    memory.refresh()
    return alone, whole, bare


def _refresh_alone(folder: Path, index: Path) -> Spent:
    """The index's share of an update: the work tree has been compared with HEAD before."""
    with closing(open_index(index)) as store:
        state = str(read_meta(store)["state"])
    with (
        open_worktree(Repository.open(folder), Settings(), Wanted(), state) as notes,
        metered() as spent,
    ):
        refresh_index(index, notes.view, Settings(), removed=removed_log(notes))
    return spent


def _build_all(tools: Tools) -> float:
    shutil.rmtree(tools.folder / ".git" / "gitmem", ignore_errors=True)
    return run(["git", "mem", "index"], tools.folder).cpu


def _build_index(tools: Tools) -> float:
    tools.forget()
    return run(tools.index(), tools.folder).cpu


def _build_bare(tools: Tools) -> float:
    tools.fts5.unlink(missing_ok=True)
    return run(tools.index_bare()).cpu


def _shares(tools: Tools, query: str) -> list[float]:
    """How many of the chunks each word of a query stands in; warms up the index as well."""
    answer = json.loads(run(tools.gitmem(query), tools.folder).out)
    return [term["matched"] / answer["chunks_indexed"] for term in answer["terms"]]


def measure_search(repositories: Repositories, scratch: Path, rounds: int, *, small: bool) -> list[Table]:
    """The tables over all sizes; without the largest if `small`."""
    bench = SearchBench(repositories, scratch, rounds)
    for size in SIZES[:-1] if small else SIZES:
        bench.measure(size)
    return [bench.searches, bench.builds, bench.updates]
