"""Finds commits that changed how notes look and not what they say, all over a repository.

gitmem looks through them by itself; they are named so that `git blame` can be told to do the same.
"""

from __future__ import annotations

from typing import NamedTuple

from gitmem.history.packing import in_groups, unpack
from gitmem.history.store import Facts

FEWEST_NOTES = 5
"""Notes that one commit must have reformatted to be named; fewer are an ordinary clean-up."""

FEWEST_LINES = 100
"""Lines that must have changed their looks in all of them together."""

MOSTLY = 0.8
"""Share of a commit's new lines that must repeat old ones of the same note."""


class Reformatting(NamedTuple):
    """A commit by its full id, the notes it reformatted and the lines that only changed their looks."""

    oid: str
    notes: int
    lines: int


def find_reformattings(facts: Facts) -> list[Reformatting]:
    """Recorded commits that reformatted many notes, oldest first."""
    rows = facts.store.execute(
        'SELECT v."commit", v.edits, r.entries FROM versions v JOIN repeats r ON r.version = v.id'
        ' WHERE v.edits IS NOT NULL AND v."commit" IN (SELECT w."commit" FROM repeats s'
        ' JOIN versions w ON w.id = s.version GROUP BY w."commit" HAVING count(*) >= ?)'
        " ORDER BY v.id",
        (FEWEST_NOTES,),
    )
    found: dict[int, tuple[int, int]] = {}
    for commit, edits, entries in rows:
        new = sum(edit[3] for edit in in_groups(unpack(edits), 4))
        same = sum(1 for _, _, moved in in_groups(unpack(entries), 3) if not moved)
        if same >= MOSTLY * new:
            notes, lines = found.get(commit, (0, 0))
            found[commit] = (notes + 1, lines + same)
    return [
        Reformatting(facts.commit_row(commit).oid, notes, lines)
        for commit, (notes, lines) in found.items()
        if notes >= FEWEST_NOTES and lines >= FEWEST_LINES
    ]
