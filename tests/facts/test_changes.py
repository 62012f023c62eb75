"""What `diff` tells of: a fact that changed is told once, and text that only moved is not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gitmem.config import Settings
from gitmem.facts.changes import ChangeKind, FactChange, compare
from gitmem.facts.claim import Claim
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import read_note
from tests.notes.cases import Case, load

CASES = load("../../facts/fixtures/changes")


def states(case: Case) -> tuple[list[Claim], list[Claim]]:
    """The claims before and after."""
    before, _, after = case.input.partition("\n=====\n")
    return list(_claims(before)), list(_claims(after))


def _claims(text: str) -> Iterator[Claim]:
    reader = ClaimReader(Settings())
    for note in text.split("--- ")[1:]:
        path, _, body = note.partition("\n")
        yield from reader.read(read_note(path, body.encode()))


def told(change: FactChange) -> str:
    """A change as the fixtures write it."""
    before, after, struck = change.before, change.after, change.struck
    if change.kind is ChangeKind.ADDED:
        assert after is not None and before is None
        return f"+ {after.cite} {after.label} = {after.value}"
    assert before is not None
    if change.kind is ChangeKind.REMOVED:
        return f"- {before.cite} {before.label} = {before.value}"
    if change.kind is ChangeKind.STRUCK:
        assert struck is not None and after is None
        return f"~ {before.cite} {before.value} -> {struck.cite}"
    assert after is not None
    rest = f" (struck {struck.cite})" if struck is not None else ""
    return f"* {before.cite} {before.value} -> {after.cite} {after.value}{rest}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_changes(case: Case) -> None:
    before, after = states(case)
    assert (sorted(map(told, compare(before, after))) or ["nothing"]) == sorted(case.expected.split("\n"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_notes_that_are_as_they_were_change_nothing(case: Case) -> None:
    for side in states(case):
        assert compare(side, side) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_order_of_the_notes_does_not_matter(case: Case) -> None:
    """Claims of one note come in the order of their lines, notes in any."""
    before, after = states(case)
    found = [told(change) for change in compare(before, after)]
    random = Random(3)
    for _ in range(5):
        paths = sorted({claim.path for claim in (*before, *after)})
        random.shuffle(paths)
        shuffled = (
            [claim for path in paths for claim in side if claim.path == path] for side in states(case)
        )
        assert [told(change) for change in compare(*shuffled)] == found


def test_what_a_note_that_did_not_differ_says_too_is_neither_new_nor_gone() -> None:
    orion = list(_claims("--- orion.md\n# Orion\n\n- Project lead: Dana Whit\n"))
    log = list(_claims("--- log.md\n# Log\n\n## 2026-08-14\n\n- Orion project lead: Dana Whit\n"))
    assert [change.kind for change in compare([], log)] == [ChangeKind.ADDED]
    assert compare([], log, elsewhere=orion) == []
    assert compare(log, [], elsewhere=orion) == []
