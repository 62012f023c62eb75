"""The first thing a newcomer runs shows dated, cited answers and leaves nothing behind."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from gitmem.cli.demo import build_demo, example_notes
from gitmem.cli.story import STORY, tell
from tests.builder import RepoBuilder
from tests.running import PROJECT, Mem


def test_the_story_leads_to_the_example_notes() -> None:
    states = list(tell(example_notes()))
    assert states[-1][1] == example_notes()
    assert len(states) == len(STORY)
    assert list(states[0][1]) == ["people/mira-solberg.md"]


def test_the_notes_of_a_checkout_are_the_ones_in_examples() -> None:
    folder = PROJECT / "examples" / "notes"
    assert example_notes() == {
        path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.md")
    }


def test_the_repository_is_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither settings of the machine nor a repository around it take part."""
    first = tmp_path / "first"
    first.mkdir()
    made = build_demo(first)
    outer = RepoBuilder.create(tmp_path / "outer")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
    (hooks / "pre-commit").chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(
        f"[user]\n\tname = Me\n[commit]\n\tgpgSign = true\n[init]\n\tdefaultBranch = x\n"
        f"[core]\n\tautocrlf = true\n\thooksPath = {hooks}\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_DIR", str(outer.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(outer.path / ".git" / "index"))
    second = tmp_path / "second"
    second.mkdir()
    assert build_demo(second) == made
    assert not (outer.path / ".git" / "index").exists()
    assert RepoBuilder(second).ask("status", "--porcelain") == "M places.md"


def test_the_demo_answers_and_cleans_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    ran = Mem(tmp_path, tmp_path)("demo", now=None)
    assert ran.code == 0, ran.err
    assert re.search(r"projects/lantern\.md:\d+ +2026-06-01 +122 days", ran.out)
    assert "4417" in ran.out
    assert "$ git mem blame places.md" in ran.out
    assert "gitmem: 1 contradiction, commit stopped" in ran.out
    assert str(tmp_path) not in ran.out
    assert list(scratch.iterdir()) == []


def test_the_demo_repository_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    out = Mem(tmp_path, tmp_path)("demo", "--keep", now=None).out
    (kept,) = scratch.iterdir()
    assert str(kept) in out
    assert Mem(kept, tmp_path).search("lens").code == 0
