"""The reader's own git settings change git's words, not gitmem's answers.

Lost otherwise: coloured, relative or signed output is parsed as data, or a repository runs programs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import timeline
from tests.running import Mem

SETTINGS = {
    "log.showSignature": "true",
    "log.date": "relative",
    "log.decorate": "full",
    "log.follow": "true",
    "log.showRoot": "false",
    "log.diffMerges": "off",
    "log.mailmap": "false",
    "log.abbrevCommit": "true",
    "format.pretty": "fuller",
    "format.notes": "true",
    "color.ui": "always",
    "color.diff": "always",
    "blame.date": "relative",
    "blame.showEmail": "true",
    "blame.coloring": "highlightRecent",
    "blame.blankBoundary": "true",
    "core.abbrev": "4",
    "core.quotePath": "true",
    "core.pager": "/bin/false",
    "core.bigFileThreshold": "1",
    "core.whitespace": "cr-at-eol",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "/bin/false",
    "diff.renames": "false",
    "diff.renameLimit": "1",
    "diff.algorithm": "patience",
    "diff.context": "7",
    "diff.interHunkContext": "9",
    "diff.indentHeuristic": "false",
    "diff.orderFile": "/nonexistent",
    "diff.relative": "true",
    "diff.wordRegex": ".",
    "diff.suppressBlankEmpty": "true",
    "diff.colorMoved": "zebra",
    "diff.ignoreSubmodules": "none",
    "i18n.logOutputEncoding": "ISO-8859-1",
    "status.short": "true",
    "status.showUntrackedFiles": "no",
    "core.untrackedCache": "true",
    "fetch.prune": "true",
    "alias.log": "!false",
    "alias.blame": "!false",
}


def build(path: Path) -> RepoBuilder:
    """A note that was edited, moved and merged, with letters outside ASCII."""
    repo = RepoBuilder.create(path)
    body = "# Lab\n\n- Lab head: Ute Böhm\n- Lab room: 4\n- Lab bell: brass\n"
    repo.commit("2025-10-21", {"lab.md": body}, "début")
    repo.switch("side", new=True)
    repo.commit("2026-02-01", {"lab.md": body.replace("brass", "steel")})
    repo.switch("main")
    repo.commit("2026-07-28", {"lab.md": body.replace("Ute Böhm", "Pål Haug")})
    repo.merge("side", "2026-07-30")
    repo.move("lab.md", "rooms/lab.md")
    repo.commit("2026-08-02", author="Zoë Ng <zoe@notes.example>")
    log = "# Log\n\n## 2026-08-05\n\n- Lab room: 9\n\n## 2026-07-01\n\n- Lab owner: Ines Brø\n"
    repo.commit("2026-08-06", {"log.md": log, "rooms/owner.md": "---\nentity: Lab\n---\n\n- Owner: Kåre\n"})
    repo.write({"new.md": "- Lab cat: grey\n"})
    return repo


def answers(repo: RepoBuilder, scratch: Path) -> list[bytes]:
    """What is printed, for people and for scripts."""
    mem = Mem(repo.path, scratch)
    calls = [
        ["search", "--json", "-k", "20", "lab"],
        ["search", "lab"],
        ["blame", "--json", "rooms/lab.md"],
        ["explain", "--json", "lab", "head"],
        ["history", "--json", "lab"],
        ["conflicts", "--json", "--all"],
        ["stale", "--json", "--all"],
        ["diff", "--json", "HEAD~4..HEAD"],
    ]
    printed = []
    for call in calls:
        ran = mem(*call)
        assert ran.code in (0, 1), ran.err
        printed.append(ran.raw)
    return printed


@pytest.fixture
def plain(tmp_path: Path) -> list[bytes]:
    """The answers without any settings."""
    return answers(build(tmp_path / "plain"), tmp_path)


def test_the_plain_answers_are_right(tmp_path: Path) -> None:
    """What all others are held against: the lab's head, before and now."""
    mem = Mem(build(tmp_path / "plain").path, tmp_path)
    assert timeline(mem, "lab head") == [
        ("now", "Pål Haug", "2026-07-28", None),
        ("before", "Ute Böhm", "2025-10-21", "2026-07-28"),
    ]


def test_all_settings_in_the_repository(plain: list[bytes], tmp_path: Path) -> None:
    """Byte for byte the same answers as in a repository without them."""
    repo = build(tmp_path / "hostile")
    for name, value in SETTINGS.items():
        repo.config(name, value)
    assert answers(repo, tmp_path) == plain


def test_all_settings_of_the_user(
    plain: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same from the file in the user's home."""
    repo = build(tmp_path / "hostile")
    file = tmp_path / "gitconfig"
    for name, value in SETTINGS.items():
        repo.git("config", "--file", str(file), name, value)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(file))
    assert answers(repo, tmp_path) == plain


def test_settings_from_the_environment(
    plain: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Variables that change what git prints are no reason for another answer."""
    repo = build(tmp_path / "hostile")
    for name, value in {
        "GIT_EXTERNAL_DIFF": "/bin/false",
        "GIT_DIFF_OPTS": "-u9",
        "GIT_PAGER": "/bin/false",
        "GIT_LITERAL_PATHSPECS": "0",
        "GIT_ICASE_PATHSPECS": "1",
        "GIT_NO_LAZY_FETCH": "0",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "diff.noprefix",
        "GIT_CONFIG_VALUE_0": "true",
    }.items():
        monkeypatch.setenv(name, value)
    assert answers(repo, tmp_path) == plain


@pytest.mark.parametrize("language", ["de_DE.UTF-8", "ja_JP.UTF-8", "C", "POSIX"])
@pytest.mark.representatives(2)
def test_the_language_of_the_system(
    language: str, plain: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git speaks the user's language; nothing is matched against its words."""
    for name in ("LC_ALL", "LANG", "LANGUAGE"):
        monkeypatch.setenv(name, language)
    assert answers(build(tmp_path / "hostile"), tmp_path) == plain


def test_nothing_of_the_repository_is_run(plain: list[bytes], tmp_path: Path) -> None:
    """Filters, converters, monitors, hooks and helpers of a stranger's repository stay asleep."""
    repo = build(tmp_path / "hostile")
    proof = tmp_path / "it-ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {proof}\ncat\n")
    program.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction", "pre-auto-gc"):
        (hooks / hook).write_bytes(program.read_bytes())
        (hooks / hook).chmod(0o755)
    info = repo.git_path / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text("*.md diff=evil filter=evil merge=evil\n")
    for name in (
        "core.fsmonitor",
        "core.sshCommand",
        "core.editor",
        "core.askPass",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "merge.evil.driver",
        "diff.external",
        "gpg.program",
        "credential.helper",
        "core.alternateRefsCommand",
        "uploadpack.packObjectsHook",
    ):
        repo.config(name, str(program))
    repo.config("core.hooksPath", str(hooks))
    # Touched, so that git itself would want to look again.
    (repo.path / "rooms/lab.md").touch()
    # Building the repository and configuring it are the builder's doing.
    proof.unlink(missing_ok=True)
    answers(repo, tmp_path)
    for verb in (["stats"], ["doctor"], ["index", "--rebuild"]):
        Mem(repo.path, tmp_path)(*verb)
    assert not proof.exists()
