"""Repositories of a stranger who wants something to run: every setting and file through which git could.

A trap is a program that writes down its own name when it runs, so a test that fails says which one did.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.builder import RepoBuilder

DRIVERS = ("evil", "ev.il", "e=vil", "EvilTwo")
"""Names of filters and converters; the odd ones are legal, and an option `-c name=value` cannot hold them."""

SETTINGS = (
    *("core.fsmonitor", "core.sshCommand", "core.editor", "core.askPass", "core.pager", "core.gitProxy"),
    *("core.alternateRefsCommand", "sequence.editor", "diff.external", "gpg.program", "gpg.ssh.program"),
    *("gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.defaultKeyCommand", "credential.helper"),
    *("uploadpack.packObjectsHook", "interactive.diffFilter", "man.evil.cmd", "browser.evil.cmd"),
    *("pager.log", "pager.blame", "pager.diff", "pager.ls-files", "pager.config", "diff.guitool"),
    *(
        "remote.origin.uploadpack",
        "remote.origin.receivepack",
        "submodule.sub.update",
        "sendemail.smtpServer",
    ),
)
"""Settings whose value git runs somewhere."""

HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout", "post-merge"),
    *("post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman", "post-rewrite"),
)
VERBS = (
    *("log", "show", "blame", "diff", "diff-tree", "diff-index", "ls-files", "ls-tree", "cat-file"),
    *(
        "rev-parse",
        "rev-list",
        "config",
        "merge-base",
        "check-ignore",
        "for-each-ref",
        "var",
        "check-mailmap",
        "mem",
    ),
)


class Traps:
    """Where traps write down that they ran."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "ran"
        folder.mkdir()

    def program(self, name: str) -> str:
        """A program that says it ran and otherwise does what a filter does: pass on what it reads."""
        plain = "".join(sign if sign.isalnum() else "-" for sign in name)
        place = self._folder / plain
        place.write_text(f"#!/bin/sh\necho {plain} >> {self._log}\ntimeout 1 cat\n")
        place.chmod(0o755)
        return str(place)

    def sprung(self) -> list[str]:
        """The traps that ran since this was asked last."""
        ran = sorted(set(self._log.read_text().split())) if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return ran


def lay(repo: RepoBuilder, folder: Path) -> Traps:
    """Lays every trap in a repository that has notes `a.md`, `b.md`, `c.md` and others."""
    traps = Traps(folder)
    for name in SETTINGS:
        repo.config(name, traps.program(name))
    for driver in DRIVERS:
        for kind in ("filter.{}.clean", "filter.{}.smudge", "filter.{}.process"):
            repo.config(kind.format(driver), traps.program(kind.format(driver)))
        for kind in ("diff.{}.textconv", "diff.{}.command", "merge.{}.driver"):
            repo.config(kind.format(driver), traps.program(kind.format(driver)))
        repo.config(f"filter.{driver}.required", "true")
        repo.config(f"trailer.{driver}.command", traps.program(f"trailer.{driver}"))
    for verb in VERBS:
        repo.config(f"alias.{verb}", "!" + traps.program(f"alias.{verb}"))
    for name in ("log.showSignature", "commit.gpgSign", "protocol.ext.allow", "core.untrackedCache"):
        repo.config(name, "always" if name.startswith("protocol") else "true")
    repo.config("trailer.evil.key", "Co-authored-by")
    repo.config("diff.submodule", "log")
    repo.config("submodule.recurse", "true")
    hooks = folder / "hooks"
    for place in (hooks, repo.git_path / "hooks"):
        place.mkdir(exist_ok=True)
        for name in HOOKS:
            place.joinpath(name).symlink_to(traps.program(f"hook.{name}"))
    repo.config("core.hooksPath", str(hooks))
    info = repo.git_path / "info"
    info.mkdir(exist_ok=True)
    info.joinpath("attributes").write_text(attributes())
    more = folder / "more"
    more.write_text(f"[core]\n\tfsmonitor = {traps.program('included.fsmonitor')}\n")
    repo.config("include.path", str(more))
    repo.config("includeIf.onbranch:**.path", str(more))
    return traps


def attributes() -> str:
    """Attributes that give the notes of one letter each a driver of their own, and all others the first."""
    lines = [f"*.md diff={DRIVERS[0]} filter={DRIVERS[0]} merge={DRIVERS[0]}"]
    lines += [f"{name}.md diff={each} filter={each}" for name, each in zip("abc", DRIVERS[1:], strict=False)]
    return "".join(f"{line}\n" for line in lines)


def touch(repo: RepoBuilder) -> None:
    """Makes git itself want to look at every file again, and at its filters."""
    for path in repo.path.rglob("*.md"):
        if path.is_file():
            os.utime(path, (1, 1))
