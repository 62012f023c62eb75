"""What every verb shares: options before the verb, help, spelling, and the way out of mistakes."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import gitmem
from gitmem.cli.exits import GLOBAL_OPTIONS
from gitmem.cli.main import VERBS, cli, module_of
from gitmem.cli.manual import PAGE, manual
from tests.running import Mem


@pytest.fixture
def bare_mem(tmp_path: Path) -> Mem:
    """The command line in an empty folder."""
    return Mem(tmp_path, tmp_path)


@pytest.mark.parametrize("verb", VERBS)
def test_the_list_of_verbs_says_what_their_help_says(verb: str) -> None:
    command = importlib.import_module(module_of(verb)).command
    assert isinstance(command, click.Command)
    assert command.name == verb
    assert (command.help or "").split("\n")[0] == VERBS[verb]


def test_options_before_the_verb_are_known_to_the_hint() -> None:
    names = {name for option in cli.params for name in option.opts if isinstance(option, click.Option)}
    assert names - {"--version"} - {"-h"} <= {*GLOBAL_OPTIONS, "--verbose"}


@pytest.mark.parametrize("option", ["-C", "--root", "--now", "--date-by", "--color", "-q"])
def test_an_option_after_the_verb_is_told_its_place(option: str, bare_mem: Mem) -> None:
    ran = bare_mem("stats", option, "x")
    assert ran.code == 2
    assert ran.err == f"git-mem: stats: {option} stands before the verb: git mem {option} … stats …\n"


def test_a_query_that_looks_like_an_option_is_told_how_to_ask(bare_mem: Mem) -> None:
    ran = bare_mem("search", "--error-on-warnings")
    assert ran.code == 2
    assert "git mem search -- --error-on-warnings" in ran.err


def test_a_misspelt_verb_is_named_with_the_one_that_is_meant(bare_mem: Mem) -> None:
    assert bare_mem("serch").err == "git-mem: 'serch' is not a verb of git-mem; did you mean search?\n"
    assert "git mem -h lists them" in bare_mem("zzz").err


def test_a_misspelt_option_is_named_with_the_one_that_is_meant(bare_mem: Mem) -> None:
    ran = bare_mem("stats", "--jsn")
    assert ran.code == 2
    assert "no such option --jsn; did you mean --json?" in ran.err


def test_the_version(bare_mem: Mem) -> None:
    assert bare_mem("--version", now=None).out == f"git-mem {gitmem.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [["--now", "yesterday", "stats"], ["--date-by", "x", "stats"], ["--color", "x", "stats"]],
    ids=lambda arguments: arguments[0],
)
def test_a_bad_value_is_one_line_and_exit_2(arguments: list[str], bare_mem: Mem) -> None:
    ran = bare_mem(*arguments, now=None)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert arguments[1] in ran.err


def test_the_man_page_is_current_and_harmless() -> None:
    """Renew it with: python -m gitmem.cli.manual"""
    assert PAGE.read_text(encoding="utf-8") == manual()
    assert manual().isascii()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_the_shell_can_read(shell: str, bare_mem: Mem) -> None:
    script = bare_mem("completion", shell, now=None).out
    assert "git-mem" in script
    checker = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}[shell]
    try:
        done = subprocess.run(checker, input=script, text=True, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip(f"{shell} is not installed")
    assert (done.returncode, done.stderr) == (0, "")


COMPLETIONS = [
    (["git-mem", "sea"], "_git_mem_command", {"search"}),
    (["git", "mem", "bl"], "_git_mem", {"blame"}),
    (["git", "-C", ".", "mem", "help", ""], "_git_mem", set(VERBS)),
    (["git", "mem", "search", "--js"], "_git_mem", {"--json"}),
    (["git", "mem", "--colo"], "_git_mem", {"--color"}),
    (["git-mem", "completion", ""], "_git_mem_command", {"bash", "fish", "zsh"}),
]


@pytest.mark.parametrize(("words", "function", "expected"), COMPLETIONS)
def test_bash_completes_the_command_and_the_git_verb(
    words: list[str], function: str, expected: set[str], bare_mem: Mem, tmp_path: Path
) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(bare_mem("completion", "bash", now=None).out)
    quoted = " ".join(f"'{word}'" for word in words)
    program = f"""
        PATH={bare_mem.script().parent}:$PATH
        . {script}
        COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}
        {function}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == expected, done.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [("git-mem sea", "search"), ("git mem bl", "blame"), ("git mem search --js", "--json")],
)
def test_fish_completes_the_command_and_the_git_verb(
    line: str, expected: str, bare_mem: Mem, tmp_path: Path
) -> None:
    if not shutil.which("fish"):
        pytest.skip("fish is not installed")
    script = tmp_path / "completion.fish"
    script.write_text(bare_mem("completion", "fish", now=None).out)
    program = f"set -x PATH {bare_mem.script().parent} $PATH; source {script}; complete -C '{line}'"
    done = subprocess.run(["fish", "-c", program], capture_output=True, text=True, check=True)
    assert [word.split("\t")[0] for word in done.stdout.splitlines()] == [expected], done.stderr


def test_the_module_of_the_man_page_writes_it(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", "import gitmem.cli.manual"], check=False)
    assert done.returncode == 0
