"""Merge markers that were committed are an open question, whenever somebody looks.

Lost otherwise: both sides of a quarrel count as facts, and one of them as the truth.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present
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
