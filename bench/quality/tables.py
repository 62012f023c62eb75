"""Answers of all systems -> figures with intervals -> tables and data. Pure but for what it prints."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bench.measure import Table, Target, megabytes, milliseconds, seconds
from bench.quality.queries import Family
from bench.quality.running import Run
from bench.quality.scores import MEANINGS, Asked, Metric, values_of

RESAMPLES = 1000
_INTERVAL = (0.025, 0.975)
_SEED = 7

SHOWN = (Metric.FIRST, Metric.FIVE)
"""What is told by family."""

_ABSENT = (Family.NEVER_RECORDED, Family.NO_SUCH_FACT, Family.REMOVED)


class Figure(NamedTuple):
    """A mean over questions with the bounds of its bootstrap interval of 95 %."""

    mean: float
    low: float
    high: float
    questions: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.2f}–{self.high:.2f})"


def figure_of(values: Sequence[float]) -> Figure | None:
    """The mean of some values, with questions drawn anew; None of none."""
    if not values:
        return None
    count, chance = len(values), random.Random(_SEED)
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(RESAMPLES))
    low, high = (means[min(int(part * RESAMPLES), RESAMPLES - 1)] for part in _INTERVAL)
    return Figure(sum(values) / count, low, high, count)


@dataclass(frozen=True, slots=True)
class Scores:
    """All figures of one system over all memories: over all questions and by family."""

    system: str
    overall: Mapping[Metric, Figure]
    families: Mapping[Family, Mapping[Metric, Figure]]
    build: float
    question: float
    memory: int


def scores_of(runs: Iterable[Run]) -> list[Scores]:
    """The figures of each system, its memories pooled; in the order in which systems first come."""
    by_system: dict[str, list[Run]] = {}
    for run in runs:
        by_system.setdefault(run.system, []).append(run)
    return [_scores(system, found) for system, found in by_system.items()]


def _scores(system: str, runs: Sequence[Run]) -> Scores:
    answers = [asked for run in runs for asked in run.answers]
    families: dict[Family, list[Asked]] = {family: [] for family in Family}
    for asked in answers:
        families[asked.question.family].append(asked)
    return Scores(
        system,
        _figures(answers),
        {family: _figures(found) for family, found in families.items()},
        sum(run.cost.build for run in runs) / len(runs),
        sum(run.cost.question for run in runs) / len(runs),
        max(run.cost.memory for run in runs),
    )


def _figures(answers: Sequence[Asked]) -> dict[Metric, Figure]:
    found = ((metric, figure_of(values_of(metric, answers))) for metric in Metric)
    return {metric: figure for metric, figure in found if figure is not None}


def _cell(figure: Figure | None) -> str:
    return "—" if figure is None else str(figure)


def metric_tables(scores: Sequence[Scores]) -> list[Table]:
    """Every metric over all families, a row a system: how much is found, and how much of it misleads."""
    finding = (Metric.FIRST, Metric.FIVE, Metric.RANK, Metric.REMOVAL_TOLD, Metric.CONTEST_TOLD)
    misleading = tuple(metric for metric in Metric if metric not in finding)
    return [
        _metric_table("What is found", "More is better.", finding, scores),
        _metric_table("What misleads", "Less is better.", misleading, scores),
    ]


def _metric_table(title: str, end: str, metrics: Sequence[Metric], scores: Sequence[Scores]) -> Table:
    heads = []
    for metric in metrics:
        figure = scores[0].overall.get(metric)
        heads.append(f"{metric.value} (n = {figure.questions if figure else 0})")
    meanings = "; ".join(f"*{metric.value}*: {MEANINGS[metric]}" for metric in metrics)
    table = Table(title, ("system", *heads), f"{end} In brackets the bootstrap interval of 95 %. {meanings}.")
    for each in scores:
        table.add(each.system, *(_cell(each.overall.get(metric)) for metric in metrics))
    return table


def family_tables(scores: Sequence[Scores], metrics: Sequence[Metric] = SHOWN) -> list[Table]:
    """A table for each of some metrics, a row a family and a column a system."""
    tables = []
    for metric in metrics:
        columns = ("family", "n", *(each.system for each in scores))
        table = Table(f"{metric.value}, by family", columns, f"{MEANINGS[metric].capitalize()}.", labels=2)
        for family in Family:
            figures = [each.families[family].get(metric) for each in scores]
            if figures[0] is not None:
                table.add(family.value, str(figures[0].questions), *map(_cell, figures))
        tables.append(table)
    return tables


def cost_table(scores: Sequence[Scores]) -> Table:
    """What each system takes."""
    table = Table(
        "What it costs",
        ("system", "build", "a question", "most memory"),
        "CPU of the process and its children on the average memory, libraries and models loaded before; "
        "building includes loading a model and, for gitmem, reading history. gitmem looks for changes of the "
        "notes at every question, and so do its modes; the others are asked without looking.",
    )
    for each in scores:
        table.add(each.system, seconds(each.build), milliseconds(each.question), megabytes(each.memory))
    return table


PERFECT = 0.98
"""From here on it is enough not to be below."""


def target_tables(scores: Sequence[Scores]) -> list[Table]:
    """The targets that are stated for the systems that ran."""
    by_name = {each.system: each for each in scores}
    tables = []
    rivals = [by_name[name] for name in ("plainmem bm25", "plainmem", "plainmem explain") if name in by_name]
    if "gitmem" in by_name and rivals:
        tables += [_ahead(by_name["gitmem"], rivals, "plainmem, the best of its modes without a model")]
        tables += [_zeros(by_name["gitmem"])]
    hybrid, layer = by_name.get("gitmem hybrid, MiniLM"), by_name.get("MiniLM + layer")
    if hybrid is not None and layer is not None:
        tables.append(_ahead(hybrid, [layer], layer.system))
    for name in ("gitmem hybrid, wordllama", "gitmem hybrid, MiniLM"):
        if name in by_name and "gitmem" in by_name:
            tables.append(_ahead(by_name[name], [by_name["gitmem"]], "gitmem", equal=True))
    return tables


WHY_FAMILY = {
    Family.PARAPHRASE: "such questions often share only their subject with the line",
    Family.REWORDED: "the later entry has neither the key nor the old value",
}
WHY_METRIC = {
    Metric.STALE_ANSWER: "changes told without the key and without a cue are not recognised",
    Metric.WRONG_ABSENCE: "questions that share no word with their line; the answer names the words",
}
"""Why a target is missed, as far as reading the questions has told."""


def _ahead(ours: Scores, rivals: Sequence[Scores], against: str, *, equal: bool = False) -> Table:
    """In every family not below, and ahead where the other is not nearly perfect."""
    wanted = "Not below in any family" + ("." if equal else f", and ahead wherever below {PERFECT}.")
    columns = ("family", "metric", "ours", "theirs", "verdict")
    table = Table(
        f"{ours.system} beside {against}",
        columns,
        wanted,
        labels=2,
    )
    for family in Family:
        for metric in SHOWN:
            mine = ours.families[family].get(metric)
            others = [found for each in rivals if (found := each.families[family].get(metric))]
            if mine is not None and others:
                best = max(others)
                ahead = mine.mean > best.mean or (mine.mean == best.mean and (equal or mine.mean >= PERFECT))
                behind = best.mean - mine.mean
                missed = f"missed by {behind:.3f}" if behind > 0 else "missed: equal, not ahead"
                why = f" ({WHY_FAMILY[family]})" if family in WHY_FAMILY else ""
                verdict = "met" if ahead else missed + why
                table.add(family.value, metric.value, _cell(mine), _cell(best), verdict)
    return table


def _zeros(ours: Scores) -> Table:
    """What must not happen at all."""
    table = Table(f"{ours.system}: what must not happen", ("metric", "share", "target", "verdict"))
    for metric in (Metric.STALE_ANSWER, Metric.WRONG_ABSENCE):
        figure, target = ours.overall.get(metric), Target(0, why=WHY_METRIC[metric])
        if figure is not None:
            table.add(metric.value, _cell(figure), str(target), target.verdict(round(figure.mean, 4)))
    return table


def clone_table(kept: Sequence[Scores], cloned: Sequence[Scores]) -> Table:
    """What a fresh clone changes: times of files are those of the clone, history is the same."""
    metrics = (Metric.FIRST, Metric.STALE_ANSWER, Metric.FALSE_FRESH, Metric.OVER_FLAG)
    table = Table(
        "After `git clone`",
        ("system", *(f"{metric.value}: before → after" for metric in metrics)),
        "The same questions asked of a clone made on the day of asking, whose files are all of that day.",
    )
    after = {each.system: each for each in cloned}
    for each in kept:
        other = after.get(each.system)
        if other is not None:
            pairs = ((each.overall.get(metric), other.overall.get(metric)) for metric in metrics)
            table.add(each.system, *(_change(old, new) for old, new in pairs))
    return table


def _change(old: Figure | None, new: Figure | None) -> str:
    return "—" if old is None or new is None else f"{old.mean:.3f} → {new.mean:.3f}"


def as_data(scores: Sequence[Scores]) -> list[dict[str, object]]:
    """The figures as they are kept in a file and plotted from."""
    return [
        {
            "system": each.system,
            "overall": _plain(each.overall),
            "families": {family.value: _plain(found) for family, found in each.families.items() if found},
            "build": round(each.build, 3),
            "question": round(each.question, 6),
            "memory": each.memory,
        }
        for each in scores
    ]


def from_data(data: Sequence[Mapping[str, Any]]) -> list[Scores]:
    """The figures that `as_data` kept."""
    return [
        Scores(
            each["system"],
            _kept_figures(each["overall"]),
            {family: _kept_figures(each["families"].get(family.value, {})) for family in Family},
            each["build"],
            each["question"],
            each["memory"],
        )
        for each in data
    ]


def _kept_figures(kept: Mapping[str, Sequence[float]]) -> dict[Metric, Figure]:
    return {Metric(name): Figure(mean, low, high, int(n)) for name, (mean, low, high, n) in kept.items()}


def _plain(figures: Mapping[Metric, Figure]) -> dict[str, list[float]]:
    """Mean, bounds and number of questions, by name."""
    return {
        metric.value: [round(figure.mean, 4), round(figure.low, 4), round(figure.high, 4), figure.questions]
        for metric, figure in figures.items()
    }
