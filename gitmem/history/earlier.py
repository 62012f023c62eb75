"""What stood in the place of a line before a commit wrote it: for questions about a day in the past.

Follows one line back through the differences of its note. Where a commit put several lines in the place of
several others, nothing says which came from which, and nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gitmem.git.repository import decode_path
from gitmem.history.lines import line_of, version_of
from gitmem.history.origins import Commit
from gitmem.history.store import Facts, RemovedRow
from gitmem.history.tip import Tip

_FARTHEST = 64  # versions of one line looked through
_WORD = re.compile(r"[^\W_]+")


class EarlierLine(NamedTuple):
    """A line as it last stood in a note, the commit that first said it and the one that took it away."""

    path: str
    line: int
    text: str
    said: Commit
    ended: Commit


class Earlier:
    """Looks back from the notes of one commit."""

    def __init__(self, facts: Facts, tip: Tip) -> None:
        self._facts, self._tip = facts, tip

    def in_place(self, path: str, line: int, begun: Callable[[Commit], bool]) -> EarlierLine | None:
        """The newest text in the place of a line of a note, before that text, whose commit had `begun`; None
        where the line was added, or came from a place that is not known."""
        identity = self._identity(path, line)
        for _ in range(_FARTHEST):
            before = None if identity is None else self._before(self._first(identity))
            if before is None:
                return None
            written, base, number = before
            identity = self._facts.line_ids(base)[number - 1]
            said = self._said(identity)
            if begun(said):
                return self._told(written, number, said)
        return None

    def unstruck(self, path: str, line: int, text: str) -> Commit | None:
        """The commit that first said a text which a line of a note has struck; None where the commit of the
        line took no such text away."""
        identity = self._identity(path, line)
        if identity is None:
            return None
        commit = self._facts.version(version_of(self._first(identity))).commit.number
        wanted = _WORD.findall(text.casefold())
        for removed in self._removed_by(commit):
            for number, old in removed.lines:
                if _WORD.findall(old.decode("utf-8", "replace").casefold()) == wanted:
                    return self._tip.said_before(commit, decode_path(removed.path), number)
        return None

    def _identity(self, path: str, line: int) -> int | None:
        version = self._tip.version(path)
        lines = self._facts.line_ids(version) if version is not None else ()
        return lines[line - 1] if 0 < line <= len(lines) else None

    def _first(self, identity: int) -> int:
        """The line that first said what a line repeats."""
        for _ in range(_FARTHEST):
            repeat = self._facts.version(version_of(identity)).repeats.get(line_of(identity))
            if repeat is None:
                break
            identity = repeat.line_id
        return identity

    def _said(self, identity: int) -> Commit:
        return self._tip.commit(self._facts.version(version_of(self._first(identity))).commit.number)

    def _before(self, identity: int) -> tuple[int, int, int] | None:
        """The version that wrote a line, the one before that, and the line in it that was in its place."""
        written, line = version_of(identity), line_of(identity)
        base, edits = self._facts.edits_of(written)
        for edit in edits if base is not None else ():
            at = line - edit.new_start
            if base is not None and 0 <= at < edit.new_count:
                if edit.old_count == edit.new_count:
                    return written, base, edit.old_start + at
                return (written, base, edit.old_start) if edit.old_count == 1 else None
        return None

    def _told(self, written: int, number: int, said: Commit) -> EarlierLine | None:
        commit = self._facts.version(written).commit.number
        base = self._facts.base_of(written)
        path = self._facts.version(base).path if base is not None else b""
        for removed in self._removed_by(commit):
            text = dict(removed.lines).get(number) if removed.path == path else None
            if text is not None:
                ended = self._tip.commit(commit)
                return EarlierLine(decode_path(path), number, text.decode("utf-8", "replace"), said, ended)
        return None

    def _removed_by(self, commit: int) -> Iterator[RemovedRow]:
        question = 'SELECT id FROM removed WHERE "commit" = ?'
        for (number,) in self._facts.store.execute(question, (commit,)).fetchall():
            row = self._facts.removed_entry(number)
            if row is not None:
                yield row
