"""Two clones of one commit give one answer.

Lost otherwise: a receipt cannot be checked by anybody else, and two agents disagree about one repository.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from tests.builder import RepoBuilder, Symlink
from tests.history.generator import Generator
from tests.running import Json, Mem

QUERIES = ("oak", "harbour pilot", "ash birch elm", "zzyx", "Vardø 港", "pilot zzyx")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A repository with a rich past and a few notes of every kind."""
    repo = RepoBuilder.create(tmp_path_factory.mktemp("source") / "repo")
    repo.fast_import(Generator(5).history(40))
    repo.commit(
        "2026-02-01",
        {
            "pilot.md": "---\nupdated: 2026-05-01\n---\n# Harbour\n\n- Harbour pilot: Runa\n- Fee: $40\n",
            "daily/2026-01-02.md": "# Day\n\n| Pilot | Boat |\n| --- | --- |\n| Runa | Vardø 港 |\n",
            "bad.md": b"a\0b\n",
        },
    )
    repo.commit("2026-08-01", {"pilot.md": "# Harbour\n\n- Harbour pilot: Siv\n- Fee: $40\n"})
    return repo


def everything(mem: Mem) -> list[Json]:
    """The whole JSON of several answers, without the time of the search."""
    printed = []
    for query in QUERIES:
        data = mem.search(query).data
        data.pop("searched_at")
        printed.append(data)
    return printed


def test_a_clone_of_another_day(source: RepoBuilder, tmp_path: Path) -> None:
    """Other mtimes, other inodes, other order of files on disk: same answers, same index version."""
    first = source.clone(tmp_path / "first")
    second = source.clone(tmp_path / "second")
    for number, path in enumerate(sorted(second.path.rglob("*.md"), reverse=True)):
        os.utime(path, (1_000_000_000 + number, 1_000_000_000 + number), follow_symlinks=False)
    assert everything(Mem(first.path, tmp_path)) == everything(Mem(second.path, tmp_path))


def test_learned_at_once_or_step_by_step(source: RepoBuilder, tmp_path: Path) -> None:
    """One index was built today, the other grew with every commit, with drafts in between."""
    cold = Mem(source.clone(tmp_path / "cold").path, tmp_path)
    grown = source.clone(tmp_path / "grown")
    mem = Mem(grown.path, tmp_path)
    steps = grown.ask("rev-list", "--reverse", "--first-parent", "HEAD").split()
    for number, step in enumerate(steps[:: max(1, len(steps) // 6)]):
        grown.reset(step)
        mem.search("oak")
        grown.write({"draft.md": f"# Draft {number}\n\n- Harbour pilot: nobody {number}\n"})
        mem.search("pilot")
        grown.write({"draft.md": None})
    grown.reset(steps[-1])
    assert everything(mem) == everything(cold)


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(4))
def test_any_history_any_draft(seed: int, tmp_path: Path) -> None:
    """Jumping about with drafts in the work tree, the index answers as one that was built just now."""
    chance = random.Random(seed)
    repo = RepoBuilder.create(tmp_path / "repo")
    ids = repo.fast_import(Generator(seed).history(25))
    mem = Mem(repo.path, tmp_path)
    for step, commit in enumerate(chance.sample(ids, 4)):
        repo.reset(commit)
        repo.git("clean", "-fdq")
        if chance.random() < 0.5:
            repo.write({"draft.md": Generator(seed * 100 + step).text(2)})
            repo.git(*chance.choice([["add", "-A"], ["status"]]))
        fresh = repo.copy(tmp_path / f"copy{step}")
        shutil.rmtree(fresh.git_path / "gitmem", ignore_errors=True)
        assert everything(mem) == everything(Mem(fresh.path, tmp_path))


def test_what_was_passed_over_is_not_forgotten(repo: RepoBuilder, mem: Mem) -> None:
    """A link is no note; after later commits absence is as unproven as it was."""
    repo.commit("2026-01-01", {"a.md": "- Oak: old\n", "b.md": "- Elm: old\n", "link.md": Symlink("../a.md")})
    assert mem.search("zzyx").code == 4
    repo.commit("2026-01-02", {"a.md": "- Oak: new\n"})
    assert mem.search("zzyx").code == 4
    repo.commit("2026-01-03", {"b.md": Symlink("../b.md")})
    assert [skip["path"] for skip in mem.search("zzyx").data["skipped"]] == ["b.md", "link.md"]
    repo.commit("2026-01-04", {"b.md": "- Elm: new\n", "link.md": None})
    assert (mem.search("zzyx").code, mem.search("zzyx").data["skipped"]) == (1, [])


def test_a_link_to_a_note_that_is_read_hides_nothing(repo: RepoBuilder, mem: Mem) -> None:
    """One note under two names is searched once and named once; absence stays proven."""
    repo.commit("2026-01-01", {"deep/a.md": "- Oak: old\n", "link.md": Symlink("deep/a.md")})
    answer = mem.search("zzyx")
    assert (answer.code, [skip["path"] for skip in answer.data["skipped"]]) == (1, ["link.md"])


def test_two_answers_in_a_row(source: RepoBuilder, tmp_path: Path) -> None:
    """Asking changes nothing."""
    mem = Mem(source.clone(tmp_path / "once").path, tmp_path)
    assert everything(mem) == everything(mem)


def test_a_rebuilt_index(source: RepoBuilder, tmp_path: Path) -> None:
    """`index --rebuild` repairs and changes nothing else."""
    mem = Mem(source.clone(tmp_path / "once").path, tmp_path)
    before = everything(mem)
    assert mem("index", "--rebuild").code == 0
    assert everything(mem) == before


def test_a_repository_that_was_moved(source: RepoBuilder, tmp_path: Path) -> None:
    """The folder is renamed or copied with the index in it."""
    first = source.clone(tmp_path / "first")
    before = everything(Mem(first.path, tmp_path))
    copied = first.copy(tmp_path / "copied")
    shutil.move(first.path, tmp_path / "renamed")
    assert everything(Mem(copied.path, tmp_path)) == before
    assert everything(Mem(tmp_path / "renamed", tmp_path)) == before


def test_the_same_draft_in_two_clones(source: RepoBuilder, tmp_path: Path) -> None:
    """Uncommitted content is part of the answer, and the same content gives the same digest."""
    answers = []
    for name in ("first", "second"):
        clone = source.clone(tmp_path / name)
        clone.write({"draft.md": "# Draft\n\n- Harbour pilot: nobody\n"})
        answers.append(everything(Mem(clone.path, tmp_path)))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("language", ["C", "C.UTF-8", "tr_TR.UTF-8"])
@pytest.mark.representatives(1)
def test_whatever_the_locale(language: str, source: RepoBuilder, tmp_path: Path) -> None:
    """Sorting and folding of letters do not ask the system."""
    clone = source.clone(tmp_path / "once")
    mem = Mem(clone.path, tmp_path)
    plain = mem.search("harbour pilot").data
    ran = mem.process("search", "--json", "-k", "50", "harbour pilot", environment={"LC_ALL": language})
    assert ran.json == plain


def test_whatever_the_hash_seed(source: RepoBuilder, tmp_path: Path) -> None:
    """Sets and dictionaries have no say in the order of answers."""
    clone = source.clone(tmp_path / "once")
    mem = Mem(clone.path, tmp_path)
    printed = set()
    for seed in ("0", "1", "2"):
        shutil.rmtree(clone.git_path / "gitmem", ignore_errors=True)
        ran = mem.process("search", "--json", "-k", "50", "ash birch", environment={"PYTHONHASHSEED": seed})
        printed.add(ran.raw)
    assert len(printed) == 1


def test_another_time_gives_other_ages_only(source: RepoBuilder, tmp_path: Path) -> None:
    """The index does not know what day it is."""
    mem = Mem(source.clone(tmp_path / "once").path, tmp_path)
    today = mem.search("harbour pilot", now="2026-10-01T12:00:00Z").data
    later = mem.search("harbour pilot", now="2027-10-01T12:00:00Z").data
    assert today["index_version"] == later["index_version"]
    fixed = ("cite", "text", "as_of", "date_source", "origin")
    assert [
        [result[name] for name in fixed] for result in sorted(today["results"], key=lambda r: r["cite"])
    ] == [[result[name] for name in fixed] for result in sorted(later["results"], key=lambda r: r["cite"])]
