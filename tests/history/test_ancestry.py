"""Who came first is read from parents alone: a wrong answer here calls the older of two values current."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path

import pytest

from gitmem.git.repository import Repository
from gitmem.history.ancestry import CommitOrder
from gitmem.history.keeping import open_history
from tests.builder import RepoBuilder
from tests.history.generator import Generator


def _parents(repo: RepoBuilder) -> dict[str, list[str]]:
    lines = repo.ask("rev-list", "--all", "--parents").split("\n")
    return {oid: parents for oid, *parents in (line.split() for line in lines)}


def _ancestors(parents: dict[str, list[str]]) -> dict[str, set[str]]:
    """What git says every commit is made from, itself not counted."""
    found: dict[str, set[str]] = {}

    def collect(oid: str) -> set[str]:
        if oid not in found:
            found[oid] = {oid for parent in parents[oid] for oid in (parent, *collect(parent))}
        return found[oid]

    for oid in reversed(list(parents)):
        collect(oid)
    return found


def _assert_like_git(repo: RepoBuilder) -> None:
    """Every ordered pair of commits is told as git's own graph has it."""
    repository = Repository.open(repo.path)
    assert repository.head is not None
    ancestors = _ancestors(_parents(repo))
    facts = open_history(repository, repository.head)
    with closing(facts.store):
        order = CommitOrder(facts)
        for newer, older in itertools.product(ancestors, repeat=2):
            assert order.descends(newer, older) == (older in ancestors[newer]), (newer, older)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.representatives(4)
def test_histories_with_merges_are_ordered_as_git_orders_them(tmp_path: Path, seed: int) -> None:
    repo = RepoBuilder.create(tmp_path / "made")
    repo.fast_import(Generator(seed).history(60, branches=2 + seed % 5))
    _assert_like_git(repo)


def test_the_answer_is_that_of_merge_base(tmp_path: Path) -> None:
    """The test's own reading of the graph is held against the question that git itself answers."""
    repo = RepoBuilder.create(tmp_path / "made")
    repo.fast_import(Generator(99).history(14))
    ancestors = _ancestors(_parents(repo))
    for newer, older in itertools.permutations(ancestors, 2):
        asked = repo.run("merge-base", "--is-ancestor", older, newer)
        assert (asked.returncode == 0) == (older in ancestors[newer])


def test_a_history_that_grew_between_two_readings(repo: RepoBuilder) -> None:
    """Chains that were closed when they were read are continued and merged later."""
    repo.commit("2026-01-01", {"a.md": "one\n"})
    for round_ in range(6):
        repo.switch(f"side{round_}", new=True)
        repo.commit(f"2026-02-{round_ + 1:02}", {f"side{round_}.md": "two\n"})
        repo.switch("main")
        repo.commit(f"2026-03-{round_ + 1:02}", {"a.md": f"three {round_}\n"})
        if round_ % 2:
            repo.merge([f"side{round_}", f"side{round_ - 1}"], f"2026-04-{round_ + 1:02}")
            _assert_like_git(repo)


def test_clocks_do_not_order_commits(repo: RepoBuilder) -> None:
    """A child that claims to be older than its parent is still its child."""
    first = repo.commit("2026-05-01", {"a.md": "one\n"})
    second = repo.commit("2020-01-01", {"a.md": "two\n"})
    facts = open_history(Repository.open(repo.path), second)
    with closing(facts.store):
        order = CommitOrder(facts)
        assert order.descends(second, first)
        assert not order.descends(first, second)


def test_no_commit_is_its_own_ancestor_and_unknown_ones_have_no_order(repo: RepoBuilder) -> None:
    first = repo.commit("2026-01-01", {"a.md": "one\n"})
    facts = open_history(Repository.open(repo.path), first)
    with closing(facts.store):
        order = CommitOrder(facts)
        assert not order.descends(first, first)
        assert not order.descends(first, "0" * 40)
        assert not order.descends("0" * 40, first)


def test_histories_that_share_no_root_have_no_order(repo: RepoBuilder) -> None:
    """Text joined from another repository is neither older nor newer than what was there."""
    here = repo.commit("2026-01-01", {"a.md": "one\n"})
    repo.switch("other", orphan=True)
    there = repo.commit("2026-01-02", {"b.md": "two\n"})
    repo.switch("main")
    joined = repo.merge("other", "2026-01-03", unrelated=True)
    facts = open_history(Repository.open(repo.path), joined)
    with closing(facts.store):
        order = CommitOrder(facts)
        assert not order.descends(there, here)
        assert not order.descends(here, there)
        assert order.descends(joined, here)
        assert order.descends(joined, there)
