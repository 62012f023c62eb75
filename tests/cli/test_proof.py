"""A receipt says the same in every clone, notices what is not as it says, and never guesses."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.errors import RevisionError, UsageError
from gitmem.memory.receipts import digest_of
from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import NOW, Json, Mem, Ran

BOATS = """# Canoe

- Price: $40
- Canoe berth: four [verified: 2026-09-01]
- ~~Canoe colour: red~~
- Paddle: ash
"""


@pytest.fixture
def boats(repo: RepoBuilder) -> RepoBuilder:
    """A repository with two branches that contradict each other, an edit, a removed line and a moved one."""
    repo.commit("2025-02-03", {"a.md": "# Boats\n\n- Canoe: green\n- Mooring code: 4417\n"})
    repo.branch("side")
    repo.commit("2025-03-02", {"a.md": BOATS.replace("$40", "$30")})
    repo.commit("2025-03-03", {"a.md": BOATS, "b.md": "# Places\n\n- Mooring: pier two\n"})
    repo.switch("side")
    repo.commit("2025-03-04", {"c.md": "# Kayak\n\n- Kayak code: 99\n"})
    repo.commit("2025-03-05", {"c.md": "# Kayak\n\n- Kayak seats: two\n- Canoe price: $35\n"})
    repo.switch("main")
    repo.merge("side", "2025-04-01")
    repo.commit("2026-02-03", {"b.md": None, "old/b.md": "# Places\n\n- Mooring: pier two\n"})
    return repo


def receipt_of(mem: Mem, file: Path, *arguments: str) -> Json:
    """Writes a receipt; what is in it."""
    ran = mem("proof", *arguments, "--output", str(file))
    assert ran.code == 0, ran.err
    content: Json = json.loads(file.read_text())
    return content


def resealed(file: Path, **changes: Any) -> None:
    """Changes a receipt so that only asking again can tell."""
    content = json.loads(file.read_text()) | changes
    content["digest"] = digest_of(content)
    file.write_text(json.dumps(content))


def failed(ran: Ran) -> str:
    """What a run that could not do its work says: one line, and nothing on standard output."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err
    return ran.err


QUESTIONS = (
    ("canoe", "price"),
    ("mooring", "code"),
    ("kayak", "code", "--path", "**/*.md"),
    ("zzyx",),
    ("mooring", "--at", "2025-03-31", "-k", "1"),
    ("canoe", "price", "--history"),
    ("canoe", "berth", "--as-of", "2025-04-01"),
    ("canoe", "--since", "2025-01-01", "--until", "2026-12-31", "--mode", "bm25"),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.representatives(3)
def test_a_receipt_holds_in_another_clone(
    question: tuple[str, ...], boats: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Other time stamps, everything in one pack, no work tree, history read at once and not bit by bit."""
    content = receipt_of(mem, tmp_path / "receipt.json", *question)
    clone = boats.clone(tmp_path / "other")
    clone.git("gc", "-q")
    for path in clone.path.rglob("*.md"):
        os.utime(path, (0, 1_000_000_000))
    bare = boats.clone(tmp_path / "bare.git", bare=True)
    for place in (boats, clone, bare):
        ran = Mem(place.path, tmp_path)(
            "proof", "--verify", str(tmp_path / "receipt.json"), "--json", now="2027-05-05"
        )
        assert ran.code == 0, ran.out
        assert (ran.json["equal"], ran.json["found"]) == (True, content["digest"])
        again = Mem(place.path, tmp_path)("proof", *question, "--committed")
        assert again.json == content


def test_history_that_was_read_commit_by_commit_gives_the_same_receipt(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """The store of somebody who searches daily grew in another order than that of a fresh clone."""
    repo.commit("2025-01-01", {"a.md": "- Gate code: 1\n- Rest\n"})
    mem.search("gate")
    repo.branch("side")
    for day in range(2, 9):
        repo.commit(f"2025-01-{day:02}", {"a.md": f"- Gate code: {day}\n- Rest\n"})
        mem.search("gate")
    repo.switch("side")
    mem.search("gate")
    repo.commit("2025-01-05", {"b.md": "- Gate code: side\n"})
    mem.search("gate")
    repo.commit("2025-01-06", {"b.md": "- Side\n"})
    mem.search("gate")
    repo.switch("main")
    repo.commit("2025-01-20", {"a.md": "- Rest\n"})
    mem.search("gate")
    repo.merge("side", "2025-02-01")
    content = receipt_of(mem, tmp_path / "receipt.json", "gate", "code")
    assert content["absence"] == "removed"
    clone = repo.clone(tmp_path / "clone")
    ran = Mem(clone.path, tmp_path)("proof", "--verify", str(tmp_path / "receipt.json"))
    assert ran.code == 0, ran.out


def test_a_receipt_outlives_later_commits_and_changes_of_the_settings(
    boats: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    receipt_of(mem, tmp_path / "receipt.json", "canoe")
    boats.commit("2026-03-01", {"a.md": "# Boats\n", ".gitmem.toml": 'exclude = ["**/a.md"]\n'})
    boats.write({"a.md": "- Canoe, not committed\n"})
    assert mem("proof", "--verify", str(tmp_path / "receipt.json")).code == 0


def test_a_receipt_names_everything_that_was_searched_and_nothing_of_the_machine(
    boats: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    content = receipt_of(mem, tmp_path / "receipt.json", "canoe", "zzyx")
    assert (content["commit"], content["tree"]) == (boats.head, boats.rev("HEAD^{tree}"))
    assert (content["files_indexed"], content["commits_searched"]) == (3, 7)
    assert content["absent_terms"] == ["zzyx"]
    shown = mem("search", "--json", "canoe", "zzyx").json
    assert [(each["cite"], each["hash"], each["status"]) for each in content["results"]] == [
        (each["cite"], each["hash"], each["status"]) for each in shown["results"]
    ]
    assert str(tmp_path) not in (tmp_path / "receipt.json").read_text()


def test_receipts_are_what_the_schemas_promise(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    for question in QUESTIONS:
        content = receipt_of(mem, tmp_path / "receipt.json", *question)
        _validate("proof", content)
    resealed(tmp_path / "receipt.json", chunks_indexed=99)
    ran = mem("proof", "--json", "--verify", str(tmp_path / "receipt.json"))
    assert ran.code == 1
    _validate("proof-verify", ran.json)


def _validate(name: str, content: Json) -> None:
    validator = Draft202012Validator(schema(name), format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


# --- what is not as the receipt says ----------------------------------------------------------------


def test_a_forged_answer_is_noticed(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    content = receipt_of(mem, file, "canoe", "price")
    results = [{**content["results"][0], "status": "SUPERSEDED"}, *content["results"][1:]]
    resealed(file, results=results, chunks_indexed=70)
    ran = mem("proof", "--verify", str(file))
    assert ran.code == 1
    assert 'results[0].status: "SUPERSEDED" in the receipt, "CONTESTED" here' in ran.out
    assert "chunks_indexed: 70 in the receipt, 7 here" in ran.out


def test_a_clone_without_the_history_says_what_it_lacks(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    receipt_of(mem, tmp_path / "receipt.json", "zzyx")
    shallow = boats.clone(tmp_path / "shallow", depth=1)
    ran = Mem(shallow.path, tmp_path)("proof", "--verify", str(tmp_path / "receipt.json"))
    assert ran.code == 1
    assert "history_complete: true in the receipt, false here" in ran.out


# --- what cannot be judged --------------------------------------------------------------------------


def test_a_commit_that_is_not_here(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    receipt_of(mem, tmp_path / "receipt.json", "canoe")
    other = RepoBuilder.create(tmp_path / "stranger")
    other.commit("2025-01-01", {"a.md": "- Canoe\n"})
    said = failed(Mem(other.path, tmp_path)("proof", "--verify", str(tmp_path / "receipt.json")))
    assert boats.head in said and "not in this repository" in said


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "its schema is not gitmem.proof/1"),
        (b'{"schema": "gitmem.search/1"}', "its schema is not gitmem.proof/1"),
        (b'{"schema": "gitmem.proof/1"}', "digest does not fit"),
    ],
)
def test_a_file_that_is_no_receipt(content: bytes, reason: str, boats: RepoBuilder, mem: Mem) -> None:
    (boats.path / "receipt.json").write_bytes(content)
    assert reason in failed(mem("proof", "--verify", "receipt.json"))


def test_a_damaged_receipt(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    receipt_of(mem, file, "canoe")
    file.write_text(file.read_text().replace('"FRESH"', '"STALE"'))
    assert "changed after it was made" in failed(mem("proof", "--verify", str(file)))


@pytest.mark.parametrize(
    "changes",
    [
        {"commit": "HEAD"},
        {"commit": None},
        {"query": 7},
        {"searched_at": "yesterday"},
        {"options": []},
        {"options": {"k": 0, "mode": "lexical", "date_by": "author"}},
        {"options": {"k": 5, "mode": "loud", "date_by": "author"}},
        {"options": {"k": 5, "mode": "lexical", "date_by": "author", "since": "May"}},
    ],
)
def test_fields_that_make_no_sense(
    changes: dict[str, Any], boats: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    file = tmp_path / "receipt.json"
    receipt_of(mem, file, "canoe")
    resealed(file, **changes)
    failed(mem("proof", "--verify", str(file)))


def test_another_version_of_the_program(boats: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    file = tmp_path / "receipt.json"
    receipt_of(mem, file, "canoe")
    resealed(file, code={"version": "0.0.1", "layout": 1})
    said = failed(mem("proof", "--verify", str(file)))
    assert "made by gitmem 0.0.1" in said


def test_what_is_not_committed_cannot_be_proven(boats: RepoBuilder, mem: Mem) -> None:
    boats.write({"d.md": "- Canoe hat\n"})
    assert "--committed" in failed(mem("proof", "canoe"))
    assert mem("proof", "canoe", "--committed").code == 0
    assert mem("proof", "canoe", "--at", "HEAD~1").code == 0
    boats.write({"d.md": None, "picture.png": b"\x89PNG"})
    assert mem("proof", "canoe").code == 0
    boats.write({".gitmem.toml": 'language = "none"\n'})
    assert "--committed" in failed(mem("proof", "canoe"))


def test_where_there_is_no_commit(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    repo.write({"a.md": "- Canoe\n"})
    assert "nothing is committed yet" in failed(mem("proof", "canoe"))
    (tmp_path / "plain").mkdir()
    assert "no git repository" in failed(Mem(tmp_path / "plain", tmp_path)("proof", "canoe"))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("the",),
        ("canoe", "--since", "May"),
        ("canoe", "--at", "no-such-branch"),
        ("canoe", "--verify", "x"),
        ("--committed", "--verify", "x"),
        ("--verify", "none.json"),
        ("canoe", "--output", "no/such/folder/x"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], boats: RepoBuilder, mem: Mem) -> None:
    failed(mem("proof", *arguments))


def test_a_receipt_of_a_notes_folder_that_was_named(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """Another clone may not even have the folder on disk; the commit does."""
    repo.commit("2025-01-01", {"notes/a.md": "- Canoe: green\n", "b.md": "- Canoe: red\n"})
    ran = mem("--root", "notes", "proof", "canoe", "--output", str(tmp_path / "receipt.json"))
    assert ran.code == 0, ran.err
    content = json.loads((tmp_path / "receipt.json").read_text())
    assert [each["cite"] for each in content["results"]] == ["notes/a.md:1"]
    bare = repo.clone(tmp_path / "bare.git", bare=True)
    ran = Mem(bare.path, tmp_path)("proof", "--verify", str(tmp_path / "receipt.json"))
    assert ran.code == 0, ran.out


def test_the_library_makes_and_verifies_receipts(boats: RepoBuilder, tmp_path: Path) -> None:
    from gitmem.reports.json_output import render_json

    memory = Memory(boats.path, now=parse_instant(NOW))
    receipt = memory.receipt("canoe price", 2)
    assert receipt.commit == boats.head
    data = render_json("proof", receipt).encode()
    later = Memory(boats.clone(tmp_path / "clone").path, now=parse_instant("2028-01-01"))
    assert later.verify_receipt(data).equal
    with pytest.raises(UsageError):
        memory.verify_receipt(data[:-2])
    with pytest.raises(RevisionError):
        memory.receipt("canoe", at="1999-01-01")
