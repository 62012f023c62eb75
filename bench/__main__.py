"""Runs the measurements and writes them down: `python -m bench BUNDLE...`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.agents import measure_agents
from bench.conflicts import measure_conflicts
from bench.edits import measure_edits
from bench.generate import SEED
from bench.history import measure_history
from bench.hooks import measure_hooks
from bench.locomo import measure_locomo
from bench.measure import (
    Table,
    machine,
    milliseconds,
    prepare_environment,
    run,
    side_by_side,
    tool,
    version_of,
)
from bench.page import measure_page
from bench.quality.part import draw, kept_quality, measure_quality, versions
from bench.quality.queries import HELD_OUT_SEEDS, NORMAL, SMALL
from bench.quality.systems.registry import SYSTEMS
from bench.repositories import Repositories
from bench.scale import measure_scale
from bench.search import measure_search
from gitmem.clock import system_now

RESULTS = Path(__file__).with_name("RESULTS.md")
QUALITY_RESULTS = RESULTS.with_name("RESULTS-quality.md")
PARTS = ("history", "search", "conflicts", "edits", "hooks", "agents", "page")
QUALITY_PARTS = ("quality", "locomo")
SCALE_PARTS = ("scale",)
SCALE_RESULTS = RESULTS.with_name("RESULTS-scale.md")
"""Parts that are only done when they are asked for, into files of their own."""


def main() -> None:
    """Measure gitmem beside its peers and write the results as Markdown."""
    chosen = _arguments()
    with tempfile.TemporaryDirectory(prefix="gitmem-bench-") as scratch:
        home = Path(scratch)
        prepare_environment(home)
        repositories = Repositories(chosen.work or home / "repositories")
        parts = chosen.part or PARTS
        tables: list[Table] = []
        if "history" in parts:
            tables += measure_history(repositories, chosen.bundles, chosen.rounds, small=chosen.small)
        if "search" in parts:
            tables += measure_search(repositories, home, chosen.rounds, small=chosen.small)
        if "conflicts" in parts:
            tables += measure_conflicts(repositories, chosen.bundles, home, chosen.rounds)
        if "edits" in parts:
            tables += measure_edits(repositories, chosen.bundles, chosen.labels)
        if "hooks" in parts:
            tables += measure_hooks(repositories, chosen.rounds)
        if "agents" in parts:
            tables += measure_agents(repositories, chosen.rounds)
        if "page" in parts:
            tables += measure_page(repositories, chosen.bundles, home, chosen.rounds)
        if "scale" in parts:
            tables += measure_scale(repositories, home, chosen.rounds, small=chosen.small)
            draw()
        if "quality" in parts:
            size = SMALL if chosen.small else NORMAL
            seeds = chosen.seed or HELD_OUT_SEEDS
            tables += (
                kept_quality() if chosen.kept else measure_quality(home, seeds, chosen.system or (), size)
            )
        if "locomo" in parts:
            tables += measure_locomo(chosen.locomo, home / "locomo", chosen.system or ())
        text = report(tables, chosen, parts)
    output = chosen.output or _results_of(parts)
    output.write_text(text, encoding="utf-8")
    print(f"written: {output.name}; targets missed: {sum(len(table.missed) for table in tables)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=main.__doc__)
    parser.add_argument("bundles", nargs="*", type=Path, help="git bundles of real notes with their history")
    parser.add_argument(
        "--part",
        action="append",
        choices=(*PARTS, *QUALITY_PARTS, *SCALE_PARTS),
        help="only this; repeatable",
    )
    parser.add_argument("--labels", type=Path, help="labelled pairs of lines, for the part `edits`")
    parser.add_argument("--small", action="store_true", help="leave out the largest generated repositories")
    parser.add_argument("--rounds", type=int, default=3, help="rounds that medians are taken over")
    parser.add_argument("--work", type=Path, help="folder that keeps the repositories for the next run")
    parser.add_argument("--date", default=system_now().utc_day.isoformat(), help="the day to print")
    parser.add_argument("--output", type=Path, help="where to write, else by the parts")
    parser.add_argument(
        "--kept", action="store_true", help="tables of `quality` from the figures that its last run kept"
    )
    parser.add_argument("--locomo", type=Path, help="LoCoMo's conversations, for the part `locomo`")
    parser.add_argument("--seed", type=int, action="append", help="seed of a memory of `quality`; repeatable")
    parser.add_argument("--system", action="append", choices=list(SYSTEMS), help="only this one; repeatable")
    chosen = parser.parse_args()
    if "locomo" in (chosen.part or ()) and chosen.locomo is None:
        parser.error("the part `locomo` needs --locomo FILE")
    return chosen


def _results_of(parts: Sequence[str]) -> Path:
    if set(parts) <= set(QUALITY_PARTS):
        return QUALITY_RESULTS
    return SCALE_RESULTS if set(parts) <= set(SCALE_PARTS) else RESULTS


def report(tables: Sequence[Table], chosen: argparse.Namespace, parts: Sequence[str]) -> str:
    """The whole page."""
    facts = [("date", chosen.date), *machine(), ("gitmem-notes", version_of("gitmem-notes"))]
    if not set(parts) <= set(QUALITY_PARTS):
        facts += [
            ("plainmem", version_of("plainmem")),
            ("ripgrep", _ripgrep()),
            ("seed of everything generated", str(SEED)),
            ("rounds", f"{chosen.rounds}, medians, peers in the same round"),
        ]
    if not set(parts).isdisjoint(QUALITY_PARTS):
        facts += versions()
    if "quality" in parts:
        facts.append(("seeds of memories", ", ".join(map(str, chosen.seed or HELD_OUT_SEEDS))))
    facts.append(("for scale", _starts(chosen.rounds)))
    missed = [line for table in tables for line in table.missed]
    lines = ["# Results", "", "    " + _command(), ""]
    lines += [f"- {name}: {value}" for name, value in facts]
    lines += [f"- targets missed: {len(missed) or 'none'}"]
    lines += [f"  - {line}" for line in missed]
    return "\n".join([*lines, "", *(table.render() for table in tables)])


def _command() -> str:
    """This run's command line. Where somebody keeps their files is nobody's business, so only names."""
    words = [Path(word).name if "/" in word else word for word in sys.argv[1:]]
    return shlex.join(["bench/run", *words])


def _ripgrep() -> str:
    if not tool("rg"):
        return "not on the path"
    return run(["rg", "--version"]).out.decode().split("\n")[0].removeprefix("ripgrep ")


def _starts(rounds: int) -> str:
    """What the machine did with the least of work just now, to read all other figures by."""
    commands = (["-c", ""], ["-c", "for number in range(1_000_000): str(number)"])
    python, loop, git = side_by_side(
        3 * rounds,
        *(lambda words=words: run([sys.executable, *words]).cpu for words in commands),
        lambda: run(["git", "version"]).cpu,
    )
    takes = {"starting Python": python, "writing a million numbers in it": loop - python, "starting git": git}
    told = ", ".join(f"{what} takes {milliseconds(value)}" for what, value in takes.items())
    return f"{told}; load average {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
