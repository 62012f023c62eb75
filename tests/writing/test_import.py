"""`git mem import`: the notes of other memories arrive with their bytes, their links and their dates."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from gitmem.config import is_import, load_settings
from gitmem.writing.imports.naming import with_imports
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


FLAT = {"bare.md": b"# Cellar\n\n- Cellar key: under the mat\n", "2025-03-01.md": b"- Boiler: serviced\n"}


def confidence(mem: Mem, query: str) -> tuple[str, str, str]:
    """What dates the best answer, the day, and how much it is worth."""
    found = mem.search(query).results[0]
    return found["date_source"], found["as_of"], found["date_confidence"]


@pytest.mark.parametrize("arguments", [(), ("--to", "old/kept")], ids=["imported", "elsewhere"])
def test_an_import_into_a_history_says_little_of_when(
    arguments: tuple[str, ...], repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Notes of unknown age would count as written on the day they came, or by the time of a file."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n\n- Shop sign: green\n"})
    repo.commit("2025-02-01", {"readme.md": "# Shop\n\n- Shop sign: green\n- Shop bell: loud\n"})
    source = laid(tmp_path / "flat", FLAT)
    os.utime(source / "bare.md", (1_400_000_000, 1_400_000_000))
    made = mem("import", os.fspath(source), *arguments, "--json").json
    assert mem.search("cellar key").results[0]["date_source"] == "untracked"
    repo.git("add", ".")
    repo.commit("2026-09-20")
    assert confidence(mem, "cellar key") == ("git", "2026-09-20", "low")
    assert confidence(mem, "boiler") == ("filename", "2025-03-01", "high")
    assert confidence(mem, "shop bell") == ("git", "2025-02-01", "high")
    note = f"{made['folder']}/bare.md"
    repo.commit("2026-09-25", {note: "# Cellar\n\n- Cellar key: under the mat\n- Cellar lamp: broken\n"})
    repo.git("mv", note, "cellar.md")
    repo.commit("2026-09-26")
    clone = Mem(repo.clone(tmp_path / "clone").path, tmp_path)
    for reader in (mem, clone):
        assert confidence(reader, "cellar key") == ("git", "2026-09-20", "low")
        assert confidence(reader, "cellar lamp") == ("git", "2026-09-25", "high")


def test_a_small_import_that_is_committed_is_one_commit(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """The settings that name the notes would stay behind, and a clone would trust the dates."""
    identified(repo)
    repo.commit("2025-01-01", {"readme.md": "# Shop\n", ".gitmem.toml": 'language = "none"  # as it is'})
    source = laid(tmp_path / "flat", FLAT)
    ran = mem("import", os.fspath(source), "--to", "old", "--commit")
    assert ran.code == 0 and "[dates] imports" in ran.out and ran.out.startswith("imported 2 notes")
    assert repo.ask("status", "--porcelain") == ""
    assert (repo.path / ".gitmem.toml").read_text() == (
        'language = "none"  # as it is\n\n[dates]\nimports = [\n  "imported/**",\n  "old/bare.md",\n]\n'
    )
    assert confidence(mem, "cellar key")[2] == "low"
    again = mem("import", os.fspath(source), "--to", "old", "--json").json
    assert again["changes"] == [] and repo.ask("status", "--porcelain") == ""


def test_a_settings_file_that_cannot_take_the_names_is_left_alone(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Settings would be broken, or the weak dates lost in silence."""
    repo.write({".gitmem.toml": 'dates = { prefer = "author" }\n'})
    ran = mem("import", os.fspath(laid(tmp_path / "flat", FLAT)), "--to", "old")
    assert ran.code == 0 and "add 'old/bare.md' and the like to [dates] imports" in ran.err
    assert (repo.path / ".gitmem.toml").read_text() == 'dates = { prefer = "author" }\n'


@pytest.mark.parametrize(
    ("there", "after"),
    [
        (b"", b'[dates]\nimports = [\n  "imported/**",\n  "a b.md",\n]\n'),
        (b"[dates]\r\nprefer = 'author'\r\n", None),
        (b"\xef\xbb\xbf[dates] # x\n[check]\nstrict = true\n", None),
        (b"[dates]\nimports = []\n", b'[dates]\nimports = ["a b.md", ]\n'),
        (b"[dates]\nimports = ['x/**'] # y\n", b"[dates]\nimports = [\"a b.md\", 'x/**'] # y\n"),
        (b"[dates]\nimports = [\n 'x',\n]\n", b"[dates]\nimports = [\n  \"a b.md\",\n 'x',\n]\n"),
        (b"[facts]\naliases = { imports = ['z'] }\n[dates]\nstrict_blame = true", None),
        (b"[facts.aliases]\nimports = ['z']\n[dates]\nimports = ['x']\n", None),
        (b"dates.imports = ['x']\n", b"dates.imports = [\"a b.md\", 'x']\n"),
    ],
)
def test_names_are_added_to_settings_of_any_shape(there: bytes, after: bytes | None) -> None:
    """Something else that is set would change, or the file could not be read any more."""
    made = with_imports(there, ["a b.md"], load_settings(there))
    assert made is not None and (after is None or made == after)
    assert made.count(b"\r\n") in (0, made.count(b"\n"))
    found = load_settings(made)
    assert is_import("a b.md", found) and not is_import("a c.md", found)
    assert found.facts == load_settings(there).facts


@pytest.mark.parametrize(
    "path", ["a*b?[c].md", 'q"\\.md', "caf\udce9 \n\t.md", "x/" * 140 + "long.md", f"d/{'y' * 300}.md"]
)
def test_names_of_any_kind_can_be_put_into_settings(path: str) -> None:
    """A note with an odd name would be trusted, or the settings broken by it."""
    for root in (None, "notes"):
        here = path if root is None else f"notes/{path}"
        there = b"" if root is None else b'root = "notes"\n'
        made = with_imports(there, [here], load_settings(there))
        assert made is not None and is_import(here, load_settings(made))
