"""What stood together before is not told again, whatever became of the note and its neighbours."""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

TWO = "# Mill\n\n- Owner: Ann\n- Owner: Bo\n"


def errors(mem: Mem, *options: str) -> list[str]:
    """The places of all errors of a check."""
    found = mem("check", "--json", *options).json["findings"]
    return [f"{each['path']}:{each['line']}" for each in found if each["severity"] == "error"]


@pytest.mark.parametrize(
    "after",
    [
        "---\naliases: [the old mill]\n---\n" + TWO,
        "---\nentity: Water mill\n---\n" + TWO,
        TWO.replace("# Mill", "# Granary"),
    ],
    ids=["aliases", "entity", "title"],
)
@pytest.mark.parametrize("renamed", [False, True], ids=["there", "renamed"])
def test_a_note_that_is_called_otherwise(after: str, renamed: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: giving a note the aliases we recommend stops the commit for lines nobody touched."""
    repo.commit("2026-01-01", {"mill.md": "# Mill\n\n- Owner: Ann\n"})
    repo.commit("2026-01-02", {"mill.md": TWO})
    if renamed:
        repo.move("mill.md", "place.md")
    repo.stage({"place.md" if renamed else "mill.md": after})
    assert errors(mem, "--staged") == []
    repo.commit("2026-01-03")
    assert errors(mem, "HEAD~1..HEAD") == []
    assert errors(mem, "--all") != []


def test_a_line_that_is_archived_while_the_value_changes(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: the archived line counts as written this moment, beside the new value."""
    repo.commit("2026-01-01", {"mill.md": "# Mill\n\n- Owner: Ann\n", "archive.md": "# Archive\n"})
    repo.commit("2026-01-02", {"log.md": "# Log\n\n- Mill owner: Ann\n"})
    changed = {"log.md": None, "archive.md": "# Archive\n\n- Mill owner: Ann\n"}
    repo.stage({**changed, "mill.md": "# Mill\n\n- Owner: Zoe\n"})
    assert errors(mem, "--staged") == errors(mem) == []
    moved = mem.chunks("archive.md")[-1]
    assert (moved["as_of"], moved["moved_from"]) == ("2026-01-02", "log.md")
    repo.commit("2026-01-03")
    assert errors(mem, "HEAD~1..HEAD") == []


def test_the_order_of_edits_does_not_matter(repo: RepoBuilder, mem: Mem) -> None:
    """A line is first copied and then taken away where it was: only then it has moved."""
    repo.commit("2026-01-01", {"archive.md": "# Archive\n", "log.md": "# Log\n\n- Mill owner: Ann\n"})
    repo.write({"archive.md": "# Archive\n\n- Mill owner: Ann\n"})
    assert mem.chunks("archive.md")[-1]["date_source"] == "uncommitted"
    repo.write({"log.md": "# Log\n"})
    assert mem.chunks("archive.md")[-1]["moved_from"] == "log.md"
    repo.write({"log.md": "# Log\n\n- Mill owner: Ann\n"})
    assert mem.chunks("archive.md")[-1]["date_source"] == "uncommitted"


def test_what_the_other_branch_had_is_not_told_in_a_merge(repo: RepoBuilder, mem: Mem) -> None:
    """A conflicted copy and a date to come were told where they were written."""
    text = "# Plan\n\nOne line.\n\nAnother line.\n"
    repo.commit("2026-01-01", {"Plan.md": text})
    repo.switch("side", new=True)
    future = "# Visit\n\nThe gate is shut. [verified: 2031-01-01]\n"
    repo.commit("2026-01-02", {"Plan (conflicted copy 2026-01-02).md": text, "visit.md": future})
    told = [each["rule"] for each in mem("check", "HEAD~1..HEAD", "--json").json["findings"]]
    assert sorted(told) == ["GM012", "GM013"]
    repo.switch("main")
    repo.commit("2026-01-03", {"other.md": "# Other\n"})
    repo.run("merge", "--no-ff", "--no-commit", "side", environment=repo._identity())
    assert mem("check", "--staged", "--json").json["findings"] == []


def test_settings_are_no_removed_notes(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: a word of an old configuration counts as once recorded, by when the index was built."""
    repo.commit("2026-01-01", {"a.md": "# A\n", ".gitmem.toml": '[facts]\nmulti_valued = ["zebra"]\n'})
    assert mem.search("zebra").data["absence"] == "proven"
    repo.commit("2026-01-02", {".gitmem.toml": None})
    assert mem.search("zebra").data["absence"] == "proven"
    mem("index", "--rebuild")
    assert mem.search("zebra").data["absence"] == "proven"
