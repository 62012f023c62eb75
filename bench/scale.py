"""How cost grows with the notes and with their history: one table, with the exponents of growth.

An exponent is the slope between two sizes on logarithmic axes: 0 says that more notes cost nothing, 1 that
twice as many cost twice as much. Everything is CPU of whole processes, their children included, or the most
memory that one of them held; peers are asked in the same rounds as gitmem.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.generate import vocabulary
from bench.measure import (
    Ran,
    Table,
    Watched,
    megabytes,
    milliseconds,
    run,
    seconds,
    side_by_side,
    tool,
    watch,
)
from bench.repositories import Repositories, Subject, git
from bench.search import (
    COMMITS,
    DENSE,
    SIZES,
    SLOW,
    SPARSE,
    Size,
    Tools,
    update_times,
)
from bench.steps import Walk, middle
from gitmem.index.store import index_path

HISTORIES = ((2_000, 109, 412), (5_000, 275, 1_025), (50_000, 2_747, 10_250))
"""Commits, merges and notes of the generated histories."""

_LOG = ("git", "log", "-p", "-U0", "-M")
STEPS = 20
_COMMANDED = 3
"""Notes changed to measure a command that updates."""

FIGURES = Path(__file__).resolve().parent / "results" / "scale.json"
Show = Callable[[float], str]


class Cost(NamedTuple):
    """What one thing costs at growing sizes: `(chunks or commits, figure)`, in seconds or bytes."""

    what: str
    system: str
    points: tuple[tuple[int, float], ...]
    show: Show


def exponent(first: tuple[int, float], second: tuple[int, float]) -> float | None:
    """The slope between two points on logarithmic axes; None where a figure is nothing."""
    if min(first[1], second[1]) <= 0:
        return None
    return log(second[1] / first[1]) / log(second[0] / first[0])


def measure_scale(repositories: Repositories, scratch: Path, rounds: int, *, small: bool) -> list[Table]:
    """The tables over notes and over histories, without the largest of each if `small`; keeps the figures."""
    sizes = SIZES[:-1] if small else SIZES
    costs = _joined([_told(each) for size in sizes for each in _notes(repositories, scratch, size, rounds)])
    keep(costs, FIGURES)
    histories = HISTORIES[:-1] if small else HISTORIES
    past = _joined([_told(each) for shape in histories for each in _history(repositories, shape, rounds)])
    return [
        growth_table(
            "Growth with the notes",
            costs,
            [size.chunks for size in sizes],
            "chunks",
            "Sparse words stand in at most a twentieth of the chunks each, dense ones in a sixth and more. "
            f"Notes have {COMMITS} commits; building is without history. As a command an update also starts "
            "Python and looks which note was changed. plainmem is not asked at 1M chunks, where one query "
            "would take minutes.",
        ),
        growth_table(
            "Growth with the history",
            past,
            [shape[0] for shape in histories],
            "commits",
            "Notes grow with the commits: 412 to 10,250. A step is the median over the last "
            f"{STEPS} commits of the first parents: history and index, in process.",
        ),
    ]


def growth_table(title: str, costs: Sequence[Cost], sizes: Sequence[int], unit: str, note: str) -> Table:
    """A row a cost: its figure at each size, the exponents between neighbours and over all."""
    pairs = list(itertools.pairwise(sizes))
    names = [f"{short(first)} to {short(second)}" for first, second in pairs]
    if len(pairs) > 1:
        names.append("over all")
    columns = ("what", "system", *(f"{short(size)} {unit}" for size in sizes), *names)
    table = Table(title, columns, f"{note} {_ABOUT_EXPONENTS}", labels=2)
    for cost in costs:
        found = dict(cost.points)
        figures = [cost.show(found[size]) if size in found else "not asked" for size in sizes]
        table.add(cost.what, cost.system, *figures, *_exponents(found, sizes, len(names)))
    return table


_ABOUT_EXPONENTS = "The last columns are exponents of growth: 1 is linear, 0 does not grow."


def _exponents(found: dict[int, float], sizes: Sequence[int], count: int) -> Iterator[str]:
    spans = [*itertools.pairwise(sizes), (sizes[0], sizes[-1])][:count]
    for first, second in spans:
        slope = None
        if first in found and second in found:
            slope = exponent((first, found[first]), (second, found[second]))
        yield "—" if slope is None else f"{slope:.2f}"


def short(number: int) -> str:
    """A number as people say it: 3k, 100k, 1M."""
    if number >= 1_000_000:
        return f"{number / 1_000_000:g}M"
    return f"{number / 1_000:g}k"


def keep(costs: Sequence[Cost], file: Path) -> None:
    """Writes the searches down, for the plot of cost."""
    searches = [
        {"system": cost.system, "chunks": size, "cpu": figure}
        for cost in costs
        if cost.what == SEARCH
        for size, figure in cost.points
    ]
    file.parent.mkdir(exist_ok=True)
    body = ",\n".join(json.dumps(each) for each in searches)
    file.write_text(f'{{"searches": [\n{body}\n]}}\n', "utf-8")


SEARCH = "search, sparse words"
_DENSE = "search, dense words"
_BUILD = "build"
_DISK = "index on disk"
_UPDATE = "update of one note, in process"
_UPDATE_COMMAND = "update of one note, as a command"
_SEARCH_PEAK = "memory of a search"
_BUILD_PEAK = "memory of building"
_UPDATE_PEAK = "memory of an update"


def _told(cost: Cost) -> Cost:
    ((_, figure),) = cost.points
    print(f"{cost.what} | {cost.system} | {cost.show(figure)}", file=sys.stderr, flush=True)
    return cost


def _joined(costs: Sequence[Cost]) -> list[Cost]:
    """Costs of one size each -> all sizes of a thing in one."""
    found: dict[tuple[str, str], Cost] = {}
    for cost in costs:
        key = cost.what, cost.system
        earlier = found[key].points if key in found else ()
        found[key] = cost._replace(points=(*earlier, *cost.points))
    order = list(dict.fromkeys(cost.what for cost in costs))
    return sorted(found.values(), key=lambda each: order.index(each.what))


def _notes(repositories: Repositories, scratch: Path, size: Size, rounds: int) -> Iterator[Cost]:
    print(f"-- {size.name} chunks", file=sys.stderr, flush=True)
    folder = repositories.notes(chunks=size.chunks, notes=size.notes, commits=COMMITS)
    tools = Tools(folder, scratch / f"fts5-{size.name}.sqlite", scratch / f"plainmem-{size.name}")

    def cost(what: str, system: str, figure: float, show: Show) -> Cost:
        return Cost(what, system, ((size.chunks, figure),), show)

    run(tools.index(), folder)  # history, which is no part of what is measured
    tools.forget()
    for system, command, files in _builds(tools, size):
        built = watch(command, folder)
        yield cost(_BUILD, system, built.cpu, seconds)
        yield cost(_BUILD_PEAK, system, built.peak, _bytes)
        yield cost(_DISK, system, sum(path.stat().st_size for path in files()), _bytes)
    git(folder, "status")  # or files as young as git's index are read again by every question
    for what, ranks in ((SEARCH, SPARSE), (_DENSE, DENSE)):
        for system, figure in _searches(tools, size, ranks, rounds):
            yield cost(what, system, figure, milliseconds)
    alone, _, updated = update_times(tools)
    yield cost(_UPDATE, "gitmem", middle(alone).own, milliseconds)
    yield cost(_UPDATE, "bare FTS5", middle(updated).own, milliseconds)
    for system, done in _updates(tools, size):
        yield cost(_UPDATE_COMMAND, system, median(each.cpu for each in done), milliseconds)
        yield cost(_UPDATE_PEAK, system, max(each.peak for each in done), _bytes)
    for system, ask in _asked(tools, size).items():
        yield cost(_SEARCH_PEAK, system, watch(ask(_words(SPARSE[0])), folder).peak, _bytes)


def _builds(tools: Tools, size: Size) -> Iterator[tuple[str, list[str | Path], Callable[[], Iterable[Path]]]]:
    """Each system, the command that builds its index, and what tells the files that are then there."""
    yield "gitmem", tools.index(), lambda: [index_path(tools.folder / ".git" / "gitmem")]
    yield "bare FTS5", tools.index_bare(), lambda: [tools.fts5]
    if size.plainmem:
        yield "plainmem", tools.index_plainmem("--rebuild"), tools.plain.iterdir


def _asked(tools: Tools, size: Size) -> dict[str, Callable[[str], list[str | Path]]]:
    """How each system is asked a query, the one first that the others are held against."""
    asked: dict[str, Callable[[str], list[str | Path]]] = {"gitmem": tools.gitmem, "bare FTS5": tools.bare}
    if tool("rg"):
        asked["ripgrep"] = tools.ripgrep
    if size.plainmem:
        asked["plainmem"] = tools.plainmem
    return asked


def _updates(tools: Tools, size: Size) -> Iterator[tuple[str, list[Watched]]]:
    """What the command takes that brings an index up to date after one note was changed, several times."""
    commands: dict[str, list[str | Path]] = {"gitmem": tools.index()}
    if size.plainmem:
        commands["plainmem"] = tools.index_plainmem()
    note = tools.folder / git(tools.folder, "ls-files", "*.md").split("\n")[7]
    before = note.read_bytes()
    for system, command in commands.items():
        done = []
        for number in range(_COMMANDED):
            note.write_bytes(before + f"- tried the command {number} times\n".encode())
            done.append(watch(command, tools.folder))
        yield system, done
    note.write_bytes(before)
    run(commands["gitmem"], tools.folder)


def _words(ranks: Sequence[int]) -> str:
    words = vocabulary()
    return " ".join(words.of_rank(rank) for rank in ranks)


def _bytes(figure: float) -> str:
    return megabytes(int(figure))


def _searches(
    tools: Tools, size: Size, queries: Sequence[Sequence[int]], rounds: int
) -> Iterator[tuple[str, float]]:
    """CPU of a search by system: the median over the queries of the median over the rounds."""
    systems = _asked(tools, size)
    # It takes seconds each time.
    slow = systems.pop("plainmem") if size.plainmem and size.chunks >= SLOW else None
    asked = [_words(ranks) for ranks in queries]
    run(tools.gitmem(asked[0]), tools.folder)
    found = [
        side_by_side(rounds, *(tools.timed(make(query)) for make in systems.values())) for query in asked
    ]
    for system, figures in zip(systems, zip(*found, strict=True), strict=True):
        yield system, median(figures)
    if slow is not None:
        yield "plainmem", median(tools.timed(slow(query))() for query in asked)


def _history(repositories: Repositories, shape: tuple[int, int, int], rounds: int) -> Iterator[Cost]:
    commits, merges, notes = shape
    print(f"-- {commits:,} commits", file=sys.stderr, flush=True)
    subject = repositories.history(f"{commits}", commits=commits, merges=merges, notes=notes)

    def cost(what: str, system: str, figure: float, show: Show) -> Cost:
        return Cost(what, system, ((commits, figure),), show)

    history = _built(subject)
    yield cost("read all history", "gitmem", history.cpu, seconds)
    yield cost("read all history", "git log -p", run(_LOG, subject.folder).cpu, seconds)
    yield cost("memory of reading it", "gitmem", json.loads(history.out)["peak"], _bytes)
    clone = repositories.copy(subject, "stepping")
    steps = [step for step in Walk(clone, STEPS).steps() if not step.merge]
    yield cost(
        "one commit more", "gitmem", middle([each.history + each.index for each in steps]).cpu, milliseconds
    )
    search = ["git", "mem", "search", "--json", "--history", _words(SPARSE[0])]
    run(search, clone)
    git(clone, "status")
    (searched,) = side_by_side(max(rounds, 3), lambda: run(search, clone).cpu)
    yield cost("search with history", "gitmem", searched, milliseconds)
    run(["rm", "-rf", clone])


def _built(subject: Subject) -> Ran:
    return run([sys.executable, "-m", "bench.worker", "history", subject.folder])
