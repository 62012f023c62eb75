"""Who stands behind commits and what they called them.

Read when an answer is shown and stored nowhere, since a mailmap may change it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from gitmem.git.calls import Git

_PEOPLE = ("%aN", "%aE", "%cN", "%cE", "%an", "%ae", "%cn", "%ce")
_TRAILERS = "%(trailers:key=Co-authored-by,valueonly,separator=%x01)"
_FORMAT = "%x00".join(("%H", "%s", _TRAILERS, *_PEOPLE))
_FIELDS = 3 + len(_PEOPLE)
_LONGEST = 500
"""Characters of a name or a subject; anybody may write more into a commit than anybody wants to read."""

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
    committer and `Co-authored-by` trailers are looked at; people also as the commit has them, since a
    mailmap could make a person of an agent.
    """
    if not oids:
        return {}
    wanted = "".join(f"{oid}\n" for oid in sorted(oids)).encode("ascii")
    call = (*MAILMAP, "log", "--no-walk=unsorted", "--stdin", "-z", "--no-show-signature", "--encoding=UTF-8")
    printed = git.ask(*call, "--no-notes", f"--format={_FORMAT}", data=wanted).decode("utf-8", "replace")
    details: dict[str, CommitDetails] = {}
    fields = printed.split("\0")
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        oid, summary, trailers, *people = fields[at : at + _FIELDS]
        # Where a commit has no author git leaves the format as it stands.
        author, email = ("" if each in _PEOPLE else each for each in people[:2])
        agent = agent_among((*people, *trailers.split("\x01")), identities)
        details[oid] = CommitDetails(_cut(author), _cut(email), _cut(summary), agent)
    return details


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def agent_among(people: Iterable[str], identities: Sequence[str]) -> str | None:
    """The first of some names and addresses that a pattern for agents matches, whatever its case."""
    patterns = tuple(pattern.casefold() for pattern in identities)
    return next((name for name in people if _matches(name.casefold(), patterns)), None)


@lru_cache(maxsize=4096)  # a few people make most commits
def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, each) for each in patterns)
