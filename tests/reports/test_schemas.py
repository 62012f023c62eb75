"""What `--json` prints is what the published schemas promise, whatever the state of the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

import gitmem.reports
from tests.builder import RepoBuilder
from tests.running import Mem

SCHEMAS = Path(gitmem.reports.__file__).parent / "schemas"
VERBS = (
    "index",
    "search",
    "blame",
    "annotate",
    "stats",
    "doctor",
    "explain",
    "history",
    "conflicts",
    "stale",
    "check",
    "report",
)
ARGUMENTS = {
    "search": ["canoe", "zzyx"],
    "blame": ["a.md"],
    "annotate": ["--rerank", "a.md", "a.md:5", "a.md:7-9:text", "nowhere:3", "b.md", "a.md:999"],
    "explain": ["canoe", "price"],
    "history": ["canoe"],
    "conflicts": ["--all"],
    "stale": ["--all", "--within", "400"],
    "check": ["--all"],
}
NOTE = """---
updated: 2026-05-05
---
# Boats

- Canoe price: $40 [verified: 2026-09-01]
- Canoe price: $45 [stated]
- ~~Canoe colour: red~~
- Canoe status: hired out [until: 2026-08-01]
- Canoe owner: Ann [verified: 2062-01-01]

## 2026-08-14

Canoe trip, as of 2026-01-01

| boat | seats |
|------|-------|
| canoe | 2 |
"""


def schema(verb: str) -> dict[str, Any]:
    """The schema of a verb, with all objects closed: a field that is not described is a mistake."""
    document: dict[str, Any] = json.loads((SCHEMAS / f"{verb}.json").read_text())
    _close(document)
    return document


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if "properties" in node:
            node.setdefault("additionalProperties", False)
            assert set(node["required"]) == set(node["properties"])
        for child in node.values():
            _close(child)
    elif isinstance(node, list):
        for child in node:
            _close(child)


def check(verb: str, mem: Mem) -> None:
    """Runs a verb with `--json` and validates what it prints."""
    ran = mem(verb, "--json", *ARGUMENTS.get(verb, []))
    assert ran.code in (0, 1, 4), ran.err
    validator = Draft202012Validator(schema(verb), format_checker=FormatChecker())
    errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(ran.json)]
    assert not errors


@pytest.mark.parametrize("verb", VERBS)
def test_a_schema_is_one(verb: str) -> None:
    Draft202012Validator.check_schema(schema(verb))


@pytest.mark.parametrize("verb", VERBS)
def test_a_repository_with_everything(verb: str, repo: RepoBuilder, mem: Mem) -> None:
    repo.commit(
        "2025-02-03",
        {"a.md": "# Boats\n\n- Canoe: green\n- Canoe seats: two\n- Zzyx: gone\n", "b.md": b"\xff\0"},
    )
    repo.commit("2026-02-03", {"a.md": NOTE, "moved/c.md": "- Canoe paddle: ash wood, long and heavy\n"})
    repo.write({"d.md": "- Canoe in a file nobody knows\n", "a.md": NOTE + "\n- Canoe hat\n"})
    check(verb, mem)


@pytest.mark.parametrize("verb", VERBS)
def test_a_repository_without_a_commit(verb: str, repo: RepoBuilder, mem: Mem) -> None:
    repo.write({"a.md": "- Canoe\n"})
    check(verb, mem)


@pytest.mark.parametrize("verb", VERBS)
def test_a_folder_without_git(verb: str, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.md").write_text("- Canoe\n")
    check(verb, Mem(folder, tmp_path))


@pytest.mark.parametrize("verb", VERBS)
def test_a_bare_repository(verb: str, repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2025-02-03", {"a.md": NOTE})
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    check(verb, Mem(bare.path, tmp_path))


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.representatives(4)
def test_a_shallow_clone(verb: str, repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2025-02-03", {"a.md": NOTE})
    repo.commit("2025-02-04", {"b.md": "x\n"})
    clone = repo.clone(tmp_path / "shallow", depth=1)
    check(verb, Mem(clone.path, tmp_path))
