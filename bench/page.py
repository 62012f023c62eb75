"""What the page of a memory takes and weighs, beside the list of its conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.measure import Table, Target, all_met, run, side_by_side
from bench.repositories import Repositories, Subject

AS_CONFLICTS = Target(2, " times")
WEIGHT = Target(3, " MB")


def measure_page(
    repositories: Repositories, bundles: Sequence[Path], scratch: Path, rounds: int
) -> list[Table]:
    """One table with a row for each bundle."""
    table = Table(
        "The page of a memory",
        ("repository", "conflicts --all", "report --format html", "ratio", "page", "target", "verdict"),
        "CPU of the commands on a current index, children included. Both judge all facts; the page also "
        "tells the history of each, what has to be checked again, and who wrote what.",
    )
    for subject in map(repositories.bundle, bundles):
        page = scratch / f"{subject.name}.html"
        ratio, cells = _beside_conflicts(subject, page, rounds)
        weight = page.stat().st_size / 1e6
        verdict = all_met(AS_CONFLICTS.verdict(ratio), WEIGHT.verdict(weight))
        table.add(*cells, f"{weight:.1f} MB", f"{AS_CONFLICTS}, {WEIGHT}", verdict)
    return [table]


def _beside_conflicts(subject: Subject, page: Path, rounds: int) -> tuple[float, tuple[str, ...]]:
    run(["git", "mem", "index"], subject.folder)
    commands = (("conflicts", "--all"), ("report", "--format", "html", "--output", str(page)))
    spent = side_by_side(3 * rounds, *(partial(_cpu, subject, words) for words in commands))
    ratio = spent[1] / spent[0]
    return ratio, (subject.name, *(f"{each:.2f} s" for each in spent), f"{ratio:.2f}")


def _cpu(subject: Subject, words: Sequence[str]) -> float:
    return run(["git", "mem", *words], subject.folder, codes=(0, 1)).cpu
