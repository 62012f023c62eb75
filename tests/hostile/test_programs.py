"""Nothing that a stranger's repository names is run by reading it, or by writing a note in it.

Lost otherwise: looking at a repository that somebody sent runs a program of theirs.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hostile.traps import Traps, lay, touch
from tests.running import Mem

READING = (
    *(["search", "lab"], ["search", "--history", "lab"], ["search", "--at", "HEAD~1", "lab"]),
    *(
        ["search", "--committed", "lab"],
        ["explain", "lab head"],
        ["blame", "a.md"],
        ["blame", "--json", "c.md"],
    ),
    *(["diff", "HEAD~1..HEAD"], ["conflicts", "--all"], ["stale", "--all"], ["history", "lab"], ["lessons"]),
    *(["check"], ["check", "--staged"], ["check", "--all"], ["check", "HEAD~1..HEAD"], ["consolidate"]),
    *(["report", "--format", "markdown"], ["schema", "suggest"], ["stats"], ["doctor"]),
    *(["index", "--rebuild", "--verify"], ["index", "--strict-blame"], ["index", "--forget"]),
    *(
        ["proof", "--committed", "lab"],
        ["install-hooks", "--print"],
        ["prime"],
        ["setup", "agents", "--print"],
    ),
)
HOOKED = (["hook", "check"], ["hook", "pre-merge-commit"], ["hook", "post-merge"], ["hook", "index"])
WRITING = (
    *(["add", "Lab dog: brown"], ["verify", "log.md:5"], ["retract", "b.md:3"], ["supersede", "c.md:3", "z"]),
    *(["rotate"], ["init"], ["init", "--policy"], ["consolidate", "--write"]),
)


@pytest.fixture
def traps(repo: RepoBuilder, tmp_path: Path) -> Traps:
    """A repository with notes, all of them staged or edited as well, in which every trap is laid."""
    first = {f"{name}.md": f"# {name}\n\n- Lab {name}: Ute\n" for name in "abcd"}
    repo.commit("2026-01-01", {**first, "log.md": "# Log\n\n## 2026-01-01\n\n- Lab cat: grey\n"})
    repo.commit("2026-02-01", {f"{name}.md": f"# {name}\n\n- Lab {name}: Pål\n" for name in "abc"})
    sign(repo)
    repo.stage({"d.md": "# d\n\n- Lab d: staged\n"})
    repo.write({"e.md": "- Lab e: untracked\n"})
    laid = lay(repo, tmp_path / "traps")
    touch(repo)
    laid.sprung()
    return laid


def sign(repo: RepoBuilder) -> None:
    """Puts a signature into the newest commit, which git would ask a program about."""
    lines = repo.git("cat-file", "commit", "HEAD").split(b"\n")
    at = lines.index(b"")
    mark = b"gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    signed = b"\n".join((*lines[:at], mark, *lines[at:]))
    oid = repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=signed).decode().strip()
    repo.git("update-ref", "HEAD", oid)


def test_the_traps_work(repo: RepoBuilder, traps: Traps) -> None:
    """git itself runs them, so that a silent trap in the other tests means something."""
    repo.run("status")
    for name in ("a.md", "b.md", "c.md", "d.md"):
        repo.run("hash-object", "--stdin", f"--path={name}", stdin=b"x")
    filters = {
        "filter-evil-process",
        "filter-ev-il-process",
        "filter-e-vil-process",
        "filter-EvilTwo-process",
    }
    repo.run("log", "-1")
    assert {*filters, "included-fsmonitor", "gpg-openpgp-program"} <= set(traps.sprung())


def test_reading_runs_nothing(repo: RepoBuilder, mem: Mem, traps: Traps) -> None:
    """No verb that only answers."""
    for verb in (*READING, *HOOKED):
        touch(repo)
        ran = mem(*verb)
        assert (verb, traps.sprung()) == (verb, [])
        assert "internal error" not in ran.err, (verb, ran.err)
        assert ran.code in (0, 1) or verb[0] in ("install-hooks", "proof"), (verb, ran.err)


def test_writing_without_a_commit_runs_nothing(repo: RepoBuilder, mem: Mem, traps: Traps) -> None:
    """No verb that changes notes, as long as it is not asked for a commit."""
    for verb in WRITING:
        touch(repo)
        ran = mem(*verb)
        assert (verb, traps.sprung()) == (verb, [])
        assert "internal error" not in ran.err, (verb, ran.err)


@pytest.mark.parametrize("options", [[], ["--allow-fetch"]], ids=" ".join)
@pytest.mark.representatives(1)
def test_a_missing_object_starts_no_command(
    options: list[str], repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """A partial clone whose remote is a command: git would run it to fetch what is missing."""
    repo.commit("2026-01-01", {"a.md": "- Lab head: Ute\n"})
    blob = repo.rev("HEAD:a.md")
    traps = Traps(tmp_path / "traps")
    repo.config("remote.origin.url", f"ext::{traps.program('remote')}")
    repo.config("remote.origin.promisor", "true")
    repo.config("remote.origin.partialclonefilter", "blob:none")
    repo.config("extensions.partialClone", "origin")
    repo.config("core.repositoryFormatVersion", "1")
    repo.config("protocol.ext.allow", "always")
    repo.git_path.joinpath("objects", blob[:2], blob[2:]).unlink()
    mem(*options, "search", "--committed", "lab")
    assert traps.sprung() == []
    repo.run("cat-file", "blob", blob)
    assert traps.sprung() == ["remote"]


def test_a_work_tree_of_a_submodule_runs_nothing(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """git looks into submodules with the settings that lie there."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2026-01-01", {"a.md": "- Sub head: Ute\n", "b.md": "- b\n", "c.md": "- c\n"})
    repo.commit("2026-01-01", {"a.md": "- Lab head: Ute\n"})
    repo.submodule(other, "sub")
    repo.commit("2026-01-02")
    inside = RepoBuilder(repo.path / "sub")
    traps = lay(inside, tmp_path / "traps")
    inside.write({"a.md": "- Sub head: changed\n"})
    touch(repo)
    traps.sprung()
    for verb in READING[:5]:
        mem(*verb)
        assert (verb, traps.sprung()) == (verb, [])


def test_a_git_beside_the_notes_is_not_the_one_that_runs(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A program named git in the work tree is no program of the user."""
    traps = Traps(tmp_path / "traps")
    repo.commit("2026-01-01", {"a.md": "- Lab head: Ute\n"})
    shutil.copy(traps.program("git"), repo.path / "git")
    assert mem("search", "lab").code == 0
    assert traps.sprung() == []
