"""Whatever is wrong around gitmem is one clear line and a documented exit code, and loses nothing."""

from __future__ import annotations

import os
import shlex
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, Mem, Ran

LINE = "- Boiler pressure: 1.4 bar\n"


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """One note with one line."""
    repo.commit("2026-09-02", {"boiler.md": LINE})


def assert_one_line(ran: Ran, code: int, *words: str) -> None:
    """Ended with `code`, said one line that holds `words`, answered nothing."""
    assert ran.code == code, ran.err
    assert ran.out == ""
    assert ran.err.startswith("git-mem: ")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def index_file(repo: RepoBuilder) -> Path:
    """The index of the repository."""
    (found,) = repo.git_path.glob("gitmem/index-*.sqlite3")
    return found


def test_a_plain_folder_works_and_says_once_that_nothing_is_dated(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.md").write_text(LINE * 3)
    (folder / "deep" / "b.md").write_text("- Boiler age: old [verified: 2026-09-01]\n")
    mem = Mem(folder, tmp_path)
    answer = mem.search("boiler")
    statuses = {result["path"]: (result["status"], result["date_source"]) for result in answer.results}
    assert statuses == {"a.md": ("UNKNOWN", "unknown"), "deep/b.md": ("FRESH", "tag")}
    assert answer.err.count("\n") == 1
    assert "in no git repository" in answer.err
    absent = mem.search("zzyx")
    assert (absent.code, absent.data["absence_reasons"]) == (4, ["no-git"])
    assert sorted(path.name for path in folder.rglob("*")) == ["a.md", "b.md", "deep"]


@pytest.mark.parametrize(
    "options", [["--root", "nowhere"], ["-C", "nowhere"], ["--root", "boiler.md"]], ids=" ".join
)
def test_a_folder_that_does_not_exist(options: list[str], mem: Mem) -> None:
    assert_one_line(mem(*options, "search", "boiler"), 2, "folder", options[1])


def test_a_configured_folder_that_does_not_exist(repo: RepoBuilder, mem: Mem) -> None:
    repo.write({".gitmem.toml": 'root = "nowhere"\n'})
    assert_one_line(mem("search", "boiler"), 2, ".gitmem.toml", "nowhere")


def test_a_file_that_cannot_be_read_is_named_and_stops_no_other(repo: RepoBuilder, mem: Mem) -> None:
    repo.write({"locked.md": "- Boiler key: hidden\n"})
    (repo.path / "locked.md").chmod(0)
    ran = mem.process("search", "--json", "boiler", bound=True)
    assert ran.code == 0
    assert [result["cite"] for result in ran.json["results"]] == ["boiler.md:1"]
    assert [skipped["path"] for skipped in ran.json["skipped"]] == ["locked.md"]
    absent = mem.process("search", "--json", "zzyx", bound=True)
    assert (absent.code, absent.json["absence_reasons"]) == (4, ["skipped-notes"])


@pytest.mark.parametrize("at", ["nowhere", "HEAD~9", "--output=x", "boiler.md", "main:boiler.md", "a b", ""])
def test_a_revision_that_does_not_exist(at: str, mem: Mem, repo: RepoBuilder) -> None:
    assert_one_line(mem("search", f"--at={at}", "boiler"), 2, "no such revision")
    assert not (repo.path / "x").exists()


def test_a_day_before_the_first_commit_names_the_first(mem: Mem, repo: RepoBuilder) -> None:
    assert_one_line(
        mem("search", "--at", "2019-01-01", "boiler"), 2, "2019-01-01", "2026-09-02", repo.head[:7]
    )


@pytest.mark.parametrize("option", ["--since", "--until"])
@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "2026", ""])
def test_a_malformed_date(option: str, day: str, mem: Mem) -> None:
    assert_one_line(mem("search", option, day, "boiler"), 2, "not a date")


def test_a_malformed_now(mem: Mem) -> None:
    assert_one_line(mem("--now", "noon", "search", "boiler", now=None), 2, "not a date or time", "noon")


@pytest.mark.parametrize("query", [[], [""], ["???"], ["the", "of"]], ids=str)
def test_an_empty_query_is_no_absence(query: list[str], mem: Mem) -> None:
    assert_one_line(mem("search", "--json", *query), 2)


@pytest.mark.parametrize("count", ["0", "-1", "x", "1001"])
def test_a_count_that_is_none(count: str, mem: Mem) -> None:
    assert_one_line(mem("search", f"-k={count}", "boiler"), 2)


@pytest.mark.parametrize("glob", ["/etc/*", "../*", ""])
def test_a_glob_that_leaves_the_notes(glob: str, mem: Mem) -> None:
    assert_one_line(mem("search", "--path", glob, "boiler"), 2, "glob")


def test_a_broken_configuration(repo: RepoBuilder, mem: Mem) -> None:
    repo.write({".gitmem.toml": "language = 'english'\n[freshness]\nstale_day = 3\n"})
    for verb in (["search", "boiler"], ["index"], ["stats"], ["blame", "boiler.md"], ["stale"]):
        assert_one_line(mem(*verb), 2, ".gitmem.toml line 3", "did you mean stale_days?")
    assert "stale_day" in mem("doctor").out


@pytest.mark.parametrize("damage", ["truncated", "foreign", "text", "empty", "edited", "other-database"])
def test_a_damaged_or_foreign_index_answers_nothing_until_it_is_rebuilt(
    damage: str, repo: RepoBuilder, mem: Mem
) -> None:
    mem("index")
    file = index_file(repo)
    spoil(file, damage)
    spoilt = file.read_bytes()
    asking = (["explain", "boiler"], ["history", "boiler"], ["conflicts"], ["stale"])
    for verb in (["search", "boiler"], ["search", "--json", "boiler"], ["index"], ["stats"], *asking):
        assert_one_line(mem(*verb), 3, "git mem index --rebuild")
    assert file.read_bytes() == spoilt
    assert "problem" in mem("doctor").out
    assert mem("index", "--rebuild").code == 0
    assert mem.search("boiler").cites == ["boiler.md:1"]
    assert (repo.path / "boiler.md").read_text() == LINE


def spoil(file: Path, damage: str) -> None:
    """Damages an index in one of several ways."""
    data = file.read_bytes()
    if damage == "truncated":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "foreign":
        file.write_bytes(data[:68] + b"othr" + data[72:])
    elif damage == "text":
        file.write_text("not a database\n")
    elif damage == "empty":
        file.write_bytes(b"")
    elif damage == "edited":
        store = sqlite3.connect(file)
        store.execute("UPDATE chunks SET text = 'Boiler pressure: 9 bar'")
        store.commit()
        store.close()
    else:
        file.unlink()
        store = sqlite3.connect(file)
        store.execute("CREATE TABLE chunks(text)")
        store.commit()
        store.close()


def with_room(mem: Mem, kilobytes: int, *arguments: str) -> Ran:
    """Runs where no file may grow beyond a size, as on a disk that is full."""
    words = shlex.join([str(mem.script()), "--now", NOW, *arguments])
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f {kilobytes}; exec {words}"],
        cwd=mem.cwd,
        env=clean_environment(),
        capture_output=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode())


@pytest.mark.parametrize(("kilobytes", "code"), [(0, 2), (1, 3), (4, 3), (20, 3), (40, 3)])
def test_a_full_disk_loses_nothing(kilobytes: int, code: int, repo: RepoBuilder, mem: Mem) -> None:
    """Every write beyond the limit fails; the next run, with room, answers."""
    assert_one_line(with_room(mem, kilobytes, "index"), code)
    assert mem.search("boiler").cites == ["boiler.md:1"]
    assert repo.git("status", "--porcelain") == b""


def test_a_disk_that_fills_up_later_keeps_the_index_that_stands(repo: RepoBuilder, mem: Mem) -> None:
    mem("index")
    repo.commit("2026-09-03", {"boiler.md": LINE + "- Boiler valve: red\n"})
    ran = with_room(mem, 8, "search", "--json", "zzyx")
    assert (ran.code, ran.json["absence_reasons"]) == (4, ["stale-index"])
    assert "out of date" in ran.err
    assert ran.err.count("\n") == 1
    assert_one_line(with_room(mem, 8, "index"), 3, "history")
    assert mem.search("valve").cites == ["boiler.md:2"]


def test_git_is_missing(mem: Mem, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for verb in (["search", "boiler"], ["index"], ["demo"], ["blame", "boiler.md"]):
        assert_one_line(mem.process(*verb, environment={"PATH": str(empty)}), 2, "git", "2.39")


def test_git_is_too_old(mem: Mem, tmp_path: Path) -> None:
    real = shutil.which("git")
    old = tmp_path / "old"
    old.mkdir()
    (old / "git").write_text(
        f'#!/bin/sh\ncase "$*" in *version) echo "git version 2.20.1" ;; *) exec {real} "$@" ;; esac\n'
    )
    (old / "git").chmod(0o755)
    path = f"{old}:{os.environ['PATH']}"
    assert_one_line(mem.process("index", environment={"PATH": path}), 2, "2.20.1 is too old", "2.39")


@pytest.mark.parametrize("place", ["none.md", "boiler.md:x", "boiler.md:9", "boiler.md:0", "", "../x.md"])
def test_a_place_that_does_not_exist(place: str, mem: Mem) -> None:
    assert_one_line(mem("blame", place), 2)


def test_a_note_that_is_no_text_is_named_by_blame(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-03", {"image.md": b"\x89PNG\0\xff"})
    assert_one_line(mem("blame", "image.md"), 2, "NUL byte")


def test_a_bare_repository_without_a_commit(tmp_path: Path) -> None:
    bare = RepoBuilder.create(tmp_path / "bare.git", bare=True)
    assert_one_line(Mem(bare.path, tmp_path)("search", "x"), 2, "nothing is committed yet")


def test_a_repository_of_somebody_else_is_never_dated_by_guess(mem: Mem) -> None:
    ran = mem.process("search", "boiler", environment={"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    assert_one_line(ran, 2, "dubious ownership")
