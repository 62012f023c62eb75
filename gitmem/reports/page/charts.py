"""Bars of a chart as places and sizes, for a template that draws them as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, TOP, BOTTOM = 640, 200, 24, 34


class Bar(NamedTuple):
    """One bar: what it stands for, how much, how it is coloured, and where it is drawn."""

    label: str
    value: int
    kind: str
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where its label is centred."""
        return round(self.x + self.width / 2, 1)


def bars(parts: Sequence[tuple[str, int, str]]) -> list[Bar]:
    """Bars side by side, the highest as high as the chart; `parts` are label, value and kind."""
    most = max((value for _, value, _ in parts), default=0) or 1
    room = HEIGHT - TOP - BOTTOM
    step = WIDTH / max(len(parts), 1)
    width = min(round(step * 0.62, 1), 64.0)
    found = []
    for number, (label, value, kind) in enumerate(parts):
        height = round(max(room * value / most, 2 if value else 0), 1)
        x = round(number * step + (step - width) / 2, 1)
        found.append(Bar(label, value, kind, x, round(HEIGHT - BOTTOM - height, 1), width, height))
    return found
