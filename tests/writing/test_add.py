"""`add`: one line, one item, in the right place, and nothing else changes.

Lost otherwise: an entry glued to another one, filed under a wrong day, or that rewrites the note around it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder, Symlink
from tests.running import Mem
from tests.writing.noted import diff_of, refused, write

LOG = "# Log\n\n## 2026-09-29\n\n- Dock crane: repaired\n"


def test_the_log_is_made_when_it_is_missing(repo: RepoBuilder, mem: Mem) -> None:
    """The first entry needs no preparation."""
    repo.commit("2026-09-01", {"a.md": "# A\n"})
    ran = mem("add", "Harbour gate: code 4711")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("log.md:5@")
    assert ran.out.endswith("   - Harbour gate: code 4711\n")
    assert (repo.path / "log.md").read_text() == "# Log\n\n## 2026-10-01\n\n- Harbour gate: code 4711\n"


def test_the_second_entry_of_a_day_follows_the_first(repo: RepoBuilder, mem: Mem) -> None:
    """One heading a day, no pile of blank lines."""
    repo.commit("2026-09-29", {"log.md": LOG})
    write(mem, "add", "Pier lamp: lit")
    answer = write(mem, "add", "Pier", "bell:", "rung")
    assert diff_of(repo) == ([], ["", "## 2026-10-01", "", "- Pier lamp: lit", "- Pier bell: rung"])
    assert [cite["cite"] for cite in answer["cites"]] == ["log.md:10"]
    assert answer["changes"][0]["added"] == [{"line": 10, "text": "- Pier bell: rung"}]
    assert (answer["commit"], answer["warnings"]) == (None, [])


def test_what_was_added_is_found_with_its_date(repo: RepoBuilder, mem: Mem) -> None:
    """A fact is there for the next question, dated by the heading."""
    repo.commit("2026-09-29", {"log.md": LOG})
    answer = write(mem, "add", "--provenance", "observed", "Ferry berth: north quay")
    found = mem.search("ferry berth").results[0]
    assert (found["cite"], found["as_of"], found["provenance"]) == ("log.md:9", "2026-10-01", "observed")
    assert found["hash"] == answer["cites"][0]["hash"]


def test_the_newest_day_stays_first_where_it_is(repo: RepoBuilder, mem: Mem) -> None:
    """A log that is read from the top keeps its order."""
    repo.commit("2026-09-29", {"log.md": "# Log\n\n## 2026-09-29\n\n- b\n\n## 2026-09-28\n\n- a\n"})
    write(mem, "add", "Tide table: new")
    assert (repo.path / "log.md").read_text().split("\n")[2:6] == [
        "## 2026-10-01",
        "",
        "- Tide table: new",
        "",
    ]
    write(mem, "add", "--date", "2026-09-30", "Tide gauge: old")
    lines = (repo.path / "log.md").read_text().split("\n")
    assert [line for line in lines if line.startswith("##")] == [
        *("## 2026-10-01", "## 2026-09-30", "## 2026-09-29", "## 2026-09-28"),
    ]
    assert diff_of(repo).gone == []


def test_an_older_day_gets_its_place(repo: RepoBuilder, mem: Mem) -> None:
    """What is told late is filed under the day it is for."""
    repo.commit("2026-09-29", {"log.md": "# Log\n\n## 2026-09-20\n\n- a\n\n## 2026-09-29\n\n- b\n"})
    write(mem, "add", "--date", "2026-09-20", "Rope: 30 m")
    write(mem, "add", "--date", "2026-09-25", "Rope: 40 m")
    assert (repo.path / "log.md").read_text() == (
        "# Log\n\n## 2026-09-20\n\n- a\n- Rope: 30 m\n\n## 2026-09-25\n\n- Rope: 40 m\n\n"
        "## 2026-09-29\n\n- b\n"
    )


def test_a_subject_in_the_heading_is_not_joined(repo: RepoBuilder, mem: Mem) -> None:
    """Notes of a meeting do not swallow what has nothing to do with it."""
    repo.commit("2026-10-01", {"log.md": "# Log\n\n## 2026-10-01 Budget meeting\n\n- cut\n"})
    write(mem, "add", "Buoy: red")
    assert diff_of(repo).new == ["", "## 2026-10-01", "", "- Buoy: red"]
    assert mem.search("buoy").results[0]["heading_path"] == ["Log", "2026-10-01"]


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (
            "# Bo\n\n- Boat: Una\n- Berth: 7\n\n## Talk\n\nLong ago.\n",
            "# Bo\n\n- Boat: Una\n- Berth: 7\n{}\n",
        ),
        ("# Bo\n\n* Boat: Una\n", "# Bo\n\n* Boat: Una\n*{}"),
        ("# Bo\n\n1. Boat\n2. Oars\n", "# Bo\n\n1. Boat\n2. Oars\n3.{}"),
        ("# Bo\n\n- a\n\n- b\n", "# Bo\n\n- a\n\n- b\n\n-{}"),
        ("# Bo\n\n- a\n  - b\n", "# Bo\n\n- a\n  - b\n-{}"),
        ("# Bo\n\nText.\n", "# Bo\n\nText.\n\n-{}"),
        ("# Bo\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "# Bo\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n-{}"),
        ("---\nentity: Bo\n---\n", "---\nentity: Bo\n---\n\n-{}"),
    ],
)
def test_another_note_goes_on_as_it_is_written(note: str, expected: str, repo: RepoBuilder, mem: Mem) -> None:
    """Its only list takes the entry with its own marker, else its end."""
    repo.commit("2026-09-29", {"people/bo.md": note})
    write(mem, "add", "--to", "people/bo.md", "Phone: 5501")
    text = (repo.path / "people/bo.md").read_text()
    assert diff_of(repo).gone == []
    assert "Phone: 5501" in text
    if expected.endswith("{}"):
        assert text == expected.format(" Phone: 5501\n")
    else:
        assert text.startswith(expected.format("- Phone: 5501"))


def test_a_note_that_is_missing_gets_a_title(repo: RepoBuilder, mem: Mem) -> None:
    """A new subject needs no file by hand, and a day's note has its day as title."""
    repo.commit("2026-09-29", {"log.md": LOG})
    write(mem, "add", "--to", "people/ada-lund.md", "Role: pilot")
    assert (repo.path / "people/ada-lund.md").read_text() == "# Ada Lund\n\n- Role: pilot\n"
    write(mem, "add", "--to", "memory/2026-10-01.md", "Fog all day")
    assert (repo.path / "memory/2026-10-01.md").read_text() == "# 2026-10-01\n\n- Fog all day\n"


HARMLESS = [
    ("# Not a heading", "\\# Not a heading"),
    ("- not an item", "\\- not an item"),
    ("---", "\\---"),
    ("---\ntitle: x\n---", "--- title: x ---"),
    ("7. seventh", "7\\. seventh"),
    ("> said she", "\\> said she"),
    ("```sh", "\\```sh"),
    ("~~~", "\\~~~"),
    ("<div>", "\\<div>"),
    ("kept <!-- open", "kept \\<!-- open"),
    ("[ref]: there", "\\[ref]: there"),
    ("one\n# two\r\n- three\u2028four", "one # two - three four"),
    ("  much   space\t", "much space"),
    ("<https://quay.example> works", "<https://quay.example> works"),
    ("[ ] buy rope", "[ ] buy rope"),
    ("-5 degrees", "-5 degrees"),
    ("says \"so\" and 'so'", "says \"so\" and 'so'"),
    ("港の門: 開いている", "港の門: 開いている"),
    ("* * *", "\\* * *"),
    ("%% hidden", "\\%% hidden"),
]


@pytest.mark.parametrize(("text", "line"), HARMLESS)
@pytest.mark.representatives(7)
def test_text_makes_no_structure(text: str, line: str, repo: RepoBuilder, mem: Mem) -> None:
    """Whatever is said is one item: no heading, no second item, no front matter, no comment to the end."""
    repo.commit("2026-10-01", {"log.md": "# Log\n\n## 2026-10-01\n\n- a\n\n## 2026-10-02\n\n- b\n"})
    answer = write(mem, "add", text)
    assert diff_of(repo) == ([], [f"- {line}"])
    chunks = [chunk for chunk in mem.chunks("log.md") if chunk["kind"] != "heading"]
    assert [(chunk["line"], chunk["kind"]) for chunk in chunks] == [
        (number, "list_item") for number in (5, 6, 10)
    ]
    assert chunks[1]["text"] == line
    assert answer["cites"][0]["line"] == 6


@pytest.mark.parametrize("text", ["", "  \n ", "a\x1b[2Jb", "nul\x00", "bell\x07", "\x9b31m", "\udcff"])
def test_what_is_no_text_is_refused(text: str, repo: RepoBuilder, mem: Mem) -> None:
    """Nothing is written, and one line says why."""
    repo.commit("2026-09-29", {"log.md": LOG})
    refused(mem, ["add", text], "the text")
    assert repo.git("status", "--porcelain") == b""


def test_provenance_is_a_tag_and_given_once(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody's word is tagged twice, or as something else than it says."""
    repo.commit("2026-09-29", {"log.md": LOG})
    write(mem, "add", "--provenance", "stated", "Keel: oak")
    write(mem, "add", "--provenance", "stated", "[stated] Mast: pine")
    write(mem, "add", "--provenance", "inferred", "Sail: red {from 2026-09-01}")
    assert diff_of(repo).new[3:] == [
        *("- Keel: oak [stated]", "- [stated] Mast: pine", "- Sail: red [inferred] {from 2026-09-01}"),
    ]
    refused(mem, ["add", "--provenance", "stated", "Keel: elm [inferred]"], "inferred")
    refused(mem, ["add", "--provenance", "rumour", "Keel: elm"], "rumour")


@pytest.mark.parametrize(
    "to",
    [
        *("../out.md", "/tmp/out.md", ".git/config.md", "sub/.git/x.md", "notes.txt", "folder", "link.md"),
        *("linked/x.md", "log.md/x.md", "templates/x.md", ""),
    ],
)
def test_targets_that_are_no_notes_are_refused(to: str, repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """No write leaves the notes, follows a link, or makes a file that no search reads."""
    outside = tmp_path / "outside"
    outside.mkdir()
    links = {"link.md": Symlink("log.md"), "linked": Symlink(str(outside)), "folder/a.md": "x\n"}
    repo.commit("2026-09-29", {"log.md": LOG, **links})
    before = sorted(path.name for path in outside.iterdir())
    refused(mem, ["add", "--to", to, "Anchor: 40 kg"])
    assert repo.git("status", "--porcelain") == b""
    assert sorted(path.name for path in outside.iterdir()) == before


def test_notes_that_git_does_not_show_are_refused(repo: RepoBuilder, mem: Mem) -> None:
    """An entry that no search could ever find, or that hides a file that is not checked out, is not made."""
    repo.commit("2026-09-29", {".gitignore": "private/\n", "log.md": LOG, "b/c.md": "# C\n\n- x: y\n"})
    refused(mem, ["add", "--to", "private/a.md", "Anchor: 40 kg"], "ignored")
    inner = RepoBuilder.create(repo.path / "vendor")
    refused(mem, ["add", "--to", "vendor/a.md", "Anchor: 40 kg"], "repository of its own")
    assert inner.git("status", "--porcelain") == b""
    repo.sparse("/*", "!/b/")
    refused(mem, ["add", "--to", "b/c.md", "Anchor: 40 kg"], "not checked out")


def test_a_note_whose_end_is_not_closed_is_refused(repo: RepoBuilder, mem: Mem) -> None:
    """An entry behind an open fence would be code: it is refused instead of lost."""
    repo.commit("2026-09-29", {"log.md": LOG + "\n```\nopen\n", "c.md": "# C\n\n<!-- open\n"})
    refused(mem, ["add", "Anchor: 40 kg"], "log.md")
    refused(mem, ["add", "--to", "c.md", "Anchor: 40 kg"], "c.md")
    assert repo.git("status", "--porcelain") == b""


def test_a_day_needs_a_log(repo: RepoBuilder, mem: Mem) -> None:
    """`--date` is not dropped without a word where no heading is a day; nonsense is named."""
    repo.commit("2026-09-29", {"log.md": LOG, "bo.md": "# Bo\n\n- Boat: Una\n"})
    refused(mem, ["add", "--to", "bo.md", "--date", "2026-09-30", "Berth: 7"], "bo.md")
    refused(mem, ["add", "--date", "2026-02-30", "Berth: 7"], "2026-02-30")
    ran = mem("add", "--date", "2026-12-24", "Berth: 9")
    assert (ran.code, "planned" in ran.err) == (0, True)


def test_a_log_by_its_headings(repo: RepoBuilder, mem: Mem) -> None:
    """Any note whose sections are days is a log."""
    repo.commit("2026-09-29", {"crane/journal.md": "# Crane\n### 2026-09-28\n- a\n### 2026-09-29\n- b\n"})
    write(mem, "add", "--to", "crane/journal.md", "Hook: new")
    assert diff_of(repo).new == ["### 2026-10-01", "- Hook: new"]


def test_an_older_value_is_named(repo: RepoBuilder, mem: Mem) -> None:
    """Two live values are not left behind without a word; the cite can be pasted."""
    repo.commit("2026-09-29", {"orca.md": "# Orca\n\n- Berth: 7\n- Crew: two\n"})
    ran = mem("add", "Orca berth: 9")
    assert ran.code == 0
    assert "orca.md:3@" in ran.err
    assert '"Berth: 7"' in ran.err
    assert "--supersede" in ran.err
    assert diff_of(repo) == ([], [])
    assert repo.git("status", "--porcelain") == b"?? log.md\n"


def test_an_older_value_is_struck_in_the_same_step(repo: RepoBuilder, mem: Mem) -> None:
    """One call replaces a fact, wherever the old line stands."""
    repo.commit("2026-09-29", {"log.md": LOG, "orca.md": "# Orca\n\n- Berth: 7\n- Crew: two\n"})
    answer = write(mem, "add", "--supersede", "Orca berth: 9")
    assert diff_of(repo, "orca.md") == (["- Berth: 7"], ["- ~~Berth: 7~~ superseded 2026-10-01"])
    assert [change["path"] for change in answer["changes"]] == ["log.md", "orca.md"]
    assert [cite["cite"] for cite in answer["cites"]] == ["log.md:9", "orca.md:3"]
    told = {result["cite"]: result["status"] for result in mem.search("orca berth").results}
    assert told["orca.md:3"] == "SUPERSEDED"
    assert told["log.md:9"] == "FRESH"
    assert mem("conflicts").code == 0


def test_striking_within_the_note_that_grows(repo: RepoBuilder, mem: Mem) -> None:
    """The cites are those of the note as it is afterwards, where the new day comes first too."""
    text = "# Log\n\n## 2026-09-30\n\n- Orca berth: 7\n\n## 2026-09-29\n\n- x\n"
    repo.commit("2026-09-30", {"log.md": text})
    answer = write(mem, "add", "--supersede", "Orca berth: 9")
    assert [cite["cite"] for cite in answer["cites"]] == ["log.md:5", "log.md:9"]
    assert [cite["text"] for cite in answer["cites"]] == [
        *("- Orca berth: 9", "- ~~Orca berth: 7~~ superseded 2026-10-01"),
    ]


def test_what_to_strike_is_never_guessed(repo: RepoBuilder, mem: Mem) -> None:
    """Two candidates: none is struck, nothing is written. None: the entry is written and that is said."""
    repo.commit("2026-09-29", {"orca.md": "# Orca\n\n- Berth: 7\n- Berth: 8\n"})
    refused(mem, ["add", "--supersede", "Orca berth: 9"], "orca.md:3", "orca.md:4")
    assert repo.git("status", "--porcelain") == b""
    ran = mem("add", "--supersede", "Gull count: 12")
    assert (ran.code, "nothing was struck" in ran.err) == (0, True)


def test_a_folder_without_git(tmp_path: Path) -> None:
    """Notes without history can be written too; a commit cannot be made there."""
    folder = tmp_path / "plain"
    folder.mkdir()
    mem = Mem(folder, tmp_path)
    write(mem, "add", "Harbour gate: code 4711")
    refused(mem, ["add", "--commit", "Harbour gate: code 4712"], "no git repository", "nothing was written")
    assert (folder / "log.md").read_text() == "# Log\n\n## 2026-10-01\n\n- Harbour gate: code 4711\n"


def test_a_bare_repository_has_nothing_to_write(repo: RepoBuilder, tmp_path: Path) -> None:
    """One line, not a file in the git directory."""
    repo.commit("2026-09-29", {"log.md": LOG})
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    refused(Mem(bare.path, tmp_path), ["add", "x"], "work tree")
    assert not (bare.path / "log.md").exists()


def test_a_damaged_index_stops_no_entry(repo: RepoBuilder, mem: Mem) -> None:
    """What is to be remembered is remembered; only the look for older values is left out, and says so."""
    repo.commit("2026-09-29", {"orca.md": "# Orca\n\n- Berth: 7\n"})
    assert mem("index").code == 0
    for path in (repo.path / ".git" / "gitmem").glob("index*.sqlite3"):
        path.write_bytes(b"no database" * 1000)
    ran = mem("add", "Orca berth: 9")
    assert ran.code == 0, ran.err
    assert "older values were not looked for" in ran.err
    refused(mem, ["add", "--supersede", "Orca berth: 9"])


def test_a_late_entry_strikes_nothing_newer(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: what somebody adds of last week ends the value of yesterday."""
    repo.commit("2026-09-20", {"log.md": "# Log\n\n## 2026-09-20\n\n- Host: new\n"})
    ran = mem("add", "--date", "2026-09-10", "--supersede", "Host: old")
    assert ran.code == 0
    assert "nothing was struck" in ran.err
    assert "~~" not in (repo.path / "log.md").read_text()


def test_under_the_policy_news_go_to_the_note_of_the_day(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: entries stand in a log that no rule and no instruction of the policy knows."""
    repo.commit("2026-09-20", {".gitmem.toml": "[policy]\nenabled = true\n"})
    assert mem("add", "Tea with Ada").code == 0
    assert mem("add", "--date", "2026-09-30", "Rain all day").code == 0
    assert (repo.path / "memory/2026-10-01.md").read_text() == "# 2026-10-01\n\n- Tea with Ada\n"
    assert "- Rain all day\n" in (repo.path / "memory/2026-09-30.md").read_text()
    assert not (repo.path / "log.md").exists()
    assert mem("check").code == 0
    assert mem.search("tea ada").at("memory/2026-10-01.md:3")["as_of"] == "2026-10-01"
