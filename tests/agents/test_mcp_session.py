"""An agent at work with the server, over the SDK's own client, as a program would drive it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from gitmem.agents.tools import TOOLS
from tests.agents.serving import text_of, with_client
from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.running import Json, Mem

LANTERN = "# Lantern\n\n- Lantern lead: Tomas Reyes\n- Lantern budget: $40,000 [verified: 2026-09-01]\n"
CHANGED = (
    "# Lantern\n\n- ~~Lantern lead: Tomas Reyes~~ superseded 2026-08-14\n- Lantern lead: Mira Solberg\n"
    "- Lantern budget: $40,000 [verified: 2026-09-01]\n"
)
TWO = "# Harbour\n\n- Harbour owner: Bea\n\n## Later\n\n- Harbour owner: Cid\n"


@pytest.fixture
def lantern(repo: RepoBuilder) -> RepoBuilder:
    """A project whose lead changed, a contradiction, and a line that changes quickly."""
    repo.commit("2026-03-02", {"lantern.md": LANTERN}, "lantern")
    repo.commit("2026-08-14", {"lantern.md": CHANGED}, "new lead")
    repo.commit("2026-09-01", {"harbour.md": TWO}, "harbour")
    return repo


def document(result: CallToolResult) -> Json:
    """The structured answer of a call that went well."""
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


CALLS: list[tuple[str, Json, tuple[str, ...]]] = [
    ("search", {"query": "lantern lead", "k": 3}, ("-k", "3", "lantern", "lead")),
    ("search", {"query": "zeppelin"}, ("zeppelin",)),
    (
        "search",
        {"query": "lead", "mode": "bm25", "path": "l*.md", "history": True, "committed": True},
        ("--mode", "bm25", "--path", "l*.md", "--history", "--committed", "lead"),
    ),
    (
        "search",
        {"query": "lead", "since": "2026-08-01", "until": "2026-08-31", "at": "HEAD", "as_of": "2026-08-20"},
        (
            *("--since", "2026-08-01", "--until", "2026-08-31"),
            *("--at", "HEAD", "--as-of", "2026-08-20", "lead"),
        ),
    ),
    ("explain", {"question": "lantern lead"}, ("lantern", "lead")),
    ("explain", {"question": "zeppelin", "as_of": "2026-09-01"}, ("--as-of", "2026-09-01", "zeppelin")),
    ("blame", {"place": "lantern.md:4"}, ("lantern.md:4",)),
    ("diff", {"span": "HEAD~2..HEAD", "path": "l*.md"}, ("--path", "l*.md", "HEAD~2..HEAD")),
    ("diff", {"since": "2026-08-01", "until": None}, ("--since", "2026-08-01")),
    ("conflicts", {}, ()),
    ("conflicts", {"all": True, "committed": True}, ("--all", "--committed")),
    ("stale", {"within": 60.0, "all": True}, ("--within", "60", "--all")),
    ("history", {"key": "lantern lead"}, ("lantern", "lead")),
]
"""Every tool that reads, with arguments, and the same question to the command line."""


def test_every_tool_answers_what_the_command_line_prints(lantern: RepoBuilder, mem: Mem) -> None:
    """Otherwise an agent over MCP and a script in a hook of the same repository disagree about a fact."""

    async def talk(client: Client) -> list[CallToolResult]:
        return [await client.call_tool(tool, arguments) for tool, arguments, _ in CALLS]

    answers = with_client(mem, talk)
    assert {tool for tool, _, _ in CALLS} == {tool.name for tool in TOOLS if tool.reads_only}
    for (tool, _, words), answer in zip(CALLS, answers, strict=True):
        assert document(answer) == mem(tool, "--json", *words).json, (tool, words)


def test_a_session_from_the_first_search_to_the_refused_commit(hooked: Hooked, mem: Mem) -> None:
    """What the server is for: an agent that finds the old value must be able to follow it to the new one,
    write with provenance, replace what it wrote, commit under the hooks, and be stopped by them."""
    hooked.repo.commit("2024-03-02", {"lantern.md": LANTERN.replace("2026", "2024")})
    hooked.repo.commit("2024-05-14", {"lantern.md": CHANGED.replace("2026", "2024")})
    hooked.repo.config("user.name", "Otto Lind")
    hooked.repo.config("user.email", "otto@notes.example")
    asked = "2024-06-01T12:00:00Z"

    async def talk(client: Client) -> None:
        assert "absence" in (client.instructions or "")
        found = document(await client.call_tool("search", {"query": "Lantern lead Tomas"}))
        old = next(result for result in found["results"] if result["status"] == "SUPERSEDED")
        assert "Tomas" in old["text"]
        (cite,) = old["superseded_by"]
        place = document(await client.call_tool("blame", {"place": cite}))
        assert [chunk["text"] for chunk in place["chunks"]] == ["Lantern lead: Mira Solberg"]

        nothing = await client.call_tool("search", {"query": "zeppelin"})
        assert document(nothing)["absence"] == "proven" and '"proven"' in text_of(nothing)
        assert mem("search", "zeppelin", now=asked).code == 1

        added = await client.call_tool(
            "add",
            {
                "text": "Lantern venue: north hall",
                "to": "lantern.md",
                "provenance": "observed",
                "commit": True,
            },
        )
        line = document(added)["cites"][0]
        assert line["text"].endswith("[observed]") and document(added)["commit"] == hooked.repo.head

        guarded = f"{line['cite']}@{line['hash']}"
        changed = await client.call_tool(
            "supersede", {"cite": guarded, "text": "south hall", "provenance": "stated", "commit": True}
        )
        assert document(changed)["commit"] == hooked.repo.head
        again = await client.call_tool("supersede", {"cite": guarded, "text": "east hall"})
        assert again.is_error and "lantern.md" in text_of(again)

        held = document(await client.call_tool("explain", {"question": "Lantern venue"}))
        assert [step["value"] for step in held["fact"]["steps"] if step["role"] == "now"] == ["south hall"]

        before = hooked.repo.head
        refused = await client.call_tool(
            "add", {"text": "Lantern lead: Otto Lind", "to": "lantern.md", "commit": True}
        )
        assert refused.is_error and "contradiction" in text_of(refused)
        assert refused.structured_content is not None and refused.structured_content["commit"] is None
        assert hooked.repo.head == before

    with_client(mem, talk, "--allow-write", now=asked, environment=hooked.environment)


def test_absence_is_not_proven_in_a_shallow_clone(lantern: RepoBuilder, tmp_path: Path) -> None:
    """An agent in a CI clone must be told that it cannot say "there is no record"."""
    mem = Mem(lantern.clone(tmp_path / "cut", depth=1).path, tmp_path)

    async def talk(client: Client) -> tuple[CallToolResult, CallToolResult]:
        return await client.call_tool("search", {"query": "zeppelin"}), await client.call_tool(
            "conflicts", {"path": "lantern.md"}
        )

    nothing, conflicts = with_client(mem, talk)
    assert document(nothing)["absence"] == "unproven" and mem("search", "zeppelin").code == 4
    assert '"unproven" (this clone is shallow)' in text_of(nothing)
    assert "warning: " in text_of(nothing) and "--unshallow" in text_of(nothing)
    assert "History is incomplete" in text_of(conflicts)


def test_tools_are_listed_with_hints_and_schemas(lantern: RepoBuilder, mem: Mem) -> None:
    """A client that asks before each write must be able to tell reading from writing, in either protocol."""

    async def talk(client: Client) -> Json:
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    reading = with_client(mem, talk, mode="legacy")
    assert list(reading) == ["search", "explain", "blame", "diff", "conflicts", "stale", "history"]
    everything = with_client(mem, talk, "--allow-write")
    assert set(everything) - set(reading) == {"add", "supersede", "verify", "retract"}
    for name, tool in everything.items():
        hints = tool.annotations
        assert hints.read_only_hint is (name in reading)
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
        assert tool.title and tool.description and tool.input_schema["additionalProperties"] is False
        assert tool.output_schema["properties"]["schema"] == {"const": f"gitmem.{name}/1"}


def test_writes_answer_what_the_command_line_prints(lantern: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """The same write by either way must leave the same notes and say the same of them."""
    twin = RepoBuilder(lantern.clone(tmp_path / "twin").path)
    calls: list[tuple[str, Json, tuple[str, ...]]] = [
        ("add", {"text": "Kiln keeper: Asa", "to": "kiln.md"}, ("--to", "kiln.md", "Kiln keeper: Asa")),
        (
            "add",
            {"text": "Kiln heat: high", "provenance": "inferred", "date": "2026-09-30"},
            ("--provenance", "inferred", "--date", "2026-09-30", "Kiln heat: high"),
        ),
        ("supersede", {"cite": "kiln.md:3", "text": "Bea"}, ("kiln.md:3", "Bea")),
        ("verify", {"cite": "kiln.md:4", "date": "2026-09-30"}, ("--date", "2026-09-30", "kiln.md:4")),
        ("retract", {"cite": "kiln.md:4"}, ("kiln.md:4",)),
    ]

    async def talk(client: Client) -> list[CallToolResult]:
        return [await client.call_tool(tool, arguments) for tool, arguments, _ in calls]

    answers = with_client(mem, talk, "--allow-write")
    other = Mem(twin.path, tmp_path)
    for (tool, _, words), answer in zip(calls, answers, strict=True):
        assert document(answer) == other(tool, "--json", *words).json, (tool, words)
    for name in ("kiln.md", "log.md"):
        assert (lantern.path / name).read_bytes() == (twin.path / name).read_bytes()
