"""What each agent reads in a project: which files, and what gitmem puts into them.

The instructions stand in `AGENTS.md`, and the file that an agent reads instead imports it, unless that file
has text of its own. Nothing here leaves the repository.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from gitmem.agents.setup.json_text import Json, JsonText
from gitmem.agents.setup.parts import Editor, Element, Member, Piece, Purpose, Table, Text
from gitmem.errors import UsageError
from gitmem.writing.layout import marked
from gitmem.writing.layout.instructions import INSTRUCTIONS, OWNER
from gitmem.writing.layout.marked import BOM, MARKDOWN, TOML, Part


class Agent(Enum):
    """Whom gitmem can be set up for; the value is the name on the command line."""

    AGENTS = "agents"
    CLAUDE = "claude"
    CODEX = "codex"
    GEMINI = "gemini"
    CURSOR = "cursor"


class Ground(NamedTuple):
    """What a set-up depends on: the lines of the instructions, and the files that are there.

    `settle` gives the path of the file that a path leads to, and raises `UsageError` where that lies outside.
    """

    instructions: tuple[bytes, ...]
    settle: Callable[[str], str]
    read: Callable[[str], bytes | None]


PRIME = 'git mem -C "${CLAUDE_PROJECT_DIR:-.}" prime'
"""What a session begins with; the folder it runs in may be another project's."""

_SECONDS = 10
_SERVER: dict[str, Json] = {"command": "git-mem", "args": ["mcp"]}
_STDIO: dict[str, Json] = {"type": "stdio", **_SERVER}
_SESSION: dict[str, Json] = {"hooks": [{"type": "command", "command": PRIME, "timeout": _SECONDS}]}
_CODEX_LINES = (b"[mcp_servers.gitmem]", b'command = "git-mem"', b'args = ["mcp"]')
_RULE_HEAD = b"""---
description: The memory of this repository and how to use it
alwaysApply: true
---
"""
_IMPORTS = re.compile(rb"(?:^|(?<=[ \t]))@(?:\./)?AGENTS\.md(?=[ \t\r\n]|\Z)", re.MULTILINE)


def pieces_of(agent: Agent, ground: Ground) -> tuple[Piece, ...]:
    """The parts of an agent's set-up, in the order in which they are written."""
    if agent is Agent.AGENTS:
        return (_shared(ground),)
    if agent is Agent.CLAUDE:
        return (
            *_hosted(ground, "CLAUDE.md", agent, b"@AGENTS.md"),
            _piece(ground, ".mcp.json", Purpose.SERVER, Member(("mcpServers",), "gitmem", _STDIO)),
            _piece(
                ground,
                ".claude/settings.json",
                Purpose.SESSION,
                Element(("hooks", "SessionStart"), _SESSION),
            ),
        )
    if agent is Agent.CODEX:
        part = Part(TOML, _CODEX_LINES, agent.value)
        table = Table(part, ("mcp_servers", "gitmem"))
        return _shared(ground), _piece(ground, ".codex/config.toml", Purpose.SERVER, table)
    if agent is Agent.GEMINI:
        settings, server = ".gemini/settings.json", Member(("mcpServers",), "gitmem", _SERVER)
        if _names_shared_file(ground.read(ground.settle(settings))):
            instructions: tuple[Piece, ...] = (_shared(ground),)
        else:
            instructions = _hosted(ground, "GEMINI.md", agent, b"@./AGENTS.md")
        return *instructions, _piece(ground, settings, Purpose.SERVER, server)
    rule = Text(Part(MARKDOWN, ground.instructions, agent.value, _RULE_HEAD))
    value: dict[str, Json] = {**_STDIO, "args": ["mcp", "--repo", "${workspaceFolder}"]}
    return (
        _piece(ground, ".cursor/rules/gitmem.mdc", Purpose.INSTRUCTIONS, rule),
        _piece(ground, ".cursor/mcp.json", Purpose.SERVER, Member(("mcpServers",), "gitmem", value)),
    )


def _piece(ground: Ground, path: str, purpose: Purpose, editor: Editor) -> Piece:
    return Piece(ground.settle(path), purpose, editor)


def _shared(ground: Ground) -> Piece:
    """The instructions in the file that most agents read."""
    part = Part(MARKDOWN, ground.instructions, OWNER)
    return _piece(ground, INSTRUCTIONS, Purpose.INSTRUCTIONS, Text(part))


def _hosted(ground: Ground, host: str, agent: Agent, line: bytes) -> tuple[Piece, ...]:
    """The instructions for an agent that reads `host`, and imports another file by `line`."""
    shared = _shared(ground)
    path = ground.settle(host)
    if path == shared.path:
        return (shared,)
    data = ground.read(path) or b""
    imported = Part(MARKDOWN, (line,), agent.value)
    inside = marked.lines_of(data, imported)
    outside = data if inside is None else marked.take(data, imported, agent.value) or b""
    if _IMPORTS.search(outside):
        return (shared,)
    if (line in inside) if inside is not None else not outside.removeprefix(BOM).strip():
        return shared, Piece(path, Purpose.INSTRUCTIONS, Text(imported))
    return (Piece(path, Purpose.INSTRUCTIONS, Text(imported._replace(lines=ground.instructions))),)


def _names_shared_file(data: bytes | None) -> bool:
    """Whether Gemini's settings make it read `AGENTS.md`."""
    try:
        text = JsonText((data or b"{}").removeprefix(BOM).decode("utf-8"))
    except (UsageError, UnicodeDecodeError):
        return False
    names = text.at(("context", "fileName"))
    return INSTRUCTIONS in (names if isinstance(names, list) else [names])
