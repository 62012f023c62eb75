"""`report`: the whole state for people.

Lost otherwise: somebody who keeps notes in order has to run four commands and put their answers together.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

CONFIG = '[facts]\nsingle_valued = ["phase"]\n'


@pytest.fixture
def notes(repo: RepoBuilder) -> RepoBuilder:
    """Two authors, a contradiction, stale text and an unfinished merge."""
    orion = "# Orion\n\n- Rent: $900\n- Phase: pilot\n"
    repo.commit("2026-01-05", {".gitmem.toml": CONFIG, "orion.md": orion})
    repo.commit(
        "2026-07-01", {"orion.md": orion + "- Phase: rollout\n"}, author="Ben Lee <ben@notes.example>"
    )
    repo.commit("2026-09-20", {"left.md": "<<<<<<< a\nSome words.\n=======\nOther words.\n>>>>>>> b\n"})
    return repo


def test_the_whole_state(notes: RepoBuilder, mem: Mem) -> None:
    """Everything that the other verbs tell, of one state, and it never fails because of what it finds."""
    ran = mem("report", "--json")
    assert ran.code == 0, ran.err
    report = ran.json
    assert report["stats"]["files_indexed"] == 2
    assert report["stale"] == mem("stale", "--json").json["items"]
    assert report["conflicts"] == mem("conflicts", "--json").json["conflicts"]
    assert report["findings"] == mem("check", "--all", "--json").json["findings"]
    assert report["notes"] == [
        {"path": "orion.md", "errors": 1, "warnings": 1},
        {"path": "left.md", "errors": 1, "warnings": 0},
    ]
    authors = {each["author"]: (each["contradictions"], each["stale"]) for each in report["authors"]}
    assert authors["Ben Lee"] == (1, 0)
    assert authors["Iris Vale"] == (1, 1)


def test_the_text_names_what_to_do(notes: RepoBuilder, mem: Mem) -> None:
    text = mem("report").out
    parts = (
        "2 notes",
        "1 contradiction\n\nOrion: Phase",
        "1 fact to check again",
        "orion.md:3",
        "git mem verify orion.md:3",
        "other findings",
        "left.md:1   markers of an unfinished merge",
        "notes that need attention",
        "authors who may help",
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.count("pilot   ") == 1, "a contradiction is told once"


def test_the_markdown_is_one_document(notes: RepoBuilder, mem: Mem) -> None:
    markdown = mem("report", "--format", "markdown").out
    headings = [line for line in markdown.split("\n") if line.startswith(("# ", "## "))]
    assert headings == [
        "# State of the memory",
        "## Contradictions",
        "## To check again",
        "## Other findings",
        "## Notes that need attention",
        "## Authors who may help",
    ]
    assert "- `Iris Vale` 1 contradiction, 1 fact to check again" in markdown


def test_the_formats_of_services_hold_every_finding_once(notes: RepoBuilder, mem: Mem) -> None:
    calls = (["report"], ["check", "--all"])
    ours, checked = (json.loads(mem(*call, "--format", "gitlab").out) for call in calls)
    assert ours == checked
    assert len(ours) == 3


def test_a_memory_in_order(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-20", {"a.md": "# Shop\n\n- Sign: green\n"})
    ran = mem("report")
    assert ran.code == 0
    for words in ("no contradiction found", "nothing to check again", "no other finding"):
        assert words in ran.out
    assert "attention" not in ran.out


@pytest.mark.parametrize("form", ["text", "json", "markdown", "github"])
def test_an_incomplete_history_is_never_green(form: str, notes: RepoBuilder, tmp_path: Path) -> None:
    """A report of a shallow checkout would call notes fine that nobody could date."""
    clone = notes.clone(tmp_path / "shallow", depth=1)
    ran = Mem(clone.path, tmp_path)("report", "--format", form)
    assert ran.code == 4
    assert ("shallow" if form == "json" else "fetch-depth: 0") in ran.out
    assert ran.err == ""


def test_strict_makes_errors_of_warnings(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-01", {"a.md": "# Orion\n\n- Colour code: red\n"})
    repo.commit("2026-09-02", {"a.md": "# Orion\n\n- Colour code: red\n- Colour code: blue\n"})
    severities = [
        [each["severity"] for each in mem("report", "--json", *options).json["findings"]]
        for options in ([], ["--strict"])
    ]
    assert severities == [["warning"], ["error"]]


def test_a_folder_without_git_is_reported_too(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.md").write_text("# Shop\n\n- Rent: $900 [verified: 2026-01-01]\n")
    ran = Mem(folder, tmp_path)("report")
    assert ran.code == 4
    assert "a.md:3" in ran.out
