"""Edits: what commits did to claims. Values only."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from gitmem.facts.claim import Claim
from gitmem.history.origins import Commit


class EditKind(Enum):
    """What became of a claim in one commit; the value is the name in JSON."""

    REPLACED = "replaced"
    """The same key in the same place got another value."""
    EDITED = "edited"
    """The same key got other words for what may be the same value: shown, never evidence."""
    STRUCK = "struck"
    """The same claim stands there struck."""
    REMOVED = "removed"
    """The claim is gone from its place and nothing with its key took it."""
    KEPT = "kept"
    """The same value in the same place, in a line that history takes for a new one: no news at all."""


class Edit(NamedTuple):
    """One claim before and after one commit.

    `old` is the claim as it stood in the commit's parent, with its path and line there; `new` what took its
    place, with path and line in the commit, None when nothing did. `commit` is None while the change is
    not committed. `retires` tells that the pair passed every condition under which an untouched copy of the
    old value elsewhere is superseded too (`gitmem.facts.editing.replacement`). `said` is the commit that
    first stated `old`; it is told where the value lives on or was struck, and None where history does not
    know.
    """

    kind: EditKind
    commit: Commit | None
    old: Claim
    new: Claim | None
    retires: bool = False
    said: Commit | None = None

    @property
    def cite(self) -> str:
        """Where the old claim last stood: `<oid>^:path:line`, `HEAD:path:line` while not committed."""
        revision = f"{self.commit.oid}^" if self.commit is not None else "HEAD"
        return f"{revision}:{self.old.cite}"
