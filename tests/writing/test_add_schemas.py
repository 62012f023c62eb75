"""What writes print as JSON is what their published schemas promise.

Lost otherwise: scripts and agents that read an answer that changed under them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

import gitmem.reports
from gitmem import Memory
from gitmem.clock import parse_instant
from tests.builder import RepoBuilder
from tests.running import Json, Mem

SCHEMAS = Path(gitmem.reports.__file__).parent / "schemas"
CALLS = {
    "add": ["add", "Crew: three"],
    "supersede": ["supersede", "orca.md:3", "9"],
    "retract": ["retract", "orca.md:3"],
    "verify": ["verify", "orca.md:3"],
}


def validate(verb: str, answer: Json) -> None:
    """Fails for a field that is missing, of another kind, or not described."""
    document: dict[str, Any] = json.loads((SCHEMAS / f"{verb}.json").read_text())
    Draft202012Validator.check_schema(document)
    _close(document)
    validator = Draft202012Validator(document, format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer)]


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if "properties" in node:
            node["additionalProperties"] = False
            assert set(node["required"]) == set(node["properties"])
        for child in node.values():
            _close(child)
    elif isinstance(node, list):
        for child in node:
            _close(child)


@pytest.mark.parametrize("verb", CALLS)
def test_every_answer_keeps_its_schema(verb: str, repo: RepoBuilder, mem: Mem) -> None:
    """Written, committed, and refused by a hook."""
    note = "# Orca\n\n- Berth: 7\n- Crew: two\n"
    repo.commit("2026-03-04", {"orca.md": note, "log.md": "# Log\n"})
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")
    name, *rest = CALLS[verb]
    validate(verb, mem(name, "--json", *rest).json)
    repo.reset("HEAD")
    committed = mem(name, "--json", "--commit", *rest)
    assert committed.json["commit"] == repo.head
    validate(verb, committed.json)
    repo.reset("HEAD~1")
    hook = repo.git_path / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho no; exit 1\n")
    hook.chmod(0o755)
    refused = mem(name, "--json", "--commit", *rest)
    assert (refused.code, refused.json["refused"]) == (1, "no")
    validate(verb, refused.json)


def test_the_library_answers_with_values(repo: RepoBuilder, mem: Mem) -> None:
    """Programs get what the command line prints, without a process."""
    repo.commit("2026-03-04", {"people/orca.md": "# Orca\n\n- Berth: 7\n"})
    memory = Memory(repo.path, now=parse_instant("2026-10-01T12:00:00Z"))
    response = memory.supersede("orca.md:3", "9", folder=repo.path / "people")
    assert [cite.cite for cite in response.cites] == ["people/orca.md:4", "people/orca.md:3"]
    assert (
        memory.verify(f"people/orca.md:4@{response.cites[0].hash}").changes[0].changed[0].before
        == "- Berth: 9"
    )
    assert memory.add("Orca", "berth:", "10").warnings == memory.warnings != ()
    assert memory.retract("people/orca.md:4").cites[0].text.endswith("~~ retracted 2026-10-01")
