"""Diagnostics: what every format for machines tells of a finding, worded once and free of any layout.

Texts are single lines without control characters. Paths are relative to the repository's top, as git writes
them; bytes that are not UTF-8 are surrogates, as everywhere in gitmem.
"""

from __future__ import annotations

from dataclasses import dataclass

from gitmem.checks.finding import Rule, Severity


@dataclass(frozen=True, slots=True)
class Place:
    """Another place that a diagnostic speaks of, and what is there."""

    path: str
    line: int
    end_line: int
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding as one message.

    `path` is None for what concerns no single note (then `line` and `end_line` are None too). `identity` are
    the texts that tell it from other findings of its rule whatever its line number: path, key, values.
    """

    rule: Rule
    severity: Severity
    path: str | None
    line: int | None
    end_line: int | None
    title: str
    message: str
    related: tuple[Place, ...] = ()
    identity: tuple[str, ...] = ()
