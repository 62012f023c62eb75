"""Lines of a client -> requests to serve, and the answers to lines that are none. Pure.

The SDK passes over a line that it cannot read, and its client then waits for ever. So lines are judged
here first: what is no JSON, no request or no UTF-8 is answered at once, under the id of the line if one
can be read from it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

PARSE_ERROR, INVALID_REQUEST = -32700, -32600

LONGEST_FRAME = 16 << 20
"""Bytes of the longest line that is read."""

RequestId = str | int


class Wrong(NamedTuple):
    """A line that cannot be served: the answer's error code and words, and the id if there is one."""

    id: RequestId | None
    code: int
    told: str

    def frame(self) -> bytes:
        """The answer as a line."""
        return dump({"jsonrpc": "2.0", "id": self.id, "error": {"code": self.code, "message": self.told}})


Frame = dict[str, object]
TOO_LONG = Wrong(None, PARSE_ERROR, f"the line is longer than {LONGEST_FRAME:,} bytes and was not read")


def dump(frame: Mapping[str, object]) -> bytes:
    """A frame as one line of ASCII, so that no line separator or locale can break it."""
    return json.dumps(frame, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Iterator[Frame | Wrong]:
    """What one line asks for: one frame, or an answer for each request in it that cannot be served.

    An empty line asks for nothing.
    """
    if not line.strip():
        return
    try:
        text, told = line.decode("utf-8"), ""
    except UnicodeDecodeError:
        text, told = line.decode("utf-8", "replace"), "Parse error: the line is not UTF-8"
    try:
        found = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        yield Wrong(None, PARSE_ERROR, told or "Parse error: the line is no JSON")
        return
    if told:
        yield Wrong(_id_of(found), PARSE_ERROR, told)
    elif isinstance(found, list):
        ids = [_id_of(each) for each in found if _asks(each)] or [None]
        yield from (Wrong(each, INVALID_REQUEST, "Invalid Request: batches are not served") for each in ids)
    else:
        yield _judged(found)


def _refuse(name: str) -> float:
    raise ValueError(name)


def _judged(found: object) -> Frame | Wrong:
    if not isinstance(found, dict):
        return Wrong(None, INVALID_REQUEST, "Invalid Request: the line is no object")
    wrong = _fault(found)
    return found if wrong is None else Wrong(_id_of(found), INVALID_REQUEST, f"Invalid Request: {wrong}")


def _fault(found: Frame) -> str | None:
    if found.get("jsonrpc") != "2.0":
        return 'jsonrpc must be "2.0"'
    if "id" in found and "method" in found and _id_of(found) is None:
        return "id must be a string or a whole number"
    if "method" not in found:
        return None if "result" in found or "error" in found else "there is no method"
    if not isinstance(found["method"], str) or not _legal(found["method"]):
        return "method must be a string"
    if not isinstance(found.get("params", {}), (dict, type(None))):
        return "params must be an object"
    return None


def _asks(found: object) -> bool:
    return not isinstance(found, dict) or "id" in found or "method" not in found


def _id_of(found: object) -> RequestId | None:
    value = found.get("id") if isinstance(found, dict) else None
    if isinstance(value, str):
        return value if value.isascii() or _legal(value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _legal(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


class Owed:
    """The requests that were read and not answered yet, so that none is lost when a client hangs up."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._counts.total()

    def read(self, frame: Frame) -> None:
        """A frame came in: a request is owed an answer, and one that is cancelled no longer is."""
        if frame.get("method") == "notifications/cancelled":
            params = frame.get("params")
            if isinstance(params, dict):
                self._settle(params.get("requestId"))
        elif "method" in frame and "id" in frame:
            self._counts[str(frame["id"])] += 1

    def wrote(self, frame: Mapping[str, object]) -> None:
        """A frame went out; an answer settles what was owed."""
        if "method" not in frame:
            self._settle(frame.get("id"))

    def _settle(self, asked: object) -> None:
        name = str(asked)
        if self._counts[name] > 1:
            self._counts[name] -= 1
        else:
            del self._counts[name]
