"""Statements with the commit that first stated their value, though a later one wrote it in another way.

A commit that verifies a line, strikes it, or puts a full stop behind it makes a new line but says nothing
new. Moves and changes of looks alone are looked through by history; what only a reader of claims can see
is looked through here, as far as edits tell (`Edit.said`). Invents no commit where they do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from gitmem.facts.claim import Claim, Statement
from gitmem.facts.edit import Edit, EditKind
from gitmem.history.origins import Commit

_Rewriting = tuple[str, str, str]
"""The commit that wrote a value anew, the literal key and the value."""

_KINDS = (EditKind.KEPT, EditKind.EDITED, EditKind.STRUCK)


def keeps_value(edit: Edit) -> bool:
    """Whether an edit left the value what it was: it only looks another way, or is struck."""
    return edit.kind in _KINDS and edit.new is not None and edit.new.norm == edit.old.norm


def settle(statements: Iterable[Statement], edits: Sequence[Edit]) -> list[Statement]:
    """The statements in their order, each with the commit that first stated its value."""
    rewritings: defaultdict[_Rewriting, list[Edit]] = defaultdict(list)
    for edit in edits:
        if edit.commit is not None and edit.said is not None and edit.new is not None and keeps_value(edit):
            rewritings[_rewriting(edit.commit, edit.new)].append(edit)
    if not rewritings:
        return list(statements)
    return [_settled(each, rewritings) for each in statements]


def _settled(statement: Statement, rewritings: dict[_Rewriting, list[Edit]]) -> Statement:
    claim, said, path = statement.claim, statement.said, statement.claim.path
    passed: set[str] = set()
    while said is not None and said.oid not in passed:
        passed.add(said.oid)
        edit = _one_of(rewritings.get(_rewriting(said, claim), ()), path)
        if edit is None:
            break
        said, path = edit.said, edit.old.path
    return statement if said is statement.said else statement._replace(said=said)


def _one_of(edits: Sequence[Edit], path: str) -> Edit | None:
    """The edit of a note, or the only one: a line may have moved to another note since it was rewritten."""
    here = [edit for edit in edits if edit.new is not None and edit.new.path == path]
    found = here or edits
    return found[0] if len({edit.said for edit in found}) == 1 else None


def _rewriting(commit: Commit, claim: Claim) -> _Rewriting:
    return commit.oid, claim.literal, claim.norm
