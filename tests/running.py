"""Runs the command line the way a person or a script does, and reads what it prints.

In process where only the answer counts; as a process of its own where encodings, pipes or the
environment count. Nothing here knows how the product works: it knows the script's name, its options,
its exit codes and its JSON.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.builder import clean_environment

NOW = "2026-10-01T12:00:00Z"
PROJECT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]


@cache
def _entry_point() -> tuple[str, str]:
    """Module and function behind the console script, as the project file declares them."""
    with (PROJECT / "pyproject.toml").open("rb") as file:
        module, _, function = tomllib.load(file)["project"]["scripts"]["git-mem"].partition(":")
    return module, function


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one call."""

    code: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        """Standard output as text."""
        return self.raw.decode("utf-8", "surrogateescape")

    @property
    def json(self) -> Json:
        """Standard output as JSON; fails when it is anything else."""
        answer: Json = json.loads(self.raw)
        return answer


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON of a search, with the questions tests ask of it."""

    data: Json
    code: int
    err: str

    @property
    def results(self) -> list[Json]:
        """All results, best first."""
        results: list[Json] = self.data["results"]
        return results

    @property
    def cites(self) -> list[str]:
        """`path:line` of all results, best first."""
        return [result["cite"] for result in self.results]

    def at(self, cite: str) -> Json:
        """The one result at `path:line`."""
        found = [result for result in self.results if result["cite"] == cite]
        assert len(found) == 1, f"{cite} is not (once) among {self.cites}"
        return found[0]


class Mem:
    """`git-mem` at a fixed time in a fixed folder."""

    def __init__(self, cwd: Path, scratch: Path) -> None:
        self.cwd = cwd
        self.scratch = scratch

    def __call__(
        self, *arguments: str, cwd: Path | None = None, now: str | None = NOW, stdin: bytes = b""
    ) -> Ran:
        """Runs in this process."""
        module, name = _entry_point()
        main: Callable[[], object] = getattr(import_module(module), name)
        out, err = io.BytesIO(), io.BytesIO()
        arguments = ("git-mem", *_at(now), *arguments)
        with _standing_in(cwd or self.cwd), _replaced(list(arguments), io.BytesIO(stdin), out, err):
            try:
                outcome = main()
            except SystemExit as stop:
                outcome = stop.code
        assert outcome is None or isinstance(outcome, int), f"ended with {outcome!r}"
        return Ran(int(outcome or 0), out.getvalue(), err.getvalue().decode("utf-8", "replace"))

    def process(
        self,
        *arguments: str,
        cwd: Path | None = None,
        now: str | None = NOW,
        environment: Mapping[str, str] | None = None,
        bound: bool = False,
    ) -> Ran:
        """Runs as a process of its own, through the script named `git-mem`.

        With `bound` file permissions hold even when the tests are run by root.
        """
        done = subprocess.run(
            [str(self.script()), *_at(now), *arguments],
            cwd=cwd or self.cwd,
            capture_output=True,
            env=clean_environment(environment),
            stdin=subprocess.DEVNULL,
            preexec_fn=obey_permissions if bound and os.geteuid() == 0 else None,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))

    def script(self) -> Path:
        """A file named `git-mem` that does what the installed one does; its folder may go on PATH."""
        script = self.scratch / "bin" / "git-mem"
        if not script.exists():
            module, name = _entry_point()
            script.parent.mkdir(parents=True, exist_ok=True)
            script.write_text(
                f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(PROJECT)!r})\n"
                f"from {module} import {name}\nsys.exit({name}())\n"
            )
            script.chmod(0o755)
        return script

    def search(self, query: str, *options: str, cwd: Path | None = None, now: str | None = NOW) -> Answer:
        """Asks for up to fifty results as JSON; a query that matches or is absent, never an error."""
        ran = self("search", "--json", "-k", "50", *options, "--", query, cwd=cwd, now=now)
        assert ran.code in (0, 1, 4), f"exit {ran.code}: {ran.err}"
        return Answer(ran.json, ran.code, ran.err)

    def chunks(self, path: str, *options: str, now: str | None = NOW) -> list[Json]:
        """All chunks of one note, in order."""
        ran = self("blame", "--json", *options, path, now=now)
        assert ran.code == 0, f"exit {ran.code}: {ran.err}"
        chunks: list[Json] = ran.json["chunks"]
        return chunks


def obey_permissions() -> None:
    """Gives up root's right to pass over file permissions, for this process and all it starts."""
    drop_from_bounding_set, dac_override, dac_read_search = 24, 1, 2
    libc = ctypes.CDLL(None, use_errno=True)
    for right in (dac_override, dac_read_search):
        if libc.prctl(drop_from_bounding_set, right, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl")


def _at(now: str | None) -> list[str]:
    return ["--now", now] if now else []


@contextlib.contextmanager
def _standing_in(folder: Path) -> Iterator[None]:
    before = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    try:
        yield
    finally:
        os.fchdir(before)
        os.close(before)


@contextlib.contextmanager
def _replaced(arguments: list[str], given: io.BytesIO, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    """Own arguments and own standard streams, as a process would have them on a UTF-8 system."""
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    stdin = io.TextIOWrapper(given, encoding="utf-8")
    sys.argv, sys.stdin, sys.stdout, sys.stderr = arguments, stdin, stdout, stderr
    try:
        yield
    finally:
        for stream in (stdout, stderr):
            stream.flush()
            stream.detach()
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
