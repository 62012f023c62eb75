"""Who stands behind commits and what they called them.

Read when an answer is shown and stored nowhere, since a mailmap may change it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from gitmem.git.calls import Git

_FORMAT = "%H%x00%aN%x00%aE%x00%cN%x00%cE%x00%s%x00%(trailers:key=Co-authored-by,valueonly,separator=%x01)"
_FIELDS = 7

MAILMAP = ("-c", "mailmap.blob=HEAD:.mailmap")
"""Where no work tree is in sight, git finds the repository's mailmap only when it is told to."""


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
    call = (*MAILMAP, "log", "--no-walk=unsorted", "--stdin", "-z", "--no-show-signature", "--encoding=UTF-8")
    printed = git.ask(*call, "--no-notes", f"--format={_FORMAT}", data=wanted).decode("utf-8", "replace")
    details: dict[str, CommitDetails] = {}
    fields = printed.split("\0")
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        oid, author, email, committer, address, summary, trailers = fields[at : at + _FIELDS]
        people = (author, email, committer, address, *trailers.split("\x01"))
        details[oid] = CommitDetails(author, email, summary, agent_among(people, identities))
    return details


def agent_among(people: Iterable[str], identities: Sequence[str]) -> str | None:
    """The first of some names and addresses that a pattern for agents matches, whatever its case."""
    patterns = [pattern.casefold() for pattern in identities]
    agents = (name for name in people if any(fnmatchcase(name.casefold(), each) for each in patterns))
    return next(agents, None)
