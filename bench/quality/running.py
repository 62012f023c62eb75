"""Memories and systems -> answers. Each system has a process and a copy of the repository for itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, date, datetime
from multiprocessing import get_context
from pathlib import Path

from bench.measure import metered, peak_memory
from bench.quality.queries import GeneratedMemory, Question
from bench.quality.scores import Asked, K
from bench.quality.systems.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds of building and of one question on average, children included, and the most memory held."""

    build: float
    question: float
    memory: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one system answered to the questions about one memory."""

    system: str
    seed: int
    answers: tuple[Asked, ...]
    cost: Cost


@dataclass(frozen=True, slots=True)
class Job:
    """One system to be asked; `folder` is the repository, which is copied first."""

    system: str
    seed: int
    folder: Path
    now: date
    questions: tuple[Question, ...]


def ask(job: Job) -> Run:
    """Copies the repository beside itself, builds a system on it and asks all questions."""
    copy = job.folder.with_name(f"{job.folder.name} of {job.system}")
    shutil.copytree(job.folder, copy, symlinks=True)
    try:
        system = SYSTEMS[job.system]()
        with metered() as built:
            system.build(copy, job.now)
        with metered() as asked:
            answers = tuple(Asked(question, system.ask(question, K)) for question in job.questions)
    finally:
        shutil.rmtree(copy)
    cost = Cost(built.cpu, asked.cpu / max(len(answers), 1), peak_memory())
    return Run(job.system, job.seed, answers, cost)


def run_all(
    jobs: Sequence[Job], workers: int | None = None, tell: Callable[[str], None] = lambda _: None
) -> list[Run]:
    """Does all jobs, each in a process of its own; in the order of the jobs."""
    # Threads of models wait by spinning; beside other processes that costs far more than it gains.
    os.environ["OMP_NUM_THREADS"] = "1"
    context = get_context("spawn")
    at_once = workers or os.cpu_count() or 1
    done: dict[int, Run] = {}
    with ProcessPoolExecutor(at_once, mp_context=context, max_tasks_per_child=1) as pool:
        waiting = {pool.submit(ask, job): at for at, job in enumerate(jobs)}
        for future in as_completed(waiting):
            run = future.result()
            done[waiting[future]] = run
            tell(f"{run.system}, {run.seed}: {run.cost.build:.1f} s, {run.cost.question * 1000:.1f} ms")
    return [done[at] for at in range(len(jobs))]


def jobs_of(memory: GeneratedMemory, systems: Iterable[str]) -> list[Job]:
    """Every system asked about a memory."""
    return [Job(each, memory.seed, memory.folder, memory.now, memory.questions) for each in systems]


def date_files(folder: Path) -> None:
    """Gives each file of a work tree the time of the last commit that touched it, as if written there."""
    done = subprocess.run(
        [
            "git",
            "-c",
            "core.quotePath=false",
            "log",
            "--format=@%ct",
            "--name-only",
            "--no-renames",
            "-m",
            "-z",
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    moment, dated = 0, set[str]()
    for word in done.stdout.decode().replace("\n", "\0").split("\0"):
        if word.startswith("@"):
            moment = int(word[1:])
        elif word and word not in dated:
            dated.add(word)
            file = folder / word
            if file.is_file():
                os.utime(file, (moment, moment))


def clone_of(folder: Path, now: date) -> Path:
    """A clone beside a repository, with the times that `git clone` leaves at noon of a day."""
    clone = folder.with_name(f"{folder.name} cloned")
    subprocess.run(["git", "clone", "--quiet", folder, clone], check=True)
    moment = datetime(now.year, now.month, now.day, 12, tzinfo=UTC).timestamp()
    for path in clone.rglob("*"):
        if ".git" not in path.relative_to(clone).parts and path.is_file():
            os.utime(path, (moment, moment))
    return clone
