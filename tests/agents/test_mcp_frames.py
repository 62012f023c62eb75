"""Which lines are requests and what is answered to those that are none, without a server."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable

import pytest

from gitmem.agents.frames import LONGEST_FRAME, Owed, Wrong, dump, read_line
from gitmem.agents.pipes import lines_of

PARSE, INVALID = -32700, -32600

LINES: list[tuple[bytes, list[tuple[object, int]]]] = [
    (b"", []),
    (b" \t\r", []),
    (b"garbage", [(None, PARSE)]),
    (b'{"jsonrpc":"2.0","method":"test","params":', [(None, PARSE)]),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping"} trailing', [(None, PARSE)]),
    (b"\xff", [(None, PARSE)]),
    (b'{"jsonrpc":"2.0","id":4,"method":"a","params":{"q":"\xff"}}', [(4, PARSE)]),
    (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"q":NaN}}', [(None, PARSE)]),
    (b"[" * 200_000, [(None, PARSE)]),
    (b'{"a":' * 200_000, [(None, PARSE)]),
    (b'{"jsonrpc":"2.0","id":' + b"9" * 10_000 + b',"method":"a"}', [(None, PARSE)]),
    (b"[]", [(None, INVALID)]),
    (b"7", [(None, INVALID)]),
    (b"null", [(None, INVALID)]),
    (b'"ping"', [(None, INVALID)]),
    (b"{}", [(None, INVALID)]),
    (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', [(5, INVALID)]),
    (b'{"id":"x","method":"ping"}', [("x", INVALID)]),
    (b'{"jsonrpc":"2.0","id":6}', [(6, INVALID)]),
    (b'{"jsonrpc":"2.0","id":6,"method":7}', [(6, INVALID)]),
    (b'{"jsonrpc":"2.0","id":6,"method":"a","params":[1]}', [(6, INVALID)]),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', [(None, INVALID)]),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', [(None, INVALID)]),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [(None, INVALID)]),
    (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', [(None, INVALID)]),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"b"},3]', [(1, INVALID)]),
]


@pytest.mark.parametrize(("line", "answers"), LINES, ids=range(len(LINES)))
def test_what_is_no_request_is_answered(line: bytes, answers: list[tuple[object, int]]) -> None:
    """A client that gets no answer waits for ever, and one that gets two takes the wrong one."""
    found = list(read_line(line))
    assert all(isinstance(each, Wrong) for each in found)
    told = [json.loads(each.frame()) for each in found if isinstance(each, Wrong)]
    assert [(each["id"], each["error"]["code"]) for each in told][:1] == answers[:1]
    assert bool(told) == bool(answers)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r',
        b'{"jsonrpc":"2.0","id":"\xc3\xa9","method":"ping","params":{}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}',
    ],
)
def test_requests_notifications_and_answers_are_handed_on(line: bytes) -> None:
    """Otherwise the server refuses clients that keep to the protocol."""
    assert list(read_line(line)) == [json.loads(line)]


def test_a_frame_is_one_line_of_ascii() -> None:
    """Line separators of Unicode would end a frame for some readers, and a locale could break the rest."""
    data = dump({"text": "a\u2028b\x85c\né\udcff"})
    assert data.isascii() and data.count(b"\n") == 1 and data.endswith(b"}\n")
    assert json.loads(data)["text"] == "a\u2028b\x85c\né\udcff"


def _sent(chunks: Iterable[bytes], longest: int) -> list[bytes | None]:
    source, sink = os.pipe()

    def write() -> None:
        for chunk in chunks:
            os.write(sink, chunk)
        os.close(sink)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return list(lines_of(source, longest))
    finally:
        writer.join()
        os.close(source)


def test_lines_come_whole_however_they_are_sent() -> None:
    """A pipe gives what it has; a frame cut in two must not become two broken ones."""
    assert _sent([b"on", b"e\n\ntw", b"o\nthree"], 100) == [b"one", b"", b"two", b"three"]
    assert _sent(["é".encode()[:1], "é\n".encode()[1:]], 100) == ["é".encode()]


def test_a_line_without_end_is_dropped_and_told() -> None:
    """A client that never ends a line must not fill the memory of the machine."""
    assert _sent([b"x" * 50, b"y" * 60, b"z\nok\n"], 100) == [None, b"ok"]
    assert _sent([b"x" * 101 + b"\nok\n"], 100) == [None, b"ok"]
    assert _sent([b"x" * 60, b"y" * 60], 100) == [None]
    assert LONGEST_FRAME > 1 << 20


def test_an_answer_is_owed_until_it_is_written_or_not_wanted_any_more() -> None:
    """Hanging up must lose no answer, and must not wait for one that will never come."""
    owed = Owed()
    for number in (1, "1", 2, 3):
        owed.read({"method": "tools/call", "id": number})
    owed.read({"method": "notifications/initialized"})
    owed.wrote({"method": "notifications/progress"})
    owed.wrote({"id": 1, "result": {}})
    owed.wrote({"id": "1", "error": {}})
    owed.read({"method": "notifications/cancelled", "params": {"requestId": 2}})
    owed.read({"method": "notifications/cancelled", "params": None})
    assert owed
    owed.wrote({"id": 3, "result": {}})
    owed.wrote({"id": 99, "result": {}})
    assert not owed
