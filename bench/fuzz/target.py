"""A parser under test: what holds for all of its inputs, what these are made of, how long one may take."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from gitmem.errors import GitmemError

LONGEST_INPUT = 64 * 1024
"""Bytes to which an input is blown up to show what grows faster than it does."""

LONG_ONE_IN = 250
"""In a long run, of so many inputs one is blown up as well."""

SECONDS = 5.0
"""CPU seconds after which an input counts as a hang; what is linear takes one or two at most."""

INSTRUMENTED = 4.0
"""How many times as long an input may take where each branch is counted, which costs about that much."""


class Target(NamedTuple):
    """One parser. `check` raises when a property does not hold for some bytes.

    `words` are what inputs are put together from, `seeds` whole inputs to begin with. `head` bytes at the
    beginning of an input choose what is done with the rest.
    """

    name: str
    says: str
    check: Callable[[bytes], None]
    words: tuple[bytes, ...]
    seeds: Callable[[], Iterable[bytes]]
    head: int = 0


class TooSlow(AssertionError):
    """An input took longer than any input may."""


def holds(target: Target, data: bytes, slower: float = 1.0) -> None:
    """Checks all properties of a target for one input, in time. Raises whatever is found.

    `slower` says how many times as long the code may take as it does when nothing watches it.
    """
    with _in_time(SECONDS * slower):
        target.check(data)


@contextmanager
def _in_time(seconds: float) -> Iterator[None]:
    """Interrupts what takes longer, in CPU time of this process; waiting for others counts for nothing."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds:.0f} s of CPU")

    former = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)


def blown_up(target: Target, data: bytes) -> bytes:
    """`data` with a part of it, which its first bytes choose, repeated until it is `LONGEST_INPUT` long."""
    head, rest = data[: target.head], data[target.head :]
    if len(rest) < 3:
        return data
    start = rest[0] * len(rest) // 256
    length = 1 + rest[1] % 16
    unit = rest[start : start + length]
    return head + rest[:start] + unit * (LONGEST_INPUT // len(unit)) + rest[start + length :]


def refusal(error: GitmemError) -> None:
    """A refusal is one line, and says something."""
    text = str(error)
    assert text.strip(), type(error)
    assert len(text.splitlines()) == 1, text


class Choices:
    """Numbers and texts taken one after the other from the bytes of an input."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, limit: int) -> int:
        """A number below `limit`; zero when the input is used up."""
        taken = self._data[self._at : self._at + 1]
        self._at += 1
        return taken[0] % limit if taken else 0

    def piece(self) -> bytes:
        """What comes up to the next NUL, which is passed over."""
        piece, _, _ = self._data[self._at :].partition(b"\0")
        self._at += len(piece) + 1
        return piece

    @property
    def rest(self) -> bytes:
        """What was not taken yet."""
        return self._data[self._at :]
