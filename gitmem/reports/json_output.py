"""Responses as JSON: one object, one line, ASCII only, so that no locale or pipe can damage it.

A response names its own fields; this module only turns values into JSON: enums into their values, days
and instants into ISO 8601, nested values into objects and lists. Text is exact; a byte of a path that
is not UTF-8 travels as a lone surrogate escape (`\\udcff`), which Python's `surrogateescape` undoes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING

from gitmem.clock import Instant

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def render_json(verb: str, response: object) -> str:
    """The document of `verb`: `schema` first, then the fields of `response` in their order."""
    body = to_json(response)
    assert isinstance(body, dict)
    document: dict[str, Json] = {"schema": f"gitmem.{verb}/1"}
    document.update(body)
    return json.dumps(document, ensure_ascii=True, allow_nan=False, separators=(", ", ": "))


def to_json(value: object) -> Json:
    """One value and all it holds as JSON values; `from_` and its like lose the underscore."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Enum):
        return to_json(value.value)
    if isinstance(value, Instant):
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return _object(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {str(name).rstrip("_"): to_json(getattr(value, name)) for name in value._fields}
    if isinstance(value, (list, tuple, frozenset, set)):
        return [to_json(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _object(value: DataclassInstance) -> dict[str, Json]:
    """The fields of a dataclass; one marked `flat` stands for its own fields."""
    found: dict[str, Json] = {}
    for field in fields(value):
        inner = to_json(getattr(value, field.name))
        if field.metadata.get("flat") and isinstance(inner, dict):
            found.update(inner)
        else:
            found[field.name.rstrip("_")] = inner
    return found
