"""What every test stands on: no settings, home, clock or locale of the machine it runs on."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import settings

import gitmem.clock
from tests.builder import RepoBuilder
from tests.hooks.framework import Framework, built
from tests.hooks.hooked import Hooked
from tests.running import Mem

# The same examples every time: what is random is looked for by bench/fuzz, and a change is judged by itself.
# `--hypothesis-profile=searching` tries other ones.
settings.register_profile("suite", max_examples=50, derandomize=True, database=None)
settings.register_profile("searching", max_examples=500)
settings.load_profile("suite")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what takes many minutes unless it is asked for by name; thins what has many variations."""
    _thin_out(items)
    if "endurance" in str(config.option.markexpr):
        return
    left_out = [item for item in items if item.get_closest_marker("endurance") is not None]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item.get_closest_marker("endurance") is None]


def _thin_out(items: Sequence[pytest.Item]) -> None:
    """Of a test marked `representatives(n)`, n variations spread evenly stay; the rest become `stress`."""
    families: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("representatives") is not None:
            families.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for family in families.values():
        marker = family[0].get_closest_marker("representatives")
        assert marker is not None
        step = max(len(family) / marker.args[0], 1)
        kept = {int(number * step) for number in range(marker.args[0])}
        for number, item in enumerate(family):
            if number not in kept:
                item.add_marker(pytest.mark.stress)


class _NoClock:
    """Stands in for the time module inside `gitmem.clock`."""

    @staticmethod
    def time() -> float:
        """Refuses: an answer that depends on the time of day cannot be asked for again."""
        raise AssertionError("the wall clock was read; pass --now or mark the test `wall_clock`")


@pytest.fixture(autouse=True)
def sealed_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Own home, no git settings, no inherited repository, UTC and a plain UTF-8 locale."""
    home = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("GIT_", "LC_", "XDG_")) or name in {"LANGUAGE", "NO_COLOR", "PAGER", "COLUMNS"}:
            monkeypatch.delenv(name)
    for name, value in {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }.items():
        monkeypatch.setenv(name, value)
    time.tzset()


@pytest.fixture(autouse=True)
def no_wall_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the clock away from gitmem unless the test is marked `wall_clock`."""
    if request.node.get_closest_marker("wall_clock") is None:
        monkeypatch.setattr(gitmem.clock, "time", _NoClock)


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """An empty repository with branch `main`."""
    return RepoBuilder.create(tmp_path / "repo")


@pytest.fixture
def mem(repo: RepoBuilder, tmp_path: Path) -> Mem:
    """The command line, standing in `repo`."""
    return Mem(repo.path, tmp_path)


@pytest.fixture
def hooked(repo: RepoBuilder, mem: Mem) -> Hooked:
    """`repo` with the shipped hooks in it."""
    return Hooked(repo, mem).copy_hooks()


@pytest.fixture(scope="session")
def framework(tmp_path_factory: pytest.TempPathFactory) -> Framework:
    """The real pre-commit, with one environment for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    return built(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
