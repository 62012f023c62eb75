"""Blame says who touched a line last; what counts is since when it says what it says.

Lost otherwise: a formatter, a renumbered list or a moved paragraph makes old facts new.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

OLD, NEW = "2025-03-01", "2026-09-01"


def day_of(mem: Mem, path: str, line: int) -> str | None:
    """The date of the chunk at a line."""
    for chunk in mem.chunks(path):
        if chunk["line"] <= line <= chunk["end_line"]:
            day: str | None = chunk["as_of"]
            return day
    raise AssertionError(f"nothing stands at {path}:{line}")


RESTYLED = {
    "bullets": (
        "- The mill wheel turns left\n- The mill pond is deep\n",
        "* The mill wheel turns left\n* The mill pond is deep\n",
    ),
    "bullets-plus": ("* The mill wheel turns left\n", "+ The mill wheel turns left\n"),
    "bullet-spacing": ("- The mill wheel turns left\n", "-   The mill wheel turns left\n"),
    "indent": ("- Mill\n  - The mill wheel turns left\n", "- Mill\n    - The mill wheel turns left\n"),
    "trailing-blanks": ("The mill wheel turns left\n", "The mill wheel turns left  \n"),
    "inner-blanks": ("The mill  wheel   turns left\n", "The mill wheel turns left\n"),
    "tabs": ("The mill\twheel turns left\n", "The mill wheel turns left\n"),
    "crlf": ("The mill wheel turns left\nThe pond\n", "The mill wheel turns left\r\nThe pond\r\n"),
    "emphasis": ("The *mill* wheel turns left\n", "The _mill_ wheel turns left\n"),
    "strong": ("The __mill__ wheel turns left\n", "The **mill** wheel turns left\n"),
    "made-bold": ("The mill wheel turns left\n", "The **mill wheel** turns left\n"),
    "numbers": (
        "1. The mill wheel turns left\n2. The mill pond is deep\n",
        "2. The mill wheel turns left\n3. The mill pond is deep\n",
    ),
    "number-sign": ("1) The mill wheel turns left\n", "1. The mill wheel turns left\n"),
    "final-newline": ("The mill wheel turns left", "The mill wheel turns left\n"),
    "table": (
        "| a | b |\n|---|---|\n| mill wheel | turns left |\n",
        "| a          | b          |\n| ---------- | ---------- |\n| mill wheel | turns left |\n",
    ),
}


@pytest.mark.parametrize("kind", RESTYLED)
def test_restyled_lines_keep_their_day(kind: str, repo: RepoBuilder, mem: Mem) -> None:
    """Same words, other clothes."""
    before, after = RESTYLED[kind]
    repo.commit(OLD, {"m.md": f"# Mill\n\n{before}"})
    repo.commit(NEW, {"m.md": f"# Mill\n\n{after}"})
    for chunk in mem.chunks("m.md"):
        assert chunk["as_of"] == OLD, chunk


CHANGED = {
    "a-word": ("The mill wheel turns left\n", "The mill wheel turns right\n"),
    "a-number": ("The mill pond is 3 m deep\n", "The mill pond is 4 m deep\n"),
    "a-sign": ("The mill debt is -40\n", "The mill debt is 40\n"),
    "struck": ("- The mill wheel turns left\n", "- ~~The mill wheel turns left~~\n"),
    "a-list-number-that-is-text": ("Mill rule 1. is kept\n", "Mill rule 2. is kept\n"),
    "case": ("The mill wheel is March\n", "The mill wheel is march\n"),
    "a-decimal-in-front": ("1.5 litres of mill oil\n", "2.5 litres of mill oil\n"),
    "a-sign-in-front": ("-40 degrees at the mill pond\n", "40 degrees at the mill pond\n"),
    "a-blank-in-a-number": ("The mill lock opens with 4 417\n", "The mill lock opens with 44 17\n"),
    "an-underscore": ("The mill flag is turn_left\n", "The mill flag is turnleft\n"),
    "a-product": ("The mill area is 4*17 feet\n", "The mill area is 41*7 feet\n"),
    "negated": ("The mill wheel turns\n", "The mill wheel never turns\n"),
}


@pytest.mark.parametrize("kind", CHANGED)
def test_changed_lines_are_new(kind: str, repo: RepoBuilder, mem: Mem) -> None:
    """What says something else was said on the day of the change."""
    before, after = CHANGED[kind]
    repo.commit(OLD, {"m.md": f"# Mill\n\n{before}"})
    repo.commit(NEW, {"m.md": f"# Mill\n\n{after}"})
    if kind == "case":
        assert day_of(mem, "m.md", 3) in (OLD, NEW)
    elif kind == "struck":
        assert day_of(mem, "m.md", 3) is not None
    else:
        assert day_of(mem, "m.md", 3) == NEW


def test_values_that_change_their_cell_are_new(repo: RepoBuilder, mem: Mem) -> None:
    """Padding may go and come; a value in another column says something else."""
    head = "| mill | wheel | gate |\n| --- | --- | --- |\n"
    repo.commit(OLD, {"m.md": f"{head}| keys | 1 | 23 |\n| doors | 4 | |\n"})
    repo.commit(NEW, {"m.md": f"{head}| keys | 12 | 3 |\n| doors | | 4 |\n"})
    assert day_of(mem, "m.md", 3) == NEW
    assert day_of(mem, "m.md", 4) == NEW


def test_an_item_put_first_renumbers_the_rest(repo: RepoBuilder, mem: Mem) -> None:
    """Only the item that came is new."""
    repo.commit(
        OLD, {"m.md": "# Mill\n\n1. Open the mill gate\n2. Start the mill wheel\n3. Feed the mill stone\n"}
    )
    repo.commit(
        NEW,
        {
            "m.md": "# Mill\n\n1. Look at the mill pond\n2. Open the mill gate\n"
            "3. Start the mill wheel\n4. Feed the mill stone\n"
        },
    )
    assert [chunk["as_of"] for chunk in mem.chunks("m.md")] == [NEW, OLD, OLD, OLD]


def test_a_sorted_list(repo: RepoBuilder, mem: Mem) -> None:
    """Items that changed places within a note say what they said."""
    names = ("wheel", "gate", "pond", "door")
    items = [f"- The {name} at the mill is looked after by keeper {name}\n" for name in names]
    repo.commit(OLD, {"m.md": "# Mill\n\n" + "".join(items)})
    repo.commit(NEW, {"m.md": "# Mill\n\n" + "".join(sorted(items))})
    assert {chunk["as_of"] for chunk in mem.chunks("m.md")} == {OLD}


def test_one_sentence_a_line(repo: RepoBuilder, mem: Mem) -> None:
    """A paragraph that is wrapped anew keeps its words and its day."""
    one = (
        "The mill wheel turns left in spring. The mill pond is deep in summer. The mill stone is from Lund.\n"
    )
    many = one.replace(". ", ".\n")
    repo.commit(OLD, {"m.md": f"# Mill\n\n{one}"})
    repo.commit(NEW, {"m.md": f"# Mill\n\n{many}"})
    assert day_of(mem, "m.md", 3) == OLD


def test_wrapped_back_into_one_line(repo: RepoBuilder, mem: Mem) -> None:
    """And the other way round."""
    one = (
        "The mill wheel turns left in spring. The mill pond is deep in summer. The mill stone is from Lund.\n"
    )
    many = one.replace(". ", ".\n")
    repo.commit(OLD, {"m.md": f"# Mill\n\n{many}"})
    repo.commit(NEW, {"m.md": f"# Mill\n\n{one}"})
    assert day_of(mem, "m.md", 3) == OLD


def test_the_touch_is_still_recorded(repo: RepoBuilder, mem: Mem) -> None:
    """The date is the old one; nothing claims that git blame would say so."""
    repo.commit(OLD, {"m.md": "# Mill\n\n- The mill wheel turns left\n"})
    repo.commit(NEW, {"m.md": "# Mill\n\n* The mill wheel turns left\n"})
    chunk = mem.chunks("m.md")[0]
    assert (chunk["as_of"], chunk["moved_from"]) == (OLD, None)
    assert chunk["origin"]["author_time"].startswith(OLD)


def test_restyled_again_and_again(repo: RepoBuilder, mem: Mem) -> None:
    """Three formatters later it is still the first day."""
    for day, mark in ((OLD, "-"), ("2025-06-01", "*"), ("2025-09-01", "+"), (NEW, "-")):
        repo.commit(day, {"m.md": f"# Mill\n\n{mark} The mill wheel turns left\n"})
    assert day_of(mem, "m.md", 3) == OLD


def test_restyled_and_moved_in_one_commit(repo: RepoBuilder, mem: Mem) -> None:
    """Into an archive, with other bullets."""
    line = "The mill wheel turns left since the great flood\n"
    repo.commit(OLD, {"m.md": f"# Mill\n\n- {line}- The pond is deep and cold all year\n"})
    repo.commit(
        NEW, {"m.md": "# Mill\n\n- The pond is deep and cold all year\n", "old.md": f"# Old\n\n* {line}"}
    )
    assert day_of(mem, "old.md", 3) == OLD


def test_a_value_that_came_back_is_as_old_as_its_return(repo: RepoBuilder, mem: Mem) -> None:
    """Left, right, left again: the last turn counts."""
    for day, way in ((OLD, "left"), ("2025-09-01", "right"), (NEW, "left")):
        repo.commit(day, {"m.md": f"# Mill\n\nThe mill wheel turns {way}\n"})
    assert day_of(mem, "m.md", 3) == NEW


def test_both_clocks_are_kept(repo: RepoBuilder, mem: Mem) -> None:
    """A moved line keeps both of its first dates, too."""
    line = "- The mill wheel turns left since the great flood\n"
    repo.commit(OLD, {"m.md": f"# Mill\n\n{line}"}, committer_date="2025-05-05")
    repo.commit(NEW, {"m.md": "# Mill\n\nGone.\n", "old.md": f"# Old\n\n{line}"})
    ran = mem("--date-by", "committer", "blame", "--json", "old.md")
    assert ran.json["chunks"][0]["as_of"] == "2025-05-05"
    assert day_of(mem, "old.md", 3) == OLD


def test_a_clock_that_runs_backwards(repo: RepoBuilder, mem: Mem) -> None:
    """A child dated before its parent keeps its own date; nothing before it is hidden."""
    repo.commit("2026-05-01", {"a.md": "# Mill\n\n- Mill wheel: oak\n"})
    repo.commit("2024-01-01", {"a.md": "# Mill\n\n- Mill wheel: oak\n- Mill gate: iron\n"})
    repo.commit("2026-06-01", {"a.md": "# Mill\n\n- Mill wheel: oak\n- Mill gate: iron\n- Mill door: red\n"})
    assert [chunk["as_of"] for chunk in mem.chunks("a.md")] == ["2026-05-01", "2024-01-01", "2026-06-01"]


def test_a_chunk_is_as_new_as_its_newest_line(repo: RepoBuilder, mem: Mem) -> None:
    """One line of a paragraph was rewritten: the paragraph was."""
    repo.commit(OLD, {"a.md": "# Mill\n\nThe wheel is of oak\nand the gate of iron\nand the door is red.\n"})
    repo.commit(NEW, {"a.md": "# Mill\n\nThe wheel is of oak\nand the gate of steel\nand the door is red.\n"})
    assert day_of(mem, "a.md", 3) == NEW


FLAT = "# Memory\n\n## Ada\n\n- Tea: green\n- Age: 41\n\n## Bo\n\n- Role: lead of the mill\n- Age: 52\n"


def test_short_lines_are_followed_with_their_neighbours(repo: RepoBuilder, mem: Mem) -> None:
    """A flat memory that is divided would look as if all that is short were new."""
    repo.commit(OLD, {"MEMORY.md": FLAT, "keep.md": "# Keep\n"})
    parts = {"ada.md": "# Ada\n\n- Tea: green\n- Age: 41\n", "MEMORY.md": "# Index\n"}
    repo.commit(NEW, parts | {"bo.md": "# Bo\n\n- Age: 52\n- Weight: 80\n\n- Role: lead of the mill\n"})
    chunks = [*mem.chunks("ada.md"), *mem.chunks("bo.md")]
    assert [(chunk["as_of"], chunk["moved_from"]) for chunk in chunks] == [
        (OLD, "MEMORY.md"),
        (OLD, "MEMORY.md"),
        (NEW, None),  # stood below the line that it now stands above, and nothing else speaks for it
        (NEW, None),
        (OLD, "MEMORY.md"),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- Tea: green\n", "- Tea: green\n"),
        ("- Plan\n- Done\n", "- Plan\n- Done\n"),
        ("- Tea: green\n- Cup: blue\n", "- Cup: blue\n- Tea: green\n"),
        ("- Tea: green\n- Age: 41\n", "- Tea: green\n\nx\n\n- Age: 41\n"),
        ("| a | b |\n|---|---|\n", "| a | b |\n|---|---|\n"),
    ],
    ids=["alone", "few-letters", "another-order", "torn-apart", "a-bare-table"],
)
def test_short_lines_that_may_repeat_by_chance_are_new(
    before: str, after: str, repo: RepoBuilder, mem: Mem
) -> None:
    """A common word would take the date of another one that went."""
    repo.commit(OLD, {"a.md": f"# Mill\n\n{before}", "b.md": "# Pond\n"})
    repo.commit(NEW, {"a.md": "# Mill\n", "b.md": f"# Pond\n\n{after}"})
    assert {chunk["as_of"] for chunk in mem.chunks("b.md")} == {NEW}


def test_short_lines_that_moved_are_known_before_they_are_committed(repo: RepoBuilder, mem: Mem) -> None:
    """A check before the commit would see other dates than one after it."""
    repo.commit(OLD, {"a.md": "# Mill\n\n- Tea: green\n- Age: 41\n", "b.md": "# Pond\n"})
    repo.write({"a.md": "# Mill\n", "b.md": "# Pond\n\n- Tea: green\n- Age: 41\n"})
    assert {chunk["as_of"] for chunk in mem.chunks("b.md")} == {OLD}


def test_blocks_of_many_equal_short_lines(repo: RepoBuilder, mem: Mem) -> None:
    """Each old line is repeated once at most, and a page of dashes costs no minutes."""
    rows = "".join("- x\n---\n\n" for _ in range(700))
    repo.commit(OLD, {"a.md": f"# Mill\n\n{rows}", "b.md": "# Pond\n"})
    repo.commit(NEW, {"a.md": "# Mill\n", "b.md": f"# Pond\n\n{rows}{rows}"})
    days = [chunk["as_of"] for chunk in mem.chunks("b.md")]
    assert days.count(OLD) == days.count(NEW)
