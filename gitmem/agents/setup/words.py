"""What was set up, in words."""

from __future__ import annotations

from gitmem.agents.setup.parts import Purpose
from gitmem.agents.setup.setting_up import Action, Done, PieceShown, SetupResponse
from gitmem.agents.setup.table import Agent
from gitmem.reports.safe import clean_path
from gitmem.writing.layout.marked import State

_DONE = {
    Done.MADE: "made",
    Done.ADDED: "added to",
    Done.UPDATED: "brought up to date in",
    Done.TAKEN_OUT: "taken out of",
    Done.REMOVED: "removed",
    Done.KEPT: "kept in",
}
_WHAT = {
    Purpose.INSTRUCTIONS: "instructions",
    Purpose.SERVER: "the MCP server",
    Purpose.SESSION: "'git mem prime' at the start of a session",
}
_STATES = {
    State.CURRENT: "in place",
    State.MISSING: "missing",
    State.OLD: "out of date",
    State.EDITED: "changed by somebody, so theirs",
    State.DAMAGED: "damaged: one of gitmem's marks is gone or there twice",
}
_ADVICE = {
    Agent.CLAUDE: "Claude Code asks once whether it may use the server of .mcp.json",
    Agent.CODEX: "Codex reads .codex/config.toml in projects it trusts; for all projects: "
    "codex mcp add gitmem -- git-mem mcp",
    Agent.CURSOR: "Cursor asks once whether it may use the server of .cursor/mcp.json",
}


def setup_text(response: SetupResponse) -> str:
    """A line for each part, and what is left to the user."""
    if response.action is Action.CHECK:
        lines = [_state_line(each) for each in response.pieces]
        if not response.complete:
            lines.append(f"git mem setup {response.agent.value} puts that right")
        return "\n".join(lines)
    lines = [_line(each, response.action) for each in response.pieces]
    changed = any(each.done not in (Done.NOTHING, Done.KEPT) for each in response.pieces)
    if response.action is Action.INSTALL and changed and response.agent in _ADVICE:
        lines.append(_ADVICE[response.agent])
    return "\n".join(lines)


def setup_warnings(response: SetupResponse) -> list[str]:
    """What somebody should know beside what was done, a line each."""
    kept = [clean_path(each.path) for each in response.pieces if each.done is Done.KEPT]
    lines = [f"{path}: gitmem's part was changed by somebody and stays, unless with --force" for path in kept]
    if response.notes and any(each.done in (Done.MADE, Done.ADDED) for each in response.pieces):
        named = ", ".join(f'"{path}"' for path in response.notes)
        counted = "counts as a note" if len(response.notes) == 1 else "count as notes"
        lines.append(f"{named} {counted}; exclude = [{named}] in .gitmem.toml keeps that out of searches")
    return lines


def _state_line(piece: PieceShown) -> str:
    return f"{clean_path(piece.path)}: {_WHAT[piece.purpose]} {_STATES[piece.state]}"


def _line(piece: PieceShown, action: Action) -> str:
    path, what, installing = clean_path(piece.path), _WHAT[piece.purpose], action is Action.INSTALL
    if piece.done is Done.NOTHING:
        return f"nothing to do in {path}: {what} {'already there' if installing else 'not there'}"
    if piece.done is Done.SHARED:
        return f"{path}: {what} {'already there, now for this agent too' if installing else 'still needed'}"
    if piece.done in (Done.MADE, Done.REMOVED):
        return f"{_DONE[piece.done]} {path}: {what}"
    return f"{what} {_DONE[piece.done]} {path}"
