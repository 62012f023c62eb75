"""How git is run: one hardened way, for every question.

A repository may be hostile. Its configuration must not run programs (hooks, fsmonitor, textconv,
external diff), fetch anything, or change what git prints; and no text from a user or a note becomes an
option or a pathspec pattern. This module knows nothing of what is asked.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, NamedTuple

from gitmem.errors import GitError, GitMissingError

HARDENING = (
    "--no-pager",
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false"),
    *("-c", "color.ui=false"),
    *("-c", "mailmap.file="),
)
"""Global options of every call, before the verb."""

REPOSITORY_VARIABLES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_CONFIG",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_EXTERNAL_DIFF",
    "GIT_DIFF_OPTS",
)
"""Inherited variables that would tie a call to another repository or change what it prints.

`GIT_CONFIG_COUNT` and `GIT_CONFIG_PARAMETERS` stay: machines set `safe.directory` by them.
"""

_TRANSPORTS = "file:git:http:https:ssh"
QUESTION_SECONDS = 120
"""Longest time one small question may take before git is taken to hang."""


class Git(NamedTuple):
    """A way to run git: fixed options, a clean environment and a folder to run in."""

    folder: str | None
    environment: Mapping[str, str]
    options: tuple[str, ...] = HARDENING

    def with_settings(self, settings: Iterable[tuple[str, str]]) -> Git:
        """The same with settings that win over those of any file."""
        options = list(self.options)
        environment = dict(self.environment)
        for name, value in settings:
            if "=" not in name:
                options += ["-c", f"{name}={value}"]
                continue
            # `-c` would end the name at its first equals sign, and set something else.
            at = environment.get("GIT_CONFIG_COUNT") or "0"
            if not at.isdecimal():
                raise GitError(f"GIT_CONFIG_COUNT is no number: {at!r}")
            environment |= {f"GIT_CONFIG_KEY_{at}": name, f"GIT_CONFIG_VALUE_{at}": value}
            environment["GIT_CONFIG_COUNT"] = str(int(at) + 1)
        return Git(self.folder, environment, tuple(options))

    def command(self, arguments: Sequence[str | bytes]) -> list[str | bytes]:
        """The whole command line, options first."""
        return ["git", *self.options, *arguments]

    def ask(self, *arguments: str | bytes, data: bytes | None = None) -> bytes:
        """What git prints for a small question; `GitError` with git's first line when it fails."""
        done = self.attempt(*arguments, data=data)
        if done.returncode:
            raise GitError(first_line(done.stderr) or f"git {_verb(arguments)} failed ({done.returncode})")
        return done.stdout

    def attempt(
        self, *arguments: str | bytes, data: bytes | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Like `ask`, for questions where a non-zero exit is an answer."""
        try:
            return subprocess.run(
                self.command(arguments),
                cwd=self.folder,
                env=self.environment,
                input=data,
                stdin=subprocess.DEVNULL if data is None else None,
                capture_output=True,
                timeout=QUESTION_SECONDS,
                check=False,
            )
        except FileNotFoundError:
            raise _not_started(self.folder) from None
        except ValueError as error:
            raise _not_passed(arguments, error) from None
        except subprocess.TimeoutExpired:
            raise GitError(f"git {_verb(arguments)} did not answer in {QUESTION_SECONDS} seconds") from None

    @contextmanager
    def reading(self, *arguments: str | bytes, source: IO[bytes] | None = None) -> Iterator[IO[bytes]]:
        """git's output as a stream; `GitError` at the end when git failed.

        `source` is a file with what git reads; it is at its beginning.
        """
        import tempfile  # slow to import, and searches never stream

        # A pipe for errors could fill up and stop git while its output is being read.
        with tempfile.TemporaryFile() as problems:
            process = self._start(arguments, subprocess.DEVNULL if source is None else source, problems)
            assert process.stdout is not None
            with process:
                try:
                    yield process.stdout
                except BaseException:
                    process.kill()
                    raise
                process.stdout.read()
            if process.returncode:
                problems.seek(0)
                failed = f"git {_verb(arguments)} failed ({process.returncode})"
                raise GitError(first_line(problems.read()) or failed)

    def conversation(self, *arguments: str | bytes) -> subprocess.Popen[bytes]:
        """A process that answers one line after the other; close both its ends to end it."""
        return self._start(arguments, subprocess.PIPE, subprocess.DEVNULL)

    def fed(self, source: IO[bytes], *arguments: str | bytes) -> subprocess.Popen[bytes]:
        """A process that reads its questions from a file; its output is the answers."""
        return self._start(arguments, source, subprocess.DEVNULL)

    def _start(
        self, arguments: Sequence[str | bytes], stdin: int | IO[bytes], stderr: int | IO[bytes]
    ) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.command(arguments),
                cwd=self.folder,
                env=self.environment,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                bufsize=1 << 20,
            )
        except FileNotFoundError:
            raise _not_started(self.folder) from None
        except ValueError as error:
            raise _not_passed(arguments, error) from None


def clean_environment(inherited: Mapping[str, str], *, allow_fetch: bool = False) -> dict[str, str]:
    """The environment for git: the user's, without ties to a repository and without surprises.

    Unless `allow_fetch`, git may not fetch what a partial clone left out: no transport is allowed. With it
    the usual ones are, and not those that a repository's settings could make run a command (`ext::`).
    """
    environment = {name: value for name, value in inherited.items() if name not in REPOSITORY_VARIABLES}
    environment |= {
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "GIT_ATTR_NOSYSTEM": "1",
    }
    if not allow_fetch:
        environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""}
    else:
        environment.setdefault("GIT_ALLOW_PROTOCOL", _TRANSPORTS)
    return environment


def first_line(message: bytes) -> str:
    """git's own first line, without its `fatal:` or `error:`."""
    for line in message.decode("utf-8", "replace").split("\n"):
        text = line.strip()
        if text and not text.startswith("hint:"):
            return text.removeprefix("fatal: ").removeprefix("error: ")
    return ""


def _not_started(folder: str | None) -> GitError:
    if folder is not None and not os.path.isdir(folder):
        return GitError(f"not a folder: {folder}")
    return GitMissingError("git was not found; gitmem needs git 2.39 or newer on PATH")


def _not_passed(arguments: Sequence[str | bytes], error: ValueError) -> GitError:
    """A text holds NUL or half a character, which no program can be given."""
    return GitError(f"git {_verb(arguments)} cannot be asked: {error}")


def _verb(arguments: Sequence[str | bytes]) -> str:
    verb = next((part for part in arguments if not os.fsdecode(part).startswith("-")), "")
    return os.fsdecode(verb)
