"""`git mem install-hooks`: gitmem beside what people have, and everything as it was when it goes again."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gitmem.memory.library import Memory
from tests.builder import RepoBuilder, clean_environment
from tests.hooks.hooked import Hooked
from tests.running import PROJECT, Mem, Ran
from tests.test_architecture import HEAVY

NAMES = ("pre-commit", "pre-merge-commit", "post-merge", "post-rewrite")
CLEAN = {"tern.md": "# Tern\n\n- Phase: pilot\n"}
TORN = {"tern.md": "# Tern\n\n- Phase: pilot\n- Phase: rollout\n"}
SPY = '#!/bin/sh\nprintf "%s\\n" "$*" >>"$SPY_FILE"\nexit "${SPY_EXIT:-0}"\n'
"""A `git-mem` that writes down how it was called and ends as it is told to."""

Tree = dict[str, tuple[int, bytes | str]]


@pytest.fixture
def hooked(repo: RepoBuilder, mem: Mem) -> Hooked:
    """A repository without hooks, in which git finds `git-mem`."""
    return Hooked(repo, mem)


@pytest.fixture
def spied(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> Hooked:
    """A repository with the shipped hooks, in which git finds a `git-mem` that only writes its calls down."""
    hooked = Hooked(repo, mem).copy_hooks()
    spy = tmp_path / "spy" / "git-mem"
    spy.parent.mkdir()
    spy.write_text(SPY)
    spy.chmod(0o755)
    hooked.environment["PATH"] = f"{spy.parent}{os.pathsep}{hooked.environment['PATH']}"
    hooked.environment["SPY_FILE"] = str(tmp_path / "calls")
    return hooked


def calls(spied: Hooked) -> list[str]:
    """How the spy was called since the last time somebody asked."""
    file = Path(spied.environment["SPY_FILE"])
    lines = file.read_text().splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return lines


def install(hooked: Hooked, *options: str, code: int = 0) -> Ran:
    """Runs the verb; it must end with `code`, and a failure is told in lines without a traceback."""
    ran = hooked.ask("install-hooks", *options)
    assert ran.code == code, ran.out + ran.err
    assert "Traceback" not in ran.err
    return ran


def put(hooked: Hooked, name: str, text: bytes, mode: int = 0o755) -> Path:
    """A hook of the user's own."""
    hooked.hooks.mkdir(parents=True, exist_ok=True)
    path = hooked.hooks / name
    path.write_bytes(text)
    path.chmod(mode)
    return path


def tree(folder: Path) -> Tree:
    """Name, rights and content of everything in a folder."""
    return {
        path.name: (
            stat.S_IMODE(path.lstat().st_mode),
            os.readlink(path) if path.is_symlink() else path.read_bytes(),
        )
        for path in (folder.iterdir() if folder.is_dir() else ())
    }


# --- what is written --------------------------------------------------------------------------------


def test_where_there_are_no_hooks_the_shipped_files_are_written(hooked: Hooked) -> None:
    """Lost otherwise: what runs is not what people have read in hooks/."""
    install(hooked)
    assert tree(hooked.hooks) == {name: (0o755, (PROJECT / "hooks" / name).read_bytes()) for name in NAMES}


def test_a_second_time_changes_nothing(hooked: Hooked) -> None:
    """Lost otherwise: a set-up script that runs twice puts gitmem into a hook twice."""
    put(hooked, "post-merge", b"#!/bin/sh\necho mine\n")
    install(hooked)
    before = tree(hooked.hooks)
    assert "installed already" in install(hooked).out
    assert tree(hooked.hooks) == before


def test_uninstalling_leaves_a_repository_as_it_was(hooked: Hooked) -> None:
    """Lost otherwise: who tries gitmem is left with its hooks, or without those of others."""
    put(hooked, "pre-commit.sample", b"#!/bin/sh\nexit 1\n")
    before = tree(hooked.hooks)
    install(hooked)
    install(hooked, "--uninstall")
    assert tree(hooked.hooks) == before
    assert "no hooks of gitmem" in install(hooked, "--uninstall").out


def test_what_is_printed_is_what_would_be_written(hooked: Hooked) -> None:
    """Lost otherwise: who looks before installing is shown something else, or has it installed."""
    put(hooked, "pre-commit", b"#!/bin/sh\nexit 7\n")
    before = tree(hooked.hooks)
    printed = install(hooked, "--print").raw
    assert tree(hooked.hooks) == before
    install(hooked)
    assert all(data in printed for _, data in tree(hooked.hooks).values() if isinstance(data, bytes))
    assert b"hooks/post-rewrite" in printed


def test_a_hook_of_ours_that_lost_its_rights_gets_them_again(hooked: Hooked) -> None:
    """Lost otherwise: a copied hook is passed over by git, and installing says all is well."""
    put(hooked, "pre-commit", (PROJECT / "hooks" / "pre-commit").read_bytes(), 0o644)
    install(hooked)
    assert tree(hooked.hooks)["pre-commit"][0] == 0o755


# --- hooks that work --------------------------------------------------------------------------------


def test_a_contradiction_stops_the_commit(hooked: Hooked) -> None:
    """Lost otherwise: the hook is there and does nothing."""
    install(hooked)
    hooked.commits(CLEAN)
    stopped = hooked.commit(TORN)
    assert stopped.code == 1
    assert stopped.err.startswith("gitmem: 1 contradiction, commit stopped\n")
    assert "tern.md:3" in stopped.err and "tern.md:4" in stopped.err
    assert hooked.git("commit", "-q", "--no-verify", "-m", "meant").code == 0


def test_a_linked_work_tree_shares_the_hooks(hooked: Hooked, tmp_path: Path, mem: Mem) -> None:
    """Lost otherwise: installing beside the main work tree fails, because `.git` is a file there."""
    hooked.repo.commit("2024-05-01", CLEAN)
    linked = Hooked(hooked.repo.worktree(tmp_path / "a linked one", "side"), mem)
    install(linked)
    assert set(tree(hooked.hooks)) == set(NAMES)
    assert linked.commit(TORN).code == 1
    assert hooked.commit(TORN).code == 1
    install(linked, "--uninstall")
    assert tree(hooked.hooks) == {}


def test_from_a_subfolder_with_a_folder_of_hooks_in_the_work_tree(hooked: Hooked) -> None:
    """Lost otherwise: the hooks land where git never looks for them."""
    hooked.repo.config("core.hooksPath", "my hooks")
    below = hooked.repo.path / "a" / "b"
    below.mkdir(parents=True)
    assert hooked.mem("install-hooks", cwd=below).code == 0
    assert set(tree(hooked.repo.path / "my hooks")) == set(NAMES)
    assert not (hooked.repo.git_path / "hooks").exists()
    hooked.commits(CLEAN)
    assert hooked.commit(TORN).code == 1


# --- beside a hook of the user ----------------------------------------------------------------------

OWN = {
    "exit": b'#!/bin/sh\necho "own $#" >&2\nexit 0\n',
    "exec": b'#!/bin/sh\nexec sh -c \'echo "own $#" >&2\' own "$@"\n',
    "no newline": b'#!/bin/sh\necho "own $#" >&2',
    "only a first line": b"#!/bin/sh",
    "no first line": b'echo "own $#" >&2\n',
    "nothing": b"",
    "strict": b'#!/bin/bash -eu\necho "own $#" >&2\n',
    "env": b'#!/usr/bin/env bash\n[[ -n $0 ]] && echo "own $#" >&2\n',
    "bytes": b'#!/bin/sh\n# \xff\xfe\r\necho "own $#" >&2\n',
    "function": b'#!/bin/sh\nmain() {\n  echo "own $#" >&2\n}\nmain "$@"; exit\n',
}


@pytest.mark.parametrize("kind", OWN)
@pytest.mark.representatives(2)
def test_an_own_hook_is_kept_and_runs_after_gitmem(kind: str, hooked: Hooked) -> None:
    """Lost otherwise: the hook of a team stops working, or gitmem is never reached behind its `exit`."""
    path = put(hooked, "pre-commit", OWN[kind], 0o750)
    before = tree(hooked.hooks)
    install(hooked)
    assert path.read_bytes().startswith(OWN[kind].split(b"\n")[0] if OWN[kind].startswith(b"#!") else b"")
    done = hooked.commit(CLEAN)
    assert (done.code, done.err) == (0, "own 0\n" if b"own" in OWN[kind] else "")
    stopped = hooked.commit(TORN)
    assert stopped.code == 1
    assert "contradiction" in stopped.err and "own" not in stopped.err
    install(hooked, "--uninstall")
    assert tree(hooked.hooks) == before


def test_an_own_hook_keeps_its_exit_code_arguments_and_input(hooked: Hooked) -> None:
    """Lost otherwise: a hook that reads what git rewrote finds nothing to read."""
    put(hooked, "post-rewrite", b'#!/bin/sh\necho "own $1 $0"; cat; exit 5\n')
    install(hooked)
    ran = subprocess.run(
        [hooked.hooks / "post-rewrite", "rebase"],
        input=b"old new\n",
        capture_output=True,
        cwd=hooked.repo.path,
        env=clean_environment(hooked.environment),
        check=False,
    )
    assert ran.returncode == 5
    assert ran.stdout == f"own rebase {hooked.hooks / 'post-rewrite'}\nold new\n".encode()


def test_an_older_part_of_ours_is_made_current(hooked: Hooked) -> None:
    """Lost otherwise: after an update of gitmem the hook runs what an old version wrote, or both."""
    own = b"#!/bin/sh\nexit 0\n"
    path = put(hooked, "pre-commit", own)
    install(hooked)
    current = path.read_bytes()
    path.write_bytes(current.replace(b"exec git-mem", b"git-mem old"))
    install(hooked)
    assert path.read_bytes() == current
    install(hooked, "--uninstall")
    assert path.read_bytes() == own


# --- what is not touched ----------------------------------------------------------------------------

MANAGED = {
    "pre-commit": b"#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\nexec x\n",
    "prek": b"#!/bin/sh\n# File generated by prek: https://github.com/j178/prek\nexec prek hook-impl x\n",
    "lefthook": b'#!/bin/sh\ncall_lefthook()\n{\n  lefthook "$@"\n}\ncall_lefthook run "pre-commit" "$@"\n',
    "husky": b'#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\nnpm test\n',
    "overcommit": b"#!/usr/bin/env ruby\n# Entrypoint for Overcommit hook integration.\n",
}


@pytest.mark.parametrize("options", [(), ("--force",), ("--print",)], ids=str)
@pytest.mark.parametrize("manager", MANAGED)
def test_hooks_that_a_program_owns_are_left_to_it(
    manager: str, options: tuple[str, ...], hooked: Hooked
) -> None:
    """Lost otherwise: the next `install` of that program wipes gitmem out, or gitmem its hooks."""
    put(hooked, "post-merge", MANAGED[manager])
    before = tree(hooked.hooks)
    ran = install(hooked, *options, code=2)
    assert tree(hooked.hooks) == before
    assert manager in ran.err and ran.err.count("\n") == 1
    assert "git-mem" in ran.out
    if manager in ("pre-commit", "prek"):
        assert f"{manager} install" in ran.out


def test_the_folder_of_husky_is_left_to_husky(hooked: Hooked) -> None:
    """Lost otherwise: hooks are written into a folder that husky makes anew."""
    hooked.repo.config("core.hooksPath", ".husky/_")
    assert "husky" in install(hooked, code=2).err
    assert not (hooked.repo.path / ".husky").exists()


FOREIGN = {
    "another language": (b"#!/usr/bin/env python3\nprint('own')\n", 0o755),
    "a program": (b"\x7fELF\x00\x01", 0o755),
    "two languages": (b"#!/bin/sh\n''':'\nexec python3 \"$0\" \"$@\"\n'''\n", 0o755),
    "not executable": (b"#!/bin/sh\nexit 1\n", 0o644),
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.representatives(1)
def test_what_is_no_shell_script_is_kept_aside_when_asked_for(kind: str, hooked: Hooked) -> None:
    """Lost otherwise: lines of shell in the middle of a Python hook, or a hook that is gone for good."""
    text, mode = FOREIGN[kind]
    put(hooked, "pre-commit", text, mode)
    before = tree(hooked.hooks)
    assert "--force" in install(hooked, code=2).err
    assert tree(hooked.hooks) == before
    install(hooked, "--force")
    assert tree(hooked.hooks)["pre-commit.before-gitmem"] == (mode, text)
    hooked.commits(CLEAN)
    assert hooked.commit(TORN).code == 1
    install(hooked, "--uninstall")
    assert tree(hooked.hooks) == before


def test_a_link_is_not_written_through(hooked: Hooked, tmp_path: Path) -> None:
    """Lost otherwise: a file that other repositories share is changed."""
    shared = tmp_path / "shared"
    shared.write_bytes(b"#!/bin/sh\nexit 0\n")
    shared.chmod(0o755)
    hooked.hooks.mkdir(exist_ok=True)
    (hooked.hooks / "pre-commit").symlink_to(shared)
    before = tree(hooked.hooks)
    assert "link" in install(hooked, code=2).err
    install(hooked, "--force")
    assert not (hooked.hooks / "pre-commit").is_symlink()
    install(hooked, "--uninstall")
    assert tree(hooked.hooks) == before
    assert shared.read_bytes() == b"#!/bin/sh\nexit 0\n"


def test_nothing_is_written_when_one_hook_refuses(hooked: Hooked) -> None:
    """Lost otherwise: half of gitmem is installed and nobody knows which half."""
    put(hooked, "post-rewrite", b"#!/usr/bin/perl\n")
    install(hooked, code=2)
    assert set(tree(hooked.hooks)) == {"post-rewrite"}


def test_a_name_that_is_taken_is_not_overwritten(hooked: Hooked) -> None:
    """Lost otherwise: what was kept the first time is overwritten the second time."""
    put(hooked, "pre-commit", b"#!/usr/bin/perl\n")
    put(hooked, "pre-commit.before-gitmem", b"precious")
    before = tree(hooked.hooks)
    assert "before-gitmem" in install(hooked, "--force", code=2).err
    assert tree(hooked.hooks) == before


def test_a_hook_of_ours_that_was_edited_is_not_thrown_away(hooked: Hooked) -> None:
    """Lost otherwise: what somebody added to the installed hook goes with it."""
    install(hooked)
    edited = hooked.hooks / "pre-commit"
    edited.write_bytes(edited.read_bytes() + b"echo more\n")
    before = tree(hooked.hooks)
    assert "changed since" in install(hooked, code=2).err
    assert "changed since" in install(hooked, "--uninstall", code=2).err
    assert tree(hooked.hooks) == before
    install(hooked, "--uninstall", "--force")
    assert tree(hooked.hooks) == {}


def test_a_damaged_part_of_ours_is_named_and_left(hooked: Hooked) -> None:
    """Lost otherwise: uninstalling removes everything from our first mark to the end of the file."""
    path = put(hooked, "pre-commit", b"#!/bin/sh\n# >>> gitmem >>>\necho precious\n")
    before = path.read_bytes()
    for options in ((), ("--force",), ("--uninstall",), ("--uninstall", "--force")):
        assert "damaged" in install(hooked, *options, code=2).err
        assert path.read_bytes() == before


def test_what_pre_commit_moved_away_is_taken_out_too(hooked: Hooked) -> None:
    """Lost otherwise: pre-commit came later and runs gitmem for ever, as what it calls a legacy hook."""
    install(hooked)
    (hooked.hooks / "pre-commit").rename(hooked.hooks / "pre-commit.legacy")
    put(hooked, "pre-commit", MANAGED["pre-commit"])
    install(hooked, "--uninstall")
    assert tree(hooked.hooks) == {"pre-commit": (0o755, MANAGED["pre-commit"])}


# --- folders that are not ours ----------------------------------------------------------------------


def test_a_folder_outside_is_refused(hooked: Hooked, tmp_path: Path) -> None:
    """Lost otherwise: gitmem is installed into every repository that shares the folder."""
    outside = tmp_path / "outside"
    hooked.repo.config("core.hooksPath", str(outside))
    assert str(outside) in install(hooked, code=2).err
    assert not outside.exists()
    install(hooked, "--force")
    assert set(tree(outside)) == set(NAMES)
    assert install(hooked, "--uninstall", code=2).out == ""
    install(hooked, "--uninstall", "--force")
    assert tree(outside) == {}


def test_a_folder_of_the_users_own_settings_is_refused(
    hooked: Hooked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost otherwise: hooks of all repositories change because they happen to lie below this one."""
    mine = hooked.repo.path / "mine"
    settings = tmp_path / "settings"
    settings.write_text(f'[core]\n\thooksPath = "{mine}"\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert "all repositories" in install(hooked, code=2).err
    assert not mine.exists()


def test_a_linked_folder_of_hooks_leads_outside(hooked: Hooked, tmp_path: Path) -> None:
    """Lost otherwise: the folder looks like this repository's and is somebody else's."""
    (tmp_path / "theirs").mkdir()
    (hooked.repo.git_path / "hooks").symlink_to(tmp_path / "theirs")
    assert "outside" in install(hooked, code=2).err
    assert tree(tmp_path / "theirs") == {}


@pytest.mark.parametrize("value", [os.devnull, ""])
def test_hooks_that_are_switched_off_are_told(value: str, hooked: Hooked) -> None:
    """Lost otherwise: all seems installed and git never runs it."""
    hooked.repo.config("core.hooksPath", value)
    assert "hooksPath" in install(hooked, "--force", code=2).err or value
    assert install(hooked, "--force", code=2).err.count("\n") == 1


def test_a_folder_that_cannot_be_written(hooked: Hooked, mem: Mem) -> None:
    """Lost otherwise: a traceback, or half of the hooks."""
    hooked.hooks.mkdir(exist_ok=True)
    hooked.hooks.chmod(0o555)
    ran = mem.process("install-hooks", bound=True)
    hooked.hooks.chmod(0o755)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "denied" in ran.err
    assert tree(hooked.hooks) == {}


def test_no_repository_and_a_bare_one(tmp_path: Path, mem: Mem) -> None:
    """Lost otherwise: hooks are written where nobody commits."""
    bare = RepoBuilder.create(tmp_path / "bare.git", bare=True)
    for folder in (tmp_path, bare.path):
        ran = mem("install-hooks", cwd=folder)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


# --- when Python is started -------------------------------------------------------------------------

QUIET: dict[str, tuple[dict[str, str | None], list[str]]] = {
    "another file": ({"a.txt": "x"}, ["commit", "-qm", "x"]),
    "nothing": ({}, ["commit", "--allow-empty", "-qm", "x"]),
    "another path": ({"a.txt": "x", "b.md": "x"}, ["commit", "-qm", "x", "a.txt"]),
    "a new message": ({}, ["commit", "--amend", "-qm", "said better"]),
}
"""What is staged, and the commit."""


@pytest.mark.parametrize("kind", QUIET)
def test_a_commit_without_a_note_does_not_start_python(kind: str, spied: Hooked) -> None:
    """Lost otherwise: every commit of a programmer waits for a Python that has nothing to do."""
    spied.repo.commit("2024-05-01", {**CLEAN, ".gitmem.toml": "[check]\nstrict = true\n", "a.txt": "a"})
    changes, arguments = QUIET[kind]
    spied.repo.stage(changes)
    spied.repo.write({"untracked.md": "x"})
    done = spied.git(*arguments)
    assert (done.code, done.err, calls(spied)) == (0, "", [])


LOUD: dict[str, tuple[dict[str, str | None], list[str]]] = {
    "a note": ({"deep/er/x.md": "x"}, ["commit", "-qm", "x"]),
    "a note with spaces": ({"sp ace/a b.md": "x"}, ["commit", "-qm", "x"]),
    "a note that goes": ({"tern.md": None}, ["commit", "-qm", "x"]),
    "the settings": ({".gitmem.toml": ""}, ["commit", "-qm", "x"]),
    "any file may be a note": ({".gitmem.toml": 'include = ["*.txt"]\n'}, ["commit", "-qm", "x"]),
    "literal paths": ({"x.md": "x"}, ["--literal-pathspecs", "commit", "-qm", "x"]),
    "no globs": ({"deep/x.md": "x"}, ["--noglob-pathspecs", "commit", "-qm", "x"]),
}


@pytest.mark.parametrize("kind", LOUD)
def test_a_commit_of_a_note_is_judged(kind: str, spied: Hooked) -> None:
    """Lost otherwise: the shortcut passes over a note, and the contradiction is in."""
    spied.repo.commit("2024-05-01", CLEAN)
    changes, arguments = LOUD[kind]
    spied.repo.stage(changes)
    assert spied.git(*arguments).code == 0
    assert calls(spied) == ["hook pre-commit"]


def test_the_first_commit_is_judged(spied: Hooked) -> None:
    """Lost otherwise: a memory begins with what nobody has looked at."""
    assert spied.commit(CLEAN).code == 0
    assert calls(spied) == ["hook pre-commit"]


def test_settings_that_include_other_files_make_any_commit_judged(spied: Hooked) -> None:
    """Lost otherwise: notes that are not called *.md are never looked at."""
    spied.repo.commit("2024-05-01", {".gitmem.toml": 'include = ["*.txt"]\n'})
    spied.repo.write({".gitmem.toml": None})
    assert spied.git("commit", "--allow-empty", "-qm", "x").code == 0
    assert calls(spied) == ["hook pre-commit"]


def test_the_exit_code_of_git_mem_stops_git_before_and_never_after(spied: Hooked) -> None:
    """Lost otherwise: a fault of gitmem makes a merge look failed that is done."""
    spied.repo.commit("2024-05-01", CLEAN)
    spied.environment["SPY_EXIT"] = "3"
    assert spied.commit({"b.md": "b"}).code != 0
    assert spied.git("commit", "--no-verify", "-qm", "x").code == 0
    assert spied.git("commit", "--amend", "--no-verify", "--allow-empty", "-qm", "y").code == 0
    calls(spied)
    for name in ("post-merge", "post-rewrite"):
        assert spied.run_hook(name, "rebase").code == 0
    assert calls(spied) == ["hook post-merge rebase", "hook post-rewrite rebase"]


SHELLS = (["sh"], ["dash"], ["bash", "--posix"], ["busybox", "sh"], ["ksh"], ["mksh"], ["zsh"])


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_any_shell_runs_the_hooks(shell: list[str], spied: Hooked) -> None:
    """Lost otherwise: a hook works on the machine it was written on."""
    if shutil.which(shell[0]) is None:
        pytest.skip(f"{shell[0]} is not installed")
    spied.repo.commit("2024-05-01", CLEAN)
    environment = clean_environment(spied.environment)

    def run(name: str, *arguments: str) -> tuple[int, bytes]:
        command = [*shell, str(PROJECT / "hooks" / name), *arguments]
        done = subprocess.run(command, cwd=spied.repo.path, capture_output=True, env=environment, check=False)
        return done.returncode, done.stdout + done.stderr

    for name in NAMES[:2]:
        assert run(name) == (0, b"")
    assert calls(spied) == []
    spied.repo.stage(TORN)
    for name in NAMES:
        assert run(name, "0") == (0, b"")
    assert calls(spied) == [
        "hook pre-commit 0",
        "hook pre-merge-commit 0",
        "hook post-merge 0",
        "hook post-rewrite 0",
    ]


def test_without_git_mem_the_hooks_do_nothing(hooked: Hooked) -> None:
    """Lost otherwise: a colleague who has no gitmem cannot commit."""
    install(hooked)
    hooked.environment["PATH"] = hooked.environment["PATH"].partition(os.pathsep)[2]
    hooked.commits(TORN)
    for name in NAMES:
        ran = hooked.run_hook(name)
        assert (ran.code, ran.out, ran.err) == (0, "", "")


# --- the verb that hooks call -----------------------------------------------------------------------


def test_a_hook_with_no_such_name(mem: Mem, repo: RepoBuilder) -> None:
    """Lost otherwise: a mistyped hook passes everything."""
    ran = mem("hook", "pre-comit")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_file_names_after_the_name_are_not_looked_at(hooked: Hooked) -> None:
    """Lost otherwise: a note called -dash.md is taken for an option and stops every commit."""
    hooked.repo.commit("2024-05-01", CLEAN)
    hooked.repo.stage(TORN)
    for arguments in (["-dash.md"], ["--", "x.md"], ["--help"], ["a b.md", "-x"]):
        assert hooked.ask("hook", "check", *arguments).code == 1


def test_where_nothing_is_staged_everything_is_judged(hooked: Hooked) -> None:
    """Lost otherwise: a CI job is green because it has looked at nothing."""
    hooked.repo.commit("2024-05-01", CLEAN)
    hooked.repo.commit("2024-05-02", TORN)
    assert hooked.ask("hook", "check").code == 1
    hooked.repo.stage({"other.txt": "x"})
    assert hooked.ask("hook", "check").code == 1


def test_a_push_is_judged_by_what_is_pushed(hooked: Hooked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lost otherwise: what is staged by chance is judged, and the contradiction is pushed."""
    first = hooked.repo.commit("2024-05-01", CLEAN)
    torn = hooked.repo.commit("2024-05-02", TORN)
    hooked.repo.stage({"other.md": "x"})
    monkeypatch.setenv("PRE_COMMIT_REMOTE_NAME", "origin")
    assert "push stopped" in hooked.ask("hook", "check").err
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", first)
    monkeypatch.setenv("PRE_COMMIT_TO_REF", torn)
    ran = hooked.ask("hook", "check")
    assert ran.code == 1
    assert "git push --no-verify" in ran.err
    monkeypatch.setenv("PRE_COMMIT_TO_REF", first)
    assert hooked.ask("hook", "check").code == 0


def test_a_hook_after_the_fact_tells_a_fault_in_one_line(hooked: Hooked) -> None:
    """Lost otherwise: a broken setting makes a pull that is done look failed."""
    hooked.repo.write({".gitmem.toml": "nonsense = 1\n"})
    for name in ("post-merge", "post-rewrite", "index"):
        ran = hooked.ask("hook", name)
        assert (ran.code, ran.err.count("\n")) == (0, 1)
        assert "nonsense" in ran.err


@pytest.mark.parametrize(
    "fault", [RuntimeError("broken"), KeyboardInterrupt(), OSError(28, "no space")], ids=repr
)
def test_a_hook_after_the_fact_never_fails(
    fault: BaseException, hooked: Hooked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost otherwise: a fault of ours, a full disk or a key press makes what git has done look undone."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(Memory, "refresh", fail)
    for arguments in (["post-merge", "0"], ["post-rewrite", "rebase"], ["index"]):
        ran = hooked.ask("hook", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)


def test_a_commit_that_touches_no_note_is_let_pass_at_once(hooked: Hooked) -> None:
    """Lost otherwise: under the pre-commit framework every commit loads all of gitmem to judge nothing."""
    hooked.repo.commit("2024-05-01", CLEAN)
    code = "import sys\nfrom gitmem.cli.main import main\ncode = main()\nprint(code, *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, "hook", "check", "some.txt"],
        cwd=hooked.repo.path,
        env=clean_environment({"PYTHONPATH": str(PROJECT), "GIT_INDEX_FILE": ".git/index"}),
        capture_output=True,
        text=True,
        check=True,
    )
    ended, *modules = done.stdout.split()
    assert ended == "0"
    later = {"gitmem.memory.checking.findings", "gitmem.notes.markdown", "gitmem.facts.claims"}
    assert not {*HEAVY, *later} & set(modules)


@pytest.mark.parametrize(
    "file", [".pre-commit-hooks.yaml", ".pre-commit-config.yaml", "examples/pre-commit-config.yaml"]
)
def test_the_framework_can_read_what_we_ship(file: str) -> None:
    """Lost otherwise: `pre-commit install` ends with an error in our file."""
    kind = "validate-manifest" if file == ".pre-commit-hooks.yaml" else "validate-config"
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", kind, str(PROJECT / file)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
