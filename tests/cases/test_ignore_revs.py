"""`blame.ignoreRevsFile` helps where it works and must not stop dating where it does not.

Lost otherwise: one setting, often a global one, and no line of any note has a date.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

BEFORE = "# Lease\n\n- Lessor: Ines Faro\n- Deposit box: 12\n"
AFTER = "# Lease\n\n-   Lessor is Ines Faro\n-   Deposit box is 12\n"


def lease(repo: RepoBuilder) -> None:
    """One note of August 2026."""
    repo.commit("2026-08-22", {"lease.md": BEFORE})


def assert_dated_by_git(mem: Mem) -> None:
    """The line has its date from git, and at most one warning was given."""
    answer = mem.search("lessor")
    result = answer.at("lease.md:3")
    assert (result["as_of"], result["date_source"], result["status"]) == ("2026-08-22", "git", "FRESH")
    assert result["age_days"] == 40
    assert answer.code == 0
    assert len(answer.err.splitlines()) <= 1


def test_configured_but_missing(repo: RepoBuilder, mem: Mem) -> None:
    """The file was never made; git blame itself dies here."""
    lease(repo)
    repo.config("blame.ignoreRevsFile", ".git-blame-ignore-revs")
    assert repo.run("blame", "lease.md").returncode != 0
    assert mem("index").code == 0
    assert_dated_by_git(mem)


def test_missing_in_the_global_configuration(
    repo: RepoBuilder, mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Set once for all repositories, present in few."""
    lease(repo)
    settings = tmp_path / "gitconfig"
    settings.write_text("[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert_dated_by_git(mem)


@pytest.mark.parametrize(
    "content",
    ["", "# only a comment\n\n", "not an id\n", "0123456789012345678901234567890123456789\n", "\xff\n"],
    ids=["empty", "comment", "rubbish", "unknown-commit", "binary"],
)
def test_a_useless_file(content: str, repo: RepoBuilder, mem: Mem) -> None:
    """Whatever is in the file, lines keep their dates."""
    lease(repo)
    repo.write({".git-blame-ignore-revs": content.encode("latin-1")})
    repo.config("blame.ignoreRevsFile", ".git-blame-ignore-revs")
    assert_dated_by_git(mem)


def test_the_setting_names_a_folder(repo: RepoBuilder, mem: Mem) -> None:
    """No file, but not missing either."""
    lease(repo)
    (repo.path / "revs").mkdir()
    repo.config("blame.ignoreRevsFile", "revs")
    assert_dated_by_git(mem)


def test_an_empty_setting_clears_the_list(repo: RepoBuilder, mem: Mem) -> None:
    """git reads an empty value as "none of the above"."""
    lease(repo)
    repo.config("blame.ignoreRevsFile", "")
    answer = mem.search("lessor")
    assert answer.at("lease.md:3")["as_of"] == "2026-08-22"
    assert answer.err == ""


@pytest.mark.parametrize("configured", [True, False], ids=["configured", "by-its-usual-name"])
def test_an_ignored_commit_does_not_date(configured: bool, repo: RepoBuilder, mem: Mem) -> None:
    """The commit that only restyled is skipped; the words keep the day they were written."""
    repo.commit("2025-06-06", {"lease.md": BEFORE})
    restyled = repo.commit("2026-09-09", {"lease.md": AFTER})
    assert mem.search("lessor").at("lease.md:3")["as_of"] == "2026-09-09"
    repo.write({".git-blame-ignore-revs": f"# restyled\n{restyled}\n"})
    if configured:
        repo.config("blame.ignoreRevsFile", ".git-blame-ignore-revs")
    else:
        repo.commit("2026-09-10", {".git-blame-ignore-revs": f"# restyled\n{restyled}\n"})
    result = mem.search("lessor").at("lease.md:3")
    assert (result["as_of"], result["status"]) == ("2025-06-06", "STALE")


def test_taking_the_list_away_brings_the_dates_back(repo: RepoBuilder, mem: Mem) -> None:
    """Nothing that was decided by the list outlives it."""
    repo.commit("2025-06-06", {"lease.md": BEFORE})
    restyled = repo.commit("2026-09-09", {"lease.md": AFTER})
    repo.config("blame.ignoreRevsFile", "skip")
    repo.write({"skip": restyled + "\n"})
    assert mem.search("lessor").at("lease.md:3")["as_of"] == "2025-06-06"
    repo.write({"skip": "\n"})
    assert mem.search("lessor").at("lease.md:3")["as_of"] == "2026-09-09"
