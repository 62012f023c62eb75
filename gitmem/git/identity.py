"""Who is about to commit, as git would write it into the next commit."""

from __future__ import annotations

from collections.abc import Sequence

from gitmem.git.calls import Git
from gitmem.git.details import MAILMAP, agent_among


def agent_committing(git: Git, identities: Sequence[str]) -> str | None:
    """The name or address by which the author or committer of the next commit is an agent; None for a person.

    `identities` as in `commit_details`. Names count as they are set and as the mailmap has them. Where git
    knows no name it would refuse the commit, so nothing is said.
    """
    people: list[str] = []
    for variable in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
        done = git.attempt("var", variable)
        if done.returncode == 0:
            people.append(done.stdout.decode("utf-8", "replace").strip().rpartition(">")[0] + ">")
    if not people:
        return None
    mapped = git.attempt(*MAILMAP, "check-mailmap", *dict.fromkeys(people))
    people += mapped.stdout.decode("utf-8", "replace").splitlines()
    parts = [
        part for each in people for part in (each.partition(" <")[0], each.partition("<")[2].rstrip(">"))
    ]
    return agent_among(parts, identities)
