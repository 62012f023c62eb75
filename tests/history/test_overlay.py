"""Lines that are not committed, on top of those that are.

Lost otherwise: an edit in progress shifts the dates of the lines around it.
"""

from __future__ import annotations

import random

import pytest

from gitmem.clock import Instant
from gitmem.history.origins import Commit, LineOrigin, LineState
from gitmem.history.overlay import overlay_origins
from tests.history.generator import Generator


def origins(count: int) -> list[LineOrigin]:
    """One commit a line, so that a wrong line shows."""
    made = [Commit(f"{number:040d}", Instant(number), Instant(number)) for number in range(count)]
    return [LineOrigin(LineState.COMMITTED, commit, commit, "a.md") for commit in made]


def count_lines(text: bytes) -> int:
    """As git counts."""
    return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))


def split(text: bytes) -> list[bytes]:
    """Lines without their ends."""
    return text.removesuffix(b"\n").split(b"\n") if text else []


def words(line: bytes) -> list[bytes]:
    """What a line says without its bullet."""
    return [word for word in line.split() if word not in (b"-", b"*")]


@pytest.mark.parametrize("seed", range(60))
def test_every_line_is_its_own_or_new(seed: int) -> None:
    """Whatever was edited: as many origins as lines, in order, each committed line with its own words."""
    generator = Generator(seed)
    old, new = generator.text(0, 20), generator.text(0, 20)
    if seed % 2:
        lines = split(old)
        random.Random(seed).shuffle(lines[:3])
        del lines[1:2]
        lines.insert(len(lines) // 2, b"brand new")
        new = b"\n".join(lines)
    found, gone = overlay_origins(old, origins(count_lines(old)), new)
    assert len(found) == count_lines(new)
    numbers = [origin.blamed.authored.seconds for origin in found if origin.blamed]
    assert numbers == sorted(set(numbers))
    before, after = split(old), split(new)
    for line, origin in zip(after, found, strict=True):
        if origin.blamed:
            assert words(before[origin.blamed.authored.seconds]) == words(line)
        else:
            assert origin.state is LineState.UNCOMMITTED
    assert [number - 1 for number, _ in gone] == sorted(set(range(len(before))) - set(numbers))


@pytest.mark.parametrize("text", [b"", b"a", b"a\n", b"\n", b"\n\n", b"a\nb", b"a\r\nb\r\n"])
def test_nothing_changed(text: bytes) -> None:
    """The same text has the same origins."""
    own = origins(count_lines(text))
    assert overlay_origins(text, own, text) == (own, [])


def test_line_ends_alone_change_nothing() -> None:
    """A CRLF copy is the same lines."""
    own = origins(3)
    assert overlay_origins(b"a\nb\nc\n", own, b"a\r\nb\r\nc\r\n") == (own, [])


def test_what_is_gone_is_told_with_its_number() -> None:
    """Removed lines are not lost: an answer about absence needs them."""
    _, gone = overlay_origins(b"alpha\nbeta\ngamma\n", origins(3), b"alpha\ngamma\n")
    assert gone == [(2, b"beta")]


def test_a_very_long_note_stays_bounded() -> None:
    """Thousands of changed lines are treated as changed; the ends are still recognised."""
    old = b"".join(b"line %d\n" % number for number in range(30_000))
    new = b"line 0\n" + b"".join(b"other %d\n" % number for number in range(30_000)) + b"line 29999\n"
    found, _ = overlay_origins(old, origins(30_000), new)
    assert len(found) == 30_002
    assert found[0].blamed is not None
    assert found[-1].blamed is not None
