"""A provider whose meaning can be read: words that stand in one row mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, EntryPoints
from typing import TYPE_CHECKING
from zlib import crc32

import numpy
import pytest

import gitmem.memory.alike as alike

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

_MEANINGS = (
    {"cat", "feline", "kitten"},
    {"eats", "diet", "food"},
    {"boat", "vessel", "ferry"},
    {"bell", "chime"},
    {"red", "crimson"},
    {"rent", "lease"},
    {"tea", "infusion"},
)
_OTHERS = 200


class FakeVectors:
    """Counts how often each meaning is named; remembers all it was asked to embed."""

    asked: list[str] = []  # noqa: RUF012 - a test reads it after the provider was made out of its sight
    fails = False

    @property
    def id(self) -> str:
        """The name of the model."""
        return "fake:meanings"

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """One number for each meaning, and few others for all other words."""
        if FakeVectors.fails:
            raise OSError("the model broke")
        FakeVectors.asked += texts
        return numpy.array([list(_counts(text)) for text in texts], dtype=numpy.float32)


def _counts(text: str) -> Iterator[float]:
    words = re.findall(r"\w+", text.lower())
    for meaning in _MEANINGS:
        yield float(sum(word in meaning for word in words))
    others = [word for word in words if not any(word in meaning for meaning in _MEANINGS)]
    for place in range(_OTHERS):
        yield 0.2 * sum(crc32(word.encode()) % _OTHERS == place for word in others)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeVectors]]:
    """The fake as an installed package would offer it: by an entry point."""
    point = EntryPoint("fake", "tests.semantic.fake:FakeVectors", "gitmem.providers")

    def entry_points(*, group: str, name: str) -> EntryPoints:
        return EntryPoints([point]).select(group=group, name=name)

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    monkeypatch.setattr(FakeVectors, "asked", [])
    monkeypatch.setattr(FakeVectors, "fails", False)
    alike.provider_named.cache_clear()
    yield FakeVectors
    alike.provider_named.cache_clear()
