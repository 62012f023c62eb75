"""The examples for agents are what the program writes, and the plugin for Claude Code does what it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from gitmem import __version__
from gitmem.agents.setup.setting_up import snippets
from gitmem.agents.setup.table import Agent
from gitmem.cli.main import VERBS
from gitmem.config import DEFAULTS
from tests.builder import RepoBuilder, clean_environment
from tests.running import PROJECT, Mem

AGENTS = PROJECT / "examples/agents"
PLUGIN = PROJECT / "examples/claude-plugin"
SKILL = PLUGIN / "skills/gitmem/SKILL.md"
NAMES = {
    "AGENTS.md": "instructions.md",
    ".mcp.json": "claude-mcp.json",
    ".claude/settings.json": "claude-settings.json",
    ".codex/config.toml": "codex-config.toml",
    ".gemini/settings.json": "gemini-settings.json",
    ".cursor/mcp.json": "cursor-mcp.json",
}


def loaded(path: Path) -> Any:
    """A JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_example_is_what_set_up_writes() -> None:
    """People would paste what no check of ours ever saw."""
    written = dict(each for agent in Agent for each in snippets(DEFAULTS, agent))
    assert {name: (AGENTS / name).read_bytes() for name in NAMES.values()} == {
        name: written[path] for path, name in NAMES.items()
    }
    assert {path.name for path in AGENTS.iterdir()} == set(NAMES.values())


def test_the_plugin_has_the_files_that_claude_code_looks_for() -> None:
    """Claude Code would refuse it, or load half of it."""
    manifest = loaded(PLUGIN / ".claude-plugin/plugin.json")
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", manifest["name"]) and manifest["version"] == __version__
    assert {path.name for path in (PLUGIN / ".claude-plugin").iterdir()} == {"plugin.json"}
    server = loaded(PLUGIN / ".mcp.json")["mcpServers"]["gitmem"]
    assert server == loaded(AGENTS / "claude-mcp.json")["mcpServers"]["gitmem"]
    hooks = loaded(PLUGIN / "hooks/hooks.json")
    assert (
        set(hooks) == {"description", "hooks"}
        and hooks["hooks"] == loaded(AGENTS / "claude-settings.json")["hooks"]
    )


def test_the_skill_can_be_found_and_names_what_exists() -> None:
    """The skill would never be chosen, or send an agent to verbs that are not there."""
    _, head, body = SKILL.read_text(encoding="utf-8").split("---\n", 2)
    fields = yaml.safe_load(head)
    assert set(fields) == {"name", "description"} and fields["name"] == SKILL.parent.name
    assert len(fields["description"]) <= 1024
    assert set(re.findall(r"`git mem ([a-z-]+)", body)) <= VERBS.keys()
    assert '`no_match: true`, `absence: "proven"`' in body


def test_the_skill_says_what_searches_answer(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """An agent would take one kind of absence for another."""
    repo.commit("2026-01-01", {"a.md": "- Ferry: red\n- Anchor: iron\n"})
    repo.commit("2026-01-02", {"a.md": "- Ferry: red\n"})
    told = {
        (int(code), absence)
        for code, absence in re.findall(r'^\| (\d) \|.*?`absence: "(\w+)"`', SKILL.read_text(), re.MULTILINE)
    }
    shallow = Mem(repo.clone(tmp_path / "clone", depth=1).path, tmp_path)
    asked = [mem.search("zzyx"), mem.search("anchor"), shallow.search("zzyx")]
    assert told == {(each.code, each.data["absence"]) for each in asked}


@pytest.mark.parametrize("source", ["startup", "compact"])
def test_the_hook_tells_a_session_of_the_memory(
    source: str, repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """A session would begin with an error, or with the memory of another project."""
    repo.commit("2026-01-01", {"notes/a.md": "- Ferry: red\n"})
    mem("index")  # a busy machine may take longer over that than a session waits
    (group,) = loaded(PLUGIN / "hooks/hooks.json")["hooks"]["SessionStart"]
    (hook,) = group["hooks"]
    event = {
        "session_id": "0b5f", "transcript_path": "/tmp/t.jsonl", "cwd": os.fspath(tmp_path),
        "hook_event_name": "SessionStart", "source": source,
    }  # fmt: skip
    environment = {
        "PATH": f"{mem.script().parent}:{os.environ['PATH']}",
        "CLAUDE_PROJECT_DIR": os.fspath(repo.path / "notes"),
    }
    done = subprocess.run(
        ["sh", "-c", hook["command"]],
        input=json.dumps(event).encode(),
        cwd=tmp_path,
        env=clean_environment(environment),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"# Memory of this repository") and b"1 note " in done.stdout
