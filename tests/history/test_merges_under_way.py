"""A merge that is not committed yet: what comes from the other branch was written there, and then.

Lost otherwise: every line of the other branch counts as written this moment, so the merge itself decides
which of two values is the newer one, and always for the other branch.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gitmem.git.unfinished import merge_parents
from gitmem.memory.place import Start, open_place
from gitmem.memory.session import Request, open_session
from tests.builder import RepoBuilder
from tests.running import Mem

BASE = "# Hall\n\nA hall by the sea, with a stage.\n"
WHO = {f"GIT_{role}_{part}": "a" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}


@pytest.fixture
def parted(repo: RepoBuilder) -> RepoBuilder:
    """Two branches that each added a line, in one note and in another one."""
    repo.commit("2026-01-01", {"hall.md": BASE, "log.md": "# Log\n"})
    repo.switch("side", new=True)
    repo.commit("2026-02-02", {"hall.md": BASE + "\n- Keeper: Ann\n", "side.md": "# Side\n\n- Door: red\n"})
    repo.switch("main")
    repo.commit("2026-03-03", {"log.md": "# Log\n\n- Hall keeper: Bob\n"})
    return repo


def begin(repo: RepoBuilder, other: str = "side") -> None:
    """Merges without the commit."""
    repo.run("merge", "--no-ff", "--no-commit", other, environment=WHO)


def dates(mem: Mem, path: str) -> dict[int, str | None]:
    """The day of each piece of a note by its line."""
    return {chunk["line"]: chunk["as_of"] for chunk in mem.chunks(path)}


def test_lines_of_the_other_branch_keep_their_commits(parted: RepoBuilder, mem: Mem) -> None:
    """In a note that both have, and in one that only the other branch has."""
    begin(parted)
    assert dates(mem, "hall.md")[5] == "2026-02-02"
    assert dates(mem, "side.md")[3] == "2026-02-02"
    assert dates(mem, "log.md")[3] == "2026-03-03"


def test_a_line_that_the_merge_itself_wrote_is_not_committed(parted: RepoBuilder, mem: Mem) -> None:
    """Only what stands in a parent is known; an edit made while merging is new."""
    begin(parted)
    parted.write({"hall.md": BASE + "\n- Keeper: Ann\n- Stage: ready\n"})
    found = {chunk["line"]: chunk["date_source"] for chunk in mem.chunks("hall.md")}
    assert (found[5], found[6]) == ("git", "uncommitted")


@pytest.mark.parametrize("end", ["abort", "commit"])
def test_the_index_follows_the_end_of_the_merge(parted: RepoBuilder, mem: Mem, end: str) -> None:
    """Aborted or committed, the next answer is that of a memory that never saw the merge under way."""
    begin(parted)
    mem.search("keeper")
    if end == "abort":
        parted.git("merge", "--abort")
        assert [result["cite"] for result in mem.search("keeper").results] == ["log.md:3"]
    else:
        parted.git("commit", "-q", "--no-verify", "-m", "merged", environment=WHO)
        assert dates(mem, "hall.md")[5] == "2026-02-02"
        assert mem("search", "--json", "keeper").json["worktree_digest"] is None


def test_only_what_head_lacks_is_being_merged(parted: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    """git leaves MERGE_HEAD until post-merge has run, and names parents by variables before it exists."""
    side = parted.rev("side")
    monkeypatch.setenv(f"GITHEAD_{side}", "side")
    monkeypatch.setenv(f"GITHEAD_{parted.rev('main~1')}", "an ancestor")
    monkeypatch.setenv("GITHEAD_" + "1" * 40, "of another repository")
    monkeypatch.setenv("GITHEAD_x", "nothing")
    repository = open_place(Start(parted.path)).repository
    assert repository is not None
    assert merge_parents(repository) == (side,)


def test_what_is_staged_is_read_whatever_lies_on_disk(parted: RepoBuilder, mem: Mem) -> None:
    """One index serves both, and each time it holds exactly what was asked for."""
    parted.stage({"hall.md": BASE + "\n- Keeper: staged\n", ".gitmem.toml": 'exclude = ["log.md"]\n'})
    parted.write({"hall.md": BASE + "\n- Keeper: edited\n", ".gitmem.toml": None, "new.md": "# New\n"})
    for _ in range(2):
        assert {result["cite"] for result in mem.search("edited keeper").results} == {"hall.md:5", "log.md:3"}
        with open_session(open_place(Start(parted.path)), Request(staged=True, current=True)) as session:
            assert session.settings.exclude == ("log.md",)
            assert set(session.notes.view.keys(None)) == {"hall.md"}
            assert session.notes.view.read("hall.md").endswith(b"staged\n")


def test_a_merge_that_stopped_names_what_is_unmerged(repo: RepoBuilder, tmp_path: Path) -> None:
    """Nobody can commit such a path yet; it must not be taken for a note that was read."""
    repo.commit("2026-01-01", {"a.md": "base\n"})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"a.md": "theirs\n"})
    repo.switch("main")
    repo.commit("2026-01-03", {"a.md": "ours\n"})
    begin(repo)
    with open_session(open_place(Start(repo.path)), Request(staged=True, current=True)) as session:
        assert session.notes.view.read("a.md") == b"ours\n"
        assert [item.path for item in session.notes.view.skipped()] == ["a.md"]
        assert session.notes.merging == (repo.rev("side"),)
