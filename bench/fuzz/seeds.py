"""Inputs to begin with: notes of the examples, cases of the tests, and small ones for what those lack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

_TOP = Path(__file__).resolve().parents[2]
_SHORTEST, _LONGEST = 4, 4000


@cache
def notes() -> tuple[bytes, ...]:
    """Small notes of all kinds."""
    return tuple(dict.fromkeys((*_examples(), *_cases())))


def _examples() -> Iterator[bytes]:
    for path in sorted((_TOP / "examples").rglob("*.md")):
        data = path.read_bytes()
        yield data[:_LONGEST]


def _cases() -> Iterator[bytes]:
    """The parts of the fixture files, whatever they are there for."""
    for path in sorted((_TOP / "tests").glob("*/fixtures/*.txt")):
        for part in path.read_bytes().split(b"\n.\n"):
            if _SHORTEST <= len(part) <= _LONGEST:
                yield part


def front_matter() -> Iterator[bytes]:
    """Notes that begin with front matter."""
    yield from (note for note in notes() if note.startswith(b"---"))
    yield b"---\nentity: Ada\nverified: 2026-05-01\naliases: [a, b]\nstale_after: 30d\nvolatile: yes\n---\n"
    yield b"---\r\ndate: 2026-01-02T03:04:05Z\r\nalias:\r\n  - one\r\n...\r\ntext"
    yield b'---\n? "a"\n: !!str |\n  x\n---\n'
    yield b"---\na: &x 1\nb: *x\n---\n"


def lines() -> Iterator[bytes]:
    """Single lines of notes."""
    found = (line.strip() for note in notes() for line in note.split(b"\n"))
    yield from dict.fromkeys(line for line in found if len(line) > _SHORTEST)
