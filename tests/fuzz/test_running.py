"""The long runs tell what happened: a worker that died without a word is no clean one."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bench.fuzz import target as limits
from bench.fuzz.__main__ import outcome_in, read_log, report
from bench.fuzz.target import LONGEST_INPUT, Target, TooSlow, blown_up, holds

LOG = """INFO: seed corpus: files: 2057 min: 5b max: 185b total: 67888b rss: 56Mb
#512\tpulse  cov: 332 ft: 601 corp: 30/269b exec/s: 85 rss: 58Mb
#2058\tDONE   cov: 477 ft: 1213 corp: 113/3380b lim: 124 exec/s: 93 rss: 65Mb
Done 2058 runs in 601 second(s)
stat::number_of_executed_units: 2058
stat::average_exec_per_sec:     3
"""


def test_a_run_to_its_end_found_nothing() -> None:
    """Time, runs, corpus and branches are those that were printed last."""
    outcome = read_log("tags", LOG, [])
    assert (outcome.seconds, outcome.runs, outcome.corpus, outcome.covered) == (601.0, 2058, 113, 477)
    assert outcome.row[2:] == ("10.0", "2,058", "3", "113", "477", "none")


def test_a_run_that_ended_early_did_not_pass() -> None:
    """Killed, or not even started: the table must not say `none`."""
    assert read_log("tags", LOG.replace("Done", "Gone"), []).found == "did not come to its end"
    assert read_log("tags", "ImportError\n", []).found == "did not come to its end"
    assert read_log("tags", LOG, ["crash-1"]).found == "crash-1"


def test_only_what_ran_is_reported(tmp_path: Path) -> None:
    """What libFuzzer calls slow by the clock of a busy machine is no finding."""
    (tmp_path / "found").mkdir()
    assert outcome_in("tags", tmp_path) is None
    (tmp_path / "log.txt").write_text(LOG)
    (tmp_path / "found" / "slow-unit-1").write_bytes(b"x")
    outcome = outcome_in("tags", tmp_path)
    assert outcome is not None
    assert not outcome.found
    page = report([outcome], 10)
    assert "    bench/fuzz/run --minutes 10\n" in page
    assert "| tags |" in page


def test_what_takes_too_long_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hang ends as a finding, and the timer is gone afterwards."""
    monkeypatch.setattr(limits, "SECONDS", 0.05)

    def turn(_: bytes) -> None:
        while True:
            pass

    with pytest.raises(TooSlow):
        holds(Target("turn", "", turn, (b"a",), tuple), b"")
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_a_part_is_repeated_between_the_others() -> None:
    """What comes before and after the part stays, since both decide what the part means."""
    target = Target("any", "", bytes, (b"a",), tuple, head=2)
    longer = blown_up(target, b"\1\2\x00\x01ab-tail")
    assert longer.startswith(b"\1\2\0\1")
    assert longer.endswith(b"ab-tail")
    assert LONGEST_INPUT - 16 < len(longer) < LONGEST_INPUT + 16
    assert blown_up(target, b"\1\2\3") == b"\1\2\3"
