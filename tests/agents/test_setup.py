"""`git mem setup`: every agent gets what it reads, a second run changes nothing, removal leaves no trace."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from tests.builder import Content, RepoBuilder, Symlink
from tests.running import Mem
from tests.writing.test_init import files_in, valid

AGENTS = ("agents", "claude", "codex", "gemini", "cursor")
OWN: dict[str, Content] = {
    "AGENTS.md": "# Rules\r\n\r\nBe kind.\r\n",
    "CLAUDE.md": b"\xef\xbb\xbf# For Claude\n\nUse tabs.",
    "GEMINI.md": "",
    ".mcp.json": '{"mcpServers":{"db":{"command":"db"}},"x":1}',
    ".claude/settings.json": b'\xef\xbb\xbf{\r\n\t"hooks": {\r\n\t\t"SessionStart": []\r\n\t}\r\n}\r\n',
    ".codex/config.toml": 'model = "x"\n[mcp_servers.db]\ncommand = "db"',
    ".gemini/settings.json": "{\n    \n}\n\n",
    ".cursor/mcp.json": '{\n    "mcpServers": {}\n}',
    ".cursor/rules/gitmem.mdc": "---\ndescription: mine\n---\nMine.\n",
}
"""Files of somebody who uses all of these agents, in as many styles."""


@pytest.fixture(params=["nothing", "own"])
def before(request: pytest.FixtureRequest, repo: RepoBuilder) -> dict[str, bytes]:
    """The files before anything is set up: none, or those of somebody."""
    repo.write({".gitmem.toml": "", **(OWN if request.param == "own" else {})})
    return files_in(repo.path)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_set_up_is_whole_stays_as_it_is_and_goes_without_a_trace(
    agent: str, before: dict[str, bytes], repo: RepoBuilder, mem: Mem
) -> None:
    """Settings of a team would be changed for good by a tool that was only tried."""
    assert mem("setup", agent, "--check").code == 1 and files_in(repo.path) == before
    made = valid("setup", mem("setup", agent, "--json").json)
    assert made["complete"] and {each["state"] for each in made["pieces"]} == {"missing"}
    after = files_in(repo.path)
    assert after.keys() >= before.keys() and after != before
    assert valid("setup", mem("setup", agent, "--check", "--json").json)["complete"]
    again = mem("setup", agent, "--json").json
    assert {each["done"] for each in again["pieces"]} == {"nothing"} and files_in(repo.path) == after
    gone = valid("setup", mem("setup", agent, "--remove", "--json").json)
    assert gone["complete"] and files_in(repo.path) == before
    assert {path.name for path in repo.path.iterdir()} == {".git", *(name.split("/")[0] for name in before)}
    assert mem("setup", agent, "--remove").code == 0 and files_in(repo.path) == before


@pytest.mark.parametrize("backwards", [False, True])
def test_agents_come_and_go_in_any_order(
    backwards: bool, before: dict[str, bytes], repo: RepoBuilder, mem: Mem
) -> None:
    """Taking one agent out would take what another one reads."""
    states = [before]
    for agent in AGENTS:
        assert mem("setup", agent).code == 0
        states.append(files_in(repo.path))
    assert all(mem("setup", agent, "--check").code == 0 for agent in AGENTS)
    for place, agent in enumerate(AGENTS if backwards else reversed(AGENTS)):
        assert mem("setup", agent, "--remove").code == 0
        if not backwards:
            assert files_in(repo.path) == states[len(AGENTS) - 1 - place]
        left = AGENTS[place + 1 :] if backwards else AGENTS[: len(AGENTS) - 1 - place]
        assert all(mem("setup", each, "--check").code == 0 for each in left)
    assert files_in(repo.path) == before


def test_the_files_say_what_their_agents_understand(repo: RepoBuilder, mem: Mem) -> None:
    """The agent would start no server and run no hook."""
    for agent in AGENTS:
        mem("setup", agent)
    server = json.loads((repo.path / ".mcp.json").read_text())["mcpServers"]["gitmem"]
    assert (server["command"], server["args"]) == ("git-mem", ["mcp"])
    (group,) = json.loads((repo.path / ".claude/settings.json").read_text())["hooks"]["SessionStart"]
    assert group["hooks"][0]["type"] == "command" and "prime" in group["hooks"][0]["command"]
    assert (repo.path / "CLAUDE.md").read_text().splitlines()[1] == "@AGENTS.md"
    assert (repo.path / "GEMINI.md").read_text().splitlines()[1] == "@./AGENTS.md"
    assert tomllib.loads((repo.path / ".codex/config.toml").read_text()) == {
        "mcp_servers": {"gitmem": {"command": "git-mem", "args": ["mcp"]}}
    }
    assert json.loads((repo.path / ".gemini/settings.json").read_text())["mcpServers"]["gitmem"] == {
        "command": "git-mem",
        "args": ["mcp"],
    }
    rule = (repo.path / ".cursor/rules/gitmem.mdc").read_text()
    assert rule.startswith("---\ndescription: ") and "\nalwaysApply: true\n---\n" in rule
    instructions = (repo.path / "AGENTS.md").read_text()
    assert 'had `no_match` true and `absence`\n  "proven"' in instructions
    assert "MEMORY.md" not in instructions and "`log.md`" in instructions


@pytest.mark.parametrize("first", ["init", "setup"])
def test_the_policy_and_the_set_up_share_one_part(first: str, repo: RepoBuilder, mem: Mem) -> None:
    """An agent would read two sets of rules, one of them wrong."""
    calls = {"init": ("init", "--policy"), "setup": ("setup", "agents")}
    for name in (first, *({"init", "setup"} - {first})):
        assert mem(*calls[name]).code == 0
    text = (repo.path / "AGENTS.md").read_text()
    assert text.count("gitmem:begin") == 1 and "Read `MEMORY.md` first" in text
    assert mem("setup", "agents", "--check").code == 0
    assert mem("setup", "claude").code == 0 and mem("setup", "claude", "--remove").code == 0
    assert (repo.path / "AGENTS.md").read_text() == text


def test_an_older_part_is_renewed_and_an_edited_one_kept(repo: RepoBuilder, mem: Mem) -> None:
    """Rules would stay those of years ago, or a person's own words be lost."""
    mem("setup", "agents")
    mem("setup", "claude")
    (repo.path / "MEMORY.md").write_text("")
    (repo.path / ".gitmem.toml").write_text("[policy]\nenabled = true\n")
    ran = mem("setup", "agents", "--check", "--json")
    assert (ran.code, [each["state"] for each in ran.json["pieces"]]) == (1, ["old"])
    assert mem("setup", "agents").code == 0
    assert "Read `MEMORY.md` first" in (repo.path / "AGENTS.md").read_text()
    for name, old, new in (
        ("AGENTS.md", "Writing:", "Writing, gladly:"),
        (".mcp.json", '"mcp"', '"mcp", "--allow-write"'),
    ):
        (repo.path / name).write_text((repo.path / name).read_text().replace(old, new))
    edited = files_in(repo.path)
    ran = mem("setup", "claude")
    assert ran.code == 0 and ran.err.count("changed by somebody") == 2 and files_in(repo.path) == edited
    assert mem("setup", "claude", "--check").code == 0
    ran = mem("setup", "claude", "--remove")
    left = files_in(repo.path)
    assert ran.code == 1 and {"AGENTS.md", ".mcp.json"} <= left.keys() and "CLAUDE.md" not in left
    assert mem("setup", "claude", "--remove", "--force").code == 0
    assert mem("setup", "agents", "--remove", "--force").code == 0
    assert files_in(repo.path).keys() == {".gitmem.toml", "MEMORY.md"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".mcp.json", "{"),
        (".mcp.json", "// a remark\n{}"),
        (".mcp.json", '{"mcpServers": []}'),
        (".claude/settings.json", '{"hooks": {"SessionStart": {}}}'),
        ("CLAUDE.md", "<!-- gitmem:begin -->\nhalf\n"),
        ("AGENTS.md/x", "a folder\n"),
        (".claude", "a file\n"),
    ],
)
def test_what_cannot_be_changed_safely_stops_everything(
    name: str, text: str, repo: RepoBuilder, mem: Mem
) -> None:
    """Half a set-up would be left behind, or a broken file be broken more."""
    repo.write({name: text})
    before = files_in(repo.path)
    ran = mem("setup", "claude")
    assert ran.code == 2 and ran.err.count("\n") == 1 and name.split("/")[0] in ran.err
    assert files_in(repo.path) == before


@pytest.mark.parametrize("name", ["AGENTS.md", ".claude", ".mcp.json"])
@pytest.mark.parametrize("target", ["outside", "nowhere", "git"])
def test_links_that_leave_the_repository_are_refused(
    name: str, target: str, repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """A file of another project, or git's own, would be changed."""
    outside = tmp_path / "outside"
    outside.mkdir()
    places = {"outside": os.fspath(outside), "nowhere": "not-there", "git": ".git/config"}
    repo.write({name: Symlink(places[target])})
    before = (repo.git_path / "config").read_bytes()
    for options in ((), ("--check",), ("--remove",)):
        ran = mem("setup", "claude", *options)
        assert ran.code == 2 and ran.err.count("\n") == 1 and "symbolic link" in ran.err
    assert list(outside.iterdir()) == [] and (repo.git_path / "config").read_bytes() == before
    assert {path.name for path in repo.path.iterdir()} == {".git", name}


def test_links_inside_are_followed_and_stay(repo: RepoBuilder, mem: Mem) -> None:
    """The instructions would be there twice, or the link be replaced by a file."""
    repo.write(
        {"AGENTS.md": "# Rules\n", "CLAUDE.md": Symlink("AGENTS.md"), "GEMINI.md": "See @AGENTS.md first.\n"}
    )
    for agent in ("claude", "gemini"):
        assert mem("setup", agent).code == 0
    assert (repo.path / "CLAUDE.md").is_symlink()
    assert (repo.path / "AGENTS.md").read_text().count("gitmem:begin") == 1
    assert (repo.path / "GEMINI.md").read_text() == "See @AGENTS.md first.\n"
    for agent in ("gemini", "claude"):
        assert mem("setup", agent, "--check").code == 0 and mem("setup", agent, "--remove").code == 0
    assert (repo.path / "CLAUDE.md").is_symlink() and (repo.path / "AGENTS.md").read_text() == "# Rules\n"


def test_gemini_that_reads_the_shared_file_gets_no_other(repo: RepoBuilder, mem: Mem) -> None:
    """The instructions would stand in a file that is not read."""
    repo.write({".gemini/settings.json": '{"context": {"fileName": ["AGENTS.md", "X.md"]}}'})
    assert mem("setup", "gemini").code == 0
    assert {"AGENTS.md", ".gemini/settings.json"} == files_in(repo.path).keys()


def test_own_instructions_of_an_agent_get_the_part_themselves(repo: RepoBuilder, mem: Mem) -> None:
    """Claude would be made to read rules that were meant for others."""
    repo.write({"AGENTS.md": "# For Codex\n", "CLAUDE.md": "# For Claude\n"})
    mem("setup", "claude")
    assert (repo.path / "AGENTS.md").read_text() == "# For Codex\n"
    assert "git mem prime" in (repo.path / "CLAUDE.md").read_text()


def test_printing_changes_nothing_and_needs_no_sound_files(repo: RepoBuilder, mem: Mem) -> None:
    """Who wants to paste it by hand could not see it."""
    repo.write({".mcp.json": "{"})
    before = files_in(repo.path)
    for agent in AGENTS:
        ran = mem("setup", agent, "--print")
        assert ran.code == 0 and "git-mem" in ran.out + ("git-mem" if agent == "agents" else "")
    assert files_in(repo.path) == before
    assert mem("setup", "claude", "--print", "--check").code == 2


def test_the_top_of_the_work_tree_is_meant_wherever_one_stands(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Instructions would lie in a folder in which no agent starts."""
    repo.commit("2026-01-01", {"a/b/note.md": "x\n"})
    assert mem("setup", "agents", cwd=repo.path / "a/b").code == 0
    assert "AGENTS.md" in files_in(repo.path) and "a/b/AGENTS.md" not in files_in(repo.path)
    linked = repo.worktree(tmp_path / "linked", "other")
    assert Mem(linked.path, tmp_path)("setup", "cursor").code == 0
    assert (linked.path / ".cursor/mcp.json").exists() and not (repo.path / ".cursor").exists()
    inner = RepoBuilder.create(repo.path / "inner")
    assert mem("setup", "agents", cwd=inner.path).code == 0 and "AGENTS.md" in files_in(inner.path)


def test_a_folder_without_git_can_be_set_up_and_a_bare_repository_not(
    repo: RepoBuilder, tmp_path: Path
) -> None:
    """Notes need no repository, and a bare one has nobody who reads there."""
    folder = tmp_path / "plain"
    folder.mkdir()
    mem = Mem(folder, tmp_path)
    assert mem("setup", "claude").code == 0 and mem("setup", "claude", "--remove").code == 0
    assert files_in(folder) == {}
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    ran = Mem(bare.path, tmp_path)("setup", "agents")
    assert ran.code == 2 and ran.err.count("\n") == 1


def test_a_file_that_may_not_be_written_is_left_alone(repo: RepoBuilder, mem: Mem) -> None:
    """Somebody has locked it on purpose."""
    repo.write({"CLAUDE.md": "# Mine\n"})
    (repo.path / "CLAUDE.md").chmod(0o444)
    ran = mem.process("setup", "claude", bound=True)
    assert ran.code == 2 and ran.err.count("\n") == 1 and "CLAUDE.md" in ran.err
    assert files_in(repo.path) == {"CLAUDE.md": b"# Mine\n"}


def test_that_instructions_are_searched_is_told_once(repo: RepoBuilder, mem: Mem) -> None:
    """Answers would come from gitmem's own text and nobody know why."""
    assert 'exclude = ["AGENTS.md"]' in mem("setup", "agents").err
    assert mem("setup", "agents").err == ""
    assert mem("check", "--all").code == 0
    repo.write({".gitmem.toml": 'exclude = ["AGENTS.md", "CLAUDE.md"]\n'})
    assert mem("setup", "claude").err == ""
