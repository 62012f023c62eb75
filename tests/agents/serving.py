"""Runs `git mem mcp` as a client does: with the SDK's own client, or line by line where frames are broken."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.builder import clean_environment
from tests.running import NOW, Json, Mem

Result = TypeVar("Result")

GREETING = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
GREETED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
WAIT = 300
"""Seconds after which a server that says nothing is taken to hang."""


def command(mem: Mem, *options: str, before: tuple[str, ...] = (), now: str | None = NOW) -> list[str]:
    """The command that starts a server."""
    moment = ("--now", now) if now else ()
    return [str(mem.script()), *moment, *before, "mcp", *options]


def with_client(
    mem: Mem,
    talk: Callable[[Client], Awaitable[Result]],
    *options: str,
    mode: str = "auto",
    now: str | None = NOW,
    environment: Mapping[str, str] | None = None,
) -> Result:
    """What `talk` makes of a session of the SDK's client with a server of its own."""
    program, *arguments = command(mem, *options, now=now)
    started = StdioServerParameters(
        command=program, args=arguments, env=clean_environment(environment), cwd=mem.cwd
    )

    async def session() -> Result:
        async with Client(started, mode=mode, read_timeout_seconds=WAIT) as client:
            return await talk(client)

    return asyncio.run(session())


def call(number: int | str, tool: str, **arguments: object) -> Json:
    """The frame of a call."""
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }


class Wire:
    """A server and the two pipes to it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, *frames: Json | bytes) -> None:
        """Writes frames, or lines as they are."""
        assert self.process.stdin is not None
        for frame in frames:
            line = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def take(self) -> Json:
        """The next frame of the server; its line must be one whole JSON object."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line[:1] == b"{" and line[-2:] == b"}\n", line
        frame: Json = json.loads(line)
        return frame

    def ask(self, frame: Json) -> Json:
        """The answer to a request that is alone on its way."""
        self.send(frame)
        answer = self.take()
        assert answer["id"] == frame["id"]
        return answer

    def greet(self) -> Json:
        """Opens the session; what the server says of itself."""
        answer = self.ask(GREETING)
        self.send(GREETED)
        result: Json = answer["result"]
        return result

    def hang_up(self) -> tuple[list[Json], int, str]:
        """Closes the input and waits: what still came, the exit code, and the error stream."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.stdin = None
        out, err = self.process.communicate(timeout=WAIT)
        return [json.loads(line) for line in out.splitlines()], self.process.returncode, err.decode()


@contextmanager
def wired(
    mem: Mem,
    *options: str,
    environment: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    before: tuple[str, ...] = (),
) -> Iterator[Wire]:
    """A server on pipes; it is killed if it is still there at the end."""
    process = subprocess.Popen(
        command(mem, *options, before=before),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd or mem.cwd,
        env=clean_environment(environment),
    )
    with process:
        try:
            yield Wire(process)
        finally:
            process.kill()


def text_of(result: Any) -> str:
    """The text of a tool's result, from the client or from a frame."""
    if isinstance(result, dict):
        return "\n".join(part["text"] for part in result["content"])
    return "\n".join(part.text for part in result.content)
