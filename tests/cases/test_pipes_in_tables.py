"""A pipe that is escaped belongs to its cell.

Lost otherwise: values slide into the next column, and short rows vanish.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts
from tests.running import Json, Mem

TABLE = """\
# Duties

| Duty | Person | Mask |
| :--- | :----: | ---- |
| door | [[staff/eva\\|Eva Lie]] | `*x\\|*y` |
| post | Ann \\| Siri | none |
| bins | Dag

Text with a | pipe is no table.

    | nor | this |
    | --- | ---- |
"""


@pytest.fixture
def chunks(repo: RepoBuilder, mem: Mem) -> list[Json]:
    """The chunks of the note."""
    repo.commit("2026-09-05", {"duties.md": TABLE})
    return mem.chunks("duties.md")


def test_every_row_is_a_chunk(chunks: list[Json]) -> None:
    """One per row, the short one too; header and delimiter are no rows."""
    rows = [(chunk["line"], chunk["end_line"]) for chunk in chunks if chunk["kind"] == "table_row"]
    assert rows == [(5, 5), (6, 6), (7, 7)]


def test_other_pipes_make_no_rows(chunks: list[Json]) -> None:
    """Prose with a pipe is prose, indented tables are code."""
    kinds = {chunk["line"]: chunk["kind"] for chunk in chunks}
    assert kinds[9] == "paragraph"
    assert kinds[11] == "code"


@pytest.mark.parametrize(
    ("query", "cite"), [("Eva Lie", "duties.md:5"), ("Siri", "duties.md:6"), ("Dag", "duties.md:7")]
)
def test_every_cell_is_found_in_its_row(query: str, cite: str, repo: RepoBuilder, mem: Mem) -> None:
    """The right row for what stands in it, with the cell unbroken."""
    repo.commit("2026-09-05", {"duties.md": TABLE})
    assert mem.search(query).cites[0] == cite


def test_rows_are_dated_one_by_one(repo: RepoBuilder, mem: Mem) -> None:
    """A row that was added later is younger than its neighbours."""
    repo.commit("2025-09-05", {"duties.md": TABLE})
    repo.commit(
        "2026-09-06", {"duties.md": TABLE.replace("| bins | Dag", "| keys | Liv | all |\n| bins | Dag")}
    )
    answer = mem.search("Liv Dag Siri")
    assert answer.at("duties.md:7")["as_of"] == "2026-09-06"
    assert answer.at("duties.md:8")["as_of"] == "2025-09-05"
    assert answer.at("duties.md:6")["as_of"] == "2025-09-05"


def test_realigned_columns_are_not_new(repo: RepoBuilder, mem: Mem) -> None:
    """An editor pads the cells of all rows because one grew; the rows say what they said."""
    repo.commit("2025-09-05", {"d.md": "| Duty | Person |\n| - | - |\n| door | Eva |\n| post | Siri |\n"})
    padded = "| Duty | Person     |\n| ---- | ---------- |\n| door | Eva        |\n| post | Siri Lund  |\n"
    repo.commit("2026-09-06", {"d.md": padded})
    answer = mem.search("door post Eva Siri")
    assert answer.at("d.md:3")["as_of"] == "2025-09-05"
    assert answer.at("d.md:4")["as_of"] == "2026-09-06"


def test_a_table_without_outer_pipes(repo: RepoBuilder, mem: Mem) -> None:
    """Rows may leave the outer pipes away."""
    repo.commit(
        "2026-09-05", {"d.md": "# D\n\nDuty | Person\n--- | ---\ndoor | Eva\npost | Siri\n\nEnd of it.\n"}
    )
    kinds = [(chunk["line"], chunk["kind"]) for chunk in mem.chunks("d.md")]
    assert (5, "table_row") in kinds
    assert (6, "table_row") in kinds
    assert (8, "paragraph") in kinds


def test_a_header_without_rows_is_not_lost(repo: RepoBuilder, mem: Mem) -> None:
    """Words that stand only in a header exist."""
    repo.commit("2026-09-05", {"d.md": "# D\n\n| Ballast | Person |\n| --- | --- |\n"})
    assert mem.search("ballast").data["no_match"] is False


def test_cells_keep_their_columns(repo: RepoBuilder, mem: Mem) -> None:
    """The person of every duty, and the mask with its pipe, under their own headings."""
    repo.commit("2026-09-05", {"duties.md": TABLE})
    answer = mem.search("door post bins")

    def told(line: int) -> dict[str, str]:
        return {fact["label"]: fact["value"] for fact in answer.at(f"duties.md:{line}")["facts"]}

    def cell(line: int, duty: str, column: str) -> str | None:
        found = told(line)
        return next((found[key] for key in found if duty in key.lower() and column in key.lower()), None)

    assert cell(5, "door", "person") == "Eva Lie"
    assert (cell(5, "door", "mask") or "").replace("\\", "") == "*x|*y"
    assert (cell(6, "post", "person") or "").replace("\\", "") == "Ann | Siri"
    assert cell(7, "bins", "person") == "Dag"
    assert not cell(7, "bins", "mask")


def test_headers_and_rules_are_no_facts(repo: RepoBuilder, mem: Mem) -> None:
    """Only rows state anything."""
    repo.commit("2026-09-05", {"duties.md": TABLE})
    for result in mem.search("duty person mask nor this text pipe").results:
        if result["line"] not in (5, 6, 7):
            assert result["facts"] == [], result["cite"]
    assert conflicts(mem) == []


@pytest.mark.parametrize("rows", ["| door | Eva |\n| door | Siri |\n", "| owner | Eva |\n| owner | Siri |\n"])
def test_rows_do_not_quarrel(rows: str, repo: RepoBuilder, mem: Mem) -> None:
    """Two rows that begin alike are two rows, unless the configuration names the key."""
    repo.commit("2026-09-05", {"d.md": f"# Barge\n\n| Duty | Person |\n| - | - |\n{rows}"})
    assert conflicts(mem) == []
    assert not {"SUPERSEDED", "CONTESTED"} & {result["status"] for result in mem.search("Eva Siri").results}
