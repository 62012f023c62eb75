"""The builder keeps its promises: without them every other test would mean less than it says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.builder import PlannedCommit, RepoBuilder, Symlink, clean_environment, stamp


def small(path: Path, object_format: str = "sha1") -> RepoBuilder:
    """One note, changed once."""
    repo = RepoBuilder.create(path, object_format=object_format)
    repo.commit("2025-01-10", {"tea.md": "# Tea\n\n- Blend: oolong\n"}, "tea")
    repo.commit("2025-02-10T08:30:00+02:00", {"tea.md": "# Tea\n\n- Blend: sencha\n"}, "other tea")
    return repo


def test_ids_repeat_and_may_be_written_down(tmp_path: Path) -> None:
    """A test that names a commit by its id must hold on every machine."""
    first, second = small(tmp_path / "a"), small(tmp_path / "b")
    assert first.head == second.head == "7230dcb803850b3982a38a25cddafe138da47e8c"
    assert (
        small(tmp_path / "c", "sha256").head
        == "bbf1a2d3344e9daa40ff76a02103f8e175a118599e380a79740bca13d2fbfbfa"
    )


def test_nothing_of_the_machine_leaks_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own git settings, hooks or a surrounding hook run must not change a repository."""
    reference = small(tmp_path / "plain").head
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[user]\nname=Else\n[commit]\ngpgsign=true\n[core]\nautocrlf=true\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Else")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    assert small(tmp_path / "steered").head == reference
    assert "GIT_DIR" not in clean_environment()


@pytest.mark.parametrize(
    ("when", "raw"),
    [
        ("2025-01-10", "1736499600 +0000"),
        ("2025-01-10T09:00:00Z", "1736499600 +0000"),
        ("2025-01-10T11:00:00+02:00", "1736499600 +0200"),
        (0, "0 +0000"),
    ],
)
def test_dates_are_taken_as_written(when: str | int, raw: str) -> None:
    """The zone a commit was made in is part of what gitmem shows, so the builder must keep it."""
    assert stamp(when) == raw


def test_author_and_committer_dates_differ_when_asked(tmp_path: Path) -> None:
    """Rebased history is the reason both dates exist."""
    repo = RepoBuilder.create(tmp_path / "r")
    repo.commit("2025-01-10", {"a.md": "x\n"}, committer_date="2026-01-10")
    assert repo.ask("log", "-1", "--format=%as %cs") == "2025-01-10 2026-01-10"


def test_any_bytes_in_a_path(tmp_path: Path) -> None:
    """Notes may have any name git can hold."""
    names = [
        "-dash.md",
        "sp ace.md",
        'qu"ote.md',
        "ta\tb.md",
        "new\nline.md",
        os.fsdecode(b"\xff\xfe.md"),
        "é.md",
    ]
    repo = RepoBuilder.create(tmp_path / "r")
    repo.commit("2025-01-10", dict.fromkeys(names, "x\n"))
    listed = repo.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split(b"\0")[:-1]
    assert sorted(listed) == sorted(os.fsencode(name) for name in names)


def test_fast_import_equals_commits_made_one_by_one(tmp_path: Path) -> None:
    """Generated repositories stand for repositories that people make."""
    slow = RepoBuilder.create(tmp_path / "slow")
    slow.commit("2025-01-10", {"a.md": "1\n", "link.md": Symlink("a.md")}, "one")
    slow.commit("2025-01-11", {"a.md": "2\n", "link.md": None}, "two")
    fast = RepoBuilder.create(tmp_path / "fast")
    ids = fast.fast_import(
        [
            PlannedCommit("2025-01-10", {"a.md": "1\n", "link.md": Symlink("a.md")}, message="one"),
            PlannedCommit("2025-01-11", {"a.md": "2\n", "link.md": None}, message="two"),
        ]
    )
    assert ids == slow.ask("rev-list", "--reverse", "HEAD").split()
    assert (fast.path / "a.md").read_text() == "2\n"
    assert fast.ask("for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_merges_keep_what_was_resolved_by_hand(tmp_path: Path) -> None:
    """A merge that nobody but a person could finish is the hard case of dating."""
    repo = small(tmp_path / "r")
    repo.switch("side", new=True)
    repo.commit("2025-03-01", {"tea.md": "# Tea\n\n- Blend: mate\n"})
    repo.switch("main")
    repo.commit("2025-03-02", {"tea.md": "# Tea\n\n- Blend: rooibos\n"})
    merged = repo.merge("side", "2025-03-03", resolve={"tea.md": "# Tea\n\n- Blend: both\n"})
    assert len(repo.ask("rev-list", "--parents", "-1", merged).split()) == 3
    assert repo.ask("show", f"{merged}:tea.md").endswith("both")


def test_clones_are_cut_where_asked(tmp_path: Path) -> None:
    """Shallow and blobless clones are how agents and CI jobs mostly see a repository."""
    repo = small(tmp_path / "r")
    shallow = repo.clone(tmp_path / "shallow", depth=1)
    assert shallow.ask("rev-parse", "--is-shallow-repository") == "true"
    assert shallow.ask("rev-list", "--count", "HEAD") == "1"
    shallow.unshallow()
    assert shallow.ask("rev-list", "--count", "HEAD") == "2"
    blobless = repo.clone(tmp_path / "blobless", blobless=True)
    missing = blobless.ask("rev-list", "--objects", "--missing=print", "HEAD")
    assert missing.count("?") == 1
