"""Forms to be filled in, the bin, and what tools keep in hidden folders are no memory.

Lost otherwise: `{{lead}}` is somebody's project lead, and thrown-away notes come back to argue.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, keys, live, present
from tests.running import Mem

NOTE = {"heron.md": "# Heron\n\n- Project lead: Runa Dahl\n- Budget: $700\n"}
FORM = "# {{title}}\n\n- Project lead: {{lead}}\n- Budget: <% tp.sum %>\n- Owner: TBD\n"
WRONG = "# Heron\n\n- Project lead: somebody wrong\n"


def test_ignored_and_hidden_places(repo: RepoBuilder, mem: Mem) -> None:
    """One value, no conflict, and the wrong one cannot even be found."""
    repo.commit(
        "2026-09-15",
        {
            **NOTE,
            ".gitignore": "private/\nnode_modules/\n.trash/\n",
            ".obsidian/help.md": WRONG,
            "templates/boat.md": FORM,
        },
    )
    for folder in ("private", ".trash", "node_modules/x"):
        repo.write({f"{folder}/heron.md": WRONG})
    assert conflicts(mem) == []
    assert present(mem, "heron project lead") == ["Runa Dahl"]
    assert {cite.partition(":")[0] for cite in live(mem, "heron project lead")} == {"heron.md"}
    assert mem.search("somebody wrong").data["no_match"] is True


BLANKS = [
    "{{lead}}",
    "<% tp.lead %>",
    "TBD",
    "TODO",
    "<name>",
    "???",
    "...",
    "n/a",
    "${LEAD}",
    "[name]",
    "-",
    "____",
]


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("place", ["forms/new.md", "heron.md"])
def test_blanks_are_no_values(place: str, blank: str, repo: RepoBuilder, mem: Mem) -> None:
    """A blank in a note of any name stands against nothing and is nobody's value."""
    line = f"- Project lead: {blank}\n"
    text = NOTE["heron.md"] + line if place == "heron.md" else f"# Heron\n\n{line}"
    repo.commit("2026-09-15", {**NOTE, place: text})
    assert conflicts(mem) == []
    assert present(mem, "heron project lead") == ["Runa Dahl"]


@pytest.mark.parametrize("folder", ["_templates", "templates", "template", ".git-notes", "node_modules/pkg"])
def test_folders_that_never_hold_notes(folder: str, repo: RepoBuilder, mem: Mem) -> None:
    """Committed or not, real values or not."""
    repo.commit("2026-09-15", {**NOTE, f"{folder}/heron.md": WRONG})
    assert {cite.partition(":")[0] for cite in live(mem, "heron project lead")} == {"heron.md"}
    assert conflicts(mem) == []


def test_a_blank_that_is_filled_in(repo: RepoBuilder, mem: Mem) -> None:
    """Filling a form replaces no value: there was none."""
    repo.commit("2026-08-15", {"heron.md": "# Heron\n\n- Project lead: TBD\n"})
    repo.commit("2026-09-15", NOTE)
    assert present(mem, "heron project lead") == ["Runa Dahl"]
    assert mem("history", "--json", "heron", "project", "lead").json["values"] == []


def test_keys_of_forms_are_not_keys(repo: RepoBuilder, mem: Mem) -> None:
    """No search shows a fact with braces in its name or value."""
    repo.commit("2026-09-15", {"form.md": "# Form\n\n- {{key}}: something\n- Captain: {{captain}}\n", **NOTE})
    assert not any("{" in key for key in keys(mem, "form key something captain"))
