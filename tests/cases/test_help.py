"""Every way to ask for help gets help.

Lost otherwise: the first thing a newcomer types ends in "No manual entry for git-mem".
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import PROJECT, Mem

VERBS = (
    *("search", "explain", "history", "conflicts", "stale", "blame", "index", "stats", "doctor"),
    *("demo", "completion", "help"),
)
WAYS = [
    ["-h"],
    ["--help"],
    ["help"],
    ["help", "search"],
    ["search", "-h"],
    ["search", "--help"],
    ["help", "help"],
]


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_help_is_printed(way: list[str], mem: Mem) -> None:
    """On standard output, exit 0, without needing a clock or notes."""
    ran = mem(*way, now=None)
    assert ran.code == 0
    assert "search" in ran.out or "help" in ran.out
    assert "sage" in ran.out
    assert ran.err == ""


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_help_outside_a_repository(way: list[str], tmp_path: Path) -> None:
    """Help is for people who have nothing yet."""
    assert Mem(tmp_path, tmp_path)(*way, now=None).code == 0


@pytest.mark.parametrize("way", [["-h"], ["help"], ["help", "index"]], ids=" ".join)
def test_help_through_git(way: list[str], mem: Mem) -> None:
    """`git mem -h` and `git mem help` reach gitmem, not man."""
    environment = clean_environment({"PATH": f"{mem.script().parent}:{os.environ['PATH']}"})
    done = subprocess.run(["git", "mem", *way], cwd=mem.cwd, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert b"sage" in done.stdout


def test_every_verb_is_explained(mem: Mem) -> None:
    """The overview names the verbs, and each of them has its own page."""
    overview = mem("help", now=None).out
    for verb in VERBS:
        assert verb in overview
        assert mem("help", verb, now=None).code == 0


def test_nothing_said(mem: Mem) -> None:
    """`git mem` alone shows what there is, and is not a success."""
    ran = mem(now=None)
    assert ran.code != 0
    assert "search" in ran.out + ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "arguments", [["serach", "x"], ["help", "serach"], ["search", "--no-such-option", "x"]]
)
def test_a_mistyped_word_is_named(arguments: list[str], mem: Mem, repo: RepoBuilder) -> None:
    """The message holds the word that was not understood; exit 2."""
    ran = mem(*arguments)
    assert ran.code == 2
    assert ("serach" in ran.err) or ("--no-such-option" in ran.err)
    assert ran.out == ""


def test_the_manual_page_is_shipped() -> None:
    """`git mem --help` asks man for git-mem(1), so the wheel has to bring it."""
    project = (PROJECT / "pyproject.toml").read_text()
    assert "share/man/man1/git-mem.1" in project
    pages = [path for path in PROJECT.rglob("git-mem.1") if ".git" not in path.parts]
    assert pages
    text = pages[0].read_text()
    assert text.startswith((".TH", '.\\"', "."))
    for verb in VERBS:
        assert verb in text


def test_no_document_promises_what_man_cannot_show() -> None:
    """Where the manual page is not installed, `git mem -h` always answers; README must say so."""
    readme = (PROJECT / "README.md").read_text()
    assert "git mem -h" in readme or "git mem --help" not in readme
