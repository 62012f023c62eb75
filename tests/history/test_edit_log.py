"""What commits did to lines that look like facts. A candidate that is missed is a former value that nobody
will hear of; one with the wrong texts is a history that never happened."""

from __future__ import annotations

import pytest

from gitmem.history import edit_log as module
from gitmem.history.edit_log import EditCandidate
from gitmem.history.lines import split_lines
from tests.builder import Changes, PlannedCommit, RepoBuilder
from tests.history.candidates import candidates, edit_log, pending
from tests.history.generator import Generator

NOTE = "# Boat\n\n- Berth: 12\n- Skipper: Ines Moller\n\nBuilt of oak in a yard up north.\n"
LONG = "\n".join(f"Plank {number} was planed twice and oiled." for number in range(20)) + "\n"


def _removed(candidate: EditCandidate) -> list[bytes]:
    lines = split_lines(candidate.old)
    return [
        line
        for hunk in candidate.hunks
        for line in lines[hunk.old_start - 1 : hunk.old_start - 1 + hunk.old_count]
    ]


def test_a_value_overwritten_in_place(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    second = repo.commit("2026-02-01", {"boat.md": NOTE.replace("12", "31")}, "moved the boat")
    (found,) = candidates(repo)
    assert found.commit is not None
    assert (found.commit.oid, found.summary) == (second, "moved the boat")
    assert (found.old_path, found.new_path) == ("boat.md", "boat.md")
    assert (found.old, found.new) == (NOTE.encode(), NOTE.replace("12", "31").encode())
    assert found.hunks == ((3, 1, 3, 1),)
    assert not found.moved


def test_prose_that_claims_nothing_is_no_candidate(repo: RepoBuilder) -> None:
    """Otherwise every reworded paragraph of a long history would be read twice."""
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.commit("2026-02-01", {"boat.md": NOTE.replace("Built of oak in a yard up north.", "Oak.")})
    assert candidates(repo) == []


@pytest.mark.parametrize(
    "line",
    [
        "* **Berth**: 12",
        "**Berth:** 12",
        "  - [ ] Berth: 12",
        "Berth： 12",
        "| Berth | 12 |",
        "The berth is 12",
        "The boat moved to berth 12 in spring, which took a while and cost a lot of nerves.",
        "berth:: 12",
    ],
)
def test_ways_to_write_a_fact_that_are_looked_at(repo: RepoBuilder, line: str) -> None:
    repo.commit("2026-01-01", {"boat.md": f"# Boat\n\n{line}\n"})
    repo.commit("2026-02-01", {"boat.md": "# Boat\n\nGone.\n"})
    assert [_removed(each) for each in candidates(repo)] == [[line.encode()]]


def test_a_rename_with_an_edit_is_one_candidate(repo: RepoBuilder) -> None:
    """Read as a deletion and an arrival, it would say that everything in the note was taken back."""
    repo.commit("2026-01-01", {"boat.md": NOTE + LONG})
    repo.move("boat.md", "ships/oak.md")
    repo.commit("2026-02-01", {"ships/oak.md": NOTE.replace("12", "31") + LONG})
    (found,) = candidates(repo)
    assert (found.old_path, found.new_path) == ("boat.md", "ships/oak.md")
    assert _removed(found) == [b"- Berth: 12"]


def test_an_edit_after_a_rename_without_one(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.move("boat.md", "ship.md")
    repo.commit("2026-02-01")
    repo.commit("2026-03-01", {"ship.md": NOTE.replace("12", "31")})
    (found,) = candidates(repo)
    assert (found.old_path, found.new_path) == ("ship.md", "ship.md")


def test_a_deleted_note(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.commit("2026-02-01", {"boat.md": None})
    (found,) = candidates(repo)
    assert (found.new_path, found.new) == (None, b"")
    assert _removed(found) == split_lines(NOTE.encode())


def test_two_notes_that_trade_names(repo: RepoBuilder) -> None:
    """Each new text belongs to the note it came from, whatever name it bears now."""
    one, two = NOTE + LONG, "# Shed\n\n- Door: green\n\n" + LONG.replace("Plank", "Board")
    repo.commit("2026-01-01", {"a.md": one, "b.md": two})
    changed = {"a.md": two.replace("green", "red"), "b.md": one.replace("12", "31")}
    repo.commit("2026-02-01", changed)
    for found in candidates(repo):
        assert found.new_path is not None
        assert found.new == changed[found.new_path].encode()


def test_lines_moved_to_another_note_are_marked(repo: RepoBuilder) -> None:
    """Rotated into an archive, they are still said; nobody took them back."""
    log = "# Log\n\n- Skipper: Ines Moller\n- Berth number: thirty-one\n"
    repo.commit("2026-01-01", {"log.md": log})
    repo.commit("2026-02-01", {"log.md": "# Log\n", "old.md": "# Old\n\n- Skipper: Ines Moller\n"})
    (found,) = candidates(repo)
    assert _removed(found)[1:] == [b"- Skipper: Ines Moller", b"- Berth number: thirty-one"]
    assert found.moved == {3}


def test_lines_that_only_got_another_look_are_marked(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.commit("2026-02-01", {"boat.md": NOTE.replace("- Berth", "*   **Berth**").replace("Ines", "Ida")})
    (found,) = candidates(repo)
    assert found.moved == {3}


def test_merges_are_passed_over(repo: RepoBuilder) -> None:
    """What a merge resolves was changed on its branches, and what it dropped is no edit of a fact."""
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.switch("side", new=True)
    repo.commit("2026-01-02", {"boat.md": NOTE.replace("12", "20") + "- Sail: red\n"})
    repo.switch("main")
    repo.commit("2026-01-03", {"boat.md": NOTE.replace("12", "31")})
    merge = repo.merge("side", "2026-01-04", resolve={"boat.md": NOTE.replace("12", "44")})
    found = candidates(repo)
    assert len(found) == 2
    assert all(each.commit is not None and each.commit.oid != merge for each in found)


def test_only_what_is_new_is_read_again(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.commit("2026-02-01", {"boat.md": NOTE.replace("12", "31")})
    with edit_log(repo) as log:
        (first,) = log.since(0)
        before = log.identity, log.mark, log.last
        assert list(log.since(first.number)) == []
    repo.commit("2026-03-01", {"boat.md": NOTE.replace("12", "44")})
    with edit_log(repo) as log:
        (second,) = log.since(before[2])
        assert log.identity == before[0]
        assert log.mark != before[1]
        assert second.number > first.number
        assert b"Berth: 31" in second.old


def test_commits_that_head_does_not_reach_are_told_apart(repo: RepoBuilder) -> None:
    """The store keeps what other branches did; an answer about HEAD must not."""
    first = repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.switch("side", new=True)
    side = repo.commit("2026-01-02", {"boat.md": NOTE.replace("12", "20")})
    with edit_log(repo) as log:
        assert log.reaches(side)
    repo.switch("main")
    repo.commit("2026-01-03", {"boat.md": NOTE.replace("12", "31")})
    with edit_log(repo) as log:
        assert [log.reaches(each.commit.oid) for each in log.since(0) if each.commit] == [False, True]
        assert log.reaches(first)
        assert not log.reaches("0" * 40)


def test_files_that_are_no_notes_have_no_edits(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"templates/boat.md": NOTE, "boat.txt": NOTE})
    repo.commit("2026-02-01", {"templates/boat.md": NOTE.replace("12", "31"), "boat.txt": "Berth: 1\n"})
    assert candidates(repo) == []


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.representatives(3)
def test_every_candidate_is_what_git_has(
    repo: RepoBuilder, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts are those of the commit and its parent, and the hunks lead from one to the other."""
    monkeypatch.setattr(module, "BATCH", 3)
    commits = [_with_keys(each) for each in Generator(seed).history(40)]
    repo.fast_import(commits)
    found = candidates(repo)
    assert [each.number for each in found] == sorted(each.number for each in found)
    for each in found:
        assert each.commit is not None
        oid = each.commit.oid
        assert each.old == repo.git("cat-file", "blob", f"{oid}^:{each.old_path}")
        if each.new_path is not None:
            assert each.new == repo.git("cat-file", "blob", f"{oid}:{each.new_path}")
        assert _patched(each) == split_lines(each.new)
        assert each.moved <= {
            line for hunk in each.hunks for line in range(hunk.old_start, hunk.old_start + hunk.old_count)
        }
    assert found


def _with_keys(commit: PlannedCommit) -> PlannedCommit:
    """The generator's lines, made to look like facts."""
    changes: Changes = {
        path: b"\n".join(b"key: " + line if line else line for line in content.split(b"\n"))
        if isinstance(content, bytes)
        else content
        for path, content in commit.changes.items()
    }
    return PlannedCommit(
        commit.date,
        changes,
        commit.parents,
        commit.message,
        commit.author,
        commit.committer_date,
        commit.replaces_tree,
    )


def _patched(candidate: EditCandidate) -> list[bytes]:
    old, new = split_lines(candidate.old), split_lines(candidate.new)
    result: list[bytes] = []
    at = 0
    for hunk in candidate.hunks:
        start = hunk.old_start - 1 if hunk.old_count else hunk.old_start
        result += old[at:start]
        result += new[hunk.new_start - 1 : hunk.new_start - 1 + hunk.new_count] if hunk.new_count else []
        at = start + hunk.old_count
    return result + old[at:]


# What is not committed


def test_an_edit_that_is_not_committed(repo: RepoBuilder) -> None:
    """The old value is history from the moment it is overwritten, not from the next commit on."""
    repo.commit("2026-01-01", {"boat.md": NOTE})
    assert pending(repo) == []
    repo.write({"boat.md": NOTE.replace("12", "31")})
    (found,) = pending(repo)
    assert (found.number, found.commit, found.summary) == (0, None, "")
    assert (found.old, found.new) == (NOTE.encode(), NOTE.replace("12", "31").encode())
    assert found.hunks == ((3, 1, 3, 1),)
    repo.stage({"boat.md": NOTE.replace("12", "31")})
    assert pending(repo) == [found]
    assert candidates(repo) == []


def test_new_notes_and_new_lines_edit_nothing(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.write({"key.md": "# Key\n\n- Safe: hallway\n", "boat.md": NOTE + "\n- Sail: red\n"})
    assert pending(repo) == []


def test_a_note_deleted_in_the_work_tree(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.write({"boat.md": None})
    (found,) = pending(repo)
    assert (found.old_path, found.new_path, found.new) == ("boat.md", None, b"")
    assert _removed(found) == split_lines(NOTE.encode())


def test_a_note_renamed_in_the_work_tree(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.move("boat.md", "ship.md")
    assert pending(repo) == []
    repo.write({"ship.md": NOTE.replace("12", "31")})
    (found,) = pending(repo)
    assert (found.old_path, found.new_path) == ("boat.md", "ship.md")


def test_lines_moved_to_a_note_that_git_does_not_know_yet(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": NOTE})
    repo.write({"boat.md": NOTE.replace("- Berth: 12\n", ""), "old.md": "# Old\n\n- Berth: 12\n"})
    (found,) = pending(repo)
    assert found.moved == {3}
