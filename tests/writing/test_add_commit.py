"""`--commit`: a commit of exactly one change, through git and its hooks; or none at all.

Lost otherwise: somebody's half-done work in a commit about a door code, or hooks that are passed over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.running import Mem
from tests.writing.noted import refused, write

LOG = "# Log\n\n## 2026-09-29\n\n- Dock crane: repaired\n"


@pytest.fixture(autouse=True)
def identity(repo: RepoBuilder) -> None:
    """Somebody who may commit."""
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")


def test_exactly_the_change_is_committed(repo: RepoBuilder, mem: Mem) -> None:
    """What else is staged or changed stays as it was; the message names the fact."""
    repo.commit("2026-09-29", {"log.md": LOG, "a.md": "# A\n", "b.md": "# B\n"})
    repo.stage({"a.md": "# A\n\nstaged\n"})
    repo.write({"b.md": "# B\n\non disk\n", "c.md": "# C\n"})
    answer = write(mem, "add", "--commit", "Harbour gate: code 4711")
    assert answer["commit"] == repo.head
    assert repo.ask("show", "--name-only", "--format=%s|%an|%cs", "HEAD").split("\n") == [
        *("add: Harbour gate: code 4711|Iris Vale|2026-10-01", "", "log.md"),
    ]
    assert repo.ask("status", "--porcelain").split("\n") == ["M  a.md", " M b.md", "?? c.md"]


def test_every_verb_commits(repo: RepoBuilder, mem: Mem) -> None:
    """One commit a change, told in the answer."""
    repo.commit("2026-09-29", {"orca.md": "# Orca\n\n- Berth: 7\n- Crew: two\n"})
    write(mem, "supersede", "--commit", "orca.md:3", "9")
    write(mem, "verify", "--commit", "orca.md:4")
    ran = mem("retract", "--commit", "orca.md:5")
    assert ran.out.endswith(f"committed as {repo.head[:7]}\n")
    assert repo.ask("log", "--format=%s", "-3").split("\n") == [
        *("retract: Crew: two", "verify: Berth: 9", "supersede: Berth: 9 (was Berth: 7)"),
    ]
    assert repo.git("status", "--porcelain") == b""
    assert write(mem, "verify", "--commit", "orca.md:4")["commit"] is None


def test_the_first_commit_and_a_new_note(repo: RepoBuilder, mem: Mem) -> None:
    """A repository without a commit, and a note that git does not know yet."""
    assert write(mem, "add", "--commit", "Keel: oak")["commit"] == repo.head
    assert write(mem, "add", "--commit", "--to", "new/boat.md", "Mast: pine")["commit"] == repo.head
    assert repo.git("status", "--porcelain") == b""


def test_striking_elsewhere_is_one_commit(repo: RepoBuilder, mem: Mem) -> None:
    """The new value and the end of the old one belong together."""
    repo.commit("2026-09-29", {"orca.md": "# Orca\n\n- Berth: 7\n"})
    write(mem, "add", "--commit", "--supersede", "Orca berth: 9")
    assert repo.ask("show", "--name-only", "--format=", "HEAD").split("\n") == ["log.md", "orca.md"]


@pytest.mark.parametrize("change", ["disk", "staged", "untracked", "intended"])
def test_other_changes_of_the_note_are_not_swept_in(change: str, repo: RepoBuilder, mem: Mem) -> None:
    """Refused before anything is written."""
    repo.commit("2026-09-29", {"a.md": "# A\n"} if change in ("untracked", "intended") else {"log.md": LOG})
    repo.write({"log.md": LOG + "- Mine: half done\n"})
    if change == "staged":
        repo.git("add", "log.md")
        repo.write({"log.md": LOG})
    if change == "intended":
        repo.git("add", "-N", "log.md")
    before = (repo.path / "log.md").read_bytes(), repo.git("status", "--porcelain"), repo.head
    refused(mem, ["add", "--commit", "Keel: oak"], "log.md", "nothing was written")
    assert ((repo.path / "log.md").read_bytes(), repo.git("status", "--porcelain"), repo.head) == before


def test_not_in_the_middle_of_a_merge(repo: RepoBuilder, mem: Mem) -> None:
    """A merge under way is nobody's place for another commit; without --commit the entry is written."""
    repo.commit("2026-09-01", {"log.md": LOG, "a.md": "# A\n"})
    repo.switch("side", new=True)
    repo.commit("2026-09-02", {"a.md": "# A\n\nside\n"})
    repo.switch("main")
    repo.commit("2026-09-03", {"b.md": "# B\n"})
    repo.git("merge", "-q", "--no-commit", "--no-ff", "side", environment=repo._identity("2026-09-04"))
    refused(mem, ["add", "--commit", "Keel: oak"], "a merge is under way")
    assert (repo.path / "log.md").read_text() == LOG
    write(mem, "add", "Keel: oak")


def test_nobody_to_commit_as(repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch) -> None:
    """git's own words, before anything is written."""
    repo.commit("2026-09-29", {"log.md": LOG})
    repo.git("config", "--unset", "user.name")
    repo.git("config", "--unset", "user.email")
    repo.config("user.useConfigOnly", "true")
    monkeypatch.setenv("EMAIL", "")
    refused(mem, ["add", "--commit", "Keel: oak"], "nothing was written")
    assert (repo.path / "log.md").read_text() == LOG


def hook(repo: RepoBuilder, name: str, script: str) -> None:
    path = repo.git_path / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("tracked", [True, False])
def test_a_hook_that_refuses(tracked: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The entry stays in the work tree and not in the index; the hook's words reach the writer."""
    repo.commit("2026-09-29", {"log.md": LOG} if tracked else {"a.md": "# A\n"})
    hook(repo, "pre-commit", "echo harbour closed >&2; exit 1")
    head = repo.head
    ran = mem("add", "--commit", "Keel: oak")
    assert ran.code == 1
    assert "harbour closed" in ran.err
    assert "not committed" in ran.err
    assert ran.out.startswith("log.md:")
    assert "Keel: oak" in (repo.path / "log.md").read_text()
    assert repo.head == head
    assert repo.git("status", "--porcelain") == (b" M log.md\n" if tracked else b"?? log.md\n")
    answer = mem("retract", "--json", "--commit", "log.md:5")
    assert answer.code == 2, answer.err


def test_hooks_see_what_git_shows_them(repo: RepoBuilder, mem: Mem) -> None:
    """A hook that asks git about patterns gets the answers it would get by hand."""
    repo.commit("2026-09-29", {"log.md": LOG})
    hook(repo, "pre-commit", 'test "$(git diff --cached --name-only -- "*.md")" = log.md')
    hook(repo, "commit-msg", 'echo "signed: quay" >> "$1"')
    assert write(mem, "add", "--commit", "Keel: oak")["commit"] == repo.head
    assert repo.ask("log", "-1", "--format=%B").split("\n") == ["add: Keel: oak", "signed: quay"]


def test_the_hook_of_gitmem_itself(hooked: Hooked, repo: RepoBuilder, mem: Mem) -> None:
    """The check that guards commits guards these too, while the write still holds its lock."""
    mill = "# Mill\n\n- Owner: Ada Ek\n- Built in: 1840\n"
    repo.commit("2024-03-01", {"mill.md": mill})
    call = ["add", "--commit", "--to", "mill.md", "Owner: Bo Fry"]
    ran = mem.process(*call, now="2024-06-01", environment=hooked.environment)
    assert ran.code == 1, (ran.out, ran.err)
    assert "1 contradiction" in ran.err
    assert repo.ask("log", "--format=%s") == "change"
    assert (repo.path / "mill.md").read_text() == mill + "- Owner: Bo Fry\n"


def test_a_linked_work_tree(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """The commit lands on the branch of the work tree that was written to."""
    repo.commit("2026-09-29", {"log.md": LOG})
    other = repo.worktree(tmp_path / "other", "side")
    answer = write(Mem(other.path, tmp_path), "add", "--commit", "Keel: oak")
    assert answer["commit"] == other.head != repo.head
    assert (repo.path / "log.md").read_text() == LOG
    assert repo.git("status", "--porcelain") == b""
