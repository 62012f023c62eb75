"""Documents that show what happens: their blocks are run, and what is printed is filled in.

A block `console` holds commands after `$ `, each followed by what it prints. In a document that is followed
(`followed`) the blocks `sh` are run as well, in the order of the text; everywhere else only `git mem` is.
A block below the comment `<!-- file PATH -->` holds that file of the project, and a block `text` that comes
after a block `python` holds what that program prints.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from gitmem.cli.demo import build_demo
from gitmem.cli.story import STORY_NOW
from tests.builder import clean_environment
from tests.running import PROJECT, Mem

Run = Callable[[str], str]
"""What a command line prints."""

_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_FOLLOWED = re.compile(r"```(sh|console)\n(.*?)```", re.DOTALL)
_FILE = re.compile(r"(<!-- file (\S+) -->\n```\w*\n).*?```", re.DOTALL)
_PROGRAM = re.compile(r"(```python\n(.*?)```\n\n```text\n).*?```", re.DOTALL)


def filled(text: str, run: Run) -> str:
    """A document with every command of its console blocks followed by what it prints now."""
    return _CONSOLE.sub(lambda found: _block(found[1], run), text)


def followed(text: str, reader: Reader) -> str:
    """A document whose every command is run, as by a reader who leaves none out; see `filled`."""

    def block(found: re.Match[str]) -> str:
        if found[1] == "console":
            return _block(found[2], reader.run)
        reader.shell(found[2])
        return found[0]

    return _FOLLOWED.sub(block, text)


def with_files(text: str) -> str:
    """A document with the files of the project that it shows as they are now."""
    return _FILE.sub(lambda found: f"{found[1]}{(PROJECT / found[2]).read_text(encoding='utf-8')}```", text)


def with_programs(text: str, folder: Path) -> str:
    """A document with what its Python programs print when they are run in `folder`, one after the other."""
    names: dict[str, object] = {}
    return _PROGRAM.sub(lambda found: f"{found[1]}{_printed(found[2], folder, names)}```", text)


def _block(block: str, run: Run) -> str:
    commands = [line for line in block.split("\n") if line.startswith("$ ")]
    assert commands, "a console block without a command"
    return "```console\n" + "\n".join(f"{line}\n{run(line[2:])}" for line in commands) + "```"


def _printed(program: str, folder: Path, names: dict[str, object]) -> str:
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out):
        exec(compile(program, "program", "exec"), names)
    return out.getvalue()


class Demo:
    """The repository that `git mem demo` builds, asked at the time of its story."""

    def __init__(self, folder: Path) -> None:
        self.repository = folder / "notes"
        self.repository.mkdir()
        build_demo(self.repository)
        self._mem = Mem(self.repository, folder)

    def run(self, line: str) -> str:
        """What `git mem …` prints here."""
        assert line.startswith("git mem "), line
        return self._mem(*shlex.split(line)[2:], now=STORY_NOW).out


class Reader:
    """Somebody who types what a document says, on a machine where it is always the same day."""

    NOW = "2026-10-01T12:00:00Z"

    def __init__(self, folder: Path) -> None:
        self.place = folder
        self._mem = Mem(folder, folder)
        self._where = folder / "where"
        programs = folder / "bin"
        programs.mkdir()
        script = programs / "git-mem"
        script.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(PROJECT)!r})\n"
            f"from gitmem.cli.main import main\nsys.argv[1:1] = ['--now', {self.NOW!r}]\nsys.exit(main())\n"
        )
        script.chmod(0o755)
        self._environment = clean_environment(
            {
                "GIT_AUTHOR_DATE": self.NOW,
                "GIT_COMMITTER_DATE": self.NOW,
                "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            }
        )

    def run(self, line: str) -> str:
        """What a command line prints on a terminal, its messages included; it may fail."""
        if line.startswith("git mem ") and not set(line) & set("|;&<>$"):
            ran = self._mem(*shlex.split(line)[2:], cwd=self.place, now=self.NOW)
            return ran.err + ran.out
        return self._shell(line).stdout

    def shell(self, lines: str) -> None:
        """Runs lines that must all succeed."""
        done = self._shell(f"set -e\n{lines}")
        assert done.returncode == 0, f"{lines}\n{done.stdout}"

    def _shell(self, lines: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            ["bash", "-c", f"trap 'pwd >{shlex.quote(str(self._where))}' EXIT\n{lines}"],
            cwd=self.place,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self.place = Path(self._where.read_text(encoding="utf-8").rstrip("\n"))
        return done
