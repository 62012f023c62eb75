"""`git mem consolidate` in real repositories: the diff, the write, and what gitmem reads afterwards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import Mem

NOW = "2026-11-30T10:00:00Z"
OLD = {
    "orion.md": "# Orion\n\n- Owner: Ines Vale [stated]\n- Phase: beta\n- The tests run in the cellar\n",
    "log.md": "# Log\n\n## 2026-03-02\n\n- Build time: 12 min\n\n## 2026-03-09\n\n- Build time: 14 min\n\n"
    "## 2026-03-16\n\n- Build time: 11 min\n",
    "memory/context/trip.md": "# Trip\n\n- Hotel: Sonne\n- Room: quiet\n",
    "memory/people/ines.md": "# Ines\n\n- Role: skipper [stated]\n- Role: skipper [stated]\n",
    "MEMORY.md": "# Index\n\n| name | file | triggers |\n|---|---|---|\n"
    "| trip | memory/context/trip.md | travel |\n| Ines | memory/people/ines.md | Ines |\n",
}
NEW = {
    "orion.md": OLD["orion.md"]
    + "- Owner: Ines Vale [stated]\n- Phase: beta (agreed with the board)\n- the tests run in the cellar.\n",
    "log.md": OLD["log.md"] + "\n## 2026-10-01\n\n- Tea: green\n- Tea: green\n",
}
QUESTIONS = ("orion owner", "orion phase", "build time", "trip hotel", "trip room", "tea")


def filled(repo: RepoBuilder, **extra: str) -> None:
    """Notes of spring, some of them said again in October."""
    repo.commit("2026-03-16", OLD | extra)
    repo.commit("2026-10-01", NEW)


def facts(mem: Mem, now: str) -> dict[str, tuple[Any, ...]]:
    """The current value of each fact, since when it is dated, and from where the date is."""
    found = {}
    for question in QUESTIONS:
        fact = mem("explain", "--json", question, now=now).json["fact"]
        current = [step["value"] for step in fact["steps"] if step["role"] == "now"]
        found[question] = (fact["label"], current, fact["state"], fact["as_of"], fact["status"])
    return found


KEPT = ("Owner: Ines Vale [stated]", "Build time: 11 min", "the tests run in the cellar.", "Hotel: Sonne")


def newest(mem: Mem) -> dict[str, str]:
    """The newest date of each text that a search finds."""
    results = mem.search("orion owner ines trip hotel build time tests cellar", now=NOW).results
    return {each["text"]: each["as_of"] for each in sorted(results, key=lambda each: each["as_of"])}


def tree(repo: RepoBuilder) -> str:
    """What the work tree holds, as a tree of git."""
    repo.git("add", "-A")
    made = repo.ask("write-tree")
    repo.git("reset", "-q")
    return made


def test_what_was_current_is_current_with_the_same_value_and_date(repo: RepoBuilder, mem: Mem) -> None:
    """Order that changes an answer is no order."""
    filled(repo)
    before, lines = facts(mem, NOW), newest(mem)
    assert mem("consolidate", "--write", now=NOW).code == 0
    assert facts(mem, NOW)["build time"] == before["build time"]
    repo.git("add", "-A")
    repo.commit("2026-11-30")
    assert facts(mem, NOW) == before
    after = newest(mem)
    assert {text: after.get(text) for text in KEPT} == {text: lines[text] for text in KEPT}
    assert mem("conflicts", now=NOW).code == 0


@pytest.mark.parametrize("policy", ["", "[policy]\nenabled = true\n"])
def test_the_check_of_the_change_is_clean(policy: str, repo: RepoBuilder, mem: Mem) -> None:
    """A proposal that the project's own hook refuses is none; nothing counts as deleted."""
    filled(repo, **{".gitmem.toml": policy})
    assert mem("consolidate", "--write", now=NOW).code == 0
    for scope in ((), ("--staged",)):
        repo.git("add", "-A")
        ran = mem("check", "--json", *scope, now=NOW)
        assert (ran.code, ran.json["findings"]) == (0, [])


def test_the_diff_applies_and_is_what_write_does(repo: RepoBuilder, mem: Mem) -> None:
    """Whoever reviews the diff has reviewed the write."""
    filled(repo, **{"a b/größe.md": "# Size\n\n- Width: five\n- Width: five\n"})
    ran = mem("consolidate", now=NOW)
    assert ran.code == 0 and "rename from memory/context/trip.md" in ran.out
    assert repo.ask("status", "--porcelain") == ""
    repo.git("apply", "-", stdin=ran.raw)
    wanted = tree(repo)
    repo.reset("HEAD")
    repo.git("clean", "-qfd")
    assert mem("consolidate", "--write", now=NOW).code == 0
    assert tree(repo) == wanted


def test_a_second_time_there_is_nothing_to_do(repo: RepoBuilder, mem: Mem) -> None:
    """Neither before the commit nor after it."""
    filled(repo)
    assert mem("consolidate", "--write", now=NOW).code == 0
    for _ in range(2):
        again = mem("consolidate", now=NOW)
        assert (again.code, again.raw) == (1, b"")
        repo.git("add", "-A")
        repo.commit("2026-11-30")
    assert mem("consolidate", "--write", now=NOW).code == 1


def test_json_is_what_the_schema_promises(repo: RepoBuilder, mem: Mem) -> None:
    """Scripts read it, with and without a write, and when there is nothing."""
    filled(repo)
    validator = Draft202012Validator(schema("consolidate"))
    for options, proposals in (((), 7), (("--write",), 7), ((), 0)):
        document = mem("consolidate", "--json", *options, now=NOW).json
        validator.validate(document)
        assert len(document["proposals"]) == proposals
        assert (document["written"] is not None) == bool(options)


def test_line_endings_of_the_work_tree_stay(repo: RepoBuilder, mem: Mem) -> None:
    """The notes have CRLF on the disk and LF in git; the diff is for the disk."""
    repo.config("core.autocrlf", "true")
    repo.commit("2026-03-16", {"a.md": "# A\n\n- Owner: Ines\n- Owner: Ines\n"})
    (repo.path / "a.md").write_bytes(b"# A\r\n\r\n- Owner: Ines\r\n- Owner: Ines\r\n")
    patch = mem("consolidate", now=NOW).raw
    assert mem("consolidate", "--write", now=NOW).code == 0
    written = (repo.path / "a.md").read_bytes()
    assert written == b"# A\r\n\r\n- Owner: Ines\r\n- ~~Owner: Ines~~ superseded 2026-11-30, see a.md:3\r\n"
    (repo.path / "a.md").write_bytes(b"# A\r\n\r\n- Owner: Ines\r\n- Owner: Ines\r\n")
    repo.git("-c", "core.autocrlf=true", "apply", "-", stdin=patch)
    assert (repo.path / "a.md").read_bytes() == written


def test_a_context_note_that_somebody_touches_stays(repo: RepoBuilder, mem: Mem) -> None:
    """Edited, not committed, named with a day to come, or shortened only yesterday: all of that is use."""
    notes = {f"memory/context/{name}.md": f"# {name}\n\n- Hotel: Sonne\n- Room: blue\n" for name in "abcd"}
    notes["memory/context/c.md"] += "- Begins on 2026-12-24\n"
    repo.commit("2026-03-16", notes)
    repo.commit("2026-11-20", {"memory/context/b.md": "# b\n\n- Hotel: Sonne\n"})
    repo.write({"memory/context/a.md": "# a\n\n- Hotel: Sonne\n", "memory/context/e.md": "# e\n"})
    found = mem("consolidate", "--json", now=NOW).json["proposals"]
    assert [(each["path"], each["day"]) for each in found] == [("memory/context/d.md", "2026-03-16")]
    wider = mem("consolidate", "--context-days", "400", now=NOW)
    assert (wider.code, wider.raw) == (1, b"")


def test_a_plain_folder_is_consolidated_too(tmp_path: Path, mem: Mem) -> None:
    """Without git there are no dates: the first of equal lines stays, and nothing is called old."""
    folder = tmp_path / "notes"
    (folder / "memory/context").mkdir(parents=True)
    (folder / "a.md").write_text("# A\n\n- Owner: Ines\n- Owner: Ines\n")
    (folder / "memory/context/trip.md").write_text("# Trip\n\nOld.\n")
    ran = mem("-C", str(folder), "consolidate", "--write", now=NOW)
    assert ran.code == 0, ran.err
    assert (folder / "a.md").read_text().endswith("~~Owner: Ines~~ superseded 2026-11-30, see a.md:3\n")
    assert (folder / "memory/context/trip.md").exists()


def test_links_ignored_files_and_other_folders_are_not_written(repo: RepoBuilder, mem: Mem) -> None:
    """Only notes are written, and only those in the notes folder."""
    twice = "# A\n\n- Owner: Ines\n- Owner: Ines\n"
    repo.commit("2026-03-16", {"notes/a.md": twice, "b.md": twice, ".gitignore": "c.md\n"})
    repo.write({"notes/c.md": twice})
    os.symlink("a.md", repo.path / "notes/d.md")
    ran = mem("--root", "notes", "consolidate", "--json", now=NOW)
    assert [each["path"] for each in ran.json["proposals"]] == ["notes/a.md"]


def test_a_bad_number_of_days_is_one_line(repo: RepoBuilder, mem: Mem) -> None:
    """Zero days would archive what was written this morning."""
    repo.commit("2026-03-16", OLD)
    ran = mem("consolidate", "--context-days", "0", now=NOW)
    assert (ran.code, ran.raw, ran.err.count("\n")) == (2, b"", 1)


AGENT = "claude-code <agent@notes.example>"


def test_an_agents_word_never_takes_the_place_of_a_persons(repo: RepoBuilder, mem: Mem) -> None:
    """Who said it is a part of what a stated line says."""
    line = "- Owner: Ines [stated]\n"
    repo.commit("2026-03-16", {"a.md": f"# A\n\n{line}"})
    repo.commit("2026-10-01", {"a.md": f"# A\n\n{line}{line}"}, author=AGENT)
    assert mem("consolidate", now=NOW).code == 1
    repo.commit("2026-10-02", {"a.md": f"# A\n\n{line}- tea\n{line}"})
    assert mem("consolidate", now=NOW).code == 1


def test_an_agent_is_not_told_to_strike_what_a_person_stated(repo: RepoBuilder, mem: Mem) -> None:
    """Its commit would be refused under the policy (GM011)."""
    line = "- Owner: Ines [stated]\n"
    repo.commit("2026-03-16", {"a.md": f"# A\n\n{line}{line}", "b.md": "# B\n\n- Tea: green\n- Tea: green\n"})
    repo.config("user.name", "claude-code")
    repo.config("user.email", "agent@notes.example")
    found = mem("consolidate", "--json", now=NOW).json["proposals"]
    assert [each["path"] for each in found] == ["b.md"]
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")
    assert len(mem("consolidate", "--json", now=NOW).json["proposals"]) == 2
