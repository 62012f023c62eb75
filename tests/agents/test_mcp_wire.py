"""The server on bare pipes: how it starts and ends, which repository it serves, and what stays out of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.agents.serving import GREETED, GREETING, WAIT, call, command, text_of, wired
from tests.builder import PlannedCommit, RepoBuilder, clean_environment
from tests.running import PROJECT, Mem

NOTE = "# Forge\n\n- Forge keeper: Åsa Brook\n"


@pytest.fixture
def forge(repo: RepoBuilder) -> RepoBuilder:
    """One note with a name that no ASCII locale can say."""
    repo.commit("2026-09-01", {"forge.md": NOTE}, "forge")
    return repo


def found(answer: dict[str, object]) -> list[str]:
    """The texts that a search found."""
    result = answer["result"]
    assert isinstance(result, dict) and not result["isError"], answer
    return [each["text"] for each in result["structuredContent"]["results"]]


def test_what_was_asked_is_answered_before_the_server_ends(forge: RepoBuilder, mem: Mem) -> None:
    """A script that pipes its requests in and closes must get every answer, in any locale."""
    requests = [GREETING, GREETED, *(call(number, "search", query="keeper") for number in range(3))]
    done = subprocess.run(
        command(mem),
        input="\n".join(map(json.dumps, requests)).encode(),
        capture_output=True,
        cwd=forge.path,
        env=clean_environment({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}),
        timeout=WAIT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == ["hello", 0, 1, 2]
    assert all(found(each) == ["Forge keeper: Åsa Brook"] for each in answers[1:])


def test_an_interrupt_ends_it_without_a_traceback(forge: RepoBuilder, mem: Mem) -> None:
    """Whoever stops a server at a terminal must get the prompt back, though the server waits for input."""
    with wired(mem) as wire:
        wire.greet()
        wire.process.send_signal(signal.SIGINT)
        assert wire.process.wait(WAIT) == 130
        assert wire.process.stderr is not None
        assert wire.process.stderr.read().strip() == b"git-mem: interrupted"


def test_a_client_that_is_gone_ends_it(forge: RepoBuilder, mem: Mem) -> None:
    """A server whose client was killed must not stay behind, nor fill a log with tracebacks."""
    with wired(mem) as wire:
        wire.greet()
        assert wire.process.stdout is not None
        wire.process.stdout.close()
        wire.send(call(1, "search", query="keeper"))
        assert wire.process.wait(WAIT) == 0
        assert wire.process.stderr is not None
        assert wire.process.stderr.read() == b""


def test_the_repository_that_is_served(forge: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """An agent's program starts servers anywhere: the project's variable must count, and what is said on the
    command line more; git's own variables must not lead elsewhere."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2026-09-01", {"kiln.md": "# Kiln\n\n- Kiln keeper: Bea\n"}, "kiln")
    (tmp_path / "empty").mkdir()
    project = {"CLAUDE_PROJECT_DIR": str(forge.path), "GIT_DIR": str(other.path / ".git")}
    for options, environment, expected in (
        ((), project, "Forge keeper: Åsa Brook"),
        (("--repo", "../other"), project, "Kiln keeper: Bea"),
    ):
        with wired(mem, *options, environment=environment, cwd=tmp_path / "empty") as wire:
            wire.greet()
            assert found(wire.ask(call(1, "search", query="keeper"))) == [expected]


def test_what_keeps_it_from_starting_is_one_line(forge: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A client shows the last line of a server that did not start; it must name the cause and the cure."""
    missing = mem.process("mcp", "--repo", "nowhere")
    assert (missing.code, missing.out) == (2, "")
    assert "nowhere" in missing.err and missing.err.count("\n") == 1
    (tmp_path / "bare" / "mcp").mkdir(parents=True)
    (tmp_path / "bare" / "mcp" / "__init__.py").write_text("raise ModuleNotFoundError(name='mcp')\n")
    without = mem.process("mcp", environment={"PYTHONPATH": str(tmp_path / "bare")})
    assert (without.code, without.out) == (2, "")
    assert without.err == "git-mem: the server needs the extra 'mcp': pip install 'gitmem-notes[mcp]'\n"


def test_programs_it_starts_reach_neither_pipe(forge: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A git that chats or reads must not break the protocol: its streams are never the server's."""
    real = shutil.which("git")
    chatty = tmp_path / "chatty" / "git"
    chatty.parent.mkdir()
    # What it says on its error stream belongs to gitmem; what it says on the server's is a fault.
    chatty.write_text(
        f'#!/bin/sh\nhead -c 1 >>"{tmp_path}/eaten" </proc/$PPID/fd/0\necho noise >/proc/$PPID/fd/1\n'
        f'echo "warning: noise" >&2\nexec {real} "$@"\n'
    )
    chatty.chmod(0o755)
    path = f"{chatty.parent}{os.pathsep}{os.environ['PATH']}"
    with wired(mem, environment={"PATH": path}) as wire:
        wire.greet()
        wire.send(*(call(number, "search", query="keeper") for number in range(3)))
        assert [found(wire.take()) for _ in range(3)] == [["Forge keeper: Åsa Brook"]] * 3
        rest, code, errors = wire.hang_up()
    assert (rest, code) == ([], 0)
    assert set(errors.split("\n")) == {"noise", ""}
    assert (tmp_path / "eaten").read_bytes() == b""


def test_a_damaged_index_and_a_vanished_repository_are_answers(forge: RepoBuilder, mem: Mem) -> None:
    """Whatever happens to the files between two calls, the session goes on and says what is wrong."""
    with wired(mem) as wire:
        wire.greet()
        assert found(wire.ask(call(1, "search", query="keeper")))
        (index,) = (forge.git_path / "gitmem").glob("index*.sqlite3")
        index.write_bytes(b"no database at all" * 500)
        told = wire.ask(call(2, "search", query="keeper"))["result"]
        ran = mem("search", "keeper")
        assert told["isError"] and ran.code == 3
        assert text_of(told) == ran.err.removeprefix("git-mem: ").rstrip("\n")
        assert mem("index", "--rebuild").code == 0
        assert found(wire.ask(call(3, "search", query="keeper")))
        forge.write({".gitmem.toml": "rot = 1\n"})
        assert "rot" in text_of(wire.ask(call(4, "search", query="keeper"))["result"])
        shutil.rmtree(forge.path)
        gone = wire.ask(call(5, "search", query="keeper"))["result"]
        assert gone["isError"] and text_of(gone).count("\n") == 0
        assert wire.hang_up()[1:] == (0, "")


@pytest.mark.stress
def test_a_long_build_can_be_given_up(repo: RepoBuilder, mem: Mem) -> None:
    """The first call in a large repository may take a while; whoever gives it up must not harm the index."""
    repo.fast_import(
        [
            PlannedCommit(1_700_000_000 + 60 * number, {f"n{number % 40}.md": f"# N\n\n- Key: {number}\n"})
            for number in range(4000)
        ]
    )
    first = call(1, "search", query="Key")
    first["params"]["_meta"] = {"progressToken": "p"}
    with wired(mem) as wire:
        wire.greet()
        wire.send(first)
        assert wire.take()["params"]["progress"] == 1
        wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        wire.send({"jsonrpc": "2.0", "id": 2, "method": "ping"}, call(3, "search", query="Key"))
        answers = [frame["id"] for frame in (wire.take(), wire.take())]
        assert answers == [2, 3]
        assert wire.hang_up()[1] == 0
    assert mem("index", "--verify").code == 0


def test_many_calls_at_once_write_each_line_once(forge: RepoBuilder, mem: Mem) -> None:
    """Agents call in parallel, beside people at the command line; no entry may be lost or written twice."""
    with wired(mem, "--allow-write") as wire:
        wire.greet()
        wire.send(*(call(number, "add", text=f"Stone {number}: here") for number in range(12)))
        beside = mem("add", "Stone beside: here")
        answers = {each["id"]: each["result"] for each in (wire.take() for _ in range(12))}
        assert beside.code == 0
        assert sorted(answers) == list(range(12)) and not any(each["isError"] for each in answers.values())
    text = (forge.path / "log.md").read_text()
    assert all(text.count(f"Stone {number}: here\n") == 1 for number in [*range(12), "beside"])


@pytest.mark.stress
def test_an_interrupt_at_any_moment_ends_it(forge: RepoBuilder, mem: Mem) -> None:
    """Also while a client sends more than it reads, when every stream of the server is full."""
    for number in range(8):
        with wired(mem) as wire:
            wire.greet()
            listing = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode() + b"\n"
            assert wire.process.stdin is not None
            pipe = wire.process.stdin.fileno()
            os.set_blocking(pipe, False)
            with suppress(BlockingIOError):
                for _ in range(100 * number):
                    os.write(pipe, listing)
            wire.process.send_signal(signal.SIGINT)
            assert wire.process.wait(WAIT) == 130
            assert wire.process.stderr is not None
            assert wire.process.stderr.read().strip() == b"git-mem: interrupted"


def test_starting_loads_nothing_heavy_beside_the_sdk() -> None:
    """The SDK takes most of a second already; the rest of gitmem waits for the first call."""
    heavy = ("git", "yaml", "pyromark", "Stemmer", "sqlite3", "gitmem.index.search", "gitmem.memory.library")
    code = f"import sys, gitmem.agents.server; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=PROJECT, check=False)
    assert done.stdout == b"[]\n", done
