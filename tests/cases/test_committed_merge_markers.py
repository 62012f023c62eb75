"""Merge markers that were committed are an open question, whenever somebody looks.

Lost otherwise: both sides of a quarrel count as facts, and one of them as the truth.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present
from tests.hooks.hooked import Hooked
from tests.running import Mem

SKIFF = """\
# Skiff

<<<<<<< HEAD
- Skiff owner: Ulrik
||||||| base
- Skiff owner: Tim
=======
- Skiff owner: Vera
>>>>>>> origin/main

- Skiff colour: red
"""
HELP = """\
# Help

```
<<<<<<< HEAD
- Skiff owner: example
=======
>>>>>>> other
```
"""
DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["skiff owner"]\n'}


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "built-in"])
def test_no_side_is_the_truth(declared: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The lines between the markers are contested, and the exit code of `conflicts` says so."""
    repo.commit("2026-09-11", {"skiff.md": SKIFF, "help.md": HELP, **(DECLARED if declared else {})})
    found = {result["cite"]: result for result in mem.search("skiff owner").results}
    for line in (4, 8):
        assert found[f"skiff.md:{line}"]["status"] == "CONTESTED"
    assert found.get("skiff.md:6", {"status": "CONTESTED"})["status"] not in ("FRESH", "AGING", "STALE")
    assert any({"skiff.md:4", "skiff.md:8"} <= set(sides) for sides in conflicts(mem))
    assert not any(cite.startswith("help.md") for sides in conflicts(mem) for cite in sides)


def test_the_reason_is_told(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody should look for branches: the merge was left unfinished."""
    repo.commit("2026-09-11", {"skiff.md": SKIFF})
    reasons = {reason for each in mem("conflicts", "--json").json["conflicts"] for reason in each["reasons"]}
    assert reasons == {"unmerged"}


def test_what_stands_outside_is_as_it_was(repo: RepoBuilder, mem: Mem) -> None:
    """The line below the markers is a fact of the note, under the note's own heading."""
    repo.commit("2026-09-11", {"skiff.md": SKIFF, "help.md": HELP})
    result = mem.search("skiff colour").at("skiff.md:11")
    assert (result["status"], result["heading_path"]) == ("FRESH", ["Skiff"])
    assert present(mem, "skiff colour") == ["red"]
    assert not any("owner" in part for chunk in mem.chunks("skiff.md") for part in chunk["heading_path"])


def test_a_key_that_nobody_declared(repo: RepoBuilder, mem: Mem) -> None:
    """Between markers any key is an open question."""
    repo.commit("2026-09-11", {"skiff.md": SKIFF.replace("owner", "paint")})
    found = {result["cite"]: result["status"] for result in mem.search("skiff paint").results}
    assert (found["skiff.md:4"], found["skiff.md:8"]) == ("CONTESTED", "CONTESTED")


def test_markers_taken_out(repo: RepoBuilder, mem: Mem) -> None:
    """Once somebody has decided, it is over."""
    repo.commit("2026-09-11", {"skiff.md": SKIFF})
    assert conflicts(mem)
    repo.commit("2026-09-12", {"skiff.md": "# Skiff\n\n- Skiff owner: Vera\n\n- Skiff colour: red\n"})
    assert conflicts(mem) == []
    assert present(mem, "skiff owner") == ["Vera"]


CLEAN = "# Skiff\n\n- Skiff owner: Tim\n\n- Skiff colour: red\n"
KINDS = {
    "three-way": SKIFF,
    "two-way": SKIFF.replace("||||||| base\n- Skiff owner: Tim\n", ""),
    "no-facts": "# Skiff\n\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> theirs\n",
    "carriage-returns": SKIFF.replace("\n", "\r\n"),
    "in-a-list": "# Skiff\n\n- Sails\n<<<<<<< HEAD\n  - Main\n=======\n  - Jib\n>>>>>>> theirs\n",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.representatives(2)
def test_the_hook_stops_them(kind: str, hooked: Hooked) -> None:
    """At any commit that touches the note, no merge being under way; the first marker is named."""
    hooked.commits({"skiff.md": CLEAN, "help.md": HELP})
    done = hooked.commit({"skiff.md": KINDS[kind]})
    assert done.code == 1
    marked = KINDS[kind].splitlines().index("<<<<<<< HEAD") + 1
    assert f"skiff.md:{marked}" in done.err
    assert "help.md" not in done.err


def test_old_markers_stop_who_touches_the_note(hooked: Hooked) -> None:
    """They came in past the hook; another note may be committed, this one may not until they are gone."""
    hooked.repo.commit("2024-03-01", {"skiff.md": SKIFF, "help.md": HELP})
    hooked.commits({"help.md": HELP + "\nMore.\n"})
    assert hooked.commit({"skiff.md": SKIFF + "\nMore.\n"}).code == 1
    hooked.commits({"skiff.md": CLEAN})


def test_a_conflicted_merge_committed_with_all(hooked: Hooked) -> None:
    """`git commit -am` in the middle of a merge takes the markers for the solution."""
    repo = hooked.repo
    repo.commit("2024-03-01", {"skiff.md": CLEAN})
    repo.switch("side", new=True)
    repo.commit("2024-03-02", {"skiff.md": CLEAN.replace("Tim", "Vera")})
    repo.switch("main")
    repo.commit("2024-03-03", {"skiff.md": CLEAN.replace("Tim", "Ulrik")})
    assert hooked.git("merge", "-q", "side").code == 1
    done = hooked.git("commit", "-q", "-a", "-m", "merged")
    assert done.code == 1
    assert "skiff.md:3" in done.err
    assert "<<<<<<<" in (repo.path / "skiff.md").read_text()
    repo.stage({"skiff.md": CLEAN.replace("Tim", "Vera")})
    solved = hooked.git("commit", "-q", "-m", "merged")
    assert (solved.code, solved.err) == (0, "")


@pytest.mark.parametrize("scope", [["--all"], ["HEAD~1..HEAD"]], ids=["all", "range"])
def test_the_pipeline_fails(scope: list[str], hooked: Hooked) -> None:
    """Long after the commit, whatever it looks at."""
    hooked.repo.commit("2024-03-01", {"help.md": HELP})
    hooked.repo.commit("2024-03-02", {"skiff.md": SKIFF})
    ran = hooked.ask("check", *scope, "--json")
    assert ran.code == 1
    markers = [finding for finding in ran.json["findings"] if finding["rule"] == "GM003"]
    assert [(each["path"], each["line"]) for each in markers] == [("skiff.md", 3)]
