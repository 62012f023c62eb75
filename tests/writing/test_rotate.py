"""`git mem rotate` as people run it: where it writes, what it refuses, and what it commits.

Lost otherwise: days that are archived where nobody reads them, or a commit that holds half of the move.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

import gitmem.reports
from gitmem.clock import parse_instant
from gitmem.errors import UsageError
from gitmem.memory.library import Memory
from tests.builder import RepoBuilder, Symlink
from tests.running import NOW, Mem, Ran

SCHEMA = Path(gitmem.reports.__file__).parent / "schemas" / "rotate.json"
OLD = "## 2026-06-09\n\n- Tern count: 6\n"
NEW = "## 2026-09-29\n\n- Tern count: 9\n"
LOG = f"# Log\n\n{OLD}\n{NEW}"
JUNE = "archive/log-2026-06.md"
AFTER = {"log.md": f"# Log\n\n{NEW}", JUNE: f"# Log archive 2026-06\n\n{OLD}"}


def notes(repo: RepoBuilder) -> dict[str, str]:
    """All files of the work tree."""
    places = [place for place in repo.path.rglob("*") if ".git" not in place.parts and place.is_file()]
    return {
        place.relative_to(repo.path).as_posix(): place.read_bytes().decode("utf-8", "replace")
        for place in places
    }


def named(repo: RepoBuilder) -> None:
    """Lets git know who commits here."""
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")


def refused(mem: Mem, repo: RepoBuilder, *options: str) -> str:
    """The one line that says why nothing was written."""
    before = notes(repo)
    ran = mem("rotate", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert notes(repo) == before
    return ran.err


def test_what_it_says(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-29", {"log.md": f"# Log\n\n## 2026-05-31\n\n- Fog\n\n## 2026-06-02\n\n{OLD}\n{NEW}"})
    ran = mem("rotate")
    assert ran == Ran(
        0,
        b"archive/log-2026-05.md:3  2026-05-31\narchive/log-2026-06.md:3  2 days, 2026-06-02 to 2026-06-09\n",
        "",
    )
    assert mem("rotate").out == "log.md has no day before 2026-09-17\n"


@pytest.mark.parametrize(("days", "stays"), [("113", False), ("114", True), ("99999999", True), ("0", False)])
def test_how_many_days_are_kept(days: str, stays: bool, repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-29", {"log.md": f"# Log\n\n{OLD}"})
    assert mem("rotate", "--keep-days", days).code == 0
    assert ("log.md" in notes(repo) and OLD in notes(repo)["log.md"]) is stays


@pytest.mark.parametrize("days", ["-1", "two", "1.5"])
def test_a_number_of_days_that_is_none(days: str, repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-29", {"log.md": LOG})
    assert "--keep-days" in refused(mem, repo, f"--keep-days={days}")
    with pytest.raises(UsageError, match="keep-days"):
        Memory(repo.path, now=parse_instant(NOW)).rotate(-1)


def test_the_json(repo: RepoBuilder, mem: Mem) -> None:
    """Scripts find the days in their new places."""
    named(repo)
    repo.commit("2026-09-29", {"log.md": LOG})
    validator = Draft202012Validator(json.loads(SCHEMA.read_text()), format_checker=FormatChecker())
    data = mem("rotate", "--json", "--commit").json
    validator.validate(data)
    assert data["moved"] == [
        {
            "day": "2026-06-09",
            "line": 3,
            "end_line": 5,
            "archive": JUNE,
            "archive_line": 3,
            "known": False,
        }
    ]
    assert [change["path"] for change in data["changes"]] == [JUNE, "log.md"]
    assert data["commit"] == repo.head
    data = mem("rotate", "--json").json
    validator.validate(data)
    assert (data["moved"], data["changes"], data["commit"]) == ([], [], None)


def test_no_log_is_nothing_to_do(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-29", {"a.md": "# A\n"})
    assert mem("rotate").code == 0
    assert notes(repo) == {"a.md": "# A\n"}


def test_daily_notes_and_other_logs_stay(repo: RepoBuilder, mem: Mem) -> None:
    others = {"2026-06-09.md": f"# Tuesday\n\n{OLD}", "boat/log.md": LOG}
    repo.commit("2026-09-29", others | {"log.md": LOG})
    assert mem("rotate").code == 0
    assert notes(repo) == others | AFTER


def test_in_a_notes_folder_and_from_anywhere(repo: RepoBuilder, mem: Mem) -> None:
    """The archive lies beside the log, whoever calls from where."""
    repo.commit("2026-09-29", {".gitmem.toml": 'root = "my notes"\n', "my notes/log.md": LOG, "src/a": "x"})
    assert mem("rotate", cwd=repo.path / "src").code == 0
    found = notes(repo)
    assert {path: found[f"my notes/{path}"] for path in AFTER} == AFTER


def test_in_a_folder_without_git(tmp_path: Path) -> None:
    (tmp_path / "log.md").write_text(LOG)
    mem = Mem(tmp_path, tmp_path)
    assert mem("rotate", "--commit").code == 2
    assert (tmp_path / "log.md").read_text() == LOG
    assert mem("rotate").code == 0
    assert {path: (tmp_path / path).read_text() for path in AFTER} == AFTER


def test_in_a_bare_repository(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2026-09-29", {"log.md": LOG})
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    ran = Mem(bare.path, tmp_path)("rotate")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({".gitmem.toml": 'exclude = ["archive/**"]\n'}, "is no note here"),
        ({".gitignore": "archive/\n"}, "ignored by git"),
        ({"archive": Symlink("elsewhere"), "elsewhere/a.md": "# A\n"}, "is a symbolic link"),
        ({"archive": "a file\n"}, "archive"),
        ({JUNE: b"caf\xe9\n"}, "not UTF-8"),
        ({JUNE: "<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n"}, "unresolved merge"),
        ({JUNE: "# June\n\n```\nleft open\n"}, "left open|leaves"),
    ],
    ids=["excluded", "ignored", "linked", "a file", "other encoding", "merge", "open fence"],
)
def test_an_archive_that_would_not_be_read_is_not_written(
    files: dict[str, str | bytes | Symlink], reason: str, repo: RepoBuilder, mem: Mem
) -> None:
    """The log still has the days; what is wrong is named."""
    repo.commit("2026-09-29", files | {"log.md": LOG})
    line = refused(mem, repo)
    assert any(each in line for each in reason.split("|")), line


def test_a_log_that_is_a_link_is_left_alone(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-09-29", {"elsewhere/real.md": LOG, "log.md": Symlink("elsewhere/real.md")})
    assert "symbolic link" in refused(mem, repo)


def test_permissions_stay(repo: RepoBuilder, mem: Mem) -> None:
    """A log that only its owner may read does not become public by being rotated."""
    repo.commit("2026-09-29", {"log.md": LOG})
    (repo.path / "log.md").chmod(0o600)
    assert mem("rotate").code == 0
    assert (repo.path / "log.md").stat().st_mode & 0o777 == 0o600


# --- commits ------------------------------------------------------------------------------------------


def test_the_commit_holds_the_move_and_nothing_else(repo: RepoBuilder, mem: Mem) -> None:
    """What was staged for another commit stays staged."""
    named(repo)
    repo.commit("2026-09-29", {"log.md": LOG, "a.md": "# A\n"})
    repo.stage({"a.md": "# A\n\nMore.\n"})
    assert mem("rotate", "--commit").code == 0
    assert repo.ask("show", "--format=%s", "--name-only") == f"Archive 2026-06-09 of log.md\n\n{JUNE}\nlog.md"
    assert repo.ask("status", "--porcelain") == "M  a.md"


def test_a_log_with_other_changes_is_not_committed(repo: RepoBuilder, mem: Mem) -> None:
    named(repo)
    repo.commit("2026-09-29", {"log.md": LOG})
    repo.write({"log.md": LOG + "- Gull count: 40\n"})
    assert "log.md has other changes" in refused(mem, repo, "--commit")


def test_a_rotation_that_was_cut_off_is_not_committed_by_half(repo: RepoBuilder, mem: Mem) -> None:
    """A commit that only takes the days out of the log would leave them in no commit."""
    named(repo)
    repo.commit("2026-09-29", {"log.md": LOG})
    repo.write({JUNE: AFTER[JUNE]})
    assert "cut off" in refused(mem, repo, "--commit")
    assert mem("rotate").code == 0
    assert notes(repo) == AFTER


def test_a_commit_that_a_hook_refuses_leaves_the_move_in_the_work_tree(repo: RepoBuilder, mem: Mem) -> None:
    named(repo)
    first = repo.commit("2026-09-29", {"log.md": LOG})
    hook = repo.git_path / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'not on a Sunday' >&2\nexit 1\n")
    hook.chmod(0o755)
    ran = mem("rotate", "--commit")
    assert ran.code == 1
    assert "not on a Sunday" in ran.err
    assert notes(repo) == AFTER
    assert repo.head == first
