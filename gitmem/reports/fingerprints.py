"""Fingerprints: by which a service knows a finding again in the next run, though its line has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

from gitmem.checks.finding import Rule
from gitmem.reports.diagnostic import Diagnostic

MEMORY_PATH = ".gitmem.toml"
"""The file that stands for the memory as a whole where a format wants a file for every finding."""


def fingerprints(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """One for each diagnostic, all different: rule, path and what it is about, but no line number.

    Findings that are alike in all of that are told apart by their order.
    """
    seen: Counter[str] = Counter()
    found: list[str] = []
    for each in diagnostics:
        # A contradiction is known by all its places, whichever of them it is told at.
        own = "" if each.rule is Rule.CONFLICT else each.path or ""
        digest = _digest((each.rule.value, own, *each.identity))
        seen[digest] += 1
        again = seen[digest]
        found.append(digest if again == 1 else _digest((digest, str(again))))
    return found


def _digest(parts: Iterable[str]) -> str:
    """A digest in which the bounds of the parts count."""
    octets = (part.encode("utf-8", "surrogatepass") for part in parts)
    return sha256(b"".join(b"%d:%b" % (len(each), each) for each in octets)).hexdigest()
