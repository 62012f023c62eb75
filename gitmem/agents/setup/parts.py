"""What gitmem puts into one file, in three kinds: a marked text, a member of a JSON object, an element of a
list. Each tells what there is of it, puts it in and takes it out again. Pure: bytes in, bytes out.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from gitmem.agents.setup.json_text import Json, JsonText, new_text
from gitmem.errors import UsageError
from gitmem.writing.layout import marked
from gitmem.writing.layout.marked import BOM, State


class Purpose(Enum):
    """What a part is for; the value is the name in JSON."""

    INSTRUCTIONS = "instructions"
    SERVER = "mcp-server"
    SESSION = "session-start"


class Editor(Protocol):
    """A part of a file. All calls raise `UsageError` for a file that gitmem cannot change safely."""

    def state(self, data: bytes | None) -> State:
        """What there is of it."""

    def put(self, data: bytes | None, user: str) -> bytes:
        """The file with it, for `user` too."""

    def take(self, data: bytes, user: str) -> bytes | None:
        """The file without it, unless others need it; None where there was nothing else."""

    def users(self, data: bytes | None) -> tuple[str, ...]:
        """Who needs what is there of it."""

    def snippet(self) -> bytes:
        """What a person would paste."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an agent's set-up: the file, relative to the top, what for, and how it is changed."""

    path: str
    purpose: Purpose
    editor: Editor


@dataclass(frozen=True, slots=True)
class Text:
    """A marked part of a text."""

    part: marked.Part

    def state(self, data: bytes | None) -> State:
        """See `Editor`."""
        return marked.state_of(data, self.part)

    def put(self, data: bytes | None, user: str) -> bytes:
        """See `Editor`."""
        return marked.put(data, self.part, user)

    def take(self, data: bytes, user: str) -> bytes | None:
        """See `Editor`."""
        return marked.take(data, self.part, user)

    def users(self, data: bytes | None) -> tuple[str, ...]:
        """See `Editor`."""
        return marked.users_of(data, self.part)

    def snippet(self) -> bytes:
        """See `Editor`."""
        return self.part.head + marked.text_of(self.part)


@dataclass(frozen=True, slots=True)
class Table(Text):
    """A marked table of a TOML file, which no other place in it may define too."""

    name: tuple[str, ...]

    def state(self, data: bytes | None) -> State:
        """See `Editor`; one that stands outside the marks is the user's."""
        values: object = _toml(data or b"")
        for key in self.name:
            values = values.get(key) if isinstance(values, dict) else None
        found = marked.state_of(data, self.part)
        return State.EDITED if found is State.MISSING and values is not None else found

    def put(self, data: bytes | None, user: str) -> bytes:
        """See `Editor`."""
        if marked.state_of(data, self.part) is State.MISSING and self.state(data) is State.EDITED:
            raise UsageError(f"defines {'.'.join(self.name)} outside gitmem's marks; change it there")
        after = marked.put(data, self.part, user)
        _toml(after)
        return after


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object in a JSON file, which belongs to gitmem by its name."""

    path: tuple[str, ...]
    name: str
    value: dict[str, Json]

    def state(self, data: bytes | None) -> State:
        """See `Editor`."""
        if data is None:
            return State.MISSING
        text = _json(data)
        text.require(self.path, dict)
        there = text.at((*self.path, self.name))
        if there is None:
            return State.MISSING
        return State.CURRENT if there == self.value else State.EDITED

    def put(self, data: bytes | None, user: str) -> bytes:
        """See `Editor`."""
        if data is None:
            return new_text(self.path, self.name, self.value).encode()
        text = _json(data)
        if text.at((*self.path, self.name)) == self.value:
            return data
        return _encoded(data, text.put(self.path, self.name, self.value))

    def take(self, data: bytes, user: str) -> bytes | None:
        """See `Editor`."""
        return _encoded_or_none(data, _json(data).take((*self.path, self.name)))

    def users(self, data: bytes | None) -> tuple[str, ...]:
        """See `Editor`; the file belongs to one agent."""
        return ()

    def snippet(self) -> bytes:
        """See `Editor`."""
        return new_text(self.path, self.name, self.value).encode()


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a list in a JSON file, which is gitmem's when one of its commands runs `prime`."""

    path: tuple[str, ...]
    value: dict[str, Json]

    def state(self, data: bytes | None) -> State:
        """See `Editor`."""
        if data is None:
            return State.MISSING
        text = _json(data)
        text.require(self.path, list)
        place = self._place(text)
        if place is None:
            return State.MISSING
        return State.CURRENT if text.at((*self.path, place)) == self.value else State.EDITED

    def put(self, data: bytes | None, user: str) -> bytes:
        """See `Editor`."""
        if data is None:
            return new_text(self.path, None, self.value).encode()
        text = _json(data)
        place = self._place(text)
        if place is None:
            return _encoded(data, text.put(self.path, None, self.value))
        if text.at((*self.path, place)) == self.value:
            return data
        return _encoded(data, text.replace((*self.path, place), self.value))

    def take(self, data: bytes, user: str) -> bytes | None:
        """See `Editor`."""
        text = _json(data)
        place = self._place(text)
        assert place is not None
        return _encoded_or_none(data, text.take((*self.path, place)))

    def users(self, data: bytes | None) -> tuple[str, ...]:
        """See `Editor`; the file belongs to one agent."""
        return ()

    def snippet(self) -> bytes:
        """See `Editor`."""
        return new_text(self.path, None, self.value).encode()

    def _place(self, text: JsonText) -> int | None:
        """The position of gitmem's element: the one as it should be, else the first that runs `prime`."""
        found = text.at(self.path)
        elements = found if isinstance(found, list) else []
        if self.value in elements:
            return elements.index(self.value)
        return next((place for place, each in enumerate(elements) if _runs_prime(each)), None)


_PROGRAM, _VERB = re.compile(r"\bgit[ -]mem\b"), re.compile(r"\bprime\b")


def _runs_prime(element: Json) -> bool:
    hooks = element.get("hooks") if isinstance(element, dict) else None
    found = hooks if isinstance(hooks, list) else []
    commands = [each.get("command") for each in found if isinstance(each, dict)]
    return any(isinstance(command, str) and _is_prime(command) for command in commands)


def _is_prime(command: str) -> bool:
    program = _PROGRAM.search(command)
    return program is not None and _VERB.search(command, program.end()) is not None


def _json(data: bytes) -> JsonText:
    try:
        return JsonText(data.removeprefix(BOM).decode("utf-8"))
    except UnicodeDecodeError:
        raise UsageError("is not UTF-8") from None


def _encoded(before: bytes, text: str) -> bytes:
    after = text.encode()
    json.loads(text)
    return BOM + after if before.startswith(BOM) else after


def _encoded_or_none(before: bytes, text: str | None) -> bytes | None:
    return None if text is None else _encoded(before, text)


def _toml(data: bytes) -> dict[str, object]:
    try:
        return tomllib.loads(data.removeprefix(BOM).decode("utf-8").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise UsageError("is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError):
        raise UsageError("is no TOML that gitmem could add to") from None
