"""`git mem import`: the notes of other memories arrive with their bytes, their links and their dates."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.test_init import files_in, identified, killed_after, valid

CLAUDE = {
    "CLAUDE.md": b"# Rules\n\nSee [style](docs/style.md).\n",
    "docs/style.md": b"# Style\r\n\r\n- Indent: tabs\r\n",
    "memory/ada.md": "\ufeff# Ada\n\n- Phone: extension 31".encode(),
    "README.md": b"# A code project\n",
    "docs/pic.png": b"\x89PNG",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A project with a memory of Claude Code."""
    return laid(tmp_path / "Old Memory", CLAUDE)


def laid(folder: Path, contents: dict[str, bytes]) -> Path:
    """A folder with these files."""
    for name, data in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def test_claudes_memory_arrives_byte_for_byte(repo: RepoBuilder, mem: Mem, source: Path) -> None:
    """Notes would be changed on the way, or the source with them."""
    identified(repo)
    made = valid("import", mem("import", os.fspath(source), "--commit", "--json").json)
    here = files_in(repo.path)
    wanted = {name for name in CLAUDE if name not in ("README.md", "docs/pic.png")}
    assert here == {f"imported/old-memory/{name}": CLAUDE[name] for name in wanted}
    assert made["kind"] == "claude" and made["digest"] == made["digest_here"]
    assert {each["path"] for each in made["left_out"]} == {"README.md", "docs/pic.png"}
    assert made["commit"] == repo.head and repo.ask("status", "--porcelain") == ""
    assert files_in(source) == CLAUDE
    assert mem.search("ada phone extension").cites == ["imported/old-memory/memory/ada.md:3"]


def test_a_second_import_changes_nothing(repo: RepoBuilder, mem: Mem, source: Path) -> None:
    """Every import would double what the one before brought."""
    mem("import", os.fspath(source))
    before = files_in(repo.path)
    again = mem("import", os.fspath(source), "--json").json
    assert again["changes"] == [] and len(again["present"]) == 3 and files_in(repo.path) == before


def test_a_clash_of_names_stops_the_import(repo: RepoBuilder, mem: Mem, source: Path) -> None:
    """A note here would be replaced by its namesake."""
    repo.write({"in/memory/ada.md": "# Another Ada\n"})
    before = files_in(repo.path)
    ran = mem("import", os.fspath(source), "--to", "in")
    assert ran.code == 2 and "in/memory/ada.md" in ran.err and ran.err.count("\n") == 1
    assert files_in(repo.path) == before


def test_plainmems_tags_and_dates_are_read_as_they_are(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """What was known of where a fact came from would be lost."""
    notes = {
        "log.md": b"# Log\n\n## 2026-08-14\n\n- Orion lead: Sam {explicit, user, from 2026-08-14}\n",
        ".plainmem/index.json": b"{}",
    }
    made = valid("import", mem("import", os.fspath(laid(tmp_path / "p", notes)), "--json").json)
    assert made["kind"] == "plainmem" and [each["path"] for each in made["left_out"]] == [".plainmem/"]
    found = mem.search("orion lead").at("imported/p/log.md:5")
    assert (found["provenance"], found["as_of"], found["valid_from"]) == (
        "stated",
        "2026-08-14",
        "2026-08-14",
    )


def test_a_flat_folder_keeps_the_dates_that_notes_give(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Old notes would look as young as the day they were imported."""
    notes = {
        "2025-03-01 call.md": b"- Boiler serviced\n",
        "front.md": b"---\ndate: 2025-04-01\n---\n- Garden fence painted\n",
        "bare.md": b"- Cellar key under the mat\n",
    }
    identified(repo)
    made = mem("import", os.fspath(laid(tmp_path / "flat", notes)), "--to", "old", "--commit", "--json").json
    assert made["kind"] == "folder"
    assert mem.search("boiler").results[0]["as_of"] == "2025-03-01"
    assert mem.search("fence").results[0]["as_of"] == "2025-04-01"
    assert mem.search("cellar").results[0]["date_confidence"] == "low"


def test_what_is_no_note_and_what_links_lead_to_is_told(repo: RepoBuilder, mem: Mem, source: Path) -> None:
    """Somebody would delete the source and with it what was not imported."""
    (source / "memory" / "map.md").write_bytes(b"![map](../docs/pic.png) [out](../../x.md)\n")
    (source / "memory" / "bad.md").write_bytes(b"caf\xe9\n")
    (source / "memory" / "link.md").symlink_to("ada.md")
    ran = mem("import", os.fspath(source))
    assert "docs/pic.png, which was not imported" in ran.err
    assert "lies outside" in ran.err
    assert "bad.md" in ran.err and "not UTF-8" in ran.err
    assert "symbolic link (1)" in ran.out
    assert files_in(repo.path)["imported/old-memory/memory/bad.md"] == b"caf\xe9\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere"],
        ["."],
        ["../empty"],
        ["../Old Memory", "--to", "../out"],
        ["../Old Memory", "--to", ".git/x"],
    ],
)
def test_what_cannot_be_imported_is_said_in_one_line(
    arguments: list[str], repo: RepoBuilder, mem: Mem, source: Path
) -> None:
    """A traceback, or files where nobody looks for notes."""
    (source.parent / "empty").mkdir()
    ran = mem("import", *arguments)
    assert ran.code == 2 and ran.err.count("\n") == 1 and files_in(repo.path) == {}


def test_names_of_any_bytes_are_kept(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Notes with old encodings in their names would be left behind."""
    folder = tmp_path / "odd"
    folder.mkdir()
    place = os.path.join(os.fsencode(folder), b"caf\xe9 \xc3\xa9.md")
    with open(place, "wb") as file:
        file.write(b"- Coffee: dark\n")
    assert mem("import", os.fspath(folder)).code == 0
    assert os.listdir(os.fsencode(repo.path / "imported" / "odd")) == [b"caf\xe9 \xc3\xa9.md"]


def test_an_import_that_was_killed_is_finished_by_the_next(repo: RepoBuilder, mem: Mem, source: Path) -> None:
    """Half a memory would be here and the rest could not follow."""
    assert killed_after(1, partial(mem, "import", os.fspath(source)))
    assert len(files_in(repo.path)) == 1
    made = mem("import", os.fspath(source), "--json").json
    assert len(made["changes"]) == 2 and made["digest"] == made["digest_here"]
