"""In strict mode every line has the commit, path and line that `git blame` gives it.

Lost otherwise: an answer names a commit that has nothing to do with the text, and nobody notices.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.builder import Changes, PlannedCommit, RepoBuilder, Symlink
from tests.history.dating import Dater, assert_equals_blame
from tests.history.generator import Generator

SEEDS = range(40)
LONG_SEEDS = range(1000, 1400)


def lines(*words: str) -> str:
    """One line a word, long enough for git to see a rename."""
    return "".join(f"- the note about {word} and what else is known of {word}\n" for word in words)


@pytest.mark.stress
@pytest.mark.parametrize("seed", SEEDS)
def test_generated_histories(seed: int, tmp_path: Path) -> None:
    """Edits, renames, swaps, type changes, criss-cross and octopus merges out of a seed."""
    repo = RepoBuilder.create(tmp_path / "repo", bare=True)
    repo.fast_import(Generator(seed).history(30, branches=2 + seed % 4))
    assert_equals_blame(repo)


@pytest.mark.stress
@pytest.mark.parametrize("seed", LONG_SEEDS)
def test_many_generated_histories(seed: int, tmp_path: Path) -> None:
    """The same for hundreds of seeds and longer histories."""
    repo = RepoBuilder.create(tmp_path / "repo", bare=True)
    repo.fast_import(Generator(seed).history(80, branches=2 + seed % 5))
    assert_equals_blame(repo)


def test_several_renames_in_one_commit(repo: RepoBuilder) -> None:
    """Sources and destinations compete; blame looks at each destination by itself."""
    repo.commit(
        "2025-01-01",
        {
            "a.md": lines("ash", "birch", "cedar", "elm", "fir"),
            "b.md": lines("ash", "birch", "cedar", "elm", "oak"),
            "c.md": lines("ash", "birch", "cedar", "pine", "yew"),
        },
    )
    repo.stage(
        {
            "a.md": None,
            "b.md": None,
            "c.md": None,
            "x.md": lines("ash", "birch", "cedar", "elm", "fir", "new"),
            "y.md": lines("ash", "birch", "cedar", "elm", "oak", "new"),
            "z.md": lines("ash", "birch", "cedar", "elm", "maple"),
            "w.md": lines("ash", "birch", "cedar", "pine", "yew"),
        }
    )
    repo.commit("2025-02-01")
    assert_equals_blame(repo)


def test_one_source_for_two_destinations(repo: RepoBuilder) -> None:
    """A note is split in two and removed: both halves come from it."""
    whole = ("ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew")
    repo.commit("2025-01-01", {"whole.md": lines(*whole)})
    repo.stage({"whole.md": None, "one.md": lines(*whole[:6]), "two.md": lines(*whole[2:])})
    repo.commit("2025-02-01")
    assert_equals_blame(repo)


def test_names_exchanged(repo: RepoBuilder) -> None:
    """Two notes swap their names; blame does not follow, and neither may gitmem."""
    repo.commit("2025-01-01", {"a.md": lines("ash", "birch"), "b.md": lines("oak", "pine", "yew")})
    repo.commit("2025-02-01", {"a.md": lines("oak", "pine", "yew"), "b.md": lines("ash", "birch")})
    assert_equals_blame(repo)


def test_a_chain_of_renames_in_one_commit(repo: RepoBuilder) -> None:
    """a becomes b while b becomes c."""
    repo.commit("2025-01-01", {"a.md": lines("ash", "birch"), "b.md": lines("oak", "pine", "yew")})
    repo.stage({"a.md": None, "b.md": lines("ash", "birch"), "c.md": lines("oak", "pine", "yew")})
    repo.commit("2025-02-01")
    assert_equals_blame(repo)


def test_deleted_and_brought_back(repo: RepoBuilder) -> None:
    """A note that returns was written on the day it returned."""
    repo.commit("2025-01-01", {"a.md": lines("ash", "birch"), "keep.md": "x\n"})
    repo.commit("2025-02-01", {"a.md": None})
    repo.commit("2025-03-01", {"a.md": lines("ash", "birch")})
    assert_equals_blame(repo)


@pytest.mark.parametrize("back", [True, False], ids=["and-back", "once"])
def test_a_file_becomes_a_link(back: bool, repo: RepoBuilder) -> None:
    """A type change is two entries in a diff, and cuts the history of the path."""
    repo.commit("2025-01-01", {"a.md": lines("ash", "birch"), "b.md": lines("elm")})
    repo.commit("2025-02-01", {"a.md": Symlink("b.md"), "b.md": lines("elm", "fir")})
    if back:
        repo.commit("2025-03-01", {"a.md": lines("ash", "birch", "cedar")})
    assert_equals_blame(repo)


def test_a_file_becomes_a_folder(repo: RepoBuilder) -> None:
    """`a.md` goes and `a.md/b.md` comes."""
    repo.fast_import(
        [
            PlannedCommit("2025-01-01", {"a.md": lines("ash", "birch"), "c.md": "x\n"}),
            PlannedCommit("2025-02-01", {"a.md": None, "a.md/b.md": lines("ash", "birch", "cedar")}),
            PlannedCommit("2025-03-01", {"a.md/b.md": None, "a.md": lines("ash", "birch")}),
        ]
    )
    assert_equals_blame(repo)


CONTENTS: dict[str, tuple[bytes, ...]] = {
    "crlf-flip": (b"a\nb\nc\n", b"a\r\nb\r\nc\r\n", b"a\r\nb\nc\r\n", b"a\nb\nc\n"),
    "end-of-file": (b"a\nb", b"a\nb\n", b"a\nb\nc", b"a\nb\nc\n\n", b"a"),
    "empty": (b"", b"a\n", b"", b"\n", b"\n\n", b"b\n"),
    "only-blank-lines": (b"\n\n\n", b"\n\n\n\n\n", b"\n", b"\na\n\n"),
    "same-line-often": (b"x\nx\nx\n", b"x\nx\n", b"x\nx\nx\nx\n", b"y\nx\nx\nx\nx\ny\n"),
    "looks-like-a-diff": (
        b"@@ -1 +1 @@\n",
        b"@@ -1 +1 @@\n-x\n+y\n",
        b"diff --git a/a b/b\n-x\n+y\n\\ No newline\n",
    ),
    "looks-like-a-log": (b"commit 0\n", b":100644 100644 0 0 M\ta.md\ncommit 0\n", b"\0commit\n:100644\n"),
    "nul-and-bytes": (b"a\0b\n\xff\n", b"a\0b\nc\n\xff\n", b"c\n\xff\n\xfe\n"),
    "carriage-returns": (b"a\rb\n", b"a\rb\rc\n", b"a\n\rb\rc\n"),
    "long-line": (b"x" * 70_000 + b"\n", b"x" * 70_001 + b"\ny\n", b"y\n"),
    "other-separators": (b"a\x0bb\x0cc\n", b"a\x0bb\n\xe2\x80\xa8\n", b"\xc2\x85\na\x0bb\n"),
    "back-and-forth": (b"x\nk\n", b"y\nk\n", b"x\nk\n", b"y\nk\n"),
}


@pytest.mark.parametrize("kind", CONTENTS)
@pytest.mark.representatives(5)
def test_contents_that_break_parsers(kind: str, repo: RepoBuilder) -> None:
    """Whatever stands in a note, its lines are counted and dated as git does."""
    for step, content in enumerate(CONTENTS[kind]):
        repo.commit(1_700_000_000 + step * 1000, {"a.md": content})
        assert_equals_blame(repo)


ODD_NAMES = [
    "sp ace.md",
    " lead.md",
    "trail .md ",
    'qu"ote.md',
    "ta\tb.md",
    "new\nline.md",
    "-dash.md",
    "back\\slash.md",
    ":(top)x.md",
    "glob*[a]?.md",
    "é ü.md",
    "e\u0301.md",
    os.fsdecode(b"raw\xff\xfe.md"),
    "a/b => c/d.md",
    "{a => b}.md",
    "@@ -1 +1 @@.md",
    "~tilde.md",
    "$HOME.md",
    "a\rb.md",
    "x\x1by.md",
]


def test_paths_that_break_parsers(repo: RepoBuilder) -> None:
    """Written, edited, and moved to one another, all in a row."""
    repo.commit("2025-01-01", {name: lines("ash", name, "elm") for name in ODD_NAMES})
    repo.commit("2025-02-01", {name: lines("ash", name, "oak") for name in ODD_NAMES})
    assert_equals_blame(repo)
    moved: dict[str, str | bytes | Symlink | None] = dict.fromkeys(ODD_NAMES)
    moved.update({f"moved/{name}": lines("ash", name, "oak", "yew") for name in ODD_NAMES})
    repo.commit("2025-03-01", moved)
    assert_equals_blame(repo)


# --- merges ------------------------------------------------------------------------------------------


def forked(repo: RepoBuilder, base: Changes, side: Changes, main: Changes) -> None:
    """Two branches, each with one commit after the fork."""
    repo.commit("2025-01-01", base)
    repo.switch("side", new=True)
    repo.commit("2025-02-01", side)
    repo.switch("main")
    repo.commit("2025-02-02", main)


@pytest.mark.parametrize(
    "resolved",
    [
        lines("ash", "from-side", "elm"),
        lines("ash", "from-main", "elm"),
        lines("ash", "from-main", "from-side", "elm"),
        lines("ash", "by-hand", "elm"),
        lines("from-side", "by-hand", "from-main"),
        "",
        "- something else altogether\n",
    ],
    ids=["theirs", "ours", "both", "by-hand", "reordered", "emptied", "rewritten"],
)
def test_a_conflict_resolved_by_hand(resolved: str, repo: RepoBuilder) -> None:
    """A line of a merge belongs to the side that has it, and to the merge when none has."""
    forked(
        repo,
        {"a.md": lines("ash", "birch", "elm")},
        {"a.md": lines("ash", "from-side", "elm")},
        {"a.md": lines("ash", "from-main", "elm")},
    )
    repo.merge("side", "2025-03-01", resolve={"a.md": resolved})
    assert_equals_blame(repo)


def test_blank_lines_in_a_merge(repo: RepoBuilder) -> None:
    """Combined diffs drop hunks that only hold blank lines unless asked properly."""
    forked(repo, {"a.md": "a\nb\nc\nd\n"}, {"a.md": "a\n\nb\nc\nd\n"}, {"a.md": "a\nb\nc\n\nd\n"})
    repo.merge("side", "2025-03-01", resolve={"a.md": "a\n\n\nb\nc\n\n\nd\n\n"})
    assert_equals_blame(repo)


@pytest.mark.parametrize("edited", [False, True], ids=["untouched", "edited"])
@pytest.mark.parametrize("mover", ["side", "main"])
def test_renamed_on_one_side(mover: str, edited: bool, repo: RepoBuilder) -> None:
    """One branch moves the note, the other edits it, the merge has both."""
    base = lines("ash", "birch", "cedar", "elm", "fir", "oak")
    grown = lines("ash", "birch", "cedar", "elm", "fir", "oak", "pine") if edited else base
    move: Changes = {"a.md": None, "b.md": base}
    edit: Changes = {"a.md": lines("ash", "new", "cedar", "elm", "fir", "oak")}
    forked(repo, {"a.md": base}, *((move, edit) if mover == "side" else (edit, move)))
    final = grown.replace("birch", "new")
    repo.merge("side", "2025-03-01", resolve={"a.md": None, "b.md": final})
    assert_equals_blame(repo)


def test_renamed_differently_on_both_sides(repo: RepoBuilder) -> None:
    """Each branch has its own new name; the merge keeps a third."""
    base = lines("ash", "birch", "cedar", "elm", "fir")
    forked(repo, {"a.md": base}, {"a.md": None, "b.md": base}, {"a.md": None, "c.md": base + "- more\n"})
    final: Changes = {"a.md": None, "b.md": None, "c.md": None, "d.md": base + "- more\n- end\n"}
    repo.merge("side", "2025-03-01", resolve=final)
    assert_equals_blame(repo)


def test_removed_on_one_side_kept_by_the_merge(repo: RepoBuilder) -> None:
    """The merge brings back what one side had deleted."""
    base = lines("ash", "birch", "cedar")
    forked(repo, {"a.md": base, "k.md": "x\n"}, {"a.md": None}, {"a.md": base + "- more\n"})
    repo.merge("side", "2025-03-01", resolve={"a.md": base + "- more\n- end\n"})
    assert_equals_blame(repo)


def test_a_note_that_only_the_merge_adds(repo: RepoBuilder) -> None:
    """An evil merge: text that no parent has."""
    forked(repo, {"a.md": "x\n"}, {"b.md": "y\n"}, {"c.md": "z\n"})
    repo.merge("side", "2025-03-01", resolve={"evil.md": lines("ash", "birch")})
    assert_equals_blame(repo)


def test_the_same_note_added_on_both_sides(repo: RepoBuilder) -> None:
    """Both parents hold the same blob: the first parent's commit is named."""
    forked(repo, {"k.md": "x\n"}, {"a.md": lines("ash")}, {"a.md": lines("ash")})
    repo.merge("side", "2025-03-01")
    assert_equals_blame(repo)


def test_ours(repo: RepoBuilder) -> None:
    """A merge that takes nothing from the other side."""
    forked(repo, {"a.md": lines("ash")}, {"a.md": lines("side")}, {"a.md": lines("main")})
    repo.merge_by_hand(["side"], "2025-03-01", {})
    assert_equals_blame(repo)


def test_theirs(repo: RepoBuilder) -> None:
    """A merge that takes everything from the other side."""
    forked(repo, {"a.md": lines("ash")}, {"a.md": lines("side")}, {"a.md": lines("main")})
    repo.merge_by_hand(["side"], "2025-03-01", {"a.md": lines("side")})
    assert_equals_blame(repo)


def test_an_octopus(repo: RepoBuilder) -> None:
    """Four branches meet; every line keeps its own."""
    repo.commit("2025-01-01", {"a.md": lines("ash", "birch", "cedar", "elm")})
    for number in range(3):
        repo.switch(f"arm{number}", new=True)
        repo.commit(f"2025-02-0{number + 1}", {f"arm{number}.md": lines("oak", str(number))})
        repo.switch("main")
    repo.commit("2025-02-05", {"main.md": lines("main")})
    repo.merge(["arm0", "arm1", "arm2"], "2025-03-01")
    assert_equals_blame(repo)


def test_an_octopus_resolved_by_hand(repo: RepoBuilder) -> None:
    """All arms edited the same note; a person put it together."""
    words = ["ash", "birch", "cedar", "elm", "fir", "oak"]
    repo.commit("2025-01-01", {"a.md": lines(*words)})
    for number in range(3):
        repo.switch(f"arm{number}", new=True)
        mine = list(words)
        mine[number * 2] = f"arm {number}"
        repo.commit(f"2025-02-0{number + 1}", {"a.md": lines(*mine)})
        repo.switch("main")
    repo.commit("2025-02-05", {"a.md": lines(*words, "main")})
    final = lines("arm 0", "birch", "arm 1", "elm", "by hand", "arm 2", "oak", "main")
    repo.merge_by_hand(["arm0", "arm1", "arm2"], "2025-03-01", {"a.md": final})
    assert_equals_blame(repo)


def test_a_criss_cross(repo: RepoBuilder) -> None:
    """Two branches merge each other's past, then meet."""
    forked(
        repo,
        {"a.md": lines("ash", "birch", "cedar", "elm", "fir")},
        {"a.md": lines("ash", "birch", "cedar", "elm", "side")},
        {"a.md": lines("main", "birch", "cedar", "elm", "fir")},
    )
    repo.branch("old-main")
    repo.merge("side", "2025-03-01")
    repo.switch("side")
    repo.merge("old-main", "2025-03-02")
    repo.commit("2025-03-03", {"a.md": lines("main", "birch", "side again", "elm", "side")})
    repo.switch("main")
    repo.commit("2025-03-04", {"a.md": lines("main again", "birch", "cedar", "elm", "side")})
    repo.merge(
        "side", "2025-03-05", resolve={"a.md": lines("main again", "birch", "side again", "elm", "side")}
    )
    assert_equals_blame(repo)


def test_there_and_back_while_a_branch_merges_main(repo: RepoBuilder) -> None:
    """Main says X, then Y, then X again: the same file, but another day on each branch."""
    repo.commit("2025-01-01", {"a.md": "x\nk\n"})
    repo.switch("feature", new=True)
    repo.commit("2025-01-05", {"f.md": "f\n"})
    repo.switch("main")
    repo.commit("2025-02-01", {"a.md": "y\nk\n"})
    repo.commit("2025-03-01", {"a.md": "x\nk\n"})
    assert_equals_blame(repo)
    repo.switch("feature")
    repo.merge("main", "2025-03-02")
    assert_equals_blame(repo)
    repo.switch("main")
    assert_equals_blame(repo)


def test_unrelated_histories(repo: RepoBuilder) -> None:
    """Two roots, one of them below a folder of its own."""
    repo.commit("2025-01-01", {"a.md": lines("ash")})
    repo.switch("other", orphan=True)
    repo.commit("2024-01-01", {"import/b.md": lines("old")})
    repo.commit("2024-02-01", {"import/b.md": lines("old", "older")})
    repo.switch("main")
    repo.merge("other", "2025-03-01", unrelated=True)
    assert_equals_blame(repo)


def test_cherry_picked_to_both_sides(repo: RepoBuilder) -> None:
    """The same text from two commits, merged without a conflict."""
    repo.commit("2025-01-01", {"a.md": "a\n"})
    repo.switch("side", new=True)
    picked = repo.commit("2025-02-01", {"a.md": "a\nb\n"})
    repo.switch("main")
    repo.commit("2025-02-02", {"z.md": "z\n"})
    repo.cherry_pick(picked, "2025-02-03")
    repo.merge("side", "2025-03-01")
    assert_equals_blame(repo)


def test_a_merge_that_was_reverted_and_done_again(repo: RepoBuilder) -> None:
    """The usual trouble of a branch that came too early."""
    forked(repo, {"a.md": lines("ash")}, {"b.md": lines("side")}, {"c.md": lines("main")})
    repo.merge("side", "2025-03-01")
    repo._dated_git(["revert", "--no-edit", "-m", "1", "HEAD"], "2025-03-02")
    repo._dated_git(["revert", "--no-edit", "HEAD"], "2025-03-03")
    assert_equals_blame(repo)


def test_children_older_than_their_parents(repo: RepoBuilder) -> None:
    """Clocks go wrong; order is the graph's, and no commit is hidden behind another's date."""
    for step, date in enumerate(["2025-06-01", "2019-01-01", "2030-01-01", "2001-01-01", "2025-06-02"]):
        repo.commit(date, {"a.md": lines(*"abcdefgh"[: step + 1])})
    assert_equals_blame(repo)


def test_a_commit_without_changes(repo: RepoBuilder) -> None:
    """Empty commits and empty merges are there, and change nothing."""
    repo.commit("2025-01-01", {"a.md": lines("ash")})
    repo.commit("2025-01-02")
    repo.switch("side", new=True)
    repo.commit("2025-01-03")
    repo.switch("main")
    repo.commit("2025-01-04")
    repo.merge("side", "2025-01-05")
    assert_equals_blame(repo)


def test_only_the_mode_changes(repo: RepoBuilder) -> None:
    """`chmod +x` says nothing new."""
    repo.commit("2025-01-01", {"a.md": lines("ash")})
    (repo.path / "a.md").chmod(0o755)
    repo.git("add", "a.md")
    repo.commit("2025-02-01")
    assert_equals_blame(repo)


def test_whatever_the_encoding_of_a_message(repo: RepoBuilder) -> None:
    """Messages with any bytes, empty, or looking like a diff do not disturb dating."""
    for step, message in enumerate(
        ["", "x\n\n@@ -1 +1 @@\n+y", ":100644 100644 a b M\tx", "é\x1b[31m\r", "\n\n \n"]
    ):
        repo.stage({"a.md": lines(*"abcdefgh"[: step + 1])})
        repo._dated_git(
            ["commit", "-q", "--allow-empty-message", "--cleanup=verbatim", "-m", message],
            1_700_000_000 + step,
        )
    assert_equals_blame(repo)


def test_default_mode_is_nearly_as_exact(tmp_path: Path) -> None:
    """Without strict mode only competing inexact renames may differ; commits are still found."""
    repo = RepoBuilder.create(tmp_path / "repo", bare=True)
    repo.fast_import(Generator(7).history(30))
    dater = Dater(repo, strict=False)
    for path in dater.paths():
        assert all(origin.blamed is not None for origin in dater.origins(path))
