"""Whatever a client sends, each request gets one answer and the next one is served.

Lost otherwise: one slip of a client ends the session in silence, and the agent works on without its memory.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.serving import call, text_of, wired
from tests.builder import RepoBuilder
from tests.running import Json, Mem

PARSE, INVALID, UNKNOWN, PARAMETERS = -32700, -32600, -32601, -32602


def calling(number: int, params: object) -> Json:
    """A call with any parameters."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


SENT: list[tuple[Json | bytes, tuple[object, int | None] | None]] = [
    (b"garbage", (None, PARSE)),
    (b'{"jsonrpc":"2.0","method":"test","params":', (None, PARSE)),
    (b"", None),
    (b"[]", (None, INVALID)),
    ({"jsonrpc": "2.0", "id": 2, "method": "no/such"}, (2, UNKNOWN)),
    (calling(3, None), (3, PARAMETERS)),
    (calling(4, {"arguments": {"query": "foreman"}}), (4, PARAMETERS)),
    (calling(5, {"name": "no_such_tool", "arguments": {}}), (5, PARAMETERS)),
    (calling(6, {"name": "search", "arguments": [1]}), (6, PARAMETERS)),
    (call(7, "search", query=7), (7, None)),
    (call(8, "search", query=""), (8, None)),
    (call(9, "search", query="foreman", k=-1), (9, None)),
    (call(10, "search", query="foreman", limit=3), (10, None)),
    (call(11, "search"), (11, None)),
    (call(12, "search", query="foreman", mode="loud"), (12, None)),
    (call(13, "search", query="foreman", at="--output=x"), (13, None)),
    (call(14, "blame", place="../outside.md"), (14, None)),
    (call(15, "diff", span="HEAD..no-such"), (15, None)),
    (call(16, "add", text="not offered"), (16, PARAMETERS)),
    (b'{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"\xff"}}', (17, PARSE)),
    (b'{"jsonrpc":"2.0","id":18,"method":"tools/call","params":{"name":"\\ud800"}}', (18, PARAMETERS)),
    ({"jsonrpc": "2.0", "id": 19}, (19, INVALID)),
]
"""Lines, and the id and code of the answer; without a code it is a result that tells a failure."""


@pytest.fixture
def quarry(repo: RepoBuilder) -> RepoBuilder:
    """One fact."""
    repo.commit("2026-09-01", {"quarry.md": "# Quarry\n\n- Quarry foreman: Dov\n"}, "quarry")
    return repo


def test_one_answer_each_and_the_session_goes_on(quarry: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Broken lines, unknown methods and tools, wrong arguments, bytes that are not UTF-8, and an index that
    is replaced by garbage meanwhile."""
    with wired(mem) as wire:
        wire.greet()
        for sent, expected in SENT:
            wire.send(sent)
            if expected is None:
                continue
            answer = wire.take()
            assert answer["id"] == expected[0], (sent, answer)
            if expected[1] is not None:
                assert answer["error"]["code"] == expected[1], (sent, answer)
            else:
                assert answer["result"]["isError"] is True, (sent, answer)
                assert "\n" not in text_of(answer["result"])
        good = wire.ask(call(100, "search", query="foreman"))["result"]
        assert good["structuredContent"]["results"][0]["facts"][0]["value"] == "Dov"
        for store in (quarry.git_path / "gitmem").glob("*.sqlite*"):
            store.write_bytes(b"garbage" * 2000)
        damaged = wire.ask(call(101, "search", query="foreman"))["result"]
        assert damaged["isError"] and "git mem index --rebuild" in text_of(damaged)
        rest, code, errors = wire.hang_up()
    assert (rest, code, errors) == ([], 0, "")
    assert not list(tmp_path.glob("**/x"))
