"""A YAML mapping as a stream of events to its fields; nothing is ever built as objects.

Nested values are passed over. Aliases and anchors are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

import yaml

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_BREAK = re.compile("[\n\x85\u2028\u2029]")
"""Where YAML ends a line; everybody else counts line feeds."""


@dataclass(frozen=True, slots=True)
class Field:
    """One entry of the top mapping: `values` are its scalars, None when it holds something nested."""

    name: str
    line: int
    values: tuple[str, ...] | None


class Refused(Exception):
    """The block uses YAML that gitmem does not read; the text says which, `line` is 0-based."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.line = line


def read_fields(block: str) -> list[Field]:
    """The fields of the top mapping; empty when the block is something else. Raises `Refused`."""
    try:
        fields = _fields(_events(block))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise Refused("broken YAML", _line_numbers(block)[mark.line if mark else 0]) from None
    except Refused as refused:
        raise Refused(str(refused), _line_numbers(block)[refused.line]) from None
    numbers = _line_numbers(block)
    return [replace(field, line=numbers[field.line] + 2) for field in fields]


def _line_numbers(block: str) -> list[int]:
    """For each line as YAML counts them the number of line feeds before it."""
    return [0, *accumulate(sign == "\n" for sign in _BREAK.findall(block))]


def _fields(events: Iterator[yaml.Event]) -> list[Field]:
    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            break
        if isinstance(event, yaml.NodeEvent):
            return []
    fields: list[Field] = []
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        line = _line_of(event)
        values = _scalars(event, events)
        name = values[0] if values else ""
        fields.append(Field(name, line, _scalars(next(events), events)))
    if next(events, None) is not None and any(isinstance(event, yaml.NodeEvent) for event in events):
        raise Refused("more than one YAML document", 0)
    return fields


def _events(block: str) -> Iterator[yaml.Event]:
    for event in yaml.parse(block, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent):
            raise Refused("YAML aliases are not followed", _line_of(event))
        if isinstance(event, yaml.NodeEvent) and event.anchor:
            raise Refused("YAML anchors are not followed", _line_of(event))
        yield event


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line if event.start_mark else 0


def _scalars(event: yaml.Event, events: Iterator[yaml.Event]) -> tuple[str, ...] | None:
    """The scalars of the node that `event` begins, read to its end; None if something nests in it."""
    if isinstance(event, yaml.ScalarEvent):
        return (event.value,)
    values: list[str] = []
    flat = isinstance(event, yaml.SequenceStartEvent)
    depth = 1
    while depth:
        event = next(events)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            flat = False
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and flat:
            values.append(event.value)
    return tuple(values) if flat else None
