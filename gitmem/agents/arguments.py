"""What a tool takes: a JSON Schema for the client, and the check of what the client sent. Pure.

Everything that a schema says is checked here too, because a client may send what it likes. An argument
that is null counts as not given.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from gitmem.errors import UsageError
from gitmem.reports.json_output import Json
from gitmem.reports.layout import shorten

_SHOWN_VALUE = 60


class Kind(Enum):
    """The type of an argument; the value is its name in a JSON Schema."""

    TEXT = "string"
    NUMBER = "integer"
    FLAG = "boolean"


_WORDS = {Kind.TEXT: "a string", Kind.NUMBER: "a whole number", Kind.FLAG: "true or false"}


class Argument(NamedTuple):
    """One argument. `told` is for a model; `choices`, `least` and `most` bound its value."""

    name: str
    kind: Kind
    told: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    def schema(self) -> dict[str, Json]:
        """The argument as a JSON Schema."""
        found: dict[str, Json] = {"type": self.kind.value, "description": self.told}
        if self.choices:
            found["enum"] = list(self.choices)
        if self.least is not None:
            found["minimum"] = self.least
        if self.most is not None:
            found["maximum"] = self.most
        return found

    def checked(self, value: object) -> str | int | bool:
        """`value` if it may be given. Raises `UsageError` that says what may."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON has one kind of number, and 5.0 is whole
        if isinstance(value, bool):
            fits = self.kind is Kind.FLAG
        else:
            fits = isinstance(value, {Kind.TEXT: str, Kind.NUMBER: int}.get(self.kind, ()))
        if not fits or not isinstance(value, (str, int)):
            raise UsageError(f"{self.name} must be {_WORDS[self.kind]}, not {_shown(value)}")
        if self.choices and value not in self.choices:
            raise UsageError(f"{self.name} must be one of {', '.join(self.choices)}, not {_shown(value)}")
        if isinstance(value, int) and not self._within(value):
            raise UsageError(f"{self.name} must be {self._bounds()}, not {_shown(value)}")
        return value

    def _within(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def _bounds(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        return f"at most {self.most:,}" if self.least is None else f"from {self.least:,} to {self.most:,}"


Given = Mapping[str, Any]
"""Arguments that passed the check, by name, each of the type its schema says; what was not given is not in
it."""


def input_schema(arguments: Sequence[Argument]) -> dict[str, Json]:
    """What a tool with these arguments takes, as a JSON Schema."""
    required: list[Json] = [each.name for each in arguments if each.required]
    return {
        "type": "object",
        "properties": {each.name: each.schema() for each in arguments},
        "required": required,
        "additionalProperties": False,
    }


def check_arguments(arguments: Sequence[Argument], given: Mapping[str, object]) -> Given:
    """The arguments a call gave. Raises `UsageError` for one that is unknown, missing or wrong."""
    known = {each.name: each for each in arguments}
    for name in given:
        if name not in known:
            raise UsageError(_unknown(name, list(known)))
    found = {name: known[name].checked(value) for name, value in given.items() if value is not None}
    missing = [each.name for each in arguments if each.required and each.name not in found]
    if missing:
        raise UsageError(f"{' and '.join(missing)} must be given")
    return found


def _unknown(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"it takes {', '.join(known) or 'none'}"
    return f"there is no argument {_shown(name)}; {hint}"


def _shown(value: object) -> str:
    return shorten(json.dumps(value, ensure_ascii=True, default=repr), _SHOWN_VALUE)
