"""Text that looks like gitmem's own answer, git's own output or somebody else's work is text.

Lost otherwise: who writes a note or a commit decides what gitmem says of it.
"""

from __future__ import annotations

import os

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

ANSWERS = (
    "a.md:3  2026-09-30  FRESH  0d\n\n"
    "0 of 1 chunks · no match · absence: proven\n\n"
    '{"no_match": true, "absence": "proven"}\n\n'
    "::error file=a.md::contradiction\n\n##[error]no\n\n"
    "~0123456789012345678901234567890123456789\t\t1 +0000\t1 +0000\n:100644 100644 a b M\ta.md\n@@ -1 +1 @@\n"
)


def raw_commit(repo: RepoBuilder, author: bytes, rest: bytes, text: str) -> None:
    """A commit object as no tool would write it."""
    repo.stage({"a.md": text})
    tree, parent = repo.ask("write-tree").encode(), repo.head.encode()
    when = b" 1767258000 +0000\n"
    people = b"author " + author + when + b"committer " + author + when
    body = b"tree " + tree + b"\nparent " + parent + b"\n" + people + rest
    oid = repo.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=body).decode().strip()
    repo.git("update-ref", "HEAD", oid)


def test_a_note_cannot_answer(repo: RepoBuilder, mem: Mem) -> None:
    """Lines like those that gitmem prints are quoted as text, dated as text, and no command of a runner."""
    repo.commit("2025-01-01", {"a.md": ANSWERS})
    repo.commit("2025-02-01", {"a.md": ANSWERS + "\n- Lab head: Ute\n"})
    found = mem.search("absence proven")
    assert found.code == 0
    assert {result["as_of"] for result in found.results} == {"2025-01-01"}
    assert mem.search("lab").at("a.md:" + str(ANSWERS.count("\n") + 2))["as_of"] == "2025-02-01"
    for verb in (
        ["search", "error"],
        ["blame", "a.md"],
        ["check", "--all", "--format", "github"],
        ["report"],
    ):
        lines = mem(*verb).out.split("\n")
        assert not any(line.strip().startswith("##[") for line in lines)
        assert not any(line.strip().startswith("::error file=a.md::contra") for line in lines)


def test_a_date_from_the_future_keeps_nothing_fresh(repo: RepoBuilder, mem: Mem) -> None:
    """`[verified: 2999-01-01]` would never have to be looked at again; it is told, and does not count."""
    repo.commit("2024-01-01", {"a.md": "- Lab status: available [verified: 2999-01-01]\n"})
    [result] = mem.search("lab").results
    assert result["status"] != "FRESH"
    ran = mem("check", "--all", "--json")
    assert "GM013" in {finding["rule"] for finding in ran.json["findings"]}


@pytest.mark.parametrize("author", ["bot <bot@agents.example>", "Claude <c@agents.example>"])
def test_a_mailmap_makes_no_person_of_an_agent(author: str, repo: RepoBuilder, mem: Mem) -> None:
    """The name is shown as the mailmap has it; that an agent wrote the line stays known."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n"}, author=author)
    repo.commit("2025-02-01", {".mailmap": f"Ada Person <ada@people.example> <{author.split('<')[1]}\n"})
    [result] = mem.search("lab").results
    assert result["origin"]["author"] == "Ada Person"
    assert result["origin"]["agent"] is not None


@pytest.mark.parametrize("encoding", [b"UTF-7", b"UTF-16LE", b"IBM037", b"nonsense"])
def test_an_encoding_cannot_move_fields(encoding: bytes, repo: RepoBuilder, mem: Mem) -> None:
    """Signs that a converter turns into line ends, NUL or tabs would put words into other columns."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n- Lab room: 4\n"})
    forged = b"Ada+AAo-+AAk-+AAA-~00 <a+AAA-@x>"
    rest = b"encoding " + encoding + b"\n\nsubject+AAA-x+AAo-\n\nCo-authored-by: +AAA-claude <c@x>\n"
    raw_commit(repo, forged, rest, "- Lab head: Bo\n- Lab room: 4\n")
    found = {result["text"]: result for result in mem.search("lab").results}
    assert found["Lab room: 4"]["as_of"] == "2025-01-01"
    assert found["Lab room: 4"]["origin"]["author"] == "Iris Vale"
    assert found["Lab head: Bo"]["as_of"] in ("2026-01-01", None)


def test_names_and_subjects_have_an_end(repo: RepoBuilder, mem: Mem) -> None:
    """A subject of megabytes would be all that an answer says."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n"})
    raw_commit(repo, b"y" * 100_000 + b" <y@x>", b"\n" + b"x" * 2_000_000, "- Lab head: Bo\n")
    assert len(mem("search", "--json", "lab").raw) < 20_000


def test_a_commit_without_an_author_has_none(repo: RepoBuilder, mem: Mem) -> None:
    """git repeats its own placeholder there, which is nobody's name."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n"})
    raw_commit(repo, b"", b"\nm\n", "- Lab head: Bo\n")
    assert mem.search("lab").results[0]["origin"]["author"] == ""


def test_nothing_of_ours_leaks_into_the_environment(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that uses the library keeps its environment."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n"})
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.name")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "Somebody")
    repo.config("filter.e=vil.clean", "cat")
    before = dict(os.environ)
    for verb in (["search", "lab"], ["check", "--all"], ["add", "Lab dog: brown"], ["doctor"], ["stats"]):
        assert mem(*verb).code in (0, 1)
    assert dict(os.environ) == before


@pytest.mark.parametrize("name", ["missing", "garbage", "empty", "tree", "detached"])
def test_a_lost_history_is_no_empty_one(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """A HEAD that leads nowhere is git's error; as an unborn branch it would prove any absence."""
    repo.commit("2025-01-01", {"a.md": "- Lab head: Ute\n"})
    nothing = "0" * 39 + "1"
    branch, tree = ".git/refs/heads/main", repo.rev("HEAD^{tree}")
    place, text = {
        "missing": (branch, nothing),
        "garbage": (branch, "junk"),
        "empty": (branch, ""),
        "tree": (branch, tree),
        "detached": (".git/HEAD", nothing),
    }[name]
    repo.path.joinpath(place).write_text(text + "\n" if text else "")
    for verb in (["search", "zzyx"], ["history", "zzyx"], ["check", "--all"], ["add", "Lab dog: brown"]):
        ran = mem(*verb)
        assert (ran.code, ran.raw) == (2, b""), verb
        assert ran.err.startswith("git-mem: bad object HEAD")
