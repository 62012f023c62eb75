"""However a repository is laid out, its lines have the same dates.

Lost otherwise: gitmem works on the machine it was tried on, and not in a worktree, a CI clone or a sandbox.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder, Symlink
from tests.history.dating import Dater, assert_equals_blame
from tests.running import Mem


def fill(repo: RepoBuilder) -> None:
    """Two notes, edited, moved and merged."""
    repo.commit("2025-01-01", {"a.md": "# A\n\n- Oar maker: Ann\n- Oar wood: ash\n", "b.md": "- Sail: red\n"})
    repo.switch("side", new=True)
    repo.commit("2025-02-01", {"b.md": "- Sail: red\n- Sail loft: north\n"})
    repo.switch("main")
    repo.commit("2026-03-01", {"a.md": "# A\n\n- Oar maker: Bo\n- Oar wood: ash\n"})
    repo.merge("side", "2026-03-02")
    repo.move("a.md", "deep/a.md")
    repo.commit("2026-09-03")


def days(mem: Mem) -> dict[str, str | None]:
    """Every line of the notes of `fill` with its date."""
    answer = mem.search("oar maker wood sail loft")
    return {result["cite"]: result["as_of"] for result in answer.results}


EXPECTED = {
    "deep/a.md:3": "2026-03-01",
    "deep/a.md:4": "2025-01-01",
    "b.md:1": "2025-01-01",
    "b.md:2": "2025-02-01",
}


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_both_kinds_of_ids(object_format: str, tmp_path: Path) -> None:
    """SHA-256 repositories have longer ids and nothing else."""
    repo = RepoBuilder.create(tmp_path / "r", object_format=object_format)
    fill(repo)
    assert_equals_blame(repo)
    mem = Mem(repo.path, tmp_path)
    assert days(mem) == EXPECTED
    answer = mem.search("sail loft")
    assert answer.data["head"] == repo.head
    assert len(answer.results[0]["origin"]["commit"]) == (40 if object_format == "sha1" else 64)
    repo.write({"b.md": "- Sail: blue\n- Sail loft: north\n"})
    assert mem.search("sail blue").at("b.md:1")["date_source"] == "uncommitted"


def test_a_bare_repository(repo: RepoBuilder, tmp_path: Path) -> None:
    """No work tree: the commit is read."""
    fill(repo)
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    assert_equals_blame(bare)
    assert days(Mem(bare.path, tmp_path)) == EXPECTED


def test_linked_worktrees_share_what_was_learned(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Each has its own HEAD and answers; history is stored once, in the common directory."""
    fill(repo)
    linked = repo.worktree(tmp_path / "linked", "elsewhere")
    linked.commit("2026-09-20", {"b.md": "- Sail: green\n- Sail loft: north\n"})
    other = Mem(linked.path, tmp_path)
    assert days(mem) == EXPECTED
    assert days(other) == {**EXPECTED, "b.md:1": "2026-09-20"}
    assert days(mem) == EXPECTED
    stores = sorted(path.relative_to(repo.path) for path in repo.path.rglob("history*.sqlite"))
    assert len(stores) == 1
    assert stores[0].parts[:2] == (".git", "gitmem")


def test_a_detached_head(repo: RepoBuilder, mem: Mem) -> None:
    """The commit counts, not the branch."""
    fill(repo)
    assert days(mem) == EXPECTED
    repo.detach("HEAD~2")
    assert days(mem) == {"a.md:3": "2026-03-01", "a.md:4": "2025-01-01", "b.md:1": "2025-01-01"}
    assert_equals_blame(repo)


def test_a_sparse_checkout(repo: RepoBuilder, mem: Mem) -> None:
    """Notes that are not checked out are committed all the same; they are not reported as removed."""
    fill(repo)
    repo.sparse("/b.md")
    assert not (repo.path / "deep").exists()
    assert days(mem) == EXPECTED
    assert mem.search("sail").at("b.md:1")["date_source"] == "git"


def test_a_partial_clone_fetches_nothing_by_itself(repo: RepoBuilder, tmp_path: Path) -> None:
    """What is missing is said; nothing is fetched without being allowed to."""
    fill(repo)
    clone = repo.clone(tmp_path / "partial", blobless=True)
    missing = clone.ask("rev-list", "--objects", "--missing=print", "HEAD").count("?")
    assert missing
    mem = Mem(clone.path, tmp_path)
    ran = mem("search", "--json", "sail")
    assert clone.ask("rev-list", "--objects", "--missing=print", "HEAD").count("?") == missing
    assert ran.code == 0
    assert [result["path"] for result in ran.json["results"]] == ["b.md", "b.md"]
    assert ran.json["history_complete"] is False
    assert len(ran.err.splitlines()) == 1
    absent = mem.search("propeller")
    assert (absent.code, absent.data["absence_reasons"]) == (4, ["partial-clone"])


def test_a_partial_clone_with_leave_to_fetch(repo: RepoBuilder, tmp_path: Path) -> None:
    """`--allow-fetch` completes it, and everything is known."""
    fill(repo)
    clone = repo.clone(tmp_path / "partial", blobless=True)
    ran = Mem(clone.path, tmp_path)(
        "--allow-fetch", "search", "--json", "-k", "9", "oar maker wood sail loft"
    )
    assert {result["cite"]: result["as_of"] for result in ran.json["results"]} == EXPECTED


def test_links_and_other_repositories_are_named(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Not followed, not entered, but not passed over in silence."""
    other = RepoBuilder.create(tmp_path / "other")
    other.commit("2025-01-01", {"hidden.md": "- Oar: hidden\n"})
    outside = tmp_path / "outside.md"
    outside.write_text("- Oar: outside\n")
    fill(repo)
    repo.submodule(other, "vendor")
    repo.stage({"link.md": Symlink("b.md"), "out.md": Symlink(str(outside)), "dead.md": Symlink("nowhere")})
    repo.commit("2026-09-04")
    answer = mem.search("oar hidden outside sail")
    assert {result["path"] for result in answer.results} == {"deep/a.md", "b.md"}
    named = {skip["path"]: skip["reason"] for skip in answer.data["skipped"]}
    assert {"link.md", "out.md", "dead.md"} <= set(named)
    assert any(path.startswith("vendor") for path in named) or "vendor" in mem("doctor").out
    absent = mem.search("propeller")
    assert (absent.code, absent.data["absence_reasons"]) == (4, ["skipped-notes"])


def test_replaced_commits(repo: RepoBuilder) -> None:
    """A graft changes what git calls history; gitmem follows, and follows back."""
    fill(repo)
    dater = Dater(repo)
    assert_equals_blame(repo, dater)
    repo.git("replace", "--graft", repo.rev("HEAD~1"))
    assert_equals_blame(repo, dater)
    repo.git("replace", "-d", repo.rev("HEAD~1"))
    assert_equals_blame(repo, dater)


def test_a_replaced_blob(repo: RepoBuilder) -> None:
    """Content can be replaced too."""
    fill(repo)
    dater = Dater(repo)
    assert_equals_blame(repo, dater)
    new = (
        repo.git("hash-object", "-w", "--stdin", stdin=b"- Sail: white\n- Sail loft: north\n")
        .decode()
        .strip()
    )
    repo.git("replace", repo.rev("HEAD:b.md"), new)
    assert_equals_blame(repo, dater)


def test_shallow_then_whole(repo: RepoBuilder, tmp_path: Path) -> None:
    """The answer is blame's, before and after the rest of the history arrives."""
    fill(repo)
    clone = repo.clone(tmp_path / "cut", depth=2)
    dater = Dater(clone)
    assert_equals_blame(clone, dater)
    clone.unshallow()
    assert_equals_blame(clone, dater)


def test_objects_borrowed_from_elsewhere(repo: RepoBuilder, tmp_path: Path) -> None:
    """`git clone --shared` keeps objects in another repository."""
    fill(repo)
    repo.git("clone", "-q", "--shared", "--template=", str(repo.path), str(tmp_path / "shared"))
    shared = RepoBuilder(tmp_path / "shared")
    assert_equals_blame(shared)
    assert days(Mem(shared.path, tmp_path)) == EXPECTED


def test_a_git_directory_somewhere_else(tmp_path: Path) -> None:
    """`git init --separate-git-dir`: `.git` is a file."""
    first = RepoBuilder.create(tmp_path / "r")
    fill(first)
    first.git("init", "-q", f"--separate-git-dir={tmp_path / 'far.git'}")
    assert (first.path / ".git").is_file()
    assert days(Mem(first.path, tmp_path)) == EXPECTED
    assert_equals_blame(first)


def test_inside_a_submodule(repo: RepoBuilder, tmp_path: Path) -> None:
    """A notes repository that is a submodule of another works by itself."""
    fill(repo)
    outer = RepoBuilder.create(tmp_path / "outer")
    outer.submodule(repo, "notes")
    outer.commit("2026-09-05")
    assert days(Mem(outer.path / "notes", tmp_path)) == EXPECTED
    assert outer.git("status", "--porcelain") == b""


def test_a_merge_in_progress(repo: RepoBuilder, mem: Mem) -> None:
    """Unmerged notes are answered from the work tree, without a crash, and it is said."""
    repo.commit("2025-01-01", {"a.md": "- Oar: old\n- Rope: long\n"})
    repo.switch("side", new=True)
    repo.commit("2025-02-01", {"a.md": "- Oar: side\n- Rope: long\n"})
    repo.switch("main")
    repo.commit("2025-03-01", {"a.md": "- Oar: main\n- Rope: long\n"})
    assert repo.run("merge", "side", environment=repo._identity()).returncode != 0
    answer = mem.search("oar rope")
    assert answer.code == 0
    texts = [result["text"] for result in answer.results]
    assert {"Oar: main", "Oar: side"} <= set(texts)
    rope = next(result for result in answer.results if result["text"] == "Rope: long")
    assert (rope["date_source"], rope["as_of"]) == ("git", "2025-01-01")
    assert "merge" in answer.err


def test_a_rebase_in_progress(repo: RepoBuilder, mem: Mem) -> None:
    """The same while a rebase waits for somebody."""
    repo.commit("2025-01-01", {"a.md": "- Oar: old\n- Rope: long\n"})
    repo.switch("side", new=True)
    repo.commit("2025-02-01", {"a.md": "- Oar: side\n- Rope: long\n"})
    repo.switch("main")
    repo.commit("2025-03-01", {"a.md": "- Oar: main\n- Rope: long\n"})
    repo.switch("side")
    assert repo.run("rebase", "main", environment=repo._identity()).returncode != 0
    answer = mem.search("oar rope")
    assert answer.code == 0
    assert "rebase" in answer.err


def test_notes_below_a_configured_folder(repo: RepoBuilder, mem: Mem) -> None:
    """`root` narrows the notes, history before they were moved there still counts."""
    repo.commit("2025-01-01", {"a.md": "# A\n\n- Oar maker: Ann\n- Oar wood: ash\n", "code.py": "x\n"})
    repo.move("a.md", "notes/a.md")
    repo.commit("2026-09-03", {".gitmem.toml": 'root = "notes"\n', "readme.md": "Oar readme\n"})
    answer = mem.search("oar")
    assert {result["cite"]: result["as_of"] for result in answer.results} == {
        "notes/a.md:3": "2025-01-01",
        "notes/a.md:4": "2025-01-01",
    }


def test_moved_in_from_another_kind_of_file(repo: RepoBuilder) -> None:
    """A text file renamed to a note: in strict mode its lines are as old as they are."""
    repo.commit("2025-01-01", {"a.txt": "- Oar maker: Ann\n- Oar wood: ash\n"})
    repo.move("a.txt", "a.md")
    repo.commit("2026-09-03")
    assert_equals_blame(repo)
