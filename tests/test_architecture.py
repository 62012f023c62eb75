"""The drawing of the rooms is the code: who may import whom, who runs git, reads the clock, or prints."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gitmem
from tests.builder import RepoBuilder, clean_environment

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = PROJECT / "gitmem"

ROOMS = (
    ("errors",),
    ("clock",),
    ("globs", "toml_table", "config"),
    ("asking", "spellings", "words"),
    ("semantic",),
    ("growing", "replacing", "seal", "database"),
    ("git",),
    ("history",),
    ("notes",),
    ("facts",),
    ("index",),
    ("checks",),
    ("writing",),
    ("memory",),
    ("reports",),
    ("agents", "ui"),
    ("cli",),
)
"""The rooms in the order of flow; a module imports from its own room and from rooms before it."""

MODULES = sorted(PACKAGE.rglob("*.py"))
ROOTED = [path for path in MODULES if path != PACKAGE / "__init__.py"]
CLOCKS = {("time", "time"), ("time", "time_ns"), ("date", "today")}
CLOCKS |= {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today")}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module, itself first."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(path: Path) -> Iterator[str]:
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            if node.module == "gitmem":
                yield from (f"gitmem.{alias.name}" for alias in node.names if not alias.name.startswith("__"))


def _room(module: str) -> int:
    name = module.split(".")[1]
    found = [order for order, names in enumerate(ROOMS) if name in names]
    assert found, f"{module} is in no room"
    return found[0]


def _attributes(path: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    """What is taken from a name, as `(line, (name, attribute))`."""
    for node in _nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield node.lineno, (node.value.id, node.attr)


def test_a_module_imports_only_from_its_room_and_the_rooms_before_it() -> None:
    wrong = [
        (_name(path), name)
        for path in ROOTED
        for name in _imports(path)
        if name.startswith("gitmem.") and _room(name) > _room(_name(path))
    ]
    assert not wrong


def test_only_the_room_git_runs_programs_or_knows_gitpython() -> None:
    others = (path for path in MODULES if path.parent != PACKAGE / "git")
    programs = {"git", "gitdb", "subprocess"}
    assert not [
        (_name(path), each) for path in others for each in _imports(path) if each.split(".")[0] in programs
    ]


def test_only_the_clock_reads_the_wall_clock() -> None:
    others = [path for path in MODULES if path != PACKAGE / "clock.py"]
    assert not [(_name(path), line) for path in others for line, used in _attributes(path) if used in CLOCKS]
    for path in others:
        for node in _nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                assert {alias.name for alias in node.names} <= {"monotonic"}, f"{path}:{node.lineno}"


def test_only_the_command_line_prints() -> None:
    streams = {("sys", "stdout"), ("sys", "stderr")}
    others = [path for path in MODULES if path.parent != PACKAGE / "cli"]
    assert not [(_name(path), line) for path in others for line, used in _attributes(path) if used in streams]
    for path in others:
        for node in _nodes(path):
            assert not (isinstance(node, ast.Name) and node.id == "print"), f"{path}:{node.lineno}"


def test_modules_and_functions_stay_readable() -> None:
    for path in MODULES:
        assert len(path.read_text(encoding="utf-8").split("\n")) <= 351, path
        module, *_ = _nodes(path)
        assert isinstance(module, ast.Module) and ast.get_docstring(module), f"{path}: what is it for?"
        for node in _nodes(path):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                assert (node.end_lineno or 0) - node.lineno < 50, f"{path}: {node.name}"


def test_the_version_is_the_one_of_the_project_file() -> None:
    with (PROJECT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["version"] == gitmem.__version__


HEAVY = ("git", "gitdb", "yaml", "pyromark", "importlib.metadata", "hashlib._md5", "asyncio", "email", "http")


READERS = (
    "gitmem.notes.markdown",
    "gitmem.facts.claims",
    "gitmem.facts.reading.shapes",
    "gitmem.facts.edits",
)
"""What reads notes; facts in an index are judged without any of it."""


def _modules_after(*arguments: str, cwd: Path) -> set[str]:
    """The modules that a run of the command line has imported when it ends."""
    code = (
        "import sys\nfrom gitmem.cli.main import main\ncode = main()\n"
        "sys.stderr.write('\\n'.join(sys.modules))\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env=clean_environment({"PYTHONPATH": str(PROJECT)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split("\n"))


def test_help_starts_without_anything_that_help_does_not_need(tmp_path: Path) -> None:
    modules = _modules_after("-h", cwd=tmp_path)
    assert not modules & {*HEAVY, "Stemmer", "sqlite3", "gitmem.memory", "json", "tomllib"}


def test_a_search_on_a_fresh_index_starts_without_parsers_and_gitpython(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"a.md": "# Tea\n\nDarjeeling, second flush\n\n- Price: $4\n"})
    repo.write({"a.md": "# Tea\n\nDarjeeling, second flush\n\n- Price: $5\n"})
    for query in ("darjeeling", "tea price"):
        _modules_after("search", query, cwd=repo.path)
        modules = _modules_after("search", "--history", query, cwd=repo.path)
        assert not modules & {*HEAVY, *READERS}


def test_a_check_of_a_harmless_change_reads_no_note_again(repo: RepoBuilder) -> None:
    """A commit waits for this: the index has read the note, and no older version of it is wanted."""
    repo.commit("2026-01-01", {"a.md": "# Tea\n\nDarjeeling, second flush\n\n- Price: $4\n"})
    repo.stage({"a.md": "# Tea\n\nDarjeeling, first flush\n\n- Price: $5\n- Origin: ~~Assam~~\n"})
    for options in (("--staged",), ()):
        _modules_after("check", *options, cwd=repo.path)
        modules = _modules_after("check", *options, cwd=repo.path)
        assert not modules & {*HEAVY, *READERS}
