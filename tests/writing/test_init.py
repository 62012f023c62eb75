"""`git mem init`: what it lays out, that it replaces nothing, and that it keeps its own rules."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gitmem.writing import files as writing_files
from tests.builder import RepoBuilder, Symlink
from tests.hooks.hooked import Hooked
from tests.reports.test_schemas import schema
from tests.running import Json, Mem

FLAT = """# Memory

- Editor: vim [stated]

## People

### Ada

- Phone: extension 31 [stated]

## Log

### 2026-05-02

- Met Ada
"""


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, those of git left out."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() or path.is_symlink())
    named = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(".git/")}


def valid(verb: str, data: Json) -> Json:
    """JSON that its schema allows."""
    errors = [error.message for error in Draft202012Validator(schema(verb)).iter_errors(data)]
    assert not errors
    return data


def identified(repo: RepoBuilder) -> RepoBuilder:
    """A repository whose configuration says who commits."""
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")
    return repo


def test_without_policy_only_the_settings_are_written(repo: RepoBuilder, mem: Mem) -> None:
    """Whoever wants settings would get rules they did not ask for."""
    assert mem("init").code == 0
    assert set(files_in(repo.path)) == {".gitmem.toml"}
    assert mem("check", "--all").code == 0


def test_the_policy_is_laid_out_committed_and_clean(repo: RepoBuilder, mem: Mem) -> None:
    """The first check after `init` would complain about what `init` wrote."""
    identified(repo)
    made = valid("init", mem("init", "--policy", "--commit", "--json").json)
    assert made["commit"] == repo.head and made["refused"] is None
    assert {change["path"] for change in made["changes"]} == set(files_in(repo.path))
    assert (repo.path / "memory/2026-10-01.md").read_text() == "# 2026-10-01\n"
    assert all((repo.path / "memory" / name / ".gitkeep").exists() for name in ("people", "context"))
    assert repo.ask("status", "--porcelain") == ""
    ran = mem("check", "--all", "--fail-on", "warning")
    assert ran.code == 0, ran.out


def test_a_second_run_changes_nothing_and_says_what_stays(repo: RepoBuilder, mem: Mem) -> None:
    """Every session that begins with `init` would add something."""
    mem("init", "--policy")
    before = files_in(repo.path)
    again = valid("init", mem("init", "--policy", "--json", now="2027-03-01T00:00:00Z").json)
    assert again["changes"] == [] and files_in(repo.path) == before
    assert {"MEMORY.md", "AGENTS.md", ".gitmem.toml"} <= set(again["kept"])


def test_what_is_there_is_only_added_to(repo: RepoBuilder, mem: Mem) -> None:
    """Own settings and instructions would be lost."""
    config, rules = b'language = "german"\r\n[facts]\r\naliases = {}', b"# Rules\n\nBe kind."
    repo.write({".gitmem.toml": config, "AGENTS.md": rules, "memory/2026-01-01.md": "- x\n"})
    made = mem("init", "--policy", "--json").json
    here = files_in(repo.path)
    assert here[".gitmem.toml"] == config + b"\r\n\r\n[policy]\r\nenabled = true\r\n"
    assert here["AGENTS.md"].startswith(rules + b"\n\n<!-- gitmem:begin -->\n")
    assert here["memory/2026-01-01.md"] == b"- x\n" and "memory/2026-10-01.md" not in here
    assert [each["taken"] for each in made["changes"]] == [0] * len(made["changes"])


def test_a_policy_that_is_switched_off_stays_so_and_is_told(repo: RepoBuilder, mem: Mem) -> None:
    """Somebody switched it off on purpose, or believes that it is on."""
    repo.write({".gitmem.toml": "[policy]\nenabled = false\n"})
    ran = mem("init", "--policy")
    assert "not enabled" in ran.err
    assert files_in(repo.path)[".gitmem.toml"] == b"[policy]\nenabled = false\n"


def test_a_flat_memory_is_divided_and_every_line_reported(repo: RepoBuilder, mem: Mem) -> None:
    """Lines would be gone, or nobody could say where they are."""
    identified(repo).commit("2026-05-03", {"MEMORY.md": FLAT})
    made = valid("init", mem("init", "--policy", "--commit", "--json").json)
    lines = FLAT.splitlines()
    here = files_in(repo.path)
    assert [each["text"] for each in made["moved"]] == lines
    for each in made["moved"]:
        assert here[each["path"]].decode().splitlines()[each["to_line"] - 1] == each["text"]
    after = Counter(line for data in here.values() for line in data.decode().splitlines())
    assert not Counter(lines) - after
    assert mem("check", "--all").code == 0
    ada = mem.search("ada phone extension").at("memory/people/ada.md:3")
    assert ada["as_of"] == "2026-05-03" and ada["provenance"] == "stated"


def test_the_report_for_people_names_every_line(repo: RepoBuilder, mem: Mem) -> None:
    """A person could not follow what became of their notes."""
    repo.write({"MEMORY.md": FLAT})
    ran = mem("-v", "init", "--policy")
    assert "moved 15 lines, each once" in ran.out
    assert ran.out.count(" -> ") == 15
    assert "  9 -> memory/people/ada.md:3" in ran.out


def test_untagged_lines_of_a_flat_memory_are_told(repo: RepoBuilder, mem: Mem) -> None:
    """The first check would come as a surprise."""
    repo.write({"MEMORY.md": FLAT.replace(" [stated]", "")})
    assert "1 moved lines" in mem("init", "--policy").err


def test_a_notes_folder_gets_the_layout_below_it(repo: RepoBuilder, mem: Mem) -> None:
    """The layout would lie where nothing reads it."""
    (repo.path / "my notes").mkdir()
    mem("--root", "my notes", "init", "--policy")
    here = files_in(repo.path)
    assert {"my notes/MEMORY.md", "my notes/memory/people/.gitkeep", ".gitmem.toml", "AGENTS.md"} <= set(here)
    assert b"`my notes/MEMORY.md`" in here["AGENTS.md"]
    assert mem("search", "index").code == 0
    assert mem("check", "--all").code == 0
    (repo.path / "other").mkdir()
    ran = mem("--root", "other", "init", "--policy")
    assert ran.code == 2 and ran.err.count("\n") == 1 and files_in(repo.path) == here


def test_links_are_not_written_through(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A file outside the repository would be changed."""
    outside = tmp_path / "outside.md"
    outside.write_text("mine\n")
    repo.write({"AGENTS.md": Symlink(os.fspath(outside))})
    ran = mem("init", "--policy")
    assert ran.code == 0 and "symbolic link" in ran.err
    assert outside.read_text() == "mine\n"
    repo.write({"MEMORY.md": Symlink(os.fspath(outside))})
    ran = mem("init", "--policy")
    assert ran.code == 2 and outside.read_text() == "mine\n"


@pytest.mark.parametrize("what", ["folder", "broken", "merge"])
def test_what_cannot_be_done_is_said_in_one_line_and_nothing_written(
    what: str, repo: RepoBuilder, mem: Mem
) -> None:
    """Half a layout would be left behind."""
    repo.write(
        {
            "folder": {"memory/people": "a file\n"},
            "broken": {".gitmem.toml": "root = \n"},
            "merge": {"MEMORY.md": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"},
        }[what]
    )
    before = files_in(repo.path)
    ran = mem("init", "--policy")
    assert ran.code == 2 and ran.err.count("\n") == 1
    assert files_in(repo.path) == before


def test_a_folder_without_git_gets_the_layout_but_no_commit(tmp_path: Path) -> None:
    """Notes need no repository to have an order."""
    folder = tmp_path / "plain"
    folder.mkdir()
    mem = Mem(folder, tmp_path)
    assert mem("init", "--policy", "--commit").code == 2 and files_in(folder) == {}
    assert mem("init", "--policy").code == 0 and "MEMORY.md" in files_in(folder)


def test_the_hooks_let_the_division_of_an_untagged_memory_pass(
    hooked: Hooked, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`init` would be stopped by the rules it has just switched on."""
    identified(hooked.repo).commit("2024-05-03", {"MEMORY.md": FLAT.replace(" [stated]", "")})
    monkeypatch.setenv("PATH", hooked.environment["PATH"])
    ran = mem("init", "--policy", "--commit", now="2024-06-01T12:00:00Z")
    assert ran.code == 0 and "committed as" in ran.out, ran.err
    ran = mem("check", "--all")
    assert ran.code == 1 and "memory/people/ada.md:3" in ran.out


def test_a_hook_that_refuses_leaves_the_layout_written(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody would know why nothing was committed, or what is there now."""
    hook = identified(repo).path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    ran = mem("init", "--policy", "--commit")
    assert ran.code == 1 and "not today" in ran.err
    assert "MEMORY.md" in files_in(repo.path)


def killed_after(count: int, work: Callable[[], object]) -> bool:
    """Does the work in another process, which dies at its file number `count`; whether it did."""
    child = os.fork()
    if child == 0:
        replace, calls = os.replace, iter(range(count))

        def replace_or_die(source: bytes, target: bytes) -> None:
            if next(calls, None) is None:
                os._exit(9)
            replace(source, target)

        writing_files.os.replace = replace_or_die  # type: ignore[assignment]
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_killed_anywhere_and_run_again_it_ends_the_same(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A crash in the middle would lose lines, or double them."""
    repo.write({"MEMORY.md": FLAT})
    whole = repo.copy(tmp_path / "whole")
    assert mem("init", "--policy", cwd=whole.path).code == 0
    wanted = files_in(whole.path)
    for count in range(len(wanted)):
        left = repo.copy(tmp_path / f"cut{count}")
        assert killed_after(count, partial(mem, "init", "--policy", cwd=left.path))
        text = b"".join(files_in(left.path).values()).decode()
        assert not Counter(FLAT.splitlines()) - Counter(text.splitlines())
        assert mem("init", "--policy", cwd=left.path).code == 0
        assert files_in(left.path) == wanted
