"""A commit that reformats everything is named, so that plain `git blame` can be told to look through it."""

from __future__ import annotations

from tests.builder import RepoBuilder
from tests.running import Mem

NOTES = 6
LINES = 20


def _notes(mark: str) -> dict[str, str]:
    return {
        f"n{note}.md": "".join(f"{mark} fact {line} of note {note} is here\n" for line in range(LINES))
        for note in range(NOTES)
    }


def _finding(mem: Mem) -> str:
    checks = {check["name"]: check["message"] for check in mem("doctor", "--json").json["checks"]}
    return str(checks["reformatting"])


def test_new_bullets_everywhere(repo: RepoBuilder, mem: Mem) -> None:
    """Dates stay what they were, and the commit is named with its extent."""
    repo.commit("2025-01-01", _notes("*"))
    commit = repo.commit("2026-09-01", _notes("-"), "bullets")
    assert {chunk["as_of"] for chunk in mem.chunks("n3.md")} == {"2025-01-01"}
    assert commit[:7] in _finding(mem)
    assert f"({NOTES * LINES} lines of {NOTES} notes)" in _finding(mem)


def test_listed_commits_are_not_named_again(repo: RepoBuilder, mem: Mem) -> None:
    """Advice that was taken is not repeated."""
    repo.commit("2025-01-01", _notes("*"))
    commit = repo.commit("2026-09-01", _notes("-"), "bullets")
    repo.commit("2026-09-02", {".git-blame-ignore-revs": commit + "\n"})
    mem("index")
    assert commit[:7] not in _finding(mem)


def test_new_facts_are_no_reformatting(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody is told to look through a commit that said something."""
    repo.commit("2025-01-01", _notes("*"))
    changed = {path: text.replace("is here", "went away") for path, text in _notes("-").items()}
    commit = repo.commit("2026-09-01", changed, "moves")
    mem("index")
    assert commit[:7] not in _finding(mem)
