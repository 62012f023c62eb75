"""Notes written to exhaust whoever reads them: long lines, deep nesting, YAML that multiplies.

Lost otherwise: one note in a repository, and every question there hangs. No time is measured; what would
hang is run as a process that is given a hundred times what it needs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitmem.notes.markdown import read_note
from gitmem.notes.yaml_fields import Refused, read_fields
from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, PROJECT, Mem

MEGABYTE = 1 << 20
PIECES = (
    *(
        "[",
        "[[",
        "[a](",
        "![",
        "~",
        "~~a ",
        "~~ ",
        "`",
        "` ",
        "|",
        "| a ",
        "key: ",
        "- key: value; ",
        "a = b ",
    ),
    *("*", "**a ", "**a:** ", "_a_", "<", "<a ", "<!--", "&amp", "\\", ">", "> ", "- ", "1. ", "2026-01-01 "),
    *(
        "[verified: 2026-01-01] ",
        "[verified: ",
        "[until: 2026-",
        "{explicit, ",
        "{",
        "see ",
        " ",
        "#",
        ":",
        "a::",
    ),
    *(
        "1",
        "(",
        "-",
        "-> ",
        "[[a|",
        "http://a.b/",
        "a@b",
        "中",
        "\u0301",
        "\u200b",
        "is the ",
        "\t",
        "\xa0",
        "\r",
    ),
    *("[a]: ", "[^a]: ", "$$", '"a" ', "- [ ] ", "Ab ", "a, ", "a/", "\u2028a: b", "\x0c", "<<<<<<< "),
    *("~~a~~ superseded by ", "superseded by ", "until 2026-01-01, "),
)
QUICK = (" ", "` ", "[verified: 2026-01-01] ")
GROUPS = 4
LONG = 128 * 1024
"""Bytes of a line on which work that grows with the square of its length takes minutes."""
PATIENCE = 600
"""Seconds for what takes a few."""
SHAPES = {
    "headings": "# a\n" * (MEGABYTE // 4),
    "quotes": "\n".join(">" * depth + " a: b" for depth in range(1, 1400)),
    "lists": "\n".join(" " * (2 * depth) + "- a: b" for depth in range(1000)),
    "one quote": ">" * 100_000 + " a\n",
    "one list": "- " * 50_000 + "a\n",
    "wide table": "|" + "a|" * 5000 + "\n|" + "-|" * 5000 + "\n" + ("|" + "b|" * 5000 + "\n") * 40,
}
YAML = {
    "aliases": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nverified: 2026-01-01",
    "brackets": "[" * 60_000,
    "braces": "{" * 60_000,
    "nested": "a: [" * 15_000,
    "dashes": "- " * 30_000,
    "questions": "? " * 30_000,
    "indented": "\n".join(" " * depth + "a:" for depth in range(340)),
    "many": "\n".join(f"k{number}: v" for number in range(6000)),
    "object": 'a: !!python/object/apply:os.mkdir ["pwned"]',
    "huge": "a: " + "x" * (2 * MEGABYTE),
}


def ask(mem: Mem, *verb: str) -> None:
    """Runs a verb that may take long but not for ever."""
    done = subprocess.run(
        [str(mem.script()), "--now", NOW, *verb],
        cwd=mem.cwd,
        env=clean_environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr[:500]


def lay(repo: RepoBuilder, texts: dict[str, str]) -> None:
    """Commits the notes and then an edit of each."""
    written = {name: text.encode("utf-8", "surrogatepass") for name, text in texts.items()}
    repo.commit("2026-01-01", written)
    repo.commit("2026-02-01", {name: b"- Lab room: 4\n\n" + data for name, data in written.items()})


@pytest.mark.stress
def test_long_lines(repo: RepoBuilder, mem: Mem) -> None:
    """A quarter of a megabyte of each kind that has hung or nearly hung a verb."""
    lay(
        repo,
        {
            f"{at}.md": f"- Lab head: a{piece * (MEGABYTE // 4 // len(piece))}b\n"
            for at, piece in enumerate(QUICK)
        },
    )
    ask(mem, "consolidate")
    ask(mem, "check", "--all")


@pytest.mark.stress
@pytest.mark.parametrize("group", range(GROUPS))
def test_any_long_line(group: int, repo: RepoBuilder, mem: Mem) -> None:
    """Every verb that reads notes, on long lines of anything that means something somewhere."""
    pieces = enumerate(PIECES[group::GROUPS])
    lay(repo, {f"{at}.md": f"- Lab head: a{piece * (LONG // len(piece))}b\n" for at, piece in pieces})
    every = (
        ["search", "lab"],
        ["explain", "lab head"],
        ["conflicts", "--all"],
        ["check", "--all"],
        ["stale"],
    )
    more = (
        ["check", "HEAD~1..HEAD"],
        ["diff", "HEAD~1..HEAD"],
        ["blame", "0.md"],
        ["consolidate"],
        ["report"],
    )
    for verb in (*every, *more, ["add", "Lab cat: grey"]):
        ask(mem, *verb)


@pytest.mark.stress
@pytest.mark.parametrize("name", SHAPES)
def test_deep_and_wide_notes(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Nesting of any depth and a quarter of a million headings."""
    lay(repo, {"a.md": SHAPES[name]})
    for verb in (["index"], ["check", "--all"], ["consolidate"]):
        ask(mem, *verb)


@pytest.mark.stress
def test_a_line_of_a_hundred_megabytes(repo: RepoBuilder, mem: Mem) -> None:
    """It is searched like any other, and nothing is killed."""
    repo.commit("2026-01-01", {"a.md": b"- Lab head: " + b"key: x " * (100 * MEGABYTE // 7) + b"\n"})
    ask(mem, "search", "lab")


@pytest.mark.parametrize("name", YAML)
def test_front_matter_costs_no_more_than_its_length(name: str, tmp_path: Path) -> None:
    """In a process of its own, because what multiplies takes all the memory there is first."""
    note = tmp_path / "a.md"
    note.write_text(f"---\n{YAML[name]}\n---\n\n- Lab head: Ute\n")
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        f"sys.path.insert(0, {str(PROJECT)!r});"
        "from gitmem.notes.markdown import read_note;"
        f"note = read_note('a.md', open({str(note)!r}, 'rb').read());"
        "assert any('Ute' in chunk.text for chunk in note.chunks)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.parametrize("block", ["a: &x 1\n", "a: *x\n", "a: &x [1]\nb: [*x, *x]\n", "&x a: 1\n"])
def test_anchors_and_aliases_are_refused(block: str) -> None:
    """What cannot be named twice cannot multiply."""
    with pytest.raises(Refused):
        read_fields(block)


def test_front_matter_that_is_too_long_is_text() -> None:
    """A note whose opening marker never closes is no front matter of any length."""
    long = "a: b\n" * 20_000
    assert read_note("a.md", f"---\n{long}verified: 2026-01-01\n---\n".encode()).front_matter.dates == ()
