"""Paragraphs that are wrapped: what is struck is the whole statement, or nothing and the reason is told."""

from __future__ import annotations

from datetime import date

import pytest

from gitmem.config import DEFAULTS
from gitmem.errors import NoteError
from gitmem.facts.claims import ClaimReader
from gitmem.writing.striking import strike
from gitmem.writing.target import Cite
from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import diff_of, refused, write

DAY = date(2026, 11, 30)
READER = ClaimReader(DEFAULTS)
OPEN = "Lantern lead: Mira Solberg and she\nworks from the harbour office.\nBudget: 40 euros\n"
STRUCK = "~~Lantern lead: Mira Solberg and she~~ {} 2026-11-30\n~~works from the harbour office.~~\n"


def struck(text: str, line: int, successor: str | None = None) -> str:
    """A paragraph, its lines counted from 1, after a strike."""
    words = [successor] if successor else None
    return strike("a.md", text.encode(), Cite("a.md", line), DAY, READER, successor=words).data.decode()


@pytest.mark.parametrize("line", [1, 2])
def test_a_statement_is_struck_with_all_its_lines(line: int) -> None:
    """Half of a sentence would go on standing under the new value as if it spoke of it."""
    assert struck(OPEN, line) == STRUCK.format("retracted") + "Budget: 40 euros\n"
    new = "Lantern lead: Tomas Reyes\nBudget: 40 euros\n"
    assert struck(OPEN, line, "Tomas Reyes") == STRUCK.format("superseded") + new


@pytest.mark.parametrize(
    ("text", "line", "first", "last"),
    [
        ("Berth: 7\nCrew: two\nFlag: red\n", 2, 2, 2),
        ("Berth: 7.\nthe crew is at home\nFlag: red\n", 1, 1, 1),
        ("Status: waiting\nfor the supplier\nCrew: two\n", 1, 1, 2),
        ("Status: waiting\nfor the supplier\nCrew: two\n", 3, 3, 3),
        ("Lead: Mira,\nTomas and Bo\nCrew: two\n", 1, 1, 2),
        ("The budget is 40,000 dollars\nfor this year.\nCrew: two\n", 2, 1, 2),
        ("Lead: Mira\nwho lives\nin Bergen.\nShe sails.\nCrew: two\n", 2, 1, 3),
        ("Lead: Mira\\\nwho lives here\nCrew: two\n", 1, 1, 1),
        ("Lead: Mira  \nwho lives here\nCrew: two\n", 1, 1, 1),
    ],
)
def test_what_goes_on_and_what_begins_anew(text: str, line: int, first: int, last: int) -> None:
    """The facts above and below would be struck with it, or its end be left."""
    after = struck(text, line).split("\n")
    marked = [number for number, each in enumerate(after, 1) if "~~" in each]
    assert (marked[0], marked[-1]) == (first, last)
    assert [each.replace("~~", "").replace(" retracted 2026-11-30", "") for each in after] == text.split("\n")


@pytest.mark.parametrize(
    "text",
    ["The pilot runs until the board\ndecides. The lead is Mira.\nCrew: two\n", OPEN + "and no more. Bo\n"],
)
def test_a_sentence_that_shares_its_lines_is_refused(text: str) -> None:
    """A strike over whole lines would end what another sentence says."""
    line = 1 if text[0] == "T" else 4
    with pytest.raises(NoteError, match="shares lines"):
        struck(text, line)


def test_the_note_is_read_rightly_afterwards(repo: RepoBuilder, mem: Mem) -> None:
    """The former value is a former value, and nothing of its sentence is served as current."""
    repo.commit("2026-03-04", {"a.md": f"# Notes\n\n{OPEN}"})
    write(mem, "supersede", "a.md:3", "Tomas Reyes")
    assert diff_of(repo).gone == OPEN.split("\n")[:2]
    steps = mem("explain", "--json", "lantern lead").json["fact"]["steps"]
    assert [each["value"] for each in steps] == ["Tomas Reyes", "Mira Solberg and she"]
    refused(mem, ["retract", "a.md:3"], "struck already")
