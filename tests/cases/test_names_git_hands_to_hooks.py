"""Names of notes are what people call things: with spaces, quotes, dashes, line breaks and accents.

Lost otherwise: a hook takes a name for an option or a pattern, and a contradiction goes by unseen.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.hooks.framework import Framework
from tests.hooks.hooked import Hooked

NAMES = (
    "crew notes/May plan.md",
    "-rf.md",
    'a "quoted" it\'s.md',
    "two\nlines.md",
    "smörgås.md",
    "*.md",
    "[a-z]?.md",
    "--.md",
    "$HOME;x.md",
    "tab\there.md",
)
DECLARED = '[facts]\nsingle_valued = ["gate code"]\n'


def note(number: int, rest: str = "") -> str:
    """A note about a subject of its own."""
    return f"# Yard number {'abcdefghij'[number]}\n\nText.\n{rest}"


TWO = "\n- Gate code: 11\n\n## Later\n\n- Gate code: 12\n"


@pytest.fixture
def staged(repo: RepoBuilder) -> RepoBuilder:
    """Every note gets two codes at once."""
    repo.commit("2024-02-01", {".gitmem.toml": DECLARED, **{name: note(i) for i, name in enumerate(NAMES)}})
    repo.stage({name: note(i, TWO) for i, name in enumerate(NAMES)})
    return repo


def places(hooked: Hooked) -> set[str]:
    """The places of all conflicts that are staged, as scripts read them."""
    found = hooked.ask("check", "--staged", "--json").json["findings"]
    return {finding["path"] for finding in found}


def shown(name: str) -> str:
    """A part of a name that every way to write it on a line keeps."""
    return max(name.replace("\n", "\0").replace("\t", "\0").replace('"', "\0").split("\0"), key=len)


def test_every_note_is_named(staged: RepoBuilder, hooked: Hooked) -> None:
    """As many contradictions as notes, each at its two lines."""
    done = hooked.git("commit", "-q", "-m", "codes")
    assert done.code == 1
    assert f"{len(NAMES)} contradictions" in done.err
    for name in NAMES:
        assert shown(name) in done.err
    assert places(hooked) == set(NAMES)


@pytest.mark.parametrize("name", ["-rf.md", "two\nlines.md", "*.md"])
@pytest.mark.representatives(1)
def test_one_note_alone(name: str, hooked: Hooked) -> None:
    """By path, which goes through an index of its own, and deleted again."""
    repo = hooked.repo
    repo.commit("2024-02-01", {".gitmem.toml": DECLARED, name: note(0)})
    repo.write({name: note(0, TWO)})
    by_path = ("--literal-pathspecs", "commit", "-q", "-m", "codes", "--", name)
    assert hooked.git(*by_path).code == 1
    repo.write({name: note(0, TWO.replace("12", "11"))})
    done = hooked.git(*by_path)
    assert (done.code, done.err) == (0, "")
    hooked.commits({name: None})


def test_the_framework_hands_all_names_over(
    staged: RepoBuilder, hooked: Hooked, framework: Framework
) -> None:
    """At the commit and in `run --all-files`; names are no options and no patterns there either."""
    framework.install(hooked)
    done = hooked.git("commit", "-q", "-m", "codes")
    assert done.code == 1
    assert f"{len(NAMES)} contradictions" in done.err + done.out
    configuration = str(staged.path.parent / "pre-commit-config.yaml")
    ran = framework.run(staged.path, "run", "--all-files", "-c", configuration)
    assert ran.code == 1
    assert f"{len(NAMES)} contradictions" in ran.out
