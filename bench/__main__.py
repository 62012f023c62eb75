"""Runs the measurements and writes them down: `python -m bench BUNDLE...`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.conflicts import measure_conflicts
from bench.edits import measure_edits
from bench.generate import SEED
from bench.history import measure_history
from bench.hooks import measure_hooks
from bench.measure import Table, machine, milliseconds, prepare_environment, run, side_by_side, tool
from bench.repositories import Repositories
from bench.search import measure_search
from gitmem.clock import system_now

RESULTS = Path(__file__).with_name("RESULTS.md")
PARTS = ("history", "search", "conflicts", "edits", "hooks")


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
        text = report(tables, chosen.date, chosen.rounds)
    chosen.output.write_text(text, encoding="utf-8")
    print(f"written: {chosen.output.name}; targets missed: {sum(len(table.missed) for table in tables)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=main.__doc__)
    parser.add_argument("bundles", nargs="*", type=Path, help="git bundles of real notes with their history")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--labels", type=Path, help="labelled pairs of lines, for the part `edits`")
    parser.add_argument("--small", action="store_true", help="leave out the largest generated repositories")
    parser.add_argument("--rounds", type=int, default=3, help="rounds that medians are taken over")
    parser.add_argument("--work", type=Path, help="folder that keeps the repositories for the next run")
    parser.add_argument("--date", default=system_now().utc_day.isoformat(), help="the day to print")
    parser.add_argument("--output", type=Path, default=RESULTS)
    return parser.parse_args()


def report(tables: Sequence[Table], date: str, rounds: int) -> str:
    """The whole page."""
    facts = [
        ("date", date),
        *machine(),
        *((name, _version(name)) for name in ("gitmem-notes", "plainmem")),
        ("ripgrep", _ripgrep()),
        ("seed of everything generated", str(SEED)),
        ("rounds", f"{rounds}, medians, peers in the same round"),
        ("for scale", _starts(rounds)),
    ]
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


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


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
