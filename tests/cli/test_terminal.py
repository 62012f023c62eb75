"""What a person sees in a terminal: colours that mark standing, columns that fit, progress that goes away."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gitmem.cli import output
from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, Mem

WIDE = "- Kaffee 珈琲店の営業時間: 朝七時から夜九時まで, Monday to Friday, at the weekend by appointment\n"


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """Old, older and not committed."""
    repo.commit("2024-01-05", {"old.md": "# Shop\n\n- Coffee shop: corner of Hill Street\n"})
    repo.commit("2026-09-05", {"new-with-a-long-name.md": "# Shop\n\n- Coffee price: $3\n" + WIDE})
    repo.write({"draft.md": "- Coffee machine: broken\n"})


def on_terminal(mem: Mem, *arguments: str, columns: int = 80, **variables: str) -> str:
    """What a run writes to a terminal of that width."""
    leader, follower = pty.openpty()
    environment = clean_environment({"TERM": "xterm", "COLUMNS": str(columns), **variables})
    with subprocess.Popen(
        [str(mem.script()), "-q", "--now", NOW, *arguments],
        cwd=mem.cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=follower,
    ):
        os.close(follower)
        output = b""
        while chunk := _read(leader):
            output += chunk
    os.close(leader)
    return output.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def cells(line: str) -> int:
    """Width of a line in a terminal, colours taken out."""
    from unicodedata import east_asian_width

    text = re.sub(r"\x1b\[[0-9;]*m", "", line)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def test_standing_is_coloured_on_a_terminal_and_nowhere_else(mem: Mem) -> None:
    assert "\x1b[2;33mSTALE\x1b[0m" in on_terminal(mem, "search", "coffee")
    assert "\x1b" not in mem("search", "coffee").out


@pytest.mark.parametrize(
    ("before", "variables", "configured", "coloured"),
    [
        ([], {"NO_COLOR": "1"}, None, False),
        ([], {"TERM": "dumb"}, None, False),
        ([], {}, "never", False),
        (["--color", "never"], {}, "always", False),
        (["--color", "always"], {"NO_COLOR": "1"}, "never", True),
    ],
)
def test_who_decides_about_colour(
    before: list[str],
    variables: dict[str, str],
    configured: str | None,
    coloured: bool,
    repo: RepoBuilder,
    mem: Mem,
) -> None:
    if configured:
        repo.config("color.mem", configured)
    assert ("\x1b[" in on_terminal(mem, *before, "search", "coffee", **variables)) is coloured


def test_colour_can_be_set_for_pipes_too(repo: RepoBuilder, mem: Mem) -> None:
    repo.config("color.mem", "always")
    assert "\x1b[2;33mSTALE" in mem("search", "coffee").out


@pytest.mark.parametrize("columns", [60, 80, 160])
@pytest.mark.parametrize(
    "arguments", [["search", "coffee", "kaffee"], ["blame", "new-with-a-long-name.md"], ["doctor"]], ids=str
)
@pytest.mark.representatives(4)
def test_lines_fit_the_terminal(arguments: list[str], columns: int, mem: Mem) -> None:
    for line in on_terminal(mem, *arguments, columns=columns).split("\n"):
        whole = re.search(r"\.md:\d|gitmem|index ", line)
        assert cells(line) <= columns or whole, line


def test_nothing_is_cut_where_there_is_no_terminal(mem: Mem) -> None:
    assert WIDE[2:].strip() in mem("search", "kaffee").out


class Terminal(io.StringIO):
    """Standard error of somebody who is looking."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("patience", "quiet", "stream", "shown"),
    [
        (0.0, False, Terminal(), True),
        (1000.0, False, Terminal(), False),
        (0.0, True, Terminal(), False),
        (0.0, False, io.StringIO(), False),
    ],
    ids=["long", "short", "quiet", "pipe"],
)
def test_progress_is_for_people_who_wait(
    patience: float, quiet: bool, stream: io.StringIO, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", stream)
    with output.progress_bar(quiet) as progress:
        if progress is not None:
            progress("reading history", 1, 3)
            progress("indexing notes", 1, 3)
    assert ("indexing notes" in stream.getvalue()) is shown
    assert ("100%" in stream.getvalue()) is shown


def test_the_cite_is_whole(mem: Mem) -> None:
    assert "new-with-a-long-name.md:3" in on_terminal(mem, "search", "price", columns=40)


def test_paths_for_other_programs(mem: Mem, repo: RepoBuilder) -> None:
    repo.write({"new\nline.md": "- Coffee tin: blue\n"})
    paths = mem("search", "-z", "-k", "9", "coffee").raw.split(b"\0")
    assert set(paths[:-1]) >= {b"old.md", b"draft.md", b"new\nline.md"}
    assert paths[-1] == b""


def test_skipped_paths_for_other_programs(mem: Mem, repo: RepoBuilder, tmp_path: Path) -> None:
    repo.write({"image.md": b"\0", "b\xff.md".encode("latin-1").decode("utf-8", "surrogateescape"): b"\0"})
    assert mem("index", "-z").raw.split(b"\0")[:-1] == [b"b\xff.md", b"image.md"]
