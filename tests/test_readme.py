"""README names what there is; `tests/docs` compares its transcripts and links with those of all documents."""

from __future__ import annotations

import re

import pytest

from gitmem.cli.main import VERBS
from gitmem.config import load_settings
from tests.running import PROJECT

README = PROJECT / "README.md"


def test_the_set_up_commands_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    for script in re.findall(r"^\./(\S+)$", text, re.MULTILINE):
        assert (PROJECT / script).stat().st_mode & 0o111, script
    assert "tests/run" in (PROJECT / ".ci" / "run").read_text()


def test_the_configuration_shown_is_legal() -> None:
    text = README.read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    settings = load_settings(shown[1].encode())
    assert settings.root == "notes"
    assert settings.facts.single_valued == ("door code",)


@pytest.mark.parametrize("verb", sorted(set(VERBS) - {"demo"}))
def test_every_verb_is_told(verb: str) -> None:
    assert f"git mem {verb}" in README.read_text(encoding="utf-8")
