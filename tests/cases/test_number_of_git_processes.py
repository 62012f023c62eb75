"""The work of an index grows with the notes, the number of git processes does not.

Lost otherwise: one process per note or per line, minutes of waiting, and people switch the tool off.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.builder import PlannedCommit, RepoBuilder
from tests.hooks.hooked import Hooked
from tests.running import Mem

FEW, MANY = 20, 400


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Puts a `git` before the real one on PATH that notes every call in the file returned."""
    real = shutil.which("git")
    assert real
    calls = tmp_path / "calls"
    calls.write_text("")
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "git").write_text(f'#!/bin/sh\necho "$@" >> {calls}\nexec {real} "$@"\n')
    (shim / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim}:{Path(real).parent}:/usr/bin:/bin")
    return calls


def notes(count: int, round_: int) -> dict[str, str | bytes | None]:
    """Every third note of the given round."""
    return {
        f"n/t{i}.md": f"# Topic {i}\n\n- Holder {i}: person {i * round_ % 97}\n- Shelf {i}: row {i}\n"
        for i in range(count)
        if round_ == 1 or i % 3 == round_ % 3
    }


def grown(path: Path, count: int) -> RepoBuilder:
    """`count` notes in three commits."""
    repo = RepoBuilder.create(path)
    days = ("2025-01-01", "2025-06-01", "2026-01-01")
    repo.fast_import([PlannedCommit(day, notes(count, number)) for number, day in enumerate(days, 1)])
    return repo


def calls_of(mem: Mem, calls: Path, *arguments: str) -> list[str]:
    """The git commands that one call of gitmem ran."""
    calls.write_text("")
    ran = mem(*arguments)
    assert ran.code == 0, ran.err
    return calls.read_text().splitlines()


def test_building_takes_as_many_processes_for_many_notes_as_for_few(tmp_path: Path, counted: Path) -> None:
    """No blame per note, no process per line."""
    numbers = []
    for count in (FEW, MANY):
        repo = grown(tmp_path / str(count), count)
        ran = calls_of(Mem(repo.path, tmp_path), counted, "index")
        assert not [call for call in ran if " blame " in call]
        numbers.append(len(ran))
    assert numbers[0] == numbers[1] <= 25


def reads_history(call: str) -> bool:
    """Whether a call looks at what commits changed; asking for the names of some authors does not."""
    return "diff-tree" in call or "cat-file" in call or (" log " in call and "--no-walk" not in call)


def test_asking_again_reads_no_history(tmp_path: Path, counted: Path) -> None:
    """Nothing changed: nothing is diffed, nothing is read."""
    repo = grown(tmp_path / "r", MANY)
    mem = Mem(repo.path, tmp_path)
    mem("index")
    ran = calls_of(mem, counted, "search", "holder 7")
    assert not [call for call in ran if reads_history(call)]
    assert len(ran) <= 8


def test_one_edited_note_costs_the_same_in_any_repository(tmp_path: Path, counted: Path) -> None:
    """An edit in the work tree and its commit each take a handful of processes."""
    numbers = []
    for count in (FEW, MANY):
        repo = grown(tmp_path / str(count), count)
        mem = Mem(repo.path, tmp_path)
        mem("index")
        repo.write({"n/t5.md": "# Topic 5\n\n- Holder 5: somebody\n"})
        edited = len(calls_of(mem, counted, "search", "holder somebody"))
        repo.commit("2026-02-01", {"n/t5.md": "# Topic 5\n\n- Holder 5: somebody\n"})
        numbers.append((edited, len(calls_of(mem, counted, "search", "holder somebody"))))
    assert numbers[0] == numbers[1]
    assert max(numbers[0]) <= 16


def test_every_note_is_dated_all_the_same(tmp_path: Path) -> None:
    """The saving is not bought with dates."""
    repo = grown(tmp_path / "r", MANY)
    answer = Mem(repo.path, tmp_path).search("holder 6 7 8")
    dates = {result["path"]: result["as_of"] for result in answer.results if result["line"] == 3}
    assert (dates["n/t6.md"], dates["n/t7.md"], dates["n/t8.md"]) == (
        "2026-01-01",
        "2025-01-01",
        "2025-06-01",
    )


def test_the_hook_looks_at_what_is_staged(tmp_path: Path, counted: Path) -> None:
    """One edited note, few or many beside it: the same handful of processes, and none reads all notes."""
    numbers = []
    for count in (FEW, MANY):
        repo = grown(tmp_path / str(count), count)
        mem = Mem(repo.path, tmp_path)
        mem("index")
        hooked = Hooked(repo, mem).copy_hooks()
        repo.stage({"n/t5.md": "# Topic 5\n\n- Holder 5: somebody\n"})
        counted.write_text("")
        done = hooked.git("commit", "-q", "-m", "holder")
        assert (done.code, done.err) == (0, "")
        numbers.append(len(counted.read_text().splitlines()))
    assert numbers[0] == numbers[1] <= 20


def test_a_commit_without_notes_starts_nothing(tmp_path: Path, counted: Path) -> None:
    """The hook asks git once and is done."""
    repo = grown(tmp_path / "r", FEW)
    mem = Mem(repo.path, tmp_path)
    hooked = Hooked(repo, mem).copy_hooks()
    mem.script().write_text(f"#!/bin/sh\necho git-mem >> {counted}\nexit 1\n")
    repo.stage({"src/main.c": "int main(void) { return 0; }\n"})
    counted.write_text("")
    done = hooked.git("commit", "-q", "-m", "code")
    assert (done.code, done.err) == (0, "")
    calls = counted.read_text().splitlines()
    assert "git-mem" not in calls
    assert len(calls) <= 3
