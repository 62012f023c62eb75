"""Who stands behind commits and what they called them.

Read when an answer is shown and stored nowhere, since a mailmap may change it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from gitmem.git.calls import Git

_FORMAT = "%H%x00%aN%x00%aE%x00%cN%x00%cE%x00%s%x00%(trailers:key=Co-authored-by,valueonly,separator=%x01)"
_FIELDS = 7


class CommitDetails(NamedTuple):
    """A commit's people and subject; `agent` is the name or address that a pattern for agents matched."""

    author: str
    email: str
    summary: str
    agent: str | None


def commit_details(git: Git, oids: Collection[str], identities: Sequence[str]) -> dict[str, CommitDetails]:
    """Details of commits by full id; names as the repository's mailmap has them.

    `identities` are shell patterns for names and addresses of agents, compared without case. Author,
    committer and `Co-authored-by` trailers are looked at.
    """
    if not oids:
        return {}
    wanted = "".join(f"{oid}\n" for oid in sorted(oids)).encode("ascii")
    call = ("log", "--no-walk=unsorted", "--stdin", "-z", "--no-show-signature", "--encoding=UTF-8")
    printed = git.ask(*call, "--no-notes", f"--format={_FORMAT}", data=wanted).decode("utf-8", "replace")
    patterns = [pattern.casefold() for pattern in identities]
    details: dict[str, CommitDetails] = {}
    fields = printed.split("\0")
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        oid, author, email, committer, address, summary, trailers = fields[at : at + _FIELDS]
        people = (author, email, committer, address, *trailers.split("\x01"))
        agents = (name for name in people if any(fnmatchcase(name.casefold(), p) for p in patterns))
        details[oid] = CommitDetails(author, email, summary, next(agents, None))
    return details
