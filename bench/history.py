"""Line dating, measured beside git.

`git log -p` is the floor, since its output is what gitmem reads; a loop of `git blame` over all notes is
what would answer the same question without gitmem, and is also the judge of every line.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench.generate import SEED
from bench.history_tables import (
    BLOOM_LOOP,
    DEFAULT,
    FACTS_OF_INDEX,
    FACTS_OF_UPDATE,
    INDEX,
    INDEX_COUNTS_FROM,
    INDEX_WITH_FACTS,
    LOOP,
    LOOP_COUNTS_FROM,
    MEMORY,
    MERGE_UPDATE,
    REPLAY,
    REPLAY_COUNTS_FROM,
    STRICT,
    UPDATE,
    HistoryTables,
)
from bench.lines import Blame, Source, StoredLines, different, sample
from bench.measure import Table, all_met, megabytes, milliseconds, run, seconds, side_by_side
from bench.repositories import Repositories, Subject, git
from bench.steps import Step, Walk, middle
from gitmem.git.repository import Repository
from gitmem.history.keeping import open_history

SAMPLE = 300
"""Notes whose every line is held against `git blame`; also what the loop of blames is reckoned from."""

LARGE_SAMPLE = 24
"""The same in a large history, where one blame takes most of a second."""

_LOG = ("git", "log", "-p", "-U0", "-M")
_UNJUDGED = ("—", "—")


@dataclass(frozen=True, slots=True)
class _Cold:
    """What building from nothing took, and the digest of the index that came of it."""

    history: float
    version: str


@dataclass(frozen=True, slots=True)
class _Built:
    """What a worker reports."""

    cpu: float
    peak: int
    chunks: int = 0
    version: str = ""
    facts: float = 0.0


class HistoryBench:
    """Measures repositories one by one."""

    def __init__(self, repositories: Repositories, rounds: int) -> None:
        self._repositories = repositories
        self._rounds = rounds
        self.tables = HistoryTables()

    def measure(self, subject: Subject) -> None:
        """Everything about one repository."""
        print(f"-- {subject.name}", file=sys.stderr, flush=True)
        tip = git(subject.folder, "rev-parse", "HEAD")
        files = git(subject.folder, "ls-files", "-z").split("\0")
        notes = [path for path in files if path.lower().endswith(".md")]
        commits = int(git(subject.folder, "rev-list", "--count", "HEAD"))
        merges = int(git(subject.folder, "rev-list", "--count", "--merges", "HEAD"))
        self.tables.subjects.add(subject.name, f"{commits:,}", f"{merges:,}", f"{len(notes):,}")
        history = self._history(subject)
        cold = self._index(subject, history)
        self._blame(subject, tip, notes, cold)
        self._steps(subject, cold)

    def _history(self, subject: Subject) -> float:
        log, history = side_by_side(
            min(self._rounds, 2) if subject.large else self._rounds,
            lambda: run(_LOG, subject.folder).cpu,
            lambda: _build("history", subject).cpu,
        )
        ratio = history / log
        judged = (str(REPLAY), REPLAY.verdict(ratio)) if log >= REPLAY_COUNTS_FROM else _UNJUDGED
        self.tables.replay.add(subject.name, seconds(log), seconds(history), f"{ratio:.2f}", *judged)
        return history

    def _index(self, subject: Subject, history: float) -> _Cold:
        built: list[_Built] = []

        def build() -> float:
            built.append(_build("index", subject))
            return built[-1].cpu

        (cpu,) = side_by_side(1 if subject.large else self._rounds, build)
        last = built[-1]
        judged = _UNJUDGED
        if subject.large:
            judged = ("≤ 200 MB", MEMORY.verdict(last.peak))
        elif last.chunks >= INDEX_COUNTS_FROM:
            wanted = f"{INDEX} and {INDEX_WITH_FACTS}, facts {FACTS_OF_INDEX}"
            verdicts = (INDEX.verdict(cpu - last.facts), INDEX_WITH_FACTS.verdict(cpu))
            judged = (wanted, all_met(*verdicts, FACTS_OF_INDEX.verdict(last.facts / (cpu - last.facts))))
        share = f"{last.facts / max(cpu - last.facts, 1e-9):.2f}"
        parts = (seconds(history), seconds(last.facts), share)
        figures = (f"{last.chunks:,}", seconds(cpu), *parts, megabytes(last.peak))
        self.tables.index.add(subject.name, *figures, *judged)
        return _Cold(history, last.version)

    def _blame(self, subject: Subject, tip: str, notes: Sequence[str], cold: _Cold) -> None:
        paths = sample(notes, LARGE_SAMPLE if subject.large else SAMPLE, SEED)
        answers: dict[str, list[Source]] = {}
        plain = Blame(subject.folder, tip, paths).run(answers.__setitem__) * len(notes) / len(paths)
        clone = self._repositories.copy(subject, "with-bloom-filters")
        git(clone, "commit-graph", "write", "--reachable", "--changed-paths")
        bloom = Blame(clone, tip, paths).run() * len(notes) / len(paths)
        shutil.rmtree(clone)
        ratios = (plain / cold.history, bloom / cold.history)
        judged = _UNJUDGED
        if len(notes) >= LOOP_COUNTS_FROM:
            verdict = all_met(LOOP.verdict(ratios[0]), BLOOM_LOOP.verdict(ratios[1]))
            judged = (f"{LOOP}, with Bloom {BLOOM_LOOP}", verdict)
        figures = (seconds(plain), seconds(bloom), *(f"{ratio:.1f}" for ratio in ratios))
        self.tables.loop.add(subject.name, f"{len(paths)} of {len(notes)}", *figures, *judged)
        self._compare(subject, tip, answers)

    def _compare(self, subject: Subject, tip: str, answers: dict[str, list[Source]]) -> None:
        """Holds the stores against blame's answers; the default one is there from the builds before."""
        _build("strict-history", subject)
        lines = sum(map(len, answers.values()))
        for mode, target, wanted in (("strict", STRICT, "0 lines"), ("default", DEFAULT, "≤ 1 in 10,000")):
            with _stored(subject, tip, strict=target is STRICT) as stored:
                pairs = [(stored.sources(tip, path), theirs) for path, theirs in answers.items()]
            unequal = sum(different(ours, theirs) for ours, theirs in pairs)
            written = sum(different(_commits(ours), _commits(theirs)) for ours, theirs in pairs)
            verdict = target.verdict(unequal if target is STRICT else unequal / max(lines, 1))
            figures = (str(len(answers)), f"{lines:,}", str(unequal), str(written))
            self.tables.blame.add(subject.name, mode, *figures, wanted, verdict)

    def _steps(self, subject: Subject, cold: _Cold) -> None:
        clone = self._repositories.copy(subject, "stepping")
        steps = list(Walk(clone).steps())
        with _stored(subject, steps[-1].commit) as stored:
            wrong = [step.commit[:12] for step in steps if stored.digest(step.commit) != step.lines]
        shutil.rmtree(clone)
        self._add_updates(subject, steps)
        index = "equal" if steps[-1].version == cold.version else "different"
        reasons = [*wrong, *(["the index"] if index == "different" else [])]
        verdict = f"missed: {', '.join(reasons)}" if reasons else "met"
        self.tables.equal.add(subject.name, str(len(steps)), str(len(wrong)), index, "0, equal", verdict)

    def _add_updates(self, subject: Subject, steps: Sequence[Step]) -> None:
        for kind, merge, target in (("plain", False, UPDATE), ("merge", True, MERGE_UPDATE)):
            chosen = [step for step in steps if step.merge is merge]
            if not chosen:
                continue
            history = middle([step.history for step in chosen])
            both = middle([step.history + step.index for step in chosen])
            facts = middle([step.facts for step in chosen])
            whole = middle([step.history + step.worktree for step in chosen])
            spent = (history, both, facts, whole)
            cells = [f"{milliseconds(each.cpu)} ({milliseconds(each.children)})" for each in spent]
            wanted, verdict = f"≤ {target.limit * 1000:g} ms", target.verdict(both.cpu - facts.cpu)
            if not merge:
                wanted += f", facts ≤ {FACTS_OF_UPDATE.limit * 1000:g} ms"
                verdict = all_met(verdict, FACTS_OF_UPDATE.verdict(facts.cpu))
            self.tables.updates.add(subject.name, kind, str(len(chosen)), *cells, wanted, verdict)


def _stored(subject: Subject, tip: str, *, strict: bool = False) -> closing[StoredLines]:
    return closing(StoredLines(open_history(Repository.open(subject.folder), tip, strict=strict)))


def _commits(sources: Sequence[Source]) -> list[str]:
    return [source.commit for source in sources]


def _build(work: str, subject: Subject) -> _Built:
    done = run([sys.executable, "-m", "bench.worker", work, subject.folder])
    return _Built(done.cpu, **json.loads(done.out))


def measure_history(
    repositories: Repositories, bundles: Sequence[Path], rounds: int, *, small: bool
) -> list[Table]:
    """The tables over all bundles and the generated histories; without the large one if `small`."""
    bench = HistoryBench(repositories, rounds)
    for bundle in bundles:
        bench.measure(repositories.bundle(bundle))
    bench.measure(repositories.history("generated S", commits=2000, merges=109, notes=412))
    if not small:
        large = repositories.history("generated L", commits=50_000, merges=2747, notes=10_250, large=True)
        bench.measure(large)
    return bench.tables.all()
