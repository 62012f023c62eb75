"""What facts cost within a refresh: the CPU between the beginning and the end of everything that is theirs.

There is no switch that leaves facts out, so their functions are timed where they stand. Timing them costs
them a little, so the share is rather too large than too small.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from bench.measure import Spent, metered
from gitmem.facts.claims import ClaimReader
from gitmem.index import refresh
from gitmem.index.claim_writer import ClaimWriter
from gitmem.index.key_writer import KeyWriter

_PARTS: tuple[tuple[Any, str], ...] = (
    (ClaimReader, "__init__"),
    (ClaimReader, "read"),
    (ClaimWriter, "write"),
    (ClaimWriter, "remove"),
    (KeyWriter, "flush"),
)
_WITH_CHILDREN: tuple[tuple[Any, str], ...] = ((refresh, "refresh_edits"),)


@contextmanager
def facts_share() -> Iterator[Spent]:
    """Fills in what facts took of the body, while it lasts and with git's processes for them."""
    share = _Share()
    kept = [(owner, name, getattr(owner, name)) for owner, name in (*_PARTS, *_WITH_CHILDREN)]
    for owner, name, work in kept:
        setattr(owner, name, share.timed(work, children=(owner, name) in _WITH_CHILDREN))
    try:
        yield share.spent
    finally:
        for owner, name, work in kept:
            setattr(owner, name, work)


class _Share:
    """Adds up the outermost calls; what they call of each other is in them."""

    def __init__(self) -> None:
        self.spent = Spent()
        self._inside = False

    def timed(self, work: Callable[..., Any], *, children: bool) -> Callable[..., Any]:
        """`work`, with its time added."""

        @wraps(work)
        def run(*arguments: Any, **named: Any) -> Any:
            if self._inside:
                return work(*arguments, **named)
            self._inside = True
            try:
                return self._run(lambda: work(*arguments, **named), children=children)
            finally:
                self._inside = False

        return run

    def _run(self, work: Callable[[], Any], *, children: bool) -> Any:
        if children:
            with metered() as spent:
                answer = work()
            self.spent.own += spent.own
            self.spent.children += spent.children
            return answer
        begun = time.process_time()
        answer = work()
        self.spent.own += time.process_time() - begun
        return answer
