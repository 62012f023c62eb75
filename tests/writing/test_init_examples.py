"""The policy and the prompt of `examples/` are true: what they say to run runs, and leads where they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gitmem.checks.policy.places import places_of
from gitmem.config import DEFAULTS
from gitmem.writing.layout.instructions import instructions
from gitmem.writing.layout.routing import empty_index
from tests.builder import RepoBuilder
from tests.running import PROJECT, Mem
from tests.writing.test_init import files_in, identified

POLICY = (PROJECT / "examples/policy.md").read_text(encoding="utf-8")
PROMPT = (PROJECT / "examples/install-prompt.md").read_text(encoding="utf-8")
GUIDE = (PROJECT / "docs/how-to/policy.md").read_text(encoding="utf-8")
PLACES = places_of(DEFAULTS)
DAY = "2026-11-30T12:00:00Z"
DATES = {"GIT_AUTHOR_DATE": DAY, "GIT_COMMITTER_DATE": DAY}
_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def blocks(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a text: language and content."""
    return [(found[2], found[3]) for found in _BLOCK.finditer(text)]


def follow(text: str, repo: RepoBuilder, mem: Mem) -> list[tuple[str, int]]:
    """Runs the commands of a text in order; each with how it ended."""
    done: list[tuple[str, int]] = []
    for language, content in blocks(text):
        for line in content.splitlines() if language == "sh" else ():
            words = shlex.split(line, comments=True)
            if words[:2] == ["git", "mem"]:
                done.append((line, mem(*words[2:], now=DAY).code))
            elif words:
                repo.git(*words[1:])
                done.append((line, 0))
    return done


def test_a_memory_filled_by_following_the_policy_passes_its_own_check(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first agent that follows the policy would be stopped by it."""
    identified(repo)
    for name, value in DATES.items():
        monkeypatch.setenv(name, value)
    done = follow(POLICY, repo, mem)
    assert len(done) == 11
    assert [line for line, code in done if code and line != "git mem lessons"] == []
    assert repo.ask("status", "--porcelain") == ""
    ran = mem("check", "--all", "--fail-on", "warning", now=DAY)
    assert ran.code == 0, ran.out
    assert (
        "~~Phone: extension 31 [stated]~~ superseded 2026-11-30"
        in files_in(repo.path)["memory/people/ada-lind.md"].decode()
    )


def test_a_memory_kept_as_the_guide_tells_passes_the_check(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who follows the story of the guide would be stopped by the rules that it praises."""
    identified(repo)
    for name, value in DATES.items():
        monkeypatch.setenv(name, value)
    done = follow(GUIDE, repo, mem)
    assert [line for line, code in done if code] == []
    told = [shlex.split(line)[2] for line, _ in done]
    assert told[:1] == ["init"] and {"add", "supersede"} <= set(told)
    assert done[-1][0].startswith("git mem check --all")
    assert repo.ask("status", "--porcelain") == ""
    ran = mem("check", "--all", "--fail-on", "warning", now=DAY)
    assert (ran.code, ran.out.split("\n")[0]) == (0, "nothing found")


def test_every_verb_and_rule_the_texts_name_exists() -> None:
    """An agent would be told to run what is not there."""
    from gitmem.checks.finding import Rule
    from gitmem.cli.main import VERBS

    block = instructions(PLACES)
    named = set(re.findall(r"`git mem (?:-\w )?([a-z][a-z-]*)", POLICY + PROMPT + block))
    assert named and named <= VERBS.keys()
    assert set(re.findall(r"GM\d{3}", POLICY + PROMPT)) <= {rule.value for rule in Rule}


def test_the_prompt_builds_by_hand_what_the_program_writes(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """Repositories made by hand would not be what the checks expect."""
    by_language = dict(blocks(PROMPT))
    assert by_language["markdown"] == empty_index(PLACES).decode()
    assert by_language["html"] == instructions(PLACES)
    by_hand = RepoBuilder.create(tmp_path / "hand")
    by_hand.write(
        {
            "MEMORY.md": by_language["markdown"],
            "AGENTS.md": by_language["html"],
            ".gitmem.toml": by_language["toml"],
            **{f"memory/{name}/.gitkeep": "" for name in ("people", "projects", "decisions", "context")},
            "memory/2026-11-30.md": "# 2026-11-30\n",
        }
    )
    assert mem("init", "--policy", now=DAY).code == 0
    assert files_in(by_hand.path) == files_in(repo.path)
    assert mem("init", "--policy", "--json", cwd=by_hand.path).json["changes"] == []
    assert mem("check", "--all", cwd=by_hand.path, now=DAY).code == 0
