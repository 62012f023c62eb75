"""Changes to the text of a JSON file that keep every other byte: order, indentation, line ends. Pure.

What was put in comes out again without a trace. An empty object or array that was there before gets its
member directly after the bracket; one that is made for it has a blank there, which tells the two apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from gitmem.errors import UsageError

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Key = str | int

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BARE = re.compile(r"[^\s,\]}]+")
_DEFAULT_INDENT = "  "


class Item(NamedTuple):
    """A member of an object or an element of an array: its key, and where it and its value stand."""

    key: Key
    start: int
    value: int
    stop: int


class JsonText:
    """The text of a JSON file whose outermost value is an object, without a byte order mark."""

    def __init__(self, text: str) -> None:
        """Raises `UsageError` for text that is no JSON, holds a key twice, or is no object."""
        self.text = text
        try:
            value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
            raise UsageError(f"is no JSON that gitmem could add to{where}") from None
        if not isinstance(value, dict):
            raise UsageError("is JSON, but no object")
        self.value: dict[str, Json] = value

    def at(self, path: Sequence[Key]) -> Json:
        """The value at a path of keys and positions; None where there is none."""
        value: Json = self.value
        for key in path:
            if isinstance(value, dict) and isinstance(key, str):
                value = value.get(key)
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                value = value[key]
            else:
                return None
        return value

    def require(self, path: Sequence[str], kind: type) -> None:
        """Raises `UsageError` where the value at `path`, or one on the way to it, is of another kind."""
        for length in range(1, len(path) + 1):
            value, wanted = self.at(path[:length]), dict if length < len(path) else kind
            if value is None and not self._holds(path[:length]):
                return
            if not isinstance(value, wanted):
                named = "an object" if wanted is dict else "a list"
                raise UsageError(f"has {'.'.join(path[:length])}, which is not {named}")

    def put(self, path: Sequence[str], key: Key | None, value: Json) -> str:
        """The text with a member in the object, or with no `key` an element in the list, that `path` names.

        What is missing on the way is made. A member that is there gets the new value.
        """
        if isinstance(key, str) and self._item([*path, key]) is not None:
            return self.replace([*path, key], value)
        there = 0
        while there < len(path) and self._item(path[: there + 1]) is not None:
            there += 1
        if there == len(path):
            return self._inserted(path, key, value)
        inner: Json = [value] if key is None else {str(key): value}
        for name in reversed(path[there + 1 :]):
            inner = {name: inner}
        return self._inserted(path[:there], path[there], inner)

    def replace(self, path: Sequence[Key], value: Json) -> str:
        """The text with another value at a path where there is one."""
        item = self._item(path)
        assert item is not None
        return self.text[: item.value] + self._printed(value, len(path)) + self.text[item.stop :]

    def take(self, path: Sequence[Key]) -> str | None:
        """The text without what `path` names; None where nothing is left of a file that was made for it."""
        *above, key = path
        start, items = self._inside(above)
        place = [item.key for item in items].index(key)
        item, begin = items[place], start + 1
        if len(items) == 1:
            made = self.text[begin] in " \t\r\n"
            if made:
                return self.take(above) if above else None
            return self.text[: item.start] + self.text[item.stop :]
        if place:
            return self.text[: items[place - 1].stop] + self.text[item.stop :]
        return self.text[: item.start] + self.text[items[1].start :]

    def _holds(self, path: Sequence[Key]) -> bool:
        return self._item(path) is not None

    def _item(self, path: Sequence[Key]) -> Item | None:
        """Where the value at a path stands."""
        *above, key = path
        if above and self._item(above) is None:
            return None
        if not isinstance(self.at(above), (dict, list)):
            return None
        return next((item for item in self._inside(above)[1] if item.key == key), None)

    def _inside(self, path: Sequence[Key]) -> tuple[int, list[Item]]:
        """Where an object or list begins, and what is in it."""
        if path:
            item = self._item(path)
            assert item is not None
            start = item.value
        else:
            start = _past_space(self.text, 0)
        return start, _items(self.text, start)

    def _inserted(self, path: Sequence[Key], key: Key | None, value: Json) -> str:
        start, items = self._inside(path)
        name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
        text = name + self._printed(value, len(path) + 1, in_line=self._in_line(start, items))
        if not items:
            return self.text[: start + 1] + text + self.text[start + 1 :]
        last = items[-1].stop
        gap = " " if self._in_line(start, items) else self._break() + self._indent * (len(path) + 1)
        return self.text[:last] + "," + gap + text + self.text[last:]

    def _in_line(self, start: int, items: list[Item]) -> bool:
        """Whether what is in an object or list stands in the line of its bracket."""
        return bool(items) and "\n" not in self.text[start : items[0].start]

    def _printed(self, value: Json, depth: int, *, in_line: bool = False) -> str:
        if in_line:
            return _in_one_line(value)
        printed = json.dumps(value, ensure_ascii=False, indent=self._indent)
        return printed.replace("\n", self._break() + self._indent * depth)

    @property
    def _indent(self) -> str:
        """What the file's own lines are indented by."""
        found = re.search(r'\n([ \t]+)"', self.text)
        return found[1] if found else _DEFAULT_INDENT

    def _break(self) -> str:
        crlf = self.text.count("\r\n")
        return "\r\n" if 2 * crlf > self.text.count("\n") else "\n"


def new_text(path: Sequence[str], key: str | None, value: Json) -> str:
    """The text of a new file that holds only this."""
    inner: Json = [value] if key is None else {key: value}
    for name in reversed(path):
        inner = {name: inner}
    return json.dumps(inner, ensure_ascii=False, indent=_DEFAULT_INDENT) + "\n"


def _in_one_line(value: Json) -> str:
    """A value as one line; the blank after each bracket tells that it was made here."""
    if isinstance(value, dict):
        members = (
            f"{json.dumps(key, ensure_ascii=False)}: {_in_one_line(each)}" for key, each in value.items()
        )
        return "{ " + ", ".join(members) + " }"
    if isinstance(value, list):
        return "[ " + ", ".join(map(_in_one_line, value)) + " ]"
    return json.dumps(value, ensure_ascii=False)


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")


def _past_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    assert found is not None
    return found.end()


def _items(text: str, start: int) -> list[Item]:
    """What is in the object or list that begins at `start`; the text is known to be JSON."""
    items: list[Item] = []
    named, place = text[start] == "{", _past_space(text, start + 1)
    while text[place] not in "}]":
        begin, key = place, len(items) if not named else ""
        found: Key = key
        if named:
            string = _STRING.match(text, place)
            assert string is not None
            found = json.loads(string[0])
            place = _past_space(text, _past_space(text, string.end()) + 1)
        stop = _end(text, place)
        items.append(Item(found, begin, place, stop))
        place = _past_space(text, stop)
        if text[place] == ",":
            place = _past_space(text, place + 1)
    return items


def _end(text: str, place: int) -> int:
    """Where the value at `place` ends."""
    if text[place] == '"':
        string = _STRING.match(text, place)
        assert string is not None
        return string.end()
    if text[place] not in "[{":
        bare = _BARE.match(text, place)
        assert bare is not None
        return bare.end()
    depth = 0
    while True:
        if text[place] == '"':
            string = _STRING.match(text, place)
            assert string is not None
            place = string.end()
            continue
        depth += (text[place] in "[{") - (text[place] in "]}")
        place += 1
        if not depth:
            return place
