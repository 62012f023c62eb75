"""README shows what the program prints, character for character.

Renew the transcripts with: python -m tests.test_readme
"""

from __future__ import annotations

import re
import shlex
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from gitmem.cli.demo import build_demo
from gitmem.cli.main import VERBS
from gitmem.cli.story import STORY_NOW
from gitmem.config import Settings, load_settings
from tests.running import PROJECT, Mem

README = PROJECT / "README.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
Run = Callable[[list[str]], str]


def filled(text: str, run: Run) -> str:
    """README with every command of its console blocks followed by what it prints now."""

    def block(found: re.Match[str]) -> str:
        commands = [line for line in found[1].split("\n") if line.startswith("$ git mem ")]
        assert commands, "a console block without a command"
        shown = (f"{line}\n{run(shlex.split(line)[3:])}" for line in commands)
        return "```console\n" + "\n".join(shown) + "```"

    return _BLOCK.sub(block, text)


def _runner(folder: Path) -> Run:
    repository = folder / "notes"
    repository.mkdir()
    build_demo(repository)
    mem = Mem(repository, folder)
    return lambda arguments: mem(*arguments, now=STORY_NOW).out


def test_the_transcripts_are_what_is_printed(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    assert filled(text, _runner(tmp_path)) == text


def test_the_set_up_commands_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    for script in re.findall(r"^\./(\S+)$", text, re.MULTILINE):
        assert (PROJECT / script).stat().st_mode & 0o111, script
    assert "tests/run" in (PROJECT / ".ci" / "run").read_text()


def test_the_configuration_shown_is_the_default() -> None:
    text = README.read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    settings = load_settings(shown[1].encode())
    assert settings.root == "notes"
    assert tomllib.loads(shown[1]).keys() >= {"include", "dates", "freshness"}
    default = Settings(root="notes")
    assert settings == default


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"demo"}))
def test_every_verb_is_told(verb: str) -> None:
    assert f"git mem {verb}" in README.read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (PROJECT / target).exists(), target


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        README.write_text(
            filled(README.read_text(encoding="utf-8"), _runner(Path(scratch))), encoding="utf-8"
        )
