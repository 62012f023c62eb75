"""What has happened has happened: hooks that run afterwards never make a command fail.

Lost otherwise: `git pull` ends with an error though it has done all its work, and people remove the hooks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked, footprint, without_git_mem
from tests.hooks.steps import CONTRADICTION, LINES, STEPS, Step, ahead
from tests.hooks.taking import arranged, taken
from tests.running import Mem

NAMES = {"merge-fast-forward", "pull-rebase"}
AFTERWARDS = [step for step in STEPS if step.name in NAMES]


def broken_settings(hooked: Hooked) -> None:
    """The settings cannot be read."""
    hooked.repo.write({".gitmem.toml": "[facts\nthis is = = no TOML\n"})


def unknown_key(hooked: Hooked) -> None:
    """The settings hold a word that means nothing."""
    hooked.repo.write({".gitmem.toml": "[freshness]\nstale_day = 3\n"})


def damaged_index(hooked: Hooked) -> None:
    """Every file that gitmem keeps is nonsense."""
    assert hooked.ask("index").code == 0
    for path in (hooked.repo.git_path / "gitmem").rglob("*"):
        if path.is_file():
            path.write_bytes(b"nonsense\n" * 50)


def folder_taken(hooked: Hooked) -> None:
    """A file lies where gitmem's folder should be."""
    (hooked.repo.git_path / "gitmem").write_text("mine\n")


def not_on_path(hooked: Hooked) -> None:
    """`git-mem` is not installed here."""
    hooked.environment["PATH"] = without_git_mem(hooked.environment["PATH"])


def script(text: str) -> Callable[[Hooked], None]:
    """`git-mem` is something else."""

    def replace(hooked: Hooked) -> None:
        hooked.mem.script().write_text(text)

    return replace


TROUBLE: dict[str, Callable[[Hooked], None]] = {
    "broken-settings": broken_settings,
    "unknown-key": unknown_key,
    "damaged-index": damaged_index,
    "folder-taken": folder_taken,
    "not-on-path": not_on_path,
    "fails": script("#!/bin/sh\nexit 3\n"),
    "killed": script("#!/bin/sh\nkill -9 $$\n"),
    "old-version": script("#!/bin/sh\necho \"git-mem: no such verb 'hook'\" >&2\nexit 2\n"),
    "cannot-start": script("#!/no/such/python\n"),
}


ANYWHERE = ("damaged-index", "killed")
PAIRS = [
    (step, trouble)
    for step in AFTERWARDS
    for trouble in (TROUBLE if step.name == "merge-fast-forward" else ANYWHERE)
]


@pytest.mark.parametrize(("step", "trouble"), PAIRS, ids=str)
@pytest.mark.representatives(3)
def test_whatever_is_wrong_the_command_succeeds(step: Step, trouble: str, tmp_path: Path) -> None:
    """No traceback, hardly a word, and the repository is as without hooks."""
    ours = arranged(step, CONTRADICTION, tmp_path / "ours").copy_hooks()
    bare = arranged(step, CONTRADICTION, tmp_path / "bare")
    TROUBLE[trouble](ours)
    settings = ours.repo.path / ".gitmem.toml"
    if settings.exists():
        bare.repo.write({settings.name: settings.read_text()})
    done, plain = taken(step, ours), taken(step, bare)
    assert (done.code, done.raw) == (0, plain.raw)
    assert "Traceback" not in done.err
    if trouble not in ("damaged-index", "folder-taken"):
        assert len(done.err.splitlines()) <= 2
    assert _others(footprint(ours.repo)) == _others(footprint(bare.repo))


@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.representatives(2)
def test_whatever_is_wrong_the_hook_ends_well(trouble: str, hooked: Hooked) -> None:
    """Today git passes over how these hooks end; a runner of hooks does not."""
    ahead(hooked.repo, CONTRADICTION)
    TROUBLE[trouble](hooked)
    for hook, argument in (("post-merge", "0"), ("post-rewrite", "rebase"), ("post-rewrite", "amend")):
        done = hooked.run_hook(hook, argument)
        assert (done.code, done.out) == (0, "")
        assert "Traceback" not in done.err


def _others(seen: dict[str, object]) -> dict[str, object]:
    return {name: what for name, what in seen.items() if not name.endswith(".git/gitmem")}


@contextmanager
def locked(*tops: Path) -> Iterator[None]:
    """Nothing below these folders may be written."""
    folders = [place for top in tops for place in (top, *top.rglob("*")) if place.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        yield
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.parametrize("name", ["post-merge", "post-rewrite"])
def test_a_read_only_git_directory(name: str, hooked: Hooked) -> None:
    """The contradiction is told all the same, and nothing is written there."""
    repo = hooked.repo
    ahead(repo, CONTRADICTION)
    hooked.git("-c", "core.hooksPath=/dev/null", "merge", "-q", "side")
    with locked(repo.git_path):
        done = hooked.run_hook(name, *(("0",) if name == "post-merge" else ("rebase",)), bound=True)
    assert done.code == 0
    assert all(cite in done.err for cite in LINES)
    assert "Traceback" not in done.err
    assert not (repo.git_path / "gitmem").exists()


def test_nowhere_to_write_at_all(hooked: Hooked, tmp_path: Path) -> None:
    """No cache anywhere: a line at most, and no failure."""
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    hooked.environment |= {"XDG_CACHE_HOME": str(nowhere), "HOME": str(nowhere)}
    ahead(hooked.repo, CONTRADICTION)
    hooked.git("-c", "core.hooksPath=/dev/null", "merge", "-q", "side")
    with locked(hooked.repo.git_path, nowhere):
        done = hooked.run_hook("post-merge", "0", bound=True)
    assert done.code == 0
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("hook", "post-merge", "0"),
        ("hook", "post-merge", "1"),
        ("hook", "post-merge"),
        ("hook", "post-rewrite", "rebase"),
        ("hook", "post-rewrite", "amend"),
        ("hook", "post-rewrite", "something-new"),
        ("hook", "index"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("where", ["repository", "unborn", "bare", "no-repository"])
def test_called_by_hand(arguments: tuple[str, ...], where: str, tmp_path: Path) -> None:
    """Whatever they are called with, wherever: exit 0."""
    place = tmp_path / "place"
    if where == "no-repository":
        place.mkdir()
        hooked = Hooked(RepoBuilder(place), Mem(place, tmp_path))
    else:
        repo = RepoBuilder.create(place, bare=where == "bare")
        hooked = Hooked(repo, Mem(place, tmp_path))
        if where == "repository":
            repo.commit("2024-03-01", {"mill.md": "# Mill\n\n- Owner: Ada Ek\n"})
    ran = hooked.ask(*arguments)
    assert ran.code == 0
    assert ran.out == ""
    assert len(ran.err.splitlines()) <= 1


def test_a_squash_says_nothing_yet(tmp_path: Path) -> None:
    """Nothing is committed; the commit that follows is judged."""
    step = next(step for step in STEPS if step.name == "merge-squash")
    ours = arranged(step, CONTRADICTION, tmp_path).copy_hooks()
    done = ours.git(*step.commands[0])
    assert done.code == 0
    assert "contradiction" not in done.err
