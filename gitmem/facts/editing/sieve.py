"""Lines that may be claims with a history, told from the line alone, before anything is read or parsed.

Most removed lines that look like `key: value` are none. What stands around a line is not known here, so a
line of code may pass.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from gitmem.facts.claim import Claim, Shape
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.shapes import Assertion
from gitmem.history.edit_log import claim_lines

_BULLET = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_WORD = re.compile(r"[^\W_]+")
_MEMORY = 50_000
_SHORTEST_STUB, _STUB = 3, 4  # letters; words are told apart by their beginnings, as endings change


class LineSieve:
    """Looks at lines under one configuration and remembers what it saw."""

    def __init__(self, reader: ClaimReader) -> None:
        self._reader = reader
        self._known: dict[str, bool] = {}

    def any_of(self, lines: Iterable[bytes]) -> bool:
        """Whether some of the lines may be a claim."""
        text = b"\n".join(lines)
        found = text.split(b"\n")
        return any(self.holds(found[at].decode("utf-8", "replace")) for at in claim_lines(text))

    def holds(self, line: str) -> bool:
        """Whether a line would be a claim if it stood alone; a row of a table always may."""
        known = self._known.get(line)
        if known is None:
            if len(self._known) >= _MEMORY:
                self._known.clear()
            known = self._known[line] = self._asserts(line)
        return known

    def _asserts(self, line: str) -> bool:
        bullet = _BULLET.match(line)
        said = line[bullet.end() :] if bullet else line.strip()
        if said.startswith("|"):
            return True
        return any(map(self._counts, self._reader.assertions(said, bullet is not None)))

    def _counts(self, assertion: Assertion) -> bool:
        if assertion.shape is not Shape.IS:
            return True
        return self._reader.schema.may_declare(self._reader.keys.words(assertion.label))


def counts(claim: Claim) -> bool:
    """Whether a claim has a history: a plain `X is Y` is prose unless its key is declared."""
    return not claim.unmerged and (claim.shape is not Shape.IS or claim.tier is not None)


def stubs_of(claims: Collection[Claim]) -> frozenset[str]:
    """Beginnings of words of which a line has one if it may take the place of one of `claims`: words of its
    key, or of its value where the key was put in other words. Empty when that cannot be told."""
    stubs: set[str] = set()
    for claim in claims:
        words = _WORD.findall(f"{claim.literal} {claim.value.casefold()}")
        long = {word[:_STUB] for word in words if len(word) >= _SHORTEST_STUB}
        if not long:
            return frozenset()
        stubs |= long
    return frozenset(stubs)
