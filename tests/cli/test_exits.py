"""A run that fails must say why in one line and must never end like an answer."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module

import click
import pytest

import gitmem
from gitmem.cli.exits import run
from gitmem.errors import (
    ConfigError,
    DateError,
    GitError,
    GitmemError,
    GitMissingError,
    IndexCorruptError,
    MissingObjectError,
    NotARepositoryError,
    ProviderError,
    RevisionError,
    RootError,
    StoreBusyError,
    StoreReadOnlyError,
    UsageError,
    WriteError,
)


def _raising(error: BaseException) -> Callable[[], object]:
    def command() -> object:
        raise error

    return command


ERRORS = [
    (UsageError("empty query"), 2, "empty query"),
    (DateError("not a date: 'x'"), 2, "not a date"),
    (ConfigError(".gitmem.toml line 1: bad"), 2, ".gitmem.toml line 1"),
    (ProviderError("no provider of vectors"), 2, "no provider"),
    (RootError("no such folder: x"), 2, "no such folder"),
    (GitError("fatal thing"), 2, "fatal thing"),
    (WriteError("process 7 is writing"), 2, "process 7"),
    (GitMissingError("git was not found"), 2, "git was not found"),
    (NotARepositoryError("not a repository"), 2, "not a repository"),
    (RevisionError("no such revision: 'x'"), 2, "no such revision"),
    (MissingObjectError("blob abc is missing"), 2, "--allow-fetch"),
    (IndexCorruptError("index: damaged"), 3, "damaged"),
    (StoreReadOnlyError("index: cannot be written"), 3, "cannot be written"),
    (StoreBusyError("another process"), 3, "another process"),
    (PermissionError(13, "Permission denied", "a.md"), 2, "a.md: Permission denied"),
    (click.UsageError("Missing argument 'SHELL'."), 2, "missing argument 'SHELL'"),
    (click.Abort(), 130, "interrupted"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (ZeroDivisionError("oops"), 2, "internal error, please report it: ZeroDivisionError: oops"),
]


@pytest.mark.parametrize(("error", "code", "words"), ERRORS, ids=lambda value: type(value).__name__)
def test_each_error_has_its_code_and_one_line(
    error: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(_raising(error)) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("git-mem: ")
    assert printed.err.count("\n") == 1
    assert words in printed.err


def test_every_error_of_ours_is_mapped() -> None:
    for module in pkgutil.walk_packages(gitmem.__path__, "gitmem."):
        try:
            import_module(module.name)
        except ModuleNotFoundError as missing:  # of an extra that is not installed
            assert "gitmem" not in str(missing.name)
    tried = {type(error) for error, _, _ in ERRORS}
    leaves = {kind for kind in _below(GitmemError) if not kind.__subclasses__()}
    known = {kind.__name__ for kind in tried} | {"NoteError", "SchemaChangedError", "StoreMissingError"}
    # Caught inside: the search fills the vectors and asks again, the overview is told without counts.
    known |= {"VectorsBehindError", "TimeIsUp"}
    assert {kind.__name__ for kind in leaves if kind.__module__.startswith("gitmem.")} <= known


def _below(kind: type[Exception]) -> set[type[Exception]]:
    return {kind}.union(*(_below(child) for child in kind.__subclasses__()))


def test_an_answer_keeps_its_code_and_a_closed_pipe_is_no_failure() -> None:
    assert run(lambda: 4) == 4
    assert run(lambda: None) == 0
    assert run(_raising(click.exceptions.Exit(1))) == 1
    assert run(_raising(BrokenPipeError())) == 0


def test_a_hostile_message_stays_one_harmless_line(capsys: pytest.CaptureFixture[str]) -> None:
    run(_raising(UsageError("a\nb\x1b[31m\rc")))
    assert capsys.readouterr().err == "git-mem: a bc\n"
