"""What the doctor says of agents: whether their set-up is whole, and whether their server can start."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from gitmem.agents.setup.parts import Purpose
from gitmem.agents.setup.setting_up import SetupResponse, is_set_up, look, open_setup
from gitmem.agents.setup.table import Agent
from gitmem.errors import GitmemError
from gitmem.memory.doctor import Check, CheckStatus
from gitmem.memory.place import Place
from gitmem.writing.layout.marked import State

EXTRA = "pip install 'gitmem-notes[mcp]'"
"""What brings the server of tools."""


def agent_checks(place: Place) -> Iterator[Check]:
    """One check for each agent that is set up here, and one for the server that any of them names."""
    served: list[str] = []
    for agent in Agent:
        try:
            frame = open_setup(place)
            if not is_set_up(frame, agent):
                continue
            found = look(frame, agent)
        except GitmemError as error:
            yield Check(_name(agent), CheckStatus.WARNING, str(error), "mend or remove that file")
            continue
        yield _whole(found)
        served += [
            each.path
            for each in found.pieces
            if each.purpose is Purpose.SERVER and each.state is not State.MISSING
        ]
    if served:
        yield _server(list(dict.fromkeys(served)))


def _name(agent: Agent) -> str:
    return f"setup-{agent.value}"


def _whole(found: SetupResponse) -> Check:
    wrong = [each for each in found.pieces if each.state not in (State.CURRENT, State.EDITED)]
    if not wrong:
        edited = [each.path for each in found.pieces if each.state is State.EDITED]
        more = f"; somebody changed gitmem's part of {', '.join(edited)}" if edited else ""
        return Check(_name(found.agent), CheckStatus.OK, f"what {found.agent.value} reads is in place{more}")
    listed = ", ".join(f"{each.purpose.value} in {each.path} ({each.state.value})" for each in wrong)
    cure = f"git mem setup {found.agent.value}"
    if any(each.state is State.DAMAGED for each in wrong):
        cure = f"put gitmem's marks right by hand, then {cure}"
    return Check(_name(found.agent), CheckStatus.WARNING, f"not as this version writes it: {listed}", cure)


def _server(paths: list[str]) -> Check:
    listed = ", ".join(paths)
    if find_spec("mcp") is not None:
        return Check("mcp", CheckStatus.OK, f"the server that {listed} names can start")
    return Check(
        "mcp",
        CheckStatus.PROBLEM,
        f"{listed} names gitmem's server, and the extra 'mcp' that it needs is not installed",
        EXTRA,
    )
