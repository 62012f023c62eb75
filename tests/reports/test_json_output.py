"""A program must get exactly what a note says, through any locale and any pipe."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.clock import Instant
from gitmem.reports.json_output import render_json, to_json


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    day: date | None
    at: Instant


@dataclass(frozen=True, slots=True)
class Outer:
    text: str
    colour: Colour
    inner: tuple[Inner, ...]
    counts: dict[str, int]


def test_values_become_json_values() -> None:
    outer = Outer("李", Colour.RED, (Inner(date(2026, 1, 2), Instant(0, 60)),), {"a": 1})
    document = render_json("thing", outer)
    assert document.isascii()
    assert json.loads(document) == {
        "schema": "gitmem.thing/1",
        "text": "李",
        "colour": "red",
        "inner": [{"day": "2026-01-02", "at": "1970-01-01T01:00:00+01:00"}],
        "counts": {"a": 1},
    }


class Pair(NamedTuple):
    left: int
    from_: str


def test_a_named_tuple_is_an_object() -> None:
    assert to_json((Pair(1, "x"),)) == [{"left": 1, "from": "x"}]


def test_a_value_without_a_form_is_refused() -> None:
    with pytest.raises(TypeError, match="bytes has no JSON form"):
        to_json(b"raw")


@given(st.text(alphabet=st.characters(codec=None, categories=None)))
def test_any_text_survives_exactly(text: str) -> None:
    document = render_json("thing", Outer(text, Colour.RED, (), {}))
    assert document.isascii()
    assert "\n" not in document
    assert json.loads(document)["text"] == text
