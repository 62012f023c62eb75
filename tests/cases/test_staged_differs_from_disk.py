"""What is committed is the index; the file on disk may say something else.

Lost otherwise: the cure was written but not staged, so the contradiction is committed; or a commit is
stopped for a draft that nobody commits.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import DAY, Hooked
from tests.running import Mem

DECLARED = '[facts]\nsingle_valued = ["manager"]\n'
CLEAN = "# Bakery\n\n- Manager: Kim Dahl\n"
CONTRADICTORY = "# Bakery\n\n- Manager: Ida Holm\n\n## Contacts\n\n- Manager: Per Aas\n"
CURED = "# Bakery\n\n- ~~Manager: Kim Dahl~~ superseded 2024-05-30\n- Manager: Per Aas\n"


def left(hooked: Hooked) -> tuple[str, str, bytes]:
    """What a person would look at to see whether a hook has touched anything."""
    repo = hooked.repo
    return (
        repo.ask("status", "--porcelain"),
        repo.ask("stash", "list"),
        (repo.path / "bakery.md").read_bytes(),
    )


@pytest.fixture
def cured_on_disk(hooked: Hooked) -> Hooked:
    """Two managers are staged, one of them is struck on disk only."""
    hooked.repo.commit("2024-02-01", {".gitmem.toml": DECLARED, "bakery.md": CLEAN})
    hooked.repo.stage({"bakery.md": CONTRADICTORY})
    hooked.repo.write({"bakery.md": CURED})
    return hooked


def test_the_staged_lines_are_judged(cured_on_disk: Hooked) -> None:
    """The commit is stopped, by the lines of the index, and the person is told to stage the cure."""
    before = left(cured_on_disk)
    done = cured_on_disk.git("commit", "-q", "-m", "managers")
    assert done.code == 1
    assert "bakery.md:3" in done.err
    assert "bakery.md:7" in done.err
    assert "staged" in done.err
    assert "git add" in done.err
    assert before[:2] == ("MM bakery.md", "")
    assert left(cured_on_disk) == before


@pytest.mark.parametrize(
    "command",
    [
        ("commit", "-q", "-a", "-m", "cured"),
        ("commit", "-q", "-m", "cured", "--", "bakery.md"),
        ("commit", "-q", "-i", "-m", "cured", "bakery.md"),
        ("commit", "-q", "-o", "-m", "cured", "bakery.md"),
    ],
    ids=" ".join,
)
@pytest.mark.representatives(2)
def test_a_temporary_index_is_the_one_that_counts(command: tuple[str, ...], cured_on_disk: Hooked) -> None:
    """These commit the text on disk, through an index that only exists for the commit."""
    done = cured_on_disk.git(*command)
    assert (done.code, done.err) == (0, "")
    assert cured_on_disk.repo.ask("show", "HEAD:bakery.md") + "\n" == CURED
    assert cured_on_disk.repo.ask("status", "--porcelain") == ""


def test_a_draft_on_disk_stops_nothing(hooked: Hooked) -> None:
    """The other way round: what is staged is clean."""
    hooked.repo.commit("2024-02-01", {".gitmem.toml": DECLARED, "bakery.md": CLEAN})
    hooked.repo.stage({"bakery.md": CLEAN + "- Ovens: two\n"})
    hooked.repo.write({"bakery.md": CONTRADICTORY, "draft.md": "# Draft\n\n- Bakery manager: Kim\n"})
    done = hooked.git("commit", "-q", "-m", "ovens")
    assert (done.code, done.err) == (0, "")
    assert hooked.repo.ask("status", "--porcelain") == "M bakery.md\n?? draft.md"


def test_staged_settings_count_too(hooked: Hooked) -> None:
    """A key declared on disk only is not declared yet; once staged it is."""
    hooked.repo.commit("2024-02-01", {"bakery.md": "# Bakery\n"})
    hooked.repo.stage({"bakery.md": "# Bakery\n\n- Door code: 11\n\n## Contacts\n\n- Door code: 12\n"})
    hooked.repo.write({".gitmem.toml": '[facts]\nsingle_valued = ["door code"]\n'})
    assert hooked.ask("check", "--staged").code == 0
    hooked.repo.git("add", ".gitmem.toml")
    assert hooked.ask("check", "--staged").code == 1


def test_the_question_alone_changes_nothing(cured_on_disk: Hooked) -> None:
    """`check` in its three views of one moment, and the index file is the same byte for byte."""
    index = (cured_on_disk.repo.git_path / "index").read_bytes()
    before = left(cured_on_disk)
    assert cured_on_disk.ask("check", "--staged").code == 1
    assert cured_on_disk.ask("check", "--worktree").code == 0
    assert cured_on_disk.ask("check", "--all").code == 0
    assert left(cured_on_disk) == before
    assert (cured_on_disk.repo.git_path / "index").read_bytes() == index


def test_searching_between_two_checks(repo: RepoBuilder, mem: Mem) -> None:
    """One index file serves both views; neither answer leaks into the other."""
    repo.commit("2024-02-01", {"bakery.md": CLEAN})
    repo.stage({"bakery.md": CLEAN + "- Manager: Per Aas\n"})
    repo.write({"bakery.md": CURED})
    now = f"{DAY}T12:00:00Z"
    for _ in range(2):
        assert mem("check", "--staged", now=now).code == 1
        found = {result["cite"]: result["status"] for result in mem.search("bakery manager", now=now).results}
        assert found == {"bakery.md:4": "FRESH", "bakery.md:3": "SUPERSEDED"}
