"""Which overwritten values end copies of themselves elsewhere. A condition too few, and a live fact is
hidden because somebody mended the spelling of another one."""

from __future__ import annotations

import pytest

from gitmem.config import DEFAULTS
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.facts.editing.replacement import Condition, Pair, failed_conditions, may_be_same_value
from gitmem.notes.markdown import read_note
from tests.facts.fixture_cases import Case, load

READER = ClaimReader(DEFAULTS)


def _claim(line: str, path: str = "boat.md") -> Claim:
    (claim,) = READER.read(read_note(path, f"# Boat\n\n{line}\n".encode()))
    return claim


def _pair(case: Case) -> Pair:
    lines = case.input.split("\n")
    said = dict(line.split(": ", 1) for line in lines[:-2] if ": " in line)
    path = said.get("path", "boat.md")
    old, new = lines[-2:]
    return Pair(
        _claim(old.strip(), path),
        _claim(new.strip(), path),
        old,
        new,
        even="uneven" not in lines,
        unique="twice" not in lines,
        summary=said.get("subject", "new skipper"),
    )


@pytest.mark.parametrize("case", load("replacement"), ids=lambda case: case.title)
def test_conditions_that_fail(case: Case) -> None:
    failed = [condition.value for condition in Condition if condition in failed_conditions(_pair(case))]
    assert "\n".join(failed or ["retires"]) == case.expected


def test_every_condition_can_fail() -> None:
    """A condition that nothing can fail guards nothing; the two left out are tested with whole notes."""
    named = {line for case in load("replacement") for line in case.expected.split("\n")}
    left = {condition for condition in Condition if condition.value not in named}
    assert left == {Condition.SAME_PLACE, Condition.PLAIN_SHAPE}


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("3", "30", False),
        ("12 m", "12 m at low tide", True),
        ("Moller", "Möller", True),
        ("red", "green", False),
        ("2026-03-01", "1 March 2026", True),
    ],
)
def test_two_ways_to_write_one_value(old: str, new: str, same: bool) -> None:
    assert may_be_same_value(_claim(f"- Berth: {old}"), _claim(f"- Berth: {new}")) == same
