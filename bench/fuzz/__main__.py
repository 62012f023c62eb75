"""Fuzzes the parsers for minutes and writes down what came of it: `bench/fuzz/run [OPTION]...`."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bench.fuzz.target import INSTRUMENTED, LONG_ONE_IN, LONGEST_INPUT, SECONDS
from bench.fuzz.targets import TARGETS
from bench.measure import Table, machine, version_of

RESULTS = Path(__file__).resolve().parent.parent / "RESULTS-fuzz.md"
_STATISTIC = re.compile(r"^stat::(\w+):\s+(\d+)$", re.MULTILINE)
_COVERED = re.compile(r"\bcov: (\d+) ft: \d+ corp: (\d+)/")
_DONE = re.compile(r"^Done \d+ runs in (\d+) second", re.MULTILINE)
_LOG = "log.txt"
_NOTICE = "slow-unit-"
"""What libFuzzer names inputs after that took long by the clock, whatever else the machine did meanwhile."""
_SLOWEST_INPUT = 120
"""Seconds of the clock after which libFuzzer gives up on an input that cannot be interrupted."""


class Outcome(NamedTuple):
    """What came of one target: inputs tried, in what time, those kept for what they cover, what was found."""

    target: str
    seconds: float
    runs: int
    corpus: int
    covered: int
    found: str

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of its line in the table."""
        says = TARGETS[self.target].says
        rate = f"{self.runs / max(self.seconds, 1):,.0f}"
        numbers = f"{self.seconds / 60:.1f}", f"{self.runs:,}", rate, f"{self.corpus:,}", f"{self.covered:,}"
        return self.target, says, *numbers, self.found or "none"


def main() -> int:
    """Run the targets; 1 if something was found."""
    chosen = _arguments()
    with tempfile.TemporaryDirectory(prefix="gitmem-fuzz-") as scratch:
        work = chosen.work or Path(scratch)
        with ThreadPoolExecutor(chosen.jobs) as pool:
            names = () if chosen.report else chosen.target or TARGETS
            runs = [pool.submit(fuzz, name, work / name, chosen.minutes) for name in names]
            for run in runs:
                run.result()
        outcomes = [each for name in TARGETS if (each := outcome_in(name, work / name)) is not None]
        chosen.output.write_text(report(outcomes, chosen.minutes), encoding="utf-8")
    print(f"written: {chosen.output.name}")
    return int(any(each.found for each in outcomes))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench/fuzz/run", description=main.__doc__)
    parser.add_argument(
        "--target", action="append", choices=list(TARGETS), help="only this one; may be repeated"
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target")
    parser.add_argument("--jobs", type=int, default=2, help="targets at the same time")
    parser.add_argument("--work", type=Path, help="keeps corpora, findings and outcomes for the next run")
    parser.add_argument("--report", action="store_true", help="only write down what --work holds")
    parser.add_argument("--output", type=Path, default=RESULTS)
    return parser.parse_args()


def fuzz(name: str, folder: Path, minutes: float) -> None:
    """Runs one target in a process of its own, whose output and findings stay in `folder`."""
    shutil.rmtree(folder / "found", ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    slow = f"-timeout={_SLOWEST_INPUT}", f"-report_slow_units={_SLOWEST_INPUT}"
    command = [sys.executable, "-m", "bench.fuzz.worker", name, str(folder)]
    with (folder / _LOG).open("wb") as log:
        limits = (f"-max_total_time={minutes * 60:.0f}", *slow)
        subprocess.run([*command, *limits], stdout=log, stderr=log, check=False)


def outcome_in(name: str, folder: Path) -> Outcome | None:
    """What came of a target's last run in a folder; None where it never ran."""
    log = folder / _LOG
    if not log.exists():
        return None
    found = sorted(path.name for path in (folder / "found").glob("*") if not path.name.startswith(_NOTICE))
    return read_log(name, log.read_text("utf-8", "replace"), found)


def read_log(name: str, log: str, found: Sequence[str]) -> Outcome:
    """What a worker's output tells; a worker that did not come to its end has found something as well."""
    statistics = {key: int(value) for key, value in _STATISTIC.findall(log)}
    runs = statistics.get("number_of_executed_units", 0)
    done = _DONE.search(log)
    covered = _COVERED.findall(log)
    return Outcome(
        target=name,
        seconds=float(done[1]) if done else runs / max(statistics.get("average_exec_per_sec", 1), 1),
        runs=runs,
        corpus=int(covered[-1][1]) if covered else 0,
        covered=int(covered[-1][0]) if covered else 0,
        found=", ".join(found) or ("" if done else "did not come to its end"),
    )


def report(outcomes: Sequence[Outcome], minutes: float) -> str:
    """The whole page."""
    table = Table(
        "Every parser",
        ("target", "what has to hold", "minutes", "runs", "runs a second", "corpus", "branches", "found"),
        f"Inputs of up to {LONGEST_INPUT // 1024} KiB, one in {LONG_ONE_IN} blown up to that size by "
        f"repeating a part of it; one that takes more than {SECONDS * INSTRUMENTED:.0f} s of CPU, with every "
        "branch counted, counts as found. The properties are those of tests/fuzz, where all that was ever "
        "found stands as a test. "
        "Where a target found something, that was mended and the target run again; its last run counts.",
    )
    table.rows += [each.row for each in outcomes]
    facts = [*machine(), ("atheris", version_of("atheris")), ("gitmem-notes", version_of("gitmem-notes"))]
    lines = ["# Results of fuzzing", "", f"    bench/fuzz/run --minutes {minutes:g}", ""]
    return "\n".join([*lines, *(f"- {name}: {value}" for name, value in facts), "", table.render()])


if __name__ == "__main__":
    sys.exit(main())
