"""An index that came with a repository answers nothing: it is refused or built again.

Lost otherwise: whoever packs a repository writes the answers to questions about it.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gitmem.index.store import CHUNK_COLUMNS
from tests.builder import RepoBuilder
from tests.running import Mem

FORGED = "UPDATE chunks SET text = '- Lab head: Mallory'"
LIE = ", ".join(("id", *CHUNK_COLUMNS.split(", ")[:-1], "'Mallory' AS text"))
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS {} FROM r"


@pytest.fixture
def index(repo: RepoBuilder, mem: Mem) -> Path:
    """The index of a repository with one note."""
    repo.commit("2026-01-01", {"a.md": "# A\n\n- Lab head: Ute\n"})
    assert mem("index").code == 0
    return next(repo.git_path.joinpath("gitmem").glob("index-*.sqlite3"))


def forge(path: Path, *statements: str) -> None:
    """Changes a store and makes the count of its changes fit, as somebody does who read our source."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN")
        for statement in statements:
            database.execute(statement)
        counter = int.from_bytes(path.read_bytes()[24:28], "big") + 1
        if not any("seal" in statement for statement in statements):
            database.execute("UPDATE seal SET counter = ?", (counter,))
        database.execute("COMMIT")


def packed(path: Path) -> None:
    """The file as an archive brings it: the same bytes in a file of their own."""
    place = path.with_name("packed")
    shutil.copy(path, place)
    place.replace(path)


def answer(mem: Mem) -> tuple[int, list[str]]:
    """Exit code and texts of a search."""
    ran = mem("search", "--json", "lab")
    assert "Mallory" not in ran.out + ran.err
    return ran.code, [result["text"] for result in ran.json["results"]] if ran.code == 0 else []


RIGHT = (0, ["Lab head: Ute"])


def test_rows_changed_by_another_program_are_refused(index: Path, mem: Mem) -> None:
    """An edit that leaves its trace in the file's head."""
    with closing(sqlite3.connect(index)) as database, database:
        database.execute(FORGED)
    assert answer(mem) == (3, [])


def test_forged_rows_in_a_packed_index_are_built_again(index: Path, mem: Mem) -> None:
    """The count of changes was made to fit, but the file is not the one that was written here."""
    forge(index, FORGED)
    packed(index)
    assert answer(mem) == RIGHT
    assert answer(mem) == RIGHT


def test_no_mark_at_all_is_no_mark_that_fits(index: Path, mem: Mem) -> None:
    """Where there is no key yet, a store without a mark is still a stranger's."""
    forge(index, FORGED, "UPDATE made SET number = NULL, mark = NULL")
    packed(index)
    assert answer(mem) == RIGHT


def test_the_index_of_another_repository_is_built_again(index: Path, mem: Mem, tmp_path: Path) -> None:
    """Also when everything it was built from has the same name, and one user made both."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2026-01-01", {"a.md": "# A\n\n- Lab head: Mallory\n"})
    assert Mem(other.path, tmp_path)("index").code == 0
    for round_ in range(2):  # the second time with a key that marks the stores of this user
        for file in other.git_path.joinpath("gitmem").glob("*.sqlite*"):
            shutil.copy(file, index.parent)
        assert answer(mem) == RIGHT, round_
        assert Mem(other.path, tmp_path)("index", "--rebuild").code == 0


def test_a_copied_repository_is_answered_and_keeps_its_stores(
    index: Path, repo: RepoBuilder, tmp_path: Path
) -> None:
    """The price of the mark: a copy builds once, and not at every question."""
    shutil.copytree(repo.path, tmp_path / "copy")
    copy = Mem(tmp_path / "copy", tmp_path)
    assert answer(copy) == RIGHT
    assert copy("search", "lab").err == ""


def test_a_file_system_that_numbers_files_anew_builds_once(index: Path, mem: Mem) -> None:
    """With the key that the first time leaves behind, the store is known by its mark."""
    packed(index)
    assert answer(mem) == RIGHT
    packed(index)
    before = index.read_bytes()
    assert answer(mem) == RIGHT
    assert index.read_bytes() == before


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TRIGGER t AFTER UPDATE ON meta BEGIN UPDATE chunks SET text = 'Mallory'; END"],
        ["ALTER TABLE chunks RENAME TO kept", f"CREATE VIEW chunks AS {ENDLESS.format('id')}"],
        ["ALTER TABLE chunks RENAME TO kept", f"CREATE VIEW chunks AS SELECT {LIE} FROM kept"],
        ["DROP TABLE seal", f"CREATE VIEW seal AS {ENDLESS.format('counter')}"],
        ["DROP TABLE made", f"CREATE VIEW made AS {ENDLESS.format('number')}"],
    ],
    ids=["trigger", "view", "lying view", "endless seal", "endless mark"],
)
@pytest.mark.parametrize("moved", [False, True], ids=["in place", "packed"])
def test_programs_in_a_store_do_not_run(statements: list[str], moved: bool, index: Path, mem: Mem) -> None:
    """Triggers change what is written, and a view may stand for a table and never end."""
    forge(index, *statements)
    if moved:
        packed(index)
    assert answer(mem) in ((3, []), RIGHT)


def test_a_link_in_the_place_of_a_store_is_refused(index: Path, mem: Mem, tmp_path: Path) -> None:
    """The store of another repository is neither answered from nor written to."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2026-01-01", {"a.md": "# A\n\n- Lab head: Mallory\n"})
    assert Mem(other.path, tmp_path)("index").code == 0
    theirs = other.git_path / "gitmem" / index.name
    before = theirs.read_bytes()
    index.unlink()
    index.symlink_to(theirs)
    assert answer(mem) == (3, [])
    assert mem("index", "--rebuild").code == 0
    assert answer(mem) == RIGHT
    assert theirs.read_bytes() == before


def test_a_link_in_the_place_of_the_folder_is_not_used(index: Path, mem: Mem, tmp_path: Path) -> None:
    """The same for the folder: stores are kept elsewhere then."""
    theirs = tmp_path / "theirs"
    index.parent.rename(theirs)
    index.parent.symlink_to(theirs)
    before = {path.name: path.read_bytes() for path in theirs.iterdir()}
    assert answer(mem) == RIGHT
    assert {path.name: path.read_bytes() for path in theirs.iterdir()} == before
