"""Calls that take long, without a repository: what the server does meanwhile, and how they are given up."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import pytest

from gitmem.agents.calls import Progress
from gitmem.agents.frames import LONGEST_FRAME
from gitmem.agents.pipes import Pipes
from gitmem.agents.server import serve
from gitmem.agents.tools import offered
from gitmem.errors import GitError
from tests.agents.serving import GREETED, GREETING, WAIT, call, text_of

LONG = b"x" * (1 << 16)


class SlowMemory:
    """Stands in for a memory whose search lasts until it is let go."""

    warnings = ()

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go_on = threading.Semaphore(0)
        self.ended: list[str] = []
        self.progress: Progress = lambda label, done, total: None

    def opened(self, progress: Progress) -> Any:
        """As the server opens it."""
        self.progress = progress
        return self

    def search(self, query: str, **others: object) -> object:
        """Tells progress, waits, tells progress again, and fails in a way that names the call."""
        self.progress("reading history", 0, 10)
        self.begun.release()
        assert self.go_on.acquire(timeout=WAIT)
        try:
            self.progress("reading history", 5, 10)
        except BaseException:
            self.ended.append(f"{query} given up")
            raise
        self.ended.append(f"{query} done")
        raise GitError(f"{query} ended\nwith two lines")


@contextmanager
def talking(memory: SlowMemory) -> Iterator[tuple[IO[bytes], IO[bytes], threading.Thread]]:
    """A server in a thread, with the client's ends of its pipes; the session is open."""
    (source, asks), (answers, sink) = os.pipe(), os.pipe()
    arguments = (offered(writes=False), memory.opened, Pipes(source, sink))
    server = threading.Thread(target=serve, args=arguments)
    server.start()
    with open(asks, "wb", 0) as out, open(answers, "rb") as back:
        say(out, GREETING, GREETED)
        assert heard(back)["id"] == "hello"
        yield out, back, server
    server.join(WAIT)
    assert not server.is_alive()
    os.close(source)
    os.close(sink)


def say(out: IO[bytes], *frames: dict[str, Any]) -> None:
    """Sends frames."""
    for frame in frames:
        out.write(json.dumps(frame).encode() + b"\n")


def heard(back: IO[bytes]) -> dict[str, Any]:
    """The next frame of the server."""
    frame: dict[str, Any] = json.loads(back.readline())
    return frame


def ping(number: int) -> dict[str, Any]:
    """A sign of life that is asked for."""
    return {"jsonrpc": "2.0", "id": number, "method": "ping"}


def test_a_long_call_leaves_room_for_pings_and_tells_its_progress() -> None:
    """While an index is built a client must be able to see that the server lives and how far it is."""
    memory, asked = SlowMemory(), call(1, "search", query="slow")
    asked["params"]["_meta"] = {"progressToken": "token"}
    with talking(memory) as (out, back, _):
        say(out, asked)
        told = heard(back)["params"]
        assert (told["progressToken"], told["progress"]) == ("token", 1)
        assert told["message"] == "reading history: 0 of 10"
        say(out, ping(2))
        assert heard(back) == {"jsonrpc": "2.0", "id": 2, "result": {}}
        memory.go_on.release()
        answer = heard(back)
        assert answer["id"] == 1 and answer["result"]["isError"]
        assert text_of(answer["result"]) == "slow ended with two lines"


def test_a_cancelled_call_stops_and_the_next_is_served() -> None:
    """Otherwise a client that gave up keeps the machine busy, or gets an answer that it does not expect."""
    memory = SlowMemory()
    with talking(memory) as (out, back, _):
        say(out, call(1, "search", query="one"), call(2, "search", query="two"), call(3, "search", query="3"))
        assert memory.begun.acquire(timeout=WAIT)
        for number in (1, 2):
            say(
                out,
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}},
            )
        say(out, ping(4))
        assert heard(back)["id"] == 4
        memory.go_on.release()
        assert memory.begun.acquire(timeout=WAIT)
        memory.go_on.release()
        assert heard(back)["id"] == 3
    assert memory.ended == ["one given up", "3 done"]


def test_what_is_under_way_when_the_client_hangs_up_is_answered() -> None:
    """A pipeline closes the input after its last request and still wants the answer."""
    memory = SlowMemory()
    with talking(memory) as (out, back, server):
        say(out, call(1, "search", query="last"))
        assert memory.begun.acquire(timeout=WAIT)
        out.close()
        assert server.is_alive()
        memory.go_on.release()
        assert heard(back)["id"] == 1
    assert memory.ended == ["last done"]


def test_a_line_of_any_length_is_told_and_the_next_is_served() -> None:
    """A frame without end must neither fill the memory nor end the session."""
    with talking(SlowMemory()) as (out, back, _):
        for _ in range(LONGEST_FRAME // len(LONG) + 1):
            out.write(LONG)
        out.write(b"\n")
        assert heard(back)["error"]["code"] == -32700
        say(out, ping(1))
        assert heard(back)["id"] == 1


@pytest.mark.stress
def test_a_client_that_died_keeps_no_server_at_work() -> None:
    """A program that was killed leaves a build of minutes behind otherwise, and its restart waits for it."""
    memory = SlowMemory()
    with talking(memory) as (out, back, server):
        say(out, call(1, "search", query="nobody"))
        assert memory.begun.acquire(timeout=WAIT)
        out.close()
        back.close()
        server.join(WAIT)
        assert not server.is_alive()
    memory.go_on.release()
