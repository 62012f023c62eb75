"""What a user, a model or a note says stays text: no option, no revision of another meaning, no pattern.

Lost otherwise: a model that repeats `--output=…` from a note makes git write a file.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

import pytest

from gitmem.clock import parse_instant
from gitmem.errors import GitmemError, RevisionError
from gitmem.git.repository import Repository
from gitmem.memory.library import Memory
from tests.builder import RepoBuilder
from tests.running import NOW, Mem

NO_COMMITS = [
    *("--help", "--output=pwned", "-O/dev/null", "--all", "--git-dir=/", "^HEAD", "^", "HEAD^@", "HEAD^!"),
    *("@{upstream}", ":/text", "HEAD..HEAD~1", "..", "", "HEAD:a.md", ":a.md", "HEAD^{tree}", "HEAD^{/A(}"),
    *("a\nb", "HEAD\nHEAD", "a\0b", "\ud800", "x" * 100_000, "HEAD~99999999999999999999", "$(touch pwned)"),
]
ANYTHING = [
    *(
        "--output=pwned",
        "^HEAD",
        ":(glob)**",
        ":!a.md",
        "a\0b",
        "\ud800",
        "a\nb",
        "HEAD..^HEAD",
        "--help..HEAD",
    ),
    *("../secret.md", "a/../../secret.md", "x" * 5000),
]
SECRET = "- Secret word: xyzzy\n"


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """Two commits of one note, and a file outside."""
    repo.commit("2026-01-01", {"a.md": "# A\n\n- Lab head: Ute\n"})
    repo.commit("2026-02-01", {"a.md": "# A\n\n- Lab head: Pål\n"})
    (repo.path.parent / "secret.md").write_text(SECRET)


def test_what_is_no_commit_is_refused_as_one(repo: RepoBuilder) -> None:
    """git would read some of these as options, and answer `^ID`, everything but that commit, to another."""
    repository = Repository.open(repo.path)
    for text in NO_COMMITS:
        with pytest.raises(RevisionError):
            repository.resolve(text)
    assert sorted(os.listdir(repo.path)) == [".git", "a.md"]


def test_a_commit_is_found_by_its_names(repo: RepoBuilder) -> None:
    """The other side of the refusals."""
    repository = Repository.open(repo.path)
    for text in ("HEAD", "main", "@", "HEAD^{commit}", "main@{0}", repo.head):
        assert repository.resolve(text) == repo.head


def test_any_text_anywhere_ends_in_an_answer_or_one_line(repo: RepoBuilder) -> None:
    """Through the library, where no shell and no parser of options stands before; nothing outside is read."""
    memory = Memory(repo.path, now=parse_instant(NOW))
    calls: tuple[Callable[[str], object], ...] = (
        memory.search,
        lambda text: memory.search("lab", at=text),
        lambda text: memory.search("lab", path=text),
        memory.blame,
        memory.explain,
        memory.diff,
        memory.history,
        lambda text: memory.check(text, scope="range"),
        lambda text: memory.verify(f"{text}:3"),
        lambda text: memory.supersede(f"{text}:3", "Lab head: Bo"),
        lambda text: memory.add("Lab cat: grey", to=text),
    )
    answers = []
    for text in ANYTHING:
        for call in calls:
            with contextlib.suppress(GitmemError):
                answers.append(repr(call(text)))
    assert answers
    assert "xyzzy" not in "".join(answers)
    assert "pwned" not in {name for _, _, files in os.walk(repo.path) for name in files}
    assert (repo.path.parent / "secret.md").read_text() == SECRET


@pytest.mark.parametrize("root", ["..", "../other", "/etc", "a/../..", ".git", ".git/x"])
def test_a_configured_root_stays_inside(root: str, repo: RepoBuilder, mem: Mem) -> None:
    """The notes folder, and the files of the policy, that a stranger's settings name."""
    for line in (f'root = "{root}"', f'[policy]\nenabled = true\nindex = "{root}/MEMORY.md"'):
        repo.write({".gitmem.toml": line + "\n"})
        for verb in (["search", "--json", "secret"], ["check", "--all"], ["prime"]):
            assert "xyzzy" not in mem(*verb).out
        if not root.startswith(".git"):
            assert mem("search", "secret").code == 2


@pytest.mark.parametrize("glob", ["../*.md", "/**/*.md", "**/../*.md", ".git/**", "**/../../*.md"])
def test_globs_stay_inside(glob: str, repo: RepoBuilder, mem: Mem) -> None:
    """In the settings and on the command line alike."""
    repo.git_path.joinpath("inner.md").write_text(SECRET)
    ran = mem("search", "--json", "--path", glob, "secret")
    assert "xyzzy" not in ran.out
    assert ran.code == (1 if glob.startswith(".git") else 2)
    repo.write({".gitmem.toml": f'include = ["{glob}"]\n'})
    ran = mem("search", "--json", "secret")
    assert "xyzzy" not in ran.out
    assert ran.code == (1 if glob.startswith(".git") else 2)
