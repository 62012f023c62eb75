"""A note may have any name that git can hold.

Lost otherwise: notes in other scripts have no dates, because git writes their names in octal.
"""

from __future__ import annotations

import json
import os

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

NAMES = [
    "рецепты/борщ α.md",
    "議事録 2026/六月.md",
    "naïve café.md",
    'tab\there "quoted".md',
    "line\nbreak.md",
    "-leading-dash.md",
    ":(top)magic.md",
    "back\\slash.md",
    "star*[x]?.md",
    "emoji 🎈.md",
    " leading and trailing .md",
    "colon:12.md",
]


@pytest.mark.parametrize("quote", ["default", "true", "false"])
def test_notes_are_dated_and_named_as_they_are(quote: str, repo: RepoBuilder, mem: Mem) -> None:
    """Date from git, and a path that opens the file."""
    if quote != "default":
        repo.config("core.quotePath", quote)
    repo.commit("2025-12-04", dict.fromkeys(NAMES, "# Soup\n\n- Soup cook: Vera\n"))
    repo.commit("2026-01-04", {"other.md": "# Other\n"})
    answer = mem.search("soup cook")
    assert sorted(result["path"] for result in answer.results) == sorted(NAMES)
    for name in NAMES:
        result = answer.at(f"{name}:3")
        assert (result["as_of"], result["status"], result["date_source"]) == ("2025-12-04", "AGING", "git")
        assert (repo.path / result["path"]).is_file()


def test_names_are_readable(repo: RepoBuilder, mem: Mem) -> None:
    """Text shows the letters, JSON decodes to them, and neither shows octal."""
    name = "рецепты/борщ α.md"
    repo.commit("2025-12-04", {name: "# Soup\n\n- Soup cook: Vera\n"})
    assert name in mem("search", "soup").out
    printed = mem("search", "--json", "soup").raw
    assert b"\\\\3" not in printed
    assert json.loads(printed)["results"][0]["path"] == name


def test_control_characters_do_not_reach_the_terminal(repo: RepoBuilder, mem: Mem) -> None:
    """A file name must not be able to move the cursor, break lines or colour the screen."""
    repo.commit("2025-12-04", {"esc\x1b[31mred.md": "# A\n\n- Soup cook: Vera\n", "nl\nb.md": "- Soup: b\n"})
    out = mem("search", "soup").out
    assert "\x1b" not in out
    assert "nl\nb.md" not in out


def test_a_name_that_is_no_utf8(repo: RepoBuilder, mem: Mem) -> None:
    """The note is found and dated; JSON stays valid and the text ends normally."""
    name = os.fsdecode(b"caf\xe9 \xff.md")
    repo.commit("2025-12-04", {name: "# Soup\n\n- Soup cook: Vera\n"})
    ran = mem("search", "--json", "soup", "cook")
    result = ran.json["results"][0]
    assert (result["as_of"], result["line"]) == ("2025-12-04", 3)
    ran.raw.decode("utf-8")
    assert mem("search", "soup").code == 0


def test_both_unicode_forms(repo: RepoBuilder, mem: Mem) -> None:
    """Two notes whose names look alike are two notes to git on this file system."""
    repo.commit("2025-12-04", {"caf\u00e9.md": "- Soup one: a\n", "cafe\u0301.md": "- Soup two: b\n"})
    assert sorted(mem.search("soup").cites) == ["cafe\u0301.md:1", "caf\u00e9.md:1"]


def test_uncommitted_edits_are_matched_to_the_note(repo: RepoBuilder, mem: Mem) -> None:
    """The work tree and git must agree on the name, or every line would look untracked."""
    repo.commit("2025-12-04", dict.fromkeys(NAMES, "# Soup\n\n- Soup cook: Vera\n- Soup salt: none\n"))
    repo.write(dict.fromkeys(NAMES, "# Soup\n\n- Soup cook: Vera\n- Soup salt: much\n"))
    answer = mem.search("soup cook salt")
    for name in NAMES:
        assert answer.at(f"{name}:3")["date_source"] == "git"
        assert answer.at(f"{name}:4")["date_source"] == "uncommitted"


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_printed_path_can_be_given_back(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """What an answer names can be asked about, as a note and as a line of it."""
    repo.commit("2025-12-04", {name: "# Soup\n\n- Soup cook: Vera\n"})
    for place in (name, f"{name}:3"):
        ran = mem("blame", "--json", "--", place)
        assert ran.code == 0, ran.err
        assert (ran.json["path"], len(ran.json["chunks"])) == (name, 1)


def test_moved_from_one_odd_name_to_another(repo: RepoBuilder, mem: Mem) -> None:
    """Renames are followed whatever the names."""
    note = "# Soup\n\n- Soup cook: Vera\n- Soup salt: none\n- Soup pot: iron\n"
    repo.commit("2025-12-04", {NAMES[0]: note})
    repo.move(NAMES[0], NAMES[3])
    repo.commit("2026-09-04")
    assert mem.search("soup cook").at(f"{NAMES[3]}:3")["as_of"] == "2025-12-04"
