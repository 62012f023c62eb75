"""Keeping the stores: what `index` promises, what `doctor` finds, and what happens while others are at it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from gitmem.database import try_lock
from gitmem.memory.doctor import CheckStatus
from tests.builder import RepoBuilder
from tests.running import Json, Mem

LINE = "- Anchor chain: forty metres of galvanised steel\n"


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """One note in one commit."""
    repo.commit("2026-08-02", {"anchor.md": LINE})


def index_file(repo: RepoBuilder) -> Path:
    """The index of the work tree."""
    (found,) = repo.git_path.glob("gitmem/index-*.sqlite3")
    return found


# --- index ------------------------------------------------------------------------------------------


def test_an_index_tells_what_it_did(repo: RepoBuilder, mem: Mem) -> None:
    first = mem("index", "--json").json
    assert (first["rebuilt"], first["added"], first["files_indexed"]) == (True, 1, 1)
    assert mem("index", "--json").json["rebuilt"] is False
    repo.commit("2026-08-03", {"anchor.md": LINE + LINE, "b.md": LINE})
    second = mem("index", "--json").json
    assert (second["rebuilt"], second["added"], second["changed"], second["removed"]) == (False, 1, 1, 0)
    repo.commit("2026-08-04", {"b.md": None})
    assert mem("index", "--json").json["removed"] == 1
    assert "up to date" in mem("index").out


def test_what_a_note_got_wrong_is_named(repo: RepoBuilder, mem: Mem) -> None:
    repo.write({"bad.md": "---\ndate: 2026-02-30\n---\nText\n"})
    ran = mem("index", "--json").json
    assert [(problem["path"], problem["line"]) for problem in ran["problems"]] == [("bad.md", 2)]


def test_strict_dating_stays_until_a_rebuild(repo: RepoBuilder, mem: Mem) -> None:
    """Asked for once, it holds for later searches, which would otherwise date everything anew."""
    mem("index")
    assert mem("index", "--strict-blame", "--json").json["changed"] == 1
    repo.commit("2026-08-06", {"b.md": "- Buoy: red\n"})
    assert mem("index", "--json").json["changed"] == 0
    assert mem("index", "--strict-blame", "--json").json["changed"] == 0
    assert mem("index", "--rebuild").code == 0
    assert mem("index", "--strict-blame", "--json").json["changed"] == 2


def test_what_was_purged_from_history_can_be_forgotten(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-08-03", {"secret.md": "- Password: hunter2\n"})
    repo.commit("2026-08-04", {"secret.md": None})
    assert mem.search("hunter2").data["absence"] == "removed"
    mem.search("hunter2", "--committed")
    mem("index", "--strict-blame")
    repo.reset("HEAD~2")
    repo.prune()
    assert mem("index", "--forget").code == 0
    stored = b"".join(path.read_bytes() for path in repo.git_path.glob("gitmem/**/*") if path.is_file())
    assert b"hunter2" not in stored
    assert mem.search("hunter2").data["absence"] == "proven"
    assert mem.search("anchor").cites == ["anchor.md:1"]


def test_forgetting_reaches_other_worktrees_and_notes_folders(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """A purged secret must not live on in the index of a worktree that nobody thought of."""
    repo.commit("2026-08-03", {"deep/secret.md": "- Password: hunter2\n"})
    linked = repo.worktree(tmp_path / "linked", "other")
    assert Mem(linked.path, tmp_path).search("hunter2").code == 0
    assert mem("--root", str(repo.path / "deep"), "search", "hunter2").code == 0
    for place in (repo, linked):
        place.reset("HEAD~1")
    repo.prune()
    assert mem("index", "--forget").code == 0
    kept = [path for path in (repo.path / ".git").rglob("gitmem/**/*") if path.is_file()]
    assert [path for path in kept if b"hunter2" in path.read_bytes()] == []
    assert Mem(linked.path, tmp_path).search("hunter2").data["absence"] == "proven"


def test_every_page_is_verified_on_request(repo: RepoBuilder, mem: Mem) -> None:
    mem("index")
    assert mem("index", "--verify").code == 0
    file = index_file(repo)
    data = bytearray(file.read_bytes())
    data[len(data) // 2 :] = b"\xa5" * (len(data) - len(data) // 2)
    file.write_bytes(data)
    ran = mem("index", "--verify")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert mem("index", "--rebuild").code == 0
    assert mem("index", "--verify").code == 0


# --- others at the same time ------------------------------------------------------------------------


@pytest.mark.parametrize("store", ["index", "history"])
def test_a_search_answers_from_what_stands_while_another_refreshes(
    store: str, repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gitmem.memory.session.SHORT_PATIENCE_SECONDS", 0.0)
    mem("index")
    repo.commit("2026-08-03", {"b.md": "- Anchor winch: electric\n"})
    lock = index_file(repo).name + ".lock" if store == "index" else "history.lock"
    with try_lock(index_file(repo).with_name(lock)):
        answer = mem.search("anchor winch")
        assert answer.cites == ["anchor.md:1"]
        assert answer.err.count("\n") == 1
        assert "out of date" in answer.err
        assert "stale-index" in mem.search("zzyx").data["absence_reasons"]
        assert mem.search("zzyx").code == 4
    assert set(mem.search("anchor winch").cites) == {"anchor.md:1", "b.md:1"}


def test_a_search_waits_for_the_first_index_and_then_says_who_holds_it(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gitmem.memory.session.PATIENCE_SECONDS", 0.0)
    (repo.git_path / "gitmem").mkdir()
    with try_lock(repo.git_path / "gitmem" / "history.lock"):
        ran = mem("search", "anchor")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert mem.search("anchor").code == 0


# --- doctor -----------------------------------------------------------------------------------------


def findings(mem: Mem) -> dict[str, Json]:
    """The checks of a doctor's report by name."""
    ran = mem("doctor", "--json")
    assert ran.code == 0, ran.err
    return {check["name"]: check for check in ran.json["checks"]}


def assert_found(mem: Mem, name: str, status: CheckStatus, *words: str) -> None:
    """The check `name` has this status, its words, and a cure."""
    check = findings(mem)[name]
    assert check["status"] == status.value, check
    assert check["cure"]
    for word in words:
        assert word in check["message"] + check["cure"]


def test_a_sound_place_has_nothing_but_an_unset_path(mem: Mem) -> None:
    bad = {name for name, check in findings(mem).items() if check["status"] != "ok"}
    assert bad <= {"command", "package", "identity"}


def test_a_shallow_clone_is_found(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2026-08-03", {"b.md": LINE})
    clone = repo.clone(tmp_path / "clone", depth=1)
    mem = Mem(clone.path, tmp_path)
    assert_found(mem, "history", CheckStatus.WARNING, "shallow", "git fetch --unshallow", "fetch-depth: 0")


def test_a_partial_clone_is_found(repo: RepoBuilder, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone", blobless=True)
    assert_found(Mem(clone.path, tmp_path), "partial-clone", CheckStatus.WARNING, "--allow-fetch")


def test_a_hooks_path_that_leads_nowhere_is_found(repo: RepoBuilder, mem: Mem) -> None:
    repo.config("core.hooksPath", "nowhere")
    assert_found(mem, "hooks", CheckStatus.WARNING, "core.hooksPath", "nowhere")


def test_hooks_are_listed(repo: RepoBuilder, mem: Mem) -> None:
    hooks = repo.git_path / "hooks"
    hooks.mkdir(exist_ok=True)
    (hooks / "pre-commit").write_text("#!/bin/sh\n")
    (hooks / "pre-commit").chmod(0o755)
    assert "pre-commit" in findings(mem)["hooks"]["message"]


def test_a_missing_ignore_revs_file_is_found(repo: RepoBuilder, mem: Mem) -> None:
    repo.config("blame.ignoreRevsFile", "nowhere")
    assert_found(mem, "ignore-revs", CheckStatus.WARNING, "nowhere")


def test_another_package_of_the_same_name_is_found(
    mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "site"
    information = other / "gitmem-9.9.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: gitmem\nVersion: 9.9\n")
    (information / "RECORD").write_text("gitmem/__init__.py,,\n")
    (information / "top_level.txt").write_text("gitmem\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(other)])
    assert_found(mem, "package", CheckStatus.PROBLEM, "gitmem also installs")


def test_a_merge_that_is_not_finished_is_found(repo: RepoBuilder, mem: Mem) -> None:
    repo.switch("side", new=True)
    repo.commit("2026-08-03", {"anchor.md": "- Anchor chain: ten metres\n"})
    repo.switch("main")
    repo.commit("2026-08-04", {"anchor.md": "- Anchor chain: twenty metres\n"})
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")
    assert b"CONFLICT" in repo.run("merge", "side").stdout
    assert_found(mem, "repository", CheckStatus.WARNING, "a merge is under way")
    answer = mem.search("anchor")
    assert answer.code == 0
    assert "a merge is under way" in answer.err


def test_notes_that_are_not_searched_are_found(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-08-03", {"latin.md": "- Caf\xe9\n".encode("latin-1")})
    mem("index")
    assert_found(mem, "index", CheckStatus.WARNING, "latin.md", "UTF-8")


def test_a_plain_folder_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    assert_found(Mem(folder, tmp_path), "repository", CheckStatus.WARNING, "no git repository")


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_any_kind_of_head_is_examined(object_format: str, tmp_path: Path) -> None:
    """GitPython raises on some of them."""
    repo = RepoBuilder.create(tmp_path / "any", object_format=object_format)
    mem = Mem(repo.path, tmp_path)
    assert "no commit yet" in findings(mem)["repository"]["message"]
    repo.commit("2026-08-03", {"a.md": LINE})
    assert "main" in findings(mem)["repository"]["message"]
    repo.detach("HEAD")
    assert "detached" in findings(mem)["repository"]["message"]
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    assert "bare" in findings(Mem(bare.path, tmp_path))["repository"]["message"]


def test_a_report_survives_json(mem: Mem) -> None:
    assert json.loads(mem("doctor", "--json").out)["status"] in ("ok", "warning", "problem")
